/** Letters equivalent to others that Unicode does not decompose, as dictionaries order them. */
const spelt: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
};

/**
 * Sort key of a name, for a store that compares octets: upper case like lower case, letters with accents like those
 * without, each script in its own order, and numbers by their value, so that "Switch 9" comes before "switch 10" and
 * "Ähre" before "Bahn", in every store and language. Names that differ in nothing else have the same key.
 */
export function sortKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœøđðħıłþ]/g, (letter) => spelt[letter] ?? letter)
    .replace(/\d+/g, numberKey)
    .trim()
    .replace(/\s+/g, ' ');
}

/**
 * A number, preceded by the count of its digits: more digits are greater. It begins with a digit, and so sorts as
 * digits do.
 */
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '');
  return value.length < 9 ? `${value.length}${value}` : `9${String(value.length).padStart(6, '0')}${value}`;
}
