import type { ChangedPlace } from '../../../model/schema/telling.ts';
import { NO_PORTS, type PortList, parsePortList, portBit } from '../../../model/values/port-list.ts';
import type { Value, Values } from '../../../model/wire/call.ts';

/* Names of the tables and columns, which objects.ts declares: this file cannot import it. */
const vlanTable = 'dot1qVlanStaticEntry';
const egress = 'dot1qVlanStaticEgressPorts';
const untagged = 'dot1qVlanStaticUntaggedPorts';
const portTable = 'dot1qPortVlanEntry';
const pvid = 'dot1qPvid';

/** How ports belong to a VLAN. */
interface Membership {
  readonly untagged: PortList;
  readonly tagged: PortList;
}

/** New ports of one VLAN, and the changes behind them. */
interface ChangedVlan<C> {
  readonly vlan: number;
  readonly before: Membership;
  readonly after: Membership;
  readonly isGone: boolean;
  readonly of: readonly C[];
}

/** Change of ports in one VLAN; "move" has a former one. */
export interface Step<C> {
  readonly does: 'move' | 'leave' | 'joinUntagged' | 'joinTagged' | 'becomeUntagged' | 'becomeTagged';
  readonly ports: PortList;
  readonly vlan: number;
  readonly former?: number;
  readonly of: readonly C[];
}

/** Changes of ports in the VLANs concerned; moves come first. */
export function membershipSteps<C extends ChangedPlace>(changes: readonly C[]): Step<C>[] {
  const vlans = changedVlans(changes);
  const moves = movesOf(changes, vlans);
  return [...moves, ...vlans.flatMap((changed) => stepsOf(changed, moves))];
}

function changedVlans<C extends ChangedPlace>(changes: readonly C[]): ChangedVlan<C>[] {
  const rows = new Map<Value, C[]>();
  for (const change of changes) {
    const { object, column, row } = change;
    if (object.name !== vlanTable || (column !== undefined && column !== egress && column !== untagged)) continue;
    const vlan = row?.dot1qVlanIndex ?? 0;
    const known = rows.get(vlan);
    if (known) known.push(change);
    else rows.set(vlan, [change]);
  }
  return [...rows].map(([vlan, of]) => {
    const isGone = of.some(({ kind }) => kind === 'rowRemoved');
    return {
      vlan: Number(vlan),
      before: of.some(({ kind }) => kind === 'rowAdded') ? nobody : membershipIn(valuesOf(of, 'from')),
      after: isGone ? nobody : membershipIn(valuesOf(of, 'to')),
      isGone,
      of,
    };
  });
}

/** The row that all these changes are of, as it was or as it is. */
function valuesOf(changes: readonly ChangedPlace[], side: 'from' | 'to'): Values {
  const values: Record<string, Value> = { ...changes[0]?.row };
  for (const change of changes) if (change.column) values[change.column] = change[side] ?? '';
  return values;
}

const nobody: Membership = { untagged: NO_PORTS, tagged: NO_PORTS };

function membershipIn(row: Values): Membership {
  const list = (column: string) => parsePortList(String(row[column] ?? '')) ?? NO_PORTS;
  return { untagged: list(untagged), tagged: list(egress) & ~list(untagged) };
}

/** Ports that are untagged in another VLAN than before, together with their PVID. */
function movesOf<C extends ChangedPlace>(changes: readonly C[], vlans: readonly ChangedVlan<C>[]): Step<C>[] {
  const known = new Map(vlans.map((changed) => [changed.vlan, changed]));
  const moves = new Map<string, Step<C>>();
  for (const change of changes) {
    if (change.object.name !== portTable || change.column !== pvid || change.kind !== 'value') continue;
    const from = known.get(Number(change.from));
    const to = known.get(Number(change.to));
    const port = portBit(Number(change.row?.dot1dBasePort));
    if (!from || !to || !(port & left(from)) || !(port & to.after.untagged & ~members(to.before))) continue;
    const key = `${from.vlan} ${to.vlan}`;
    const { ports, of } = moves.get(key) ?? { ports: NO_PORTS, of: [...from.of, ...to.of] };
    moves.set(key, { does: 'move', ports: ports | port, vlan: to.vlan, former: from.vlan, of: [...of, change] });
  }
  return [...moves.values()];
}

/** Ports that were untagged in the VLAN and are no longer in it. */
function left({ before, after }: ChangedVlan<unknown>): PortList {
  return before.untagged & ~members(after);
}

function members(membership: Membership): PortList {
  return membership.untagged | membership.tagged;
}

/** Other changes of ports in one VLAN. Ports leaving a VLAN that is removed are not listed. */
function stepsOf<C extends ChangedPlace>(changed: ChangedVlan<C>, moves: readonly Step<C>[]): Step<C>[] {
  const { vlan, before, after, isGone, of } = changed;
  if (before.untagged === after.untagged && before.tagged === after.tagged) return [];
  const moved = (which: 'vlan' | 'former') =>
    moves.reduce((ports, move) => (move[which] === vlan ? ports | move.ports : ports), NO_PORTS);
  const steps: [Step<C>['does'], PortList][] = [
    ['leave', isGone ? NO_PORTS : members(before) & ~members(after) & ~moved('former')],
    ['joinUntagged', after.untagged & ~members(before) & ~moved('vlan')],
    ['joinTagged', after.tagged & ~members(before)],
    ['becomeUntagged', after.untagged & before.tagged],
    ['becomeTagged', after.tagged & before.untagged],
  ];
  return steps.flatMap(([does, ports]) => (ports === NO_PORTS ? [] : [{ does, ports, vlan, of }]));
}
