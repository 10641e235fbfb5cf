import { bitsOfField } from '../model/access-control/access-rule.ts';
import { forEachChanged } from '../model/values/overlaid-map.ts';
import { hasPort, NO_PORTS, type PortList, portListOf } from '../model/values/port-list.ts';
import type { PortFacts } from './datapath.ts';
import { type ConfiguredVlan, type ForwardingPlan, mirrorTargets } from './plan.ts';
import { forcedMode } from './port-mode.ts';
import { QUEUES, type QueueingPlan } from './queueing.ts';

/**
 * Refuses what a switch with these ports cannot carry out, with one sentence, before anything is changed. Parts that are the same
 * object as in `former` were looked at before and are skipped.
 */
export function checkPlan(plan: ForwardingPlan, former: ForwardingPlan, ports: readonly PortFacts[]): void {
  const facts = new Map(ports.map((port) => [port.number, port]));
  const all = portListOf(facts.keys());
  const need = (port: number) => {
    const found = facts.get(port);
    if (!found) throw new RangeError(`Port ${port} does not exist; this switch has ports 1 to ${ports.length}.`);
    return found;
  };
  for (const [number, port] of plan.ports) {
    const built = need(number);
    if (port === former.ports.get(number)) continue;
    if (!within(port.priority, 0, 7)) throw new RangeError(`Priority ${port.priority} is outside 0 to 7.`);
    const forced = forcedMode(port.mode);
    if (forced && !built.speeds.includes(forced.speed)) {
      throw new RangeError(`Port ${number} cannot run at ${port.mode}; it can at ${built.speeds.join(', ')} Mbit/s.`);
    }
  }
  for (const number of plan.power.keys()) {
    if (!need(number).pse) throw new RangeError(`Port ${number} powers no devices.`);
  }
  if (plan.vlans !== former.vlans) {
    const check = (members: ConfiguredVlan, vlan: number) => {
      if (members !== former.vlans.get(vlan)) checkVlan(vlan, members, all);
    };
    forEachChanged(former.vlans, plan.vlans, check);
  }
  for (const [vlan, entry] of plan.multicastVlans) {
    if (plan.vlans.has(vlan)) throw new RangeError(`VLAN ${vlan} cannot be a multicast VLAN as well.`);
    if (entry === former.multicastVlans.get(vlan)) continue;
    checkVlan(vlan, entry, all);
    if ((entry.sources & ~entry.members) !== 0n)
      throw new RangeError(`VLAN ${vlan} has a source that is not a member.`);
  }
  checkTrunks(plan, all);
  const pinned = new Set<string>();
  for (const entry of plan.staticUnicast.values()) {
    if (!plan.trunks.has(entry.port)) need(entry.port);
    if (plan.learning.constraint === 'shared' && pinned.has(entry.address)) {
      throw new RangeError(`Under shared learning ${entry.address} can be pinned to one port only.`);
    }
    pinned.add(entry.address);
  }
  for (const mirror of plan.mirrors.values()) need(mirror.target);
  for (const port of plan.portSecurity.keys()) need(port);
  if (plan.accessControl !== former.accessControl || plan.mirrors !== former.mirrors) checkAccessRules(plan, former);
  if (plan.queueing && plan.queueing !== former.queueing) checkQueueing(plan.queueing);
}

function checkAccessRules(plan: ForwardingPlan, former: ForwardingPlan): void {
  const targets = mirrorTargets(plan);
  for (const [key, rule] of plan.accessControl) {
    if (rule === former.accessControl.get(key) && plan.mirrors === former.mirrors) continue;
    const { match, copyTo } = rule;
    if (copyTo !== undefined && !hasPort(targets, copyTo)) {
      throw new RangeError(`An access rule copies to port ${copyTo}, which is no mirror target.`);
    }
    for (const { field, value, mask } of match) {
      if ((value & ~mask) !== 0n) throw new RangeError(`An access rule asks for bits of ${field} beyond its mask.`);
      if (mask >> BigInt(bitsOfField(field)) !== 0n)
        throw new RangeError(`An access rule asks for too many bits of ${field}.`);
    }
  }
}

function checkQueueing({ priorities, codePoints, trafficClasses, weights }: QueueingPlan): void {
  const whole = (numbers: readonly number[] | undefined, count: number) => !numbers || numbers.length === count;
  if (!whole(priorities, 8) || !whole(codePoints, 64) || !whole(weights, QUEUES)) {
    throw new RangeError('Every priority and code point has a queue, every queue a weight.');
  }
  for (const queue of [...priorities, ...(codePoints ?? []), ...trafficClasses.values()]) {
    if (!within(queue, 0, QUEUES - 1)) throw new RangeError(`Queue ${queue} is outside 0 to ${QUEUES - 1}.`);
  }
  for (const value of trafficClasses.keys()) {
    if (!within(value, 0, 255)) throw new RangeError(`Traffic class ${value} is outside 0 to 255.`);
  }
  for (const weight of weights ?? []) {
    if (!within(weight, 1, 127)) throw new RangeError(`Weight ${weight} is outside 1 to 127.`);
  }
}

function within(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function checkTrunks(plan: ForwardingPlan, all: PortList): void {
  let taken = NO_PORTS;
  for (const [number, { members }] of plan.trunks) {
    const name = `Trunk ${number - 5000}`;
    if (members === NO_PORTS) throw new RangeError(`${name} has no member.`);
    if ((members & ~all) !== 0n) throw new RangeError(`${name} has a member port that does not exist.`);
    if ((members & taken) !== 0n) throw new RangeError(`${name} has a member port that is in another trunk.`);
    taken |= members;
  }
}

function checkVlan(vlan: number, plan: ConfiguredVlan, all: PortList): void {
  if (!Number.isInteger(vlan) || vlan < 1 || vlan > 4094) throw new RangeError(`VLAN ${vlan} is outside 1 to 4094.`);
  if ((plan.members & ~all) !== 0n) throw new RangeError(`VLAN ${vlan} has a member port that does not exist.`);
  if ((plan.untagged & ~plan.members) !== 0n) {
    throw new RangeError(`VLAN ${vlan} has an untagged port that is not a member.`);
  }
  if (((plan.forbidden ?? NO_PORTS) & plan.members) !== 0n) {
    throw new RangeError(`VLAN ${vlan} has a member port that is forbidden to it.`);
  }
}
