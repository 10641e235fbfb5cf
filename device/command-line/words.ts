/** A title as one word of the command line: "IEEE 802.3az EEE" is "ieee-8023az-eee". */
export function wordOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll('.', '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Words that are not split at a capital letter, or that are next to others in capitals. */
const whole = 'IPv4|IPv6|TLVs|PoE|CoS|QoS|VLAN|MAC|L3|Dot1|Dot3|8023az';
/** Small words that a page's path joins to the one before. */
const joined = /(?<=[a-z])(of|over)(?=[A-Z])/g;
const part = new RegExp(`${whole}|[A-Z]+(?=[A-Z][a-z]|\\d|$|${whole})|[A-Z]?[a-z]+\\d*|[A-Z]|\\d+`, 'g');

/**
 * A part of a page's path, which is its title without blanks, as the word that its title comes to: "TCProtectSettings" is
 * "tc-protect-settings".
 */
export function wordOfPath(segment: string): string {
  const parts = segment.replaceAll(joined, (word) => word.charAt(0).toUpperCase() + word.slice(1)).match(part);
  return wordOf(parts?.join(' ') ?? segment);
}
