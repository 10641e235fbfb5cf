/** The most sub-identifiers that an object identifier has (RFC 2578 3.5). */
const ARCS_MAXIMUM = 128;

/**
 * Reads an object identifier, "1.3.6.1.2.1": numbers below 2^32, the first 0..2, the second below 40 under 0 and 1.
 * A leading dot is dropped. Undefined for anything else.
 */
export function parseOid(text: string): string | undefined {
  const arcs = (text.startsWith('.') ? text.slice(1) : text).split('.');
  if (arcs.length > ARCS_MAXIMUM || !arcs.every((arc) => /^\d{1,10}$/.test(arc) && Number(arc) < 2 ** 32)) {
    return undefined;
  }
  const numbers = arcs.map(Number);
  const [first = 0, second = 0] = numbers;
  return first > 2 || (first < 2 && second >= 40) ? undefined : numbers.join('.');
}

/** Orders object identifiers as SNMP walks them: number by number, a shorter one before its children. */
export function compareOids(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (const [index, arc] of left.entries()) {
    const order = arc - (right[index] ?? -1);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
