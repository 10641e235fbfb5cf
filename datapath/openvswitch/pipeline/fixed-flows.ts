import type { PortNumber } from '../../plan.ts';
import type { Flow } from './flow.ts';
import { ANY_PORT, loadPorts, OWN, Table, Tag } from './tables.ts';

/** The meter that keeps a flood of control frames from the agent: what is over it is lost. */
export const PUNT_METER = 1;

/** Frames a second that the agent is given at most. */
export const PUNT_RATE = 2000;

/**
 * Hands a frame to the agent. A meter has to stand first in its rule, and takes the frame from all that follows: what else
 * is to be done with the frame is done before, by the rule that calls this one.
 */
export const PUNT = `meter:${PUNT_METER},controller:65535`;

/** Looks the destination up and goes on. */
export const LOOK_UP = `resubmit(,${Table.learned}),resubmit(,${Table.pinned}),goto_table:${Table.forward}`;

/** The rules that stand whatever is configured. */
export function fixedFlows(): Flow[] {
  const rule = (table: number, priority: number, match: string, actions: string, tag = 0): Flow => ({
    table,
    priority,
    match,
    actions,
    tag,
  });
  return [
    rule(Table.admit, 1000, 'dl_src=01:00:00:00:00:00/01:00:00:00:00:00', 'drop'),
    rule(Table.admit, 1000, 'dl_vlan=4095', 'drop'),
    rule(Table.admit, 1000, 'dl_dst=01:80:c2:00:00:01', 'drop'),
    rule(Table.admit, 200, 'dl_dst=01:80:c2:00:00:00/ff:ff:ff:ff:ff:f0', PUNT, Tag.reserved),
    rule(Table.admit, 200, 'dl_dst=01:80:c2:00:00:20/ff:ff:ff:ff:ff:f0', PUNT, Tag.reserved),
    rule(Table.admit, 200, 'dl_dst=cf:00:00:00:00:00', PUNT, Tag.reserved),
    rule(Table.admit, 0, '', `goto_table:${Table.classify}`),
    rule(Table.ingressFilter, 0, '', `goto_table:${Table.learn}`),
    rule(Table.forward, 200, `reg0=${OWN}`, `goto_table:${Table.ownInterface}`),
    rule(Table.forward, 100, 'reg0=0', `goto_table:${Table.flood}`),
    rule(Table.forward, 0, '', `goto_table:${Table.egressCheck}`),
    ...originatedFlows(rule),
  ];
}

/** Frames that the agent lets enter a VLAN carry its tag already; they are not filtered, teach nothing and never come back. */
function originatedFlows(rule: (table: number, priority: number, match: string, actions: string) => Flow): Flow[] {
  const from = 'in_port=CONTROLLER';
  return [
    rule(Table.count, 100, from, `${loadPorts(ANY_PORT, 2, 'low')},goto_table:${Table.vlan}`),
    rule(Table.learn, 200, from, LOOK_UP),
    rule(Table.ownInterface, 300, from, 'drop'),
  ];
}

/** One rule floods every VLAN: each port is tried, and the egress check tells where the frame may go. */
export function floodFlows(ports: readonly PortNumber[]): Flow[] {
  const everywhere = ports.map((port) => `clone(set_field:${port}->reg0,resubmit(,${Table.egressCheck}))`);
  const group = 'dl_dst=01:00:00:00:00:00/01:00:00:00:00:00';
  const own = `resubmit(,${Table.ownInterface})`;
  return [
    { table: Table.flood, priority: 100, match: group, actions: [...everywhere, own].join(',') },
    { table: Table.flood, priority: 0, match: '', actions: everywhere.join(',') || 'drop' },
  ];
}
