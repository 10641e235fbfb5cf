/** Where a group of a language's texts comes from: addresses of files that the build wrote (scripts/text-groups.mjs). */
export interface GroupPlace {
  /** The whole catalogue, one text a line. */
  readonly catalogue: string;
  /** The numbers of the lines of each group. */
  readonly groups: string;
  readonly name: string;
}

/** What the address of a group names, whether or not it is there; undefined for any other address. */
export function groupAt(address: string): GroupPlace | undefined {
  const [, place, language, name] = /^(\/assets\/[\w-]+)\/([\w-]+)\/([\w.-]+)\.json$/.exec(address) ?? [];
  if (place === undefined || language === undefined || name === undefined) return undefined;
  return { catalogue: `${place}/${language}.json`, groups: `${place}/groups.json`, name };
}

/** A group's texts as JSON; undefined where there is no such group. Takes about a millisecond: of what it reads nothing is kept. */
export function textsOfGroup(catalogue: string, groups: string, name: string): string | undefined {
  const numbers = new Map<string, unknown>(Object.entries(JSON.parse(groups))).get(name);
  if (!Array.isArray(numbers)) return undefined;
  const lines = catalogue.split('\n');
  return `{${numbers.map((number) => lines[number]?.replace(/,$/, '')).join(',')}}`;
}
