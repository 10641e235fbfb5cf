import { isConfigured, type ObjectDeclaration, type TableObject } from '../../model/schema/object.ts';
import { wordOf, wordOfPath } from './words.ts';

/** One entry of the menu as the command line sees it: a section, or a page with its contents. */
export interface MenuPlace {
  readonly word: string;
  /** The words that lead here: ["network", "vlan", "tagged"]. */
  readonly path: readonly string[];
  readonly children: readonly MenuPlace[];
  readonly targets: readonly Target[];
}

/**
 * The target of a line on a page: a group, or the tables that have the same rows, which are one list to the reader of
 * the page.
 */
export interface Target {
  /** Names it where its page has several. */
  readonly word: string;
  readonly title: string;
  readonly objects: readonly ObjectDeclaration[];
  /** The index columns of its rows by their fields; none of a group. */
  readonly table: TableObject | undefined;
  /** Columns by the words that name them; those of the index are not among them. */
  readonly columns: ReadonlyMap<string, TargetColumn>;
}

/** A column that a line can name. */
export interface TargetColumn {
  readonly object: ObjectDeclaration;
  readonly name: string;
}

/** Paths that no line leads to: their contents are requested once, by the browser. */
const unlisted = /^\/Wizard\//;

/** Whether a line leads to an object. */
export function isListed({ page }: ObjectDeclaration): boolean {
  return page !== undefined && !unlisted.test(page);
}

interface Growing {
  readonly word: string;
  readonly path: readonly string[];
  readonly children: Map<string, Growing>;
  readonly objects: ObjectDeclaration[];
}

/** The menu as far as its pages have objects, made from the paths that these name. The dashboard is `dashboard`. */
export function menuOf(objects: readonly ObjectDeclaration[]): MenuPlace {
  const root: Growing = { word: '', path: [], children: new Map(), objects: [] };
  for (const object of objects) {
    const { page } = object;
    if (page === undefined || !isListed(object)) continue;
    const words = page === '/' ? ['dashboard'] : page.slice(1).split('/').map(wordOfPath);
    let place = root;
    for (const word of words) {
      const next = place.children.get(word) ?? { word, path: [...place.path, word], children: new Map(), objects: [] };
      place.children.set(word, next);
      place = next;
    }
    place.objects.push(object);
  }
  return grown(root);
}

function grown({ word, path, children, objects }: Growing): MenuPlace {
  return { word, path, children: [...children.values()].map(grown), targets: targetsOf(objects) };
}

/** The targets of one page: each group, and the tables whose rows are the same, in the order declared. */
function targetsOf(objects: readonly ObjectDeclaration[]): readonly Target[] {
  const kinds = new Map<string, ObjectDeclaration[]>();
  for (const object of objects) {
    const key = object.shape === 'group' ? object.name : rowsKey(object);
    const alike = kinds.get(key);
    if (alike) alike.push(object);
    else kinds.set(key, [object]);
  }
  const targets = [...kinds.values()].map(targetOf);
  return targets.map((target, at) => {
    const isOther = (other: Target) => other !== target && other.word === target.word;
    if (!target.table) return targets.some(isOther) ? { ...target, word: `${target.word}-settings` } : target;
    // Of lists that share a title, the first has it, and the others go by their names.
    const isTaken = targets.slice(0, at).some((other) => other.table && isOther(other));
    return isTaken ? { ...target, word: wordOfName(target.table.name) } : target;
  });
}

/** Tables of one title with a fixed row for each of the same things share their rows. */
function rowsKey(table: TableObject): string {
  const index = Object.values(table.index).map(({ label, kind }) => `${label} ${kind}`);
  return table.rows.fixed ? [table.title, ...index].join('\n') : table.name;
}

function targetOf(objects: readonly ObjectDeclaration[]): Target {
  const [first] = objects;
  if (!first) throw new Error('a page has a target without an object');
  return {
    word: wordOf(first.title),
    title: first.title,
    objects,
    table: first.shape === 'table' ? first : undefined,
    columns: columnsOf(objects),
  };
}

/** An object's or column's name as one word: "poePortExtEntry" is "poe-port-ext-entry". */
function wordOfName(name: string): string {
  return wordOf(name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-'));
}

/** Columns by their labels; of those that share one, what can be set has it, and the others go by their names. */
function columnsOf(objects: readonly ObjectDeclaration[]): ReadonlyMap<string, TargetColumn> {
  const all = objects.flatMap((object) =>
    Object.entries(object.fields)
      .filter(([name]) => object.shape === 'group' || !Object.hasOwn(object.index, name))
      .map(([name, field]) => ({ object, name, field, word: wordOf(field.label) })),
  );
  const rank = ({ field }: (typeof all)[number]) => (field.access === 'ro' ? 2 : isConfigured(field) ? 0 : 1);
  const columns = new Map<string, TargetColumn>();
  for (const { word, object, name, ...rest } of all) {
    const rivals = all.filter((other) => other.word === word && other.name !== name);
    const own = rank({ word, object, name, ...rest });
    const isNamed = word !== '' && rivals.every((other) => rank(other) > own);
    columns.set(isNamed ? word : wordOfName(name), { object, name });
  }
  return columns;
}
