import type { Sure } from '../../../console/call/guarded.ts';
import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { translate } from '../../../console/translations/language.ts';
import type { Change } from '../../../model/configuration/change.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { dot1dStp, StpVersion } from './objects.ts';
import { TreeCard } from './TreeCard.tsx';

/** Milliseconds between two looks at the tree. */
const poll = 3000;

export default [
  form(dot1dStp, {
    title: 'Protocol',
    what: 'Spanning tree',
    fields: [
      ['stpGlobalStatus', 'dot1dStpVersion', 'dot1dStpPriority'],
      ['dot1dStpBridgeMaxAge', 'dot1dStpBridgeHelloTime', 'dot1dStpBridgeForwardDelay'],
      [
        'dot1dStpTxHoldCount',
        {
          name: 'ieee8021MstpCistMaxHops',
          unusable: (chosen) => (Number(chosen('dot1dStpVersion')) === StpVersion.mstp ? undefined : 'MSTP only.'),
        },
      ],
    ],
    sure: (changes) => askBefore(changes),
  }),
  TreeCard,
  facts(
    'Root and topology changes',
    [
      fact(dot1dStp, 'stpBridgeId'),
      fact(dot1dStp, 'dot1dStpDesignatedRoot'),
      fact(dot1dStp, 'dot1dStpRootPort'),
      fact(dot1dStp, 'dot1dStpRootCost'),
      fact(dot1dStp, 'dot1dStpMaxAge'),
      fact(dot1dStp, 'dot1dStpHelloTime'),
      fact(dot1dStp, 'dot1dStpForwardDelay'),
      fact(dot1dStp, 'dot1dStpTopChanges'),
      fact(dot1dStp, 'dot1dStpTimeSinceTopologyChange'),
    ],
    { poll },
  ),
];

/** Whether the administrator wants what stops all traffic for a while, or leaves loops open. */
function askBefore(changes: readonly Change[]): Sure {
  const status = changes.find(({ column }) => column === 'stpGlobalStatus')?.to;
  if (status === Status.disabled) {
    return { text: translate('Every port will forward at once. If links form a loop, the network stops working.') };
  }
  if (status === Status.enabled) {
    return {
      text: translate('Ports do not forward until the tree has converged: 3 seconds, up to 40 with old switches.'),
    };
  }
  if (!changes.some(({ column }) => column === 'dot1dStpVersion')) return true;
  return { text: translate('The tree is rebuilt: ports do not forward until it has converged.') };
}
