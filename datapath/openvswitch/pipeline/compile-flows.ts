import { hasPort, portBit } from '../../../model/values/port-list.ts';
import type { ForwardingPlan, PortNumber, VlanId } from '../../plan.ts';
import { accessInForce, vlansOfStations } from '../../port-access.ts';
import { pinnedInForce } from '../../port-security.ts';
import { EVERY_VLAN, type ForwardingState, groupsInForce, unregisteredInForce, vlansInForce } from '../../state.ts';
import { TURNED_AWAY } from '../../station-access.ts';
import type { Flow } from '../openflow/flow.ts';
import type { Meter } from '../openflow/meter.ts';
import { accessFlows, accessVlanFlows } from './access-flows.ts';
import { accessMeters, accessPortFlows, accessPorts, accessRuleFlows } from './access-list-flows.ts';
import { type AccessNumbers, accessNumbers, noAccessNumbers } from './access-numbers.ts';
import { filterFlows, floodFlows, groupFlows, staticUnicastFlows, unregisteredFlows } from './address-flows.ts';
import { attackFlows } from './attack-flows.ts';
import { egressFlows, ingressFlows, memberFlows, memberGroup } from './bridge-port-flows.ts';
import { capturedWays, captureFlows, captureMeters, withCaptured } from './capture-flows.ts';
import { classifierFlows } from './classifier-flows.ts';
import { copyFlows, copyGroups } from './copy-groups.ts';
import { fixedFlows } from './fixed-flows.ts';
import { interfaceFlows } from './interface-flows.ts';
import { multicastVlanFlows } from './multicast-vlan-flows.ts';
import { passedGroupFlows, passFlows, receiveFlows, sendFlows, sendGroup, trunkFlows } from './port-flows.ts';
import { membersIn, PortRoles, type SwitchingPort, soleMemberIn } from './port-roles.ts';
import { secureAddressFlows, securedPortFlows } from './port-security-flows.ts';
import { classNumbers } from './punt-classes.ts';
import { puntFlows, puntMeters } from './punt-flows.ts';
import { queueFlows } from './queue-flows.ts';
import { rateFlows, rateMeters } from './rate-flows.ts';
import { leased } from './rule.ts';
import { type AddSection, difference, type Families, FamilyBuilder, type FlowChanges } from './sections.ts';
import { stationAccessFlows, stationPortFlows } from './station-flows.ts';
import { blockedFlows, instanceFlows, vlanFlows } from './vlan-flows.ts';

/** The rules of a plan and a state. */
export interface CompiledFlows {
  readonly families: Families;
  /** The meters that the rules name. */
  readonly meters: readonly Meter[];
  /** The numbers of the classes of frames for the agent, by kind. A class keeps its number as long as it is there. */
  readonly classes: ReadonlyMap<string, number>;
  /** The numbers of the rules of the access control list. */
  readonly access: AccessNumbers;
}

/** No rules at all. */
export const noFlows: CompiledFlows = { families: new Map(), meters: [], classes: new Map(), access: noAccessNumbers };

/** The rules that carry a plan and a state out on a bridge with `ports`. Pure. */
export function compileFlows(
  plan: ForwardingPlan,
  state: ForwardingState,
  ports: readonly PortNumber[],
  previous: CompiledFlows,
): CompiledFlows {
  const build = new FamilyBuilder(previous.families);
  const roles = new PortRoles(plan, ports);
  const { constraint, ageingTime } = plan.learning;
  const roleInputs = [plan.ports, plan.trunks, plan.mirrors];
  build.add('fixed', [], (section) => {
    section('', [], () => ({ flows: [...fixedFlows(), ...copyFlows()] }));
    for (const group of copyGroups) section(group.number, [], () => ({ flows: [], group }));
  });
  const { capture } = state;
  build.add('ports', [...roleInputs, plan.queueing === undefined, capture], (section) => {
    for (const port of ports) portSections(section, plan, roles, port, capturedWays(capture, port));
  });
  build.add(
    'bridge ports',
    [...roleInputs, state.trunks, state.access, plan.vlans, constraint, ageingTime],
    (section) => {
      for (const port of roles.switching) bridgePortSections(section, plan, state, inItsVlan(port, plan, state));
    },
  );
  build.add('flood', roleInputs, (section) => {
    const everybody = roles.switching.map(({ number }) => number);
    section('', everybody, () => ({ flows: floodFlows(everybody) }));
  });
  build.add('classifiers', [plan.classifiers, ...roleInputs], (section) => {
    for (const [name, entry] of plan.classifiers) {
      section(name, [entry, ...roleInputs], () => ({ flows: classifierFlows(entry, (list) => roles.named(list)) }));
    }
  });
  const { queueing } = plan;
  build.add('queues', [queueing], (section) => {
    if (queueing) section('', [queueing], () => ({ flows: queueFlows(queueing) }));
  });
  build.add('rates', [plan.rates], (section) => {
    for (const [port, entry] of plan.rates) section(port, [entry], () => ({ flows: rateFlows(port, entry) }));
  });
  const vlans = vlansInForce(plan, state);
  const assigned = [state.access, plan.trunks];
  const ofVlans = [plan.vlans, plan.multicastVlans, state.memberships, ...assigned, plan.spanningTreeInstances];
  build.add('VLANs', ofVlans, (section) => {
    for (const [vlan, entry] of vlans) {
      const instance = plan.spanningTreeInstances.get(vlan) ?? 0;
      section(vlan, [entry.members, entry.untagged, instance], () => ({ flows: vlanFlows(vlan, entry, instance) }));
    }
  });
  build.add('multicast VLANs', [plan.multicastVlans, ...roleInputs], (section) => {
    for (const [vlan, entry] of plan.multicastVlans) {
      section(vlan, [entry, ...roleInputs], () => ({ flows: multicastVlanFlows(vlan, entry, plan, roles) }));
    }
  });
  build.add('access', [state.access, state.memberships, plan.ports, plan.vlans, plan.trunks], (section) => {
    const exists = (vlan: VlanId) => plan.vlans.has(vlan);
    for (const [port, entry] of accessInForce(plan, state.access)) {
      const priority = plan.ports.get(port)?.priority ?? 0;
      const ofStations = vlansOfStations(plan, state, port, entry);
      const existing = [entry.vlan ?? 0, ...entry.stationVlans.values()].filter(exists);
      section(port, [entry, priority, ...ofStations, 'of', ...existing], () => ({
        flows: [...accessFlows(port, entry, ofStations), ...accessVlanFlows(port, entry, priority, exists)],
      }));
    }
  });
  const { attended } = state;
  build.add('instances', [state.instances, attended], (section) => {
    for (const [number, entry] of state.instances) {
      section(number, [entry, attended], () => ({ flows: instanceFlows(number, entry, attended) }));
    }
  });
  build.add('blocked', [state.blocked, ...roleInputs], (section) => {
    for (const [vlan, entry] of state.blocked) {
      const closed = roles.named(entry.ports);
      const where = vlan === EVERY_VLAN ? undefined : vlan;
      section(vlan, closed, () => ({ flows: blockedFlows(closed, where) }));
    }
  });
  const { forwardsIpv4 } = plan;
  const isGuarded = plan.stationAccess.size > 0;
  build.add('interfaces', [plan.interfaces, plan.vlans, state.memberships, forwardsIpv4, isGuarded], (section) => {
    const guarded = isGuarded ? [...plan.interfaces.values()].flatMap((own) => own.addresses) : undefined;
    for (const [vlan, entry] of plan.interfaces) {
      if (!vlans.has(vlan)) continue;
      section(vlan, [entry, forwardsIpv4, ...(guarded ?? [isGuarded])], () => ({
        flows: interfaceFlows(entry, forwardsIpv4, guarded),
      }));
    }
  });
  build.add('attacks', [plan.deniedAttacks, plan.interfaces], (section) => {
    if (plan.deniedAttacks.size === 0) return;
    section('', [plan.deniedAttacks, plan.interfaces], () => ({ flows: attackFlows(plan) }));
  });
  const { portSecurity } = plan;
  const shared = constraint === 'shared';
  const pinned = pinnedInForce(plan, state);
  build.add('secured ports', [portSecurity], (section) => {
    for (const port of portSecurity.keys()) section(port, [], () => ({ flows: securedPortFlows(port) }));
  });
  build.add('pinned addresses', [plan.staticUnicast, state.secureAddresses, portSecurity, constraint], (section) => {
    for (const [key, entry] of pinned) {
      const isSecure = portSecurity.has(entry.port);
      section(key, [entry, constraint, isSecure], () => ({
        flows: [...staticUnicastFlows(entry, shared), ...(isSecure ? secureAddressFlows(entry, shared) : [])],
      }));
    }
  });
  build.add('passed groups', [plan.passedGroups], (section) => {
    for (const group of plan.passedGroups.keys()) section(group, [], () => ({ flows: passedGroupFlows(group) }));
  });
  build.add('filtered addresses', [plan.destinationFilter], (section) => {
    for (const address of plan.destinationFilter.keys()) section(address, [], () => ({ flows: filterFlows(address) }));
  });
  const access = accessNumbers(plan.accessControl, previous.access);
  build.add('access rules', [access], (section) => {
    for (const [key, number] of access.rules) section(key, [number], () => ({ flows: accessRuleFlows(number) }));
  });
  build.add('access ports', [plan.accessControl, ...roleInputs], (section) => {
    const named = accessPorts(plan);
    for (const port of roles.switching) {
      if (hasPort(named, port.representative)) {
        section(port.number, [port.representative], () => ({ flows: accessPortFlows(port) }));
      }
    }
  });
  const { multicastFiltering } = plan;
  build.add('groups', [plan.groups, multicastFiltering, state.groups, state.routerPorts, ...roleInputs], (section) => {
    for (const [key, { ports: list, fixed }] of groupsInForce(plan, state)) {
      const to = roles.named(list);
      const [vlan = '', address = ''] = key.split(',');
      section(key, [fixed, ...to], () => ({ flows: groupFlows(Number(vlan), address, to, fixed) }));
    }
  });
  build.add(
    'unregistered groups',
    [multicastFiltering, plan.multicastVlans, state.routerPorts, ...roleInputs],
    (section) => {
      for (const [vlan, list] of unregisteredInForce(plan, state)) {
        const to = roles.named(list);
        section(vlan, to, () => ({ flows: unregisteredFlows(vlan, to) }));
      }
    },
  );
  const classes = classNumbers(withCaptured(plan.punts, capture), previous.classes);
  const ofPlan = classes.inOrder.filter(({ kind }) => plan.punts.has(kind));
  build.add('classes', [plan.punts, ...roleInputs], (section) => {
    for (const { kind, ...one } of ofPlan) {
      section(kind, [one.plan, one.number, one.place, ...roleInputs], () => ({ flows: puntFlows(one, roles) }));
    }
  });
  build.add('capture', [capture, plan.ports], (section) => {
    if (capture) section('', [capture, plan.ports], () => ({ flows: captureFlows(capture, plan, classes.numbers) }));
  });
  const turnedAway = classes.numbers.get(TURNED_AWAY);
  build.add('station access', [plan.stationAccess, turnedAway, ...roleInputs], (section) => {
    if (!isGuarded) return;
    const { stationAccess } = plan;
    section('', [stationAccess, turnedAway], () => ({ flows: stationAccessFlows(stationAccess, turnedAway) }));
    for (const port of roles.switching)
      section(port.number, [port.representative], () => ({ flows: stationPortFlows(port) }));
  });
  const rateLimits = [...plan.rates].flatMap(([port, entry]) =>
    rateMeters(port, entry, plan.ports.get(port)?.maximumFrame ?? 0),
  );
  return {
    families: build.build(),
    meters: [
      ...ofPlan.flatMap((one) => puntMeters(one, roles.physical)),
      ...(capture ? captureMeters(capture, classes.numbers) : []),
      ...rateLimits,
      ...accessMeters(access.rules.values()),
    ],
    classes: classes.numbers,
    access,
  };
}

/** The rules that go by themselves unless they are renewed. */
export function leasedFlows({ families }: CompiledFlows): Flow[] {
  return [...families.values()].flatMap(({ sections }) =>
    [...sections.values()].flatMap(({ flows }) => flows.filter(({ isLeased }) => isLeased)),
  );
}

/** Rules to add and remove on the way from `before` to `after`; unchanged sections are not compared. */
export function flowChanges(before: CompiledFlows, after: CompiledFlows): FlowChanges {
  return difference(before.families, after.families);
}

/** A physical port: what it receives and sends, and its copies. A port that is off has no rules. */
function portSections(
  section: AddSection,
  plan: ForwardingPlan,
  roles: PortRoles,
  port: PortNumber,
  captured: { readonly received: boolean; readonly sent: boolean },
): void {
  const entry = plan.ports.get(port);
  if (!entry?.admin) return;
  const isTarget = roles.isTarget(port);
  const received = roles.copiesOf(port, 'ingress');
  const sent = roles.copiesOf(port, 'egress');
  const { bpduPass: bpdu, eapPass: eapol } = entry;
  section(`receive ${port}`, [isTarget, captured.received, ...received], () => ({
    flows: receiveFlows(port, received, isTarget, captured.received),
  }));
  section(`pass ${port}`, [bpdu, eapol], () => ({ flows: passFlows(port, { bpdu, eapol }) }));
  const hasQueues = plan.queueing !== undefined;
  const longest = Math.max(...[...plan.ports.values()].map(({ maximumFrame }) => maximumFrame));
  const limit = entry.maximumFrame < longest ? entry.maximumFrame : undefined;
  section(`send ${port}`, [hasQueues, limit, captured.sent, ...sent], () => ({
    flows: sendFlows(port, sent, hasQueues, limit, captured.sent),
    ...(sent.length > 0 && { group: sendGroup(port) }),
  }));
}

/** The port with the VLAN that it was assigned to, where that exists, as its PVID. */
function inItsVlan(port: SwitchingPort, { vlans }: ForwardingPlan, { access }: ForwardingState): SwitchingPort {
  const vlan = access.get(port.number)?.vlan;
  return vlan === undefined || !vlans.has(vlan) ? port : { ...port, plan: { ...port.plan, pvid: vlan } };
}

/** A port as the bridge sees it: ingress of its members, its VLANs, filters and learning, and its egress. */
function bridgePortSections(
  section: AddSection,
  { learning }: ForwardingPlan,
  state: ForwardingState,
  port: SwitchingPort,
): void {
  const { number, representative, plan } = port;
  const { constraint, ageingTime } = learning;
  const reachable = plan.forwardTo & ~portBit(representative);
  const isAgreed = state.trunks.has(number);
  const sole = isAgreed ? soleMemberIn(state, port) : undefined;
  for (const member of membersIn(state, port, 'collecting')) {
    const isLeased = isAgreed && member !== sole;
    section(`collect ${member}`, [number, reachable, isLeased], () => {
      const flows = trunkFlows(member, number, reachable);
      return { flows: isLeased ? leased(flows) : flows };
    });
  }
  const rules = [plan.pvid, plan.priority, plan.acceptableFrameTypes, plan.ingressFiltering, constraint, ageingTime];
  section(`ingress ${number}`, [representative, ...rules], () => ({ flows: ingressFlows(port, plan, learning) }));
  section(`egress ${number}`, [representative], () => ({ flows: egressFlows(port) }));
  if (number === representative) return;
  const members = membersIn(state, port, 'distributing');
  section(`members ${number}`, [isAgreed, sole, ...members], () => ({
    flows: memberFlows(number, isAgreed, sole),
    group: memberGroup(number, members),
  }));
}
