/** The longest name in octets on the wire (RFC 1035 2.3.4). */
const NAME_MAXIMUM = 255;

const LABEL_MAXIMUM = 63;

/** A name read from a message, and where it ends. */
interface ReadName {
  /** Lower case, without the root's dot; "" is the root. */
  readonly name: string;
  /** The offset behind the name in the message. */
  readonly end: number;
}

/** Writes a name as labels without compression; undefined where a label or the whole is too long. */
export function encodeName(name: string): Uint8Array | undefined {
  const labels = name === '' ? [] : name.split('.');
  const octets: number[] = [];
  for (const label of labels) {
    const text = new TextEncoder().encode(label);
    if (text.length === 0 || text.length > LABEL_MAXIMUM) return undefined;
    octets.push(text.length, ...text);
  }
  octets.push(0);
  return octets.length <= NAME_MAXIMUM ? Uint8Array.from(octets) : undefined;
}

/**
 * Reads the name at `offset`, following compression (RFC 1035 4.1.4). A pointer has to lead backwards, so that no message
 * can make this go in circles. Undefined where the message ends early, a label is malformed or the name is too long.
 */
export function decodeName(message: Uint8Array, offset: number): ReadName | undefined {
  const labels: string[] = [];
  let position = offset;
  let end: number | undefined;
  let lowest = offset;
  let length = 1;
  for (;;) {
    const size = message[position];
    if (size === undefined) return undefined;
    if (size === 0) return { name: labels.join('.').toLowerCase(), end: end ?? position + 1 };
    if (size >= 0xc0) {
      const next = message[position + 1];
      if (next === undefined) return undefined;
      end ??= position + 2;
      position = ((size & 0x3f) << 8) | next;
      if (position >= lowest) return undefined;
      lowest = position;
      continue;
    }
    length += size + 1;
    if (size > LABEL_MAXIMUM || length > NAME_MAXIMUM) return undefined;
    labels.push(labelText(message.subarray(position + 1, position + 1 + size)));
    position += 1 + size;
  }
}

/** A label as text; octets that are no printable letters, and dots, as decimal escapes (RFC 1035 5.1). */
function labelText(octets: Uint8Array): string {
  return Array.from(octets, (octet) =>
    octet > 0x20 && octet < 0x7f && octet !== 0x2e && octet !== 0x5c
      ? String.fromCharCode(octet)
      : `\\${String(octet).padStart(3, '0')}`,
  ).join('');
}
