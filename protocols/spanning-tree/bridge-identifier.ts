/**
 * A bridge identifier (IEEE 802.1Q-2018 14.2.5) as 16 upper-case hex digits: four bits of priority, the twelve of the
 * tree's number, and the MAC address. Their order as text is that of their numbers; lower is better.
 */
export type BridgeIdentifier = string;

/** The identifier of the bridge at `address` ("00-11-22-AA-BB-CC") in tree `tree`; `priority` is a multiple of 4096. */
export function bridgeIdentifier(priority: number, tree: number, address: string): BridgeIdentifier {
  const first = (priority | tree).toString(16).padStart(4, '0').toUpperCase();
  return `${first}${address.replaceAll('-', '')}`;
}

/** Only the twelve digits of the address. */
export function addressPart(identifier: BridgeIdentifier): string {
  return identifier.slice(4);
}

/** The four bits of priority and the number of the tree, as one number. */
export function priorityPart(identifier: BridgeIdentifier): number {
  return Number.parseInt(identifier.slice(0, 4), 16);
}

/** The number of the tree that an identifier is of. */
export function treePart(identifier: BridgeIdentifier): number {
  return priorityPart(identifier) & 0xfff;
}

/** The identifier as it is read: "32768 00-11-22-AA-BB-CC", the priority with the number of the tree added. */
export function formatBridgeIdentifier(identifier: BridgeIdentifier): string {
  return `${priorityPart(identifier)} ${addressPart(identifier).replace(/..(?=.)/g, '$&-')}`;
}
