import { hasPort } from '../model/values/port-list.ts';
import { macNumberAt, macToNumber, uint16At } from '../protocols/frames/addresses.ts';
import { isTagged, tagOf } from '../protocols/frames/vlan-tag.ts';
import type { PortNumber, VlanId } from './identifiers.ts';
import type { ClassifierPlan, ForwardingPlan, ProtocolFrameType } from './plan.ts';

/** The payload type that a frame declares. */
export interface Protocol {
  readonly frameType: ProtocolFrameType;
  readonly value: number;
}

const RANKS: readonly ClassifierPlan['rank'][] = ['station', 'voice', 'surveillance', 'protocol'];

/** Addresses that share their first three octets. */
const OF_A_PREFIX = 2 ** 24;

/** The first three octets of an address as a number. */
export function prefixOf(address: number): number {
  return Math.floor(address / OF_A_PREFIX);
}

const FIRST_TYPE = 0x600;
const SNAP = 0xaaaa;
const UNNUMBERED = 0x03;

/** The protocol of a frame, behind one C-tag where there is one; undefined for SNAP of another kind than RFC 1042's. */
export function protocolOf(frame: Uint8Array): Protocol | undefined {
  const at = isTagged(frame) ? 16 : 12;
  const type = uint16At(frame, at);
  if (type >= FIRST_TYPE) return { frameType: 'ethernet', value: type };
  const saps = uint16At(frame, at + 2);
  if (saps !== SNAP) return { frameType: 'llcOther', value: saps };
  const isPlain = frame[at + 4] === UNNUMBERED && frame[at + 5] === 0 && frame[at + 6] === 0 && frame[at + 7] === 0;
  return isPlain ? { frameType: 'rfc1042', value: uint16At(frame, at + 8) } : undefined;
}

/**
 * The classifier of a frame without a VLAN received on the bridge port that `port` represents in port lists; undefined
 * if the PVID decides.
 */
export function classifierOf(
  { classifiers }: Pick<ForwardingPlan, 'classifiers'>,
  port: PortNumber,
  frame: Uint8Array,
): ClassifierPlan | undefined {
  if (classifiers.size === 0 || (tagOf(frame)?.vid ?? 0) !== 0) return undefined;
  const source = macNumberAt(frame, 6);
  const protocol = protocolOf(frame);
  const fits = (one: ClassifierPlan): boolean => {
    switch (one.rank) {
      case 'station':
        return macToNumber(one.source) === source;
      case 'voice':
        return hasPort(one.ports, port) && prefixOf(macToNumber(one.prefix)) === prefixOf(source);
      case 'surveillance':
        return hasPort(one.ports, port) && macToNumber(one.source) === source;
      case 'protocol':
        return hasPort(one.ports, port) && one.frameType === protocol?.frameType && one.value === protocol.value;
    }
  };
  const found = [...classifiers.values()].filter(fits);
  return found.sort((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank))[0];
}

/** The priority that a frame without a tag was given when it was classified into `vlan`; that of a tag is not asked. */
export function priorityIn(
  plan: Pick<ForwardingPlan, 'classifiers' | 'ports'>,
  port: PortNumber,
  vlan: VlanId,
  frame: Uint8Array,
): number {
  const found = classifierOf(plan, port, frame);
  return found?.vlan === vlan ? found.priority : (plan.ports.get(port)?.priority ?? 0);
}
