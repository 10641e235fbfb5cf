/**
 * Group addresses that control protocols need: broadcast, those that a bridge keeps for itself (IEEE 802.1Q-2018 8.6.3 and
 * the MRP applications), loopback assistance, 224.0.0.x, and of IPv6 all nodes, all routers and solicited nodes.
 */
const controlGroups = [
  /^FF-FF-FF-FF-FF-FF$/,
  /^01-80-C2-00-00-[0-2].$/,
  /^CF-00-00-00-00-00$/,
  /^01-00-5E-00-00-..$/,
  /^33-33-00-00-00-0[12]$/,
  /^33-33-FF-/,
];

/** Whether a canonical group address is none that an administrator may direct. */
export function isControlGroup(address: string): boolean {
  return controlGroups.some((group) => group.test(address));
}
