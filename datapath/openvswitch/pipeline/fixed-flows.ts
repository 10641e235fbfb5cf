import type { PortNumber } from '../../plan.ts';
import type { Flow } from './flow.ts';
import { OWN, Table, Tag } from './tables.ts';

/** The meter that keeps a flood of control frames from the agent: what is over it is lost. */
export const PUNT_METER = 1;

/** Frames a second that the agent is given at most. */
export const PUNT_RATE = 2000;

/** The rules that stand whatever is configured. */
export function fixedFlows(): Flow[] {
  const rule = (table: number, priority: number, match: string, actions: string, tag = 0): Flow => ({
    table,
    priority,
    match,
    actions,
    tag,
  });
  const punt = `meter:${PUNT_METER},controller:65535`;
  return [
    rule(Table.admit, 1000, 'dl_src=01:00:00:00:00:00/01:00:00:00:00:00', 'drop'),
    rule(Table.admit, 1000, 'dl_vlan=4095', 'drop'),
    rule(Table.admit, 1000, 'dl_dst=01:80:c2:00:00:01', 'drop'),
    rule(Table.admit, 200, 'dl_dst=01:80:c2:00:00:00/ff:ff:ff:ff:ff:f0', punt, Tag.reserved),
    rule(Table.admit, 200, 'dl_dst=01:80:c2:00:00:20/ff:ff:ff:ff:ff:f0', punt, Tag.reserved),
    rule(Table.admit, 200, 'dl_dst=cf:00:00:00:00:00', punt, Tag.reserved),
    rule(Table.admit, 0, '', `goto_table:${Table.classify}`),
    rule(Table.ingressFilter, 0, '', `goto_table:${Table.learn}`),
    rule(Table.forward, 200, `reg0=${OWN}`, `goto_table:${Table.ownInterface}`),
    rule(Table.forward, 100, 'reg0=0', `goto_table:${Table.flood}`),
    rule(Table.forward, 0, '', `goto_table:${Table.egressCheck}`),
  ];
}

/** One rule floods every VLAN: each port is tried, and the egress check tells where the frame may go. */
export function floodFlows(ports: readonly PortNumber[]): Flow[] {
  const everywhere = ports.map((port) => `clone(set_field:${port}->reg0,resubmit(,${Table.egressCheck}))`);
  const group = 'dl_dst=01:00:00:00:00:00/01:00:00:00:00:00';
  const own = `clone(resubmit(,${Table.ownInterface}))`;
  return [
    { table: Table.flood, priority: 100, match: group, actions: [own, ...everywhere].join(',') },
    { table: Table.flood, priority: 0, match: '', actions: everywhere.join(',') || 'drop' },
  ];
}
