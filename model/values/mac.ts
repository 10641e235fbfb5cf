const SEPARATED = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$|^[0-9a-f]{2}(?:-[0-9a-f]{2}){5}$|^[0-9a-f]{12}$/i;

/** "00-00-00-00-00-00", which names no station. */
export const ZERO_MAC = '00-00-00-00-00-00';

/** Reads six octets separated by ':' or '-' or by nothing as "00-11-22-AA-BB-CC"; undefined for anything else. */
export function parseMac(text: string): string | undefined {
  if (!SEPARATED.test(text)) return undefined;
  return text
    .replaceAll(/[:-]/g, '')
    .replaceAll(/..(?=.)/g, '$&-')
    .toUpperCase();
}

/** Whether a canonical address is a group address (IEEE 802: the lowest bit of the first octet). */
export function isGroupMac(mac: string): boolean {
  return (Number.parseInt(mac.slice(0, 2), 16) & 1) === 1;
}

/** Whether all six octets are zero, whatever the separators. */
export function isZeroMac(text: string): boolean {
  return parseMac(text) === ZERO_MAC;
}

/** Whether two texts are the same address, separators and case aside; what is no address equals nothing. */
export function isSameMac(a: string, b: string): boolean {
  const mac = parseMac(a);
  return mac !== undefined && mac === parseMac(b);
}
