import { emptyState } from '../../datapath/state.ts';
import { type Message, say } from '../../model/values/message.ts';
import { portBit, portsOf } from '../../model/values/port-list.ts';
import type { AccessPlan } from '../access-plan.ts';
import type { Outlook } from './outlook.ts';
import type { Session } from './session.ts';
import { sessionWays } from './session-frames.ts';

/** Any station: the address is one that no station has. */
const ANYBODY = '02-00-00-00-00-FE';

/**
 * Why the switch itself becomes unreachable from all ports; undefined if one remains. Decisions of engines are
 * temporary, and not considered.
 */
export function isolationFault(outlook: Outlook): Message | undefined {
  const { plan, access } = outlook;
  const settled = { ...outlook, state: emptyState, access: { ...access, arpInspection: permissive(access) } };
  for (const [vlan, own] of plan.interfaces) {
    const addressed = own.dhcpClient || [...access.addresses.values()].some((one) => one.vlan === vlan);
    if (!own.enabled || !addressed) continue;
    const { members, untagged } = plan.vlans.get(vlan) ?? { members: 0n, untagged: 0n };
    for (const port of portsOf(members)) {
      if (isReached(settled, anybodyAt(port, vlan, (untagged & portBit(port)) === 0n))) return undefined;
    }
  }
  return say('After this change no port would reach a VLAN with an IP interface.');
}

/** ARP is excluded: bindings come and go. */
function permissive({ arpInspection }: AccessPlan): AccessPlan['arpInspection'] {
  return arpInspection && { ...arpInspection, permits: () => true };
}

function isReached(outlook: Outlook, session: Session): boolean {
  const { inwards, outwards } = sessionWays(outlook, session);
  return (
    inwards.every(({ delivered }) => delivered === session.vlan) &&
    outwards.every(({ departures }) => departures.some(({ ports }) => (ports & session.cables) !== 0n))
  );
}

function anybodyAt(port: number, vlan: number, tagged: boolean): Session {
  return {
    port,
    vlan,
    tagged,
    clientMac: ANYBODY,
    cables: portBit(port),
    server: undefined,
    nextHop: undefined,
    clientAddress: undefined,
    serverPort: 0,
  };
}
