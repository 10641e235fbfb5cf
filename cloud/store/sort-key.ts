/** Letters that stand for others and are not taken apart by Unicode, as dictionaries order them. */
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
 * By what a name stands in its order, for a store that compares octets: large letters as small ones, those with accents as those
 * without, each script in its own order, and numbers by their value, so that "Switch 9" comes before "switch 10" and "Ähre" before
 * "Bahn", in every store and whatever language it speaks. Names that differ in nothing else have the same key.
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

/** A number behind how many digits it has: what has more is greater. It begins with a digit, and so stands where digits do. */
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '');
  return value.length < 9 ? `${value.length}${value}` : `9${String(value.length).padStart(6, '0')}${value}`;
}
