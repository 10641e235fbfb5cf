import { addressPart, type BridgeIdentifier } from './bridge-identifier.ts';

/**
 * A spanning tree priority vector (IEEE 802.1Q-2018 13.10, 13.11). Those of an MST instance name no root of the whole tree
 * and no cost to it: both are the same in all of them, and decide nothing.
 */
export interface PriorityVector {
  readonly root: BridgeIdentifier;
  readonly externalCost: number;
  readonly regionalRoot: BridgeIdentifier;
  readonly internalCost: number;
  readonly designatedBridge: BridgeIdentifier;
  /** Four bits of priority, twelve of the port's number. */
  readonly designatedPort: number;
}

/** The bits of a port identifier that hold the port's number. */
export const PORT_NUMBER = 0xfff;

/** Less than 0 where `a` is better, 0 where they are the same. */
export function compareVectors(a: PriorityVector, b: PriorityVector): number {
  return (
    compareIdentifiers(a.root, b.root) ||
    a.externalCost - b.externalCost ||
    compareIdentifiers(a.regionalRoot, b.regionalRoot) ||
    a.internalCost - b.internalCost ||
    compareIdentifiers(a.designatedBridge, b.designatedBridge) ||
    a.designatedPort - b.designatedPort
  );
}

function compareIdentifiers(a: BridgeIdentifier, b: BridgeIdentifier): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Whether a message's vector replaces that of a port (13.10): it is better, or comes from the same designated port, whatever
 * that says now.
 */
export function supersedes(message: PriorityVector, port: PriorityVector): boolean {
  if (compareVectors(message, port) < 0) return true;
  return (
    addressPart(message.designatedBridge) === addressPart(port.designatedBridge) &&
    (message.designatedPort & PORT_NUMBER) === (port.designatedPort & PORT_NUMBER)
  );
}

/** Whether two vectors of the CIST name the same root, cost to it, and regional root: the same way out of the region. */
export function sameOutside(a: PriorityVector, b: PriorityVector): boolean {
  return a.root === b.root && a.externalCost === b.externalCost && a.regionalRoot === b.regionalRoot;
}
