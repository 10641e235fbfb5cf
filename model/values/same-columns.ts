/**
 * Whether two objects have the same columns with identical values: every column counts, also one that is added later. One
 * without a column is as one in which it is undefined.
 */
export function sameColumns<T extends object>(one: T, other: T): boolean {
  if (one === other) return true;
  const names = [...Object.keys(one), ...Object.keys(other)] as (keyof T)[];
  return names.every((name) => one[name] === other[name]);
}
