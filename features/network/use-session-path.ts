import { useGroup } from '../../console/call/use-reads.ts';
import { managementGuard } from '../save/objects.ts';

/** The way that this session comes in. */
export interface SessionPath {
  readonly port: number;
  readonly vlan: number;
}

/** Where this session comes in; undefined while it is read, and where it comes in past the switch's ports. */
export function useSessionPath(): SessionPath | undefined {
  const { data } = useGroup(managementGuard);
  return data && data.managementGuardPort > 0
    ? { port: data.managementGuardPort, vlan: data.managementGuardVlan }
    : undefined;
}
