import { setGroup } from '../console/call/object-calls.ts';
import { type Applying, useApply } from '../console/call/use-apply.ts';
import { confirm } from '../console/feedback/dialogs.ts';
import { useText } from '../console/translations/use-text.ts';
import { formatPortList, portListOf } from '../model/values/port-list.ts';
import { cableDiagCtrl } from './tools/diagnostics/objects.ts';

interface CableTests extends Pick<Applying, 'apply' | 'pending'> {
  /** Tests the cables of ports without a question. */
  readonly start: (ports: readonly number[]) => Promise<unknown>;
  /** Tests the cable of one port; asks first if it has a link, which drops. */
  readonly testOne: (port: number, isUp: boolean) => Promise<void>;
}

/** Testing cables. */
export function useCableTest(): CableTests {
  const t = useText();
  const { apply, pending } = useApply();
  const start = (ports: readonly number[]) =>
    apply(setGroup(cableDiagCtrl, { cableDiagPorts: formatPortList(portListOf(ports)) }), { success: false });
  return {
    apply,
    pending,
    start,
    async testOne(port, isUp) {
      const question = t('Test the cable of port {{port}}?', { port });
      if (isUp && !(await confirm(question, t('Its link drops for about a second.')))) return;
      await start([port]);
    },
  };
}
