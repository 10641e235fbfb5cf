import { type PortList, parsePortList } from '../../model/values/port-list.ts';
import {
  addressKey,
  defaultPortPlan,
  emptyPlan,
  type ForwardingPlan,
  type InterfacePlan,
  type LearningPlan,
  type MirrorPlan,
  type PortNumber,
  type PortPlan,
  type StaticUnicastPlan,
  type VlanPlan,
} from '../plan.ts';
import type { PuntMatch, PuntPlan } from '../punt.ts';

/** What a scenario wants to differ from the plain switch: six ports, untagged in VLAN 1. */
export interface WantedPlan {
  readonly ports?: Readonly<Record<PortNumber, Partial<PortPlan>>>;
  /** Port strings like "1-3,5". VLAN 1 is there as soon as it is not named. */
  readonly vlans?: Readonly<Record<number, { readonly tagged?: string; readonly untagged?: string } | undefined>>;
  readonly learning?: Partial<LearningPlan>;
  readonly staticUnicast?: readonly StaticUnicastPlan[];
  readonly mirrors?: readonly { session?: number; target: PortNumber; ingress?: string; egress?: string }[];
  readonly interfaces?: readonly InterfacePlan[];
  /** Classes beside `controlClasses`. */
  readonly punts?: Readonly<Record<string, PuntPlan>>;
}

/** The ports that scenarios use. */
export const CONTRACT_PORTS: readonly PortNumber[] = [1, 2, 3, 4, 5, 6];

const control = (...matches: PuntMatch[]): PuntPlan => ({ stage: 'control', action: 'take', rate: 1000, matches });

/** The frames that never pass a bridge, as classes by their protocol. */
export const controlClasses: Readonly<Record<string, PuntPlan>> = {
  bpdu: control({ destination: '01-80-C2-00-00-00' }),
  eapol: control({ destination: '01-80-C2-00-00-03' }),
  gvrp: control({ destination: '01-80-C2-00-00-21' }),
  lacp: control({ destination: '01-80-C2-00-00-02' }),
  lldp: control({ destination: '01-80-C2-00-00-0E' }),
  loopback: control({ destination: 'CF-00-00-00-00-00' }),
};

/** The plan that a scenario wants. */
export function testPlan(wanted: WantedPlan = {}): ForwardingPlan {
  const plain = defaultPortPlan(ports('1-6'));
  return {
    ...emptyPlan,
    ports: new Map(CONTRACT_PORTS.map((port) => [port, { ...plain, ...wanted.ports?.[port] }])),
    vlans: vlansOf({ 1: { untagged: '1-6' }, ...wanted.vlans }),
    learning: { ...emptyPlan.learning, ...wanted.learning },
    staticUnicast: new Map(wanted.staticUnicast?.map((entry) => [addressKey(entry.vlan, entry.address), entry]) ?? []),
    mirrors: new Map(wanted.mirrors?.map((mirror) => [mirror.session ?? 1, mirrorOf(mirror)]) ?? []),
    interfaces: new Map(wanted.interfaces?.map((own) => [own.vlan, own]) ?? []),
    punts: new Map(Object.entries({ ...controlClasses, ...wanted.punts })),
  };
}

/** A port string as a set. */
export function ports(text: string): PortList {
  const list = parsePortList(text);
  if (list === undefined) throw new RangeError(`"${text}" is no port list.`);
  return list;
}

function vlansOf(wanted: NonNullable<WantedPlan['vlans']>): Map<number, VlanPlan> {
  const vlans = new Map<number, VlanPlan>();
  for (const [vlan, membership] of Object.entries(wanted)) {
    if (!membership) continue;
    const untagged = ports(membership.untagged ?? '');
    vlans.set(Number(vlan), { members: ports(membership.tagged ?? '') | untagged, untagged });
  }
  return vlans;
}

function mirrorOf(wanted: NonNullable<WantedPlan['mirrors']>[number]): MirrorPlan {
  const { session = 1, target, ingress = '', egress = '' } = wanted;
  return { session, target, ingress: ports(ingress), egress: ports(egress) };
}
