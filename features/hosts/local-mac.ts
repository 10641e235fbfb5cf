/** Whether an address is locally administered (or random, for privacy) and not assigned by the vendor. */
export function isLocalMac(mac: string): boolean {
  return (Number.parseInt(mac.slice(0, 2), 16) & 2) !== 0;
}
