/** Whether an address was given by whoever administers the device (or by chance, for privacy), and not by its maker. */
export function isLocalMac(mac: string): boolean {
  return (Number.parseInt(mac.slice(0, 2), 16) & 2) !== 0;
}
