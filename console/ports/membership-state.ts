/** How a port belongs to a VLAN. */
export type MembershipState = 'none' | 'untagged' | 'tagged';

/** The letter that stands for each in a cell. */
export const membershipLetters: Readonly<Record<MembershipState, string>> = { none: '–', untagged: 'U', tagged: 'T' };

/** Each in words: English source texts. */
export const membershipWords: Readonly<Record<MembershipState, string>> = {
  none: 'not a member',
  untagged: 'untagged',
  tagged: 'tagged',
};

const keys: Readonly<Record<string, MembershipState>> = {
  u: 'untagged',
  t: 'tagged',
  '-': 'none',
  Delete: 'none',
  Backspace: 'none',
};

/** The membership that a key sets in a cell; undefined for any other key. `key` is that of a keyboard event. */
export function membershipOfKey(key: string): MembershipState | undefined {
  return keys[key.length === 1 ? key.toLowerCase() : key];
}
