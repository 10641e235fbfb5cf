import type { Question } from '../console/call/guarded.ts';
import { setGroup } from '../console/call/object-calls.ts';
import { type Applying, useApply } from '../console/call/use-apply.ts';
import { useText } from '../console/translations/use-text.ts';
import { formatPortList, portListOf } from '../model/values/port-list.ts';
import { cableDiagCtrl } from './tools/diagnostics/objects.ts';

interface CableTests extends Pick<Applying, 'apply' | 'pending'> {
  /** Tests the cables of ports, after a question if there is one. */
  readonly start: (ports: readonly number[], ask?: Question) => Promise<unknown>;
  /** Tests the cable of one port; asks first if it has a link, which drops. */
  readonly testOne: (port: number, isUp: boolean) => Promise<void>;
}

/** Testing cables. */
export function useCableTest(): CableTests {
  const t = useText();
  const { apply, pending } = useApply();
  const start = (ports: readonly number[], ask?: Question) =>
    apply(setGroup(cableDiagCtrl, { cableDiagPorts: formatPortList(portListOf(ports)) }), {
      success: false,
      ...(ask && { ask }),
    });
  return {
    apply,
    pending,
    start,
    async testOne(port, isUp) {
      const ask = {
        text: t('Test the cable of port {{port}}?', { port }),
        detail: t('Its link drops for about a second.'),
      };
      await start([port], isUp ? ask : undefined);
    },
  };
}
