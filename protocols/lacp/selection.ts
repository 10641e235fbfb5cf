import { hasBit, keyOf } from './actor.ts';
import { type LacpParty, StateBit } from './lacpdu.ts';
import type { LacpPort, LacpSettings } from './state.ts';

/** Selection of a port. */
export type Selection = LacpPort['selected'];

/**
 * Selects for each trunk the links that are aggregated (IEEE 802.1AX-2020 6.4.14): links between the same two systems
 * with the same keys, at most `places` of them. Of several such groups, the one in use stays as long as it has a link;
 * else the one of most links, then the one with the best port. Every port has an entry.
 */
export function select(settings: LacpSettings, ports: ReadonlyMap<number, LacpPort>): ReadonlyMap<number, Selection> {
  const selection = new Map<number, Selection>([...ports.keys()].map((number) => [number, 'unselected']));
  const trunks = new Map<number, Map<string, Candidate[]>>();
  for (const [number, port] of ports) {
    if (!isCandidate(settings, port)) continue;
    const groups = trunks.get(port.settings.trunk) ?? new Map<string, Candidate[]>();
    trunks.set(port.settings.trunk, groups);
    const id = groupOf(port);
    groups.set(id, [...(groups.get(id) ?? []), { number, port }]);
  }
  for (const groups of trunks.values()) {
    const [chosen] = [...groups.values()].map((group) => group.sort((a, b) => byPriority(settings, a, b))).sort(better);
    for (const [place, { number }] of (chosen ?? []).entries()) {
      selection.set(number, place < settings.places ? 'selected' : 'standby');
    }
  }
  return selection;
}

interface Candidate {
  readonly number: number;
  readonly port: LacpPort;
}

/** A link with a partner that can aggregate, and is another switch. */
function isCandidate({ system }: LacpSettings, { receive, partner }: LacpPort): boolean {
  if (receive !== 'current' && receive !== 'expired') return false;
  return isSystem(partner.system) && partner.system !== system && hasBit(partner, StateBit.aggregation);
}

function isSystem(system: string): boolean {
  return system !== '00-00-00-00-00-00';
}

/** The LAG ID of a port but for what all ports of this switch have alike (IEEE 802.1AX-2020 6.3.6). */
function groupOf({ settings, partner: { system, systemPriority, key } }: LacpPort): string {
  return `${keyOf(settings)} ${systemPriority} ${system} ${key}`;
}

/** In a group the better system decides by its own priorities; ties go to the lower port. */
function byPriority({ system, systemPriority }: LacpSettings, a: Candidate, b: Candidate): number {
  const { partner } = a.port;
  const own = systemPriority - partner.systemPriority || (system < partner.system ? -1 : 1);
  if (own < 0) return a.port.settings.priority - b.port.settings.priority || a.number - b.number;
  return rankOf(a.port.partner) - rankOf(b.port.partner) || a.number - b.number;
}

function rankOf({ portPriority, port }: LacpParty): number {
  return portPriority * 65_536 + port;
}

function better(one: readonly Candidate[], other: readonly Candidate[]): number {
  const inUse = (group: readonly Candidate[]) => Number(group.some(({ port }) => port.selected === 'selected'));
  const best = ([first]: readonly Candidate[]) =>
    first ? first.port.settings.priority * 65_536 + first.number : Number.POSITIVE_INFINITY;
  return inUse(other) - inUse(one) || other.length - one.length || best(one) - best(other);
}
