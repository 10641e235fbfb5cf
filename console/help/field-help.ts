/** How a column is set or shown on the command line, and where it is in a MIB. */
type ColumnHelp = readonly [
  verb: 'set' | 'add' | 'show',
  /** "" where the command names no setting. */
  word: string,
  /** The number behind the object's identifier, or an identifier of its own; "" where there is none. */
  arc: string,
  /** 1 where a standard has the column under this name. */
  isStandard: 0 | 1,
];

/** The same of an object's columns: the words that lead to it, with its row ("network vlan port <port>"), and where its columns are. */
interface ObjectHelp {
  readonly path: string;
  readonly oid: string;
  /** The meaning of the object as a whole, as source text. */
  readonly help?: string;
  readonly columns: Readonly<Record<string, ColumnHelp>>;
}

/** Help by object. */
export type FieldHelpTexts = Readonly<Record<string, ObjectHelp>>;

/** The help of every field on a page. Only the build fills it, from the generator of docs/reference; it comes with the first help that is opened. */
export const fieldHelp: FieldHelpTexts = {};

/** What the objects of fields without a meaning of their own say as a whole, each once. */
export function meaningsOfObjects(
  texts: FieldHelpTexts,
  fields: readonly { readonly object?: string | undefined; readonly field: { readonly help?: string } }[],
): readonly string[] {
  const silent = fields.filter(({ field }) => field.help === undefined);
  return [...new Set(silent.flatMap(({ object = '' }) => texts[object]?.help ?? []))];
}

/** The command of a column, its object identifier, and its name in a standard's MIB; "" for what there is not. */
export function commandAndPlace(texts: FieldHelpTexts, object: string, column: string) {
  const { path = '', oid = '', columns } = texts[object] ?? {};
  const [verb, word = '', arc = '', isStandard = 0] = columns?.[column] ?? [];
  return {
    command: verb === undefined ? '' : `${verb} ${path}${word === '' ? '' : ` ${word} <value>`}`,
    oid: arc === '' || arc.includes('.') ? arc : oid + arc,
    standard: isStandard ? column : '',
  };
}
