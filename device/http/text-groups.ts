/** Where a group of a language's texts comes from: addresses of files that the build wrote (scripts/text-groups.mjs). */
export interface GroupPlace {
  /** The whole catalogue, one text a line. */
  readonly catalogue: string;
  /** The numbers of the lines of each group. */
  readonly groups: string;
  /** Each once, however often it was asked for. */
  readonly names: readonly string[];
}

/** What the address of groups, joined by commas, names, whether or not they are there; undefined for any other address. */
export function groupAt(address: string): GroupPlace | undefined {
  const [, place, language, joined] = /^(\/assets\/[\w-]+)\/([\w-]+)\/([\w.,-]+)\.json$/.exec(address) ?? [];
  if (place === undefined || language === undefined || joined === undefined) return undefined;
  // The list itself is no language.
  if (language === 'groups') return undefined;
  return {
    catalogue: `${place}/${language}.json`,
    groups: `${place}/groups.json`,
    names: [...new Set(joined.split(','))],
  };
}

/** The texts of groups as JSON; undefined where one of them is not there. Takes about a millisecond: of what it reads nothing is kept. */
export function textsOfGroups(catalogue: string, groups: string, names: readonly string[]): string | undefined {
  const lists = new Map<string, unknown>(Object.entries(JSON.parse(groups)));
  const numbers = new Set<number>();
  for (const name of names) {
    const list = lists.get(name);
    if (!Array.isArray(list)) return undefined;
    for (const number of list) numbers.add(number);
  }
  const lines = catalogue.split('\n');
  return `{${[...numbers].map((number) => lines[number]?.replace(/,$/, '')).join(',')}}`;
}
