import type { InterfacePlan, StaticUnicastPlan, VlanId, VlanPlan } from '../../plan.ts';
import { LOOK_UP, PUNT } from './fixed-flows.ts';
import type { Flow } from './flow.ts';
import { ANY_PORT, interfacePort, loadPorts, OWN, Table, Tag } from './tables.ts';

/** A MAC address as ovs-ofctl writes it. */
export function colons(mac: string): string {
  return mac.replaceAll('-', ':').toLowerCase();
}

/** The one rule that makes a VLAN: who is in it, and who gets it untagged. */
export function vlanFlows(vlan: VlanId, { members, untagged }: VlanPlan): Flow[] {
  const actions = [loadPorts(members, 1, 'low'), loadPorts(untagged, 1, 'high'), `goto_table:${Table.ingressFilter}`];
  return [{ table: Table.vlan, priority: 100, match: `dl_vlan=${vlan}`, actions: actions.join(',') }];
}

/**
 * The rules of the switch's own interface in a VLAN. Its frames skip the ingress stages; frames for its address, and a copy
 * of every group frame of the VLAN, reach it untagged.
 */
export function interfaceFlows(plan: InterfacePlan): Flow[] {
  const { vlan } = plan;
  const port = interfacePort(vlan);
  const inVlan = `dl_vlan=${vlan}`;
  const mac = colons(plan.mac);
  const deliver = `pop_vlan,output:${port}`;
  // As received: by now the pipeline has tagged every frame.
  const handOver = `load:${vlan}->NXM_NX_REG3[],resubmit(,${Table.punt})`;
  const copies = (match: string): Flow[] => [
    {
      table: Table.ownInterface,
      priority: 210,
      match: `${inVlan},reg2=1,${match}`,
      actions: `${deliver},${handOver}`,
    },
    {
      table: Table.ownInterface,
      priority: 200,
      match: `${inVlan},${match}`,
      actions: `clone(${deliver}),${handOver}`,
    },
  ];
  if (!plan.enabled) return [];
  return [
    {
      table: Table.count,
      priority: 100,
      match: `in_port=${port}`,
      actions: `${loadPorts(ANY_PORT, 2, 'low')},push_vlan:0x8100,set_field:${0x1000 + vlan}->vlan_vid,goto_table:${Table.vlan}`,
    },
    // Not to be filtered, and not to be learned: the address has a row of its own.
    { table: Table.ingressFilter, priority: 200, match: `in_port=${port}`, actions: `goto_table:${Table.learn}` },
    { table: Table.learn, priority: 200, match: `in_port=${port}`, actions: LOOK_UP },
    { table: Table.learn, priority: 150, match: `${inVlan},dl_src=${mac}`, actions: LOOK_UP },
    {
      table: Table.pinned,
      priority: 300,
      match: `${inVlan},dl_dst=${mac}`,
      actions: `load:${OWN}->NXM_NX_REG0[0..15]`,
    },
    { table: Table.ownInterface, priority: 100, match: inVlan, actions: deliver },
    { table: Table.punt, priority: 100, match: `reg3=${vlan}`, actions: PUNT, tag: Tag.forAgent + vlan },
    ...copies('udp,tp_dst=68'),
    ...copies(`arp,dl_dst=${mac}`),
  ];
}

/** Pins an address: it overrules learned rows, and its frames teach nothing, wherever they come in. */
export function staticUnicastFlows({ vlan, address, port }: StaticUnicastPlan, shared: boolean): Flow[] {
  const inVlan = shared ? '' : `dl_vlan=${vlan},`;
  const mac = colons(address);
  return [
    { table: Table.learn, priority: 150, match: `${inVlan}dl_src=${mac}`, actions: LOOK_UP },
    {
      table: Table.pinned,
      priority: 200,
      match: `${inVlan}dl_dst=${mac}`,
      actions: `load:${port}->NXM_NX_REG0[0..15]`,
    },
  ];
}
