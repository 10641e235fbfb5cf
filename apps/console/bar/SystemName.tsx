import { useGroup } from '../../../console/call/use-reads.ts';
import { system } from '../../../features/system/system-management/objects.ts';

/** How the administrator called the switch. */
export function SystemName() {
  const { data } = useGroup(system);
  return data?.sysName ?? '';
}
