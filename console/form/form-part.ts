import type { Change } from '../../model/configuration/change.ts';
import { holds } from '../../model/schema/condition.ts';
import { type Field, valueToSend } from '../../model/schema/field.ts';
import { defaultsOf, type ObjectDeclaration } from '../../model/schema/object.ts';
import { type ObjectCall, RowStatus, type Value, type Values } from '../../model/wire/call.ts';
import { rowCalls } from '../call/row-calls.ts';
import { type DraftState, type PlaceValues, settledValues, valueAt } from './draft-store.ts';

/** One object that a form edits: a group, one row of a table, or a row that is to be created. */
export interface FormPart {
  readonly object: ObjectDeclaration;
  /** The device's present values, or those that a new row starts with; undefined while they are read. */
  readonly values: Values | undefined;
  /** Whether Apply creates a row. */
  readonly create?: boolean;
  /** Distinguishes several rows of one table; fields name it instead of the object. Default: the object's name. */
  readonly key?: string;
  /** For a part that shows other rows in its own words: the changes that the chosen values, by column, make of those rows. */
  readonly changes?: (chosen: Values) => readonly Change[];
}

/** Name of the part in its fields. */
export function partKey(part: FormPart): string {
  return part.key ?? part.object.name;
}

/** The typed and chosen values, by `draftKey`. */
export type Draft = Readonly<Record<string, Value>>;

/** The fields that a form shows now, by `draftKey`. */
export type DrawnFields = Pick<ReadonlySet<string>, 'has'>;

/** The part's place in the draft store. */
export function placeOf(part: FormPart): string {
  return `${part.create ? 'new ' : ''}${partKey(part)}`;
}

/** The parts without values that were applied and not read back yet: what the device has made of them is not known. */
export function settledParts(
  parts: readonly FormPart[],
  { present }: Pick<DraftState, 'present'>,
): readonly FormPart[] {
  return parts.map((part) =>
    part.values ? { ...part, values: settledValues(part.values, present.get(placeOf(part))) } : part,
  );
}

/** The name of a field in the draft. */
export function draftKey(part: FormPart, column: string): string {
  return `${placeOf(part)}/${column}`;
}

/** Whether Apply may send the column. */
export function isSettable(part: FormPart, column: string, field: Field): boolean {
  if (field.access === 'rw' || field.access === 'wo') return part.create || !isIndex(part, column);
  return part.create === true && (field.access === 'create' || isIndex(part, column));
}

function isIndex({ object }: FormPart, column: string): boolean {
  return object.shape === 'table' && Object.hasOwn(object.index, column);
}

/** Whether the column matters for what the part's other columns hold in the draft. */
export function isShown(part: FormPart, field: Field, draft: Draft): boolean {
  return holds(field.shownWhen, (column) => draft[draftKey(part, column)] ?? part.values?.[column]);
}

/** The values of parts as the device has them; the defaults of what it did not answer. */
export function presentOf(parts: readonly FormPart[]): PlaceValues {
  return new Map(parts.map((part) => [placeOf(part), { ...defaultsOf(part.object.fields), ...part.values }]));
}

/** The draft of parts; without a state, as the device has them. */
export function draftOf(
  parts: readonly FormPart[],
  state: Pick<DraftState, 'present' | 'typed'> = { present: presentOf(parts), typed: new Map() },
): Draft {
  const values = parts.flatMap((part) =>
    Object.keys(part.object.fields).map(
      (column) => [draftKey(part, column), valueAt(state, placeOf(part), column) ?? ''] as const,
    ),
  );
  return Object.fromEntries(values);
}

/** Whether every value of a row to be created can be read. An existing row changes by those of its values that can. */
export function isReadable(part: FormPart, draft: Draft, drawn: DrawnFields): boolean {
  return !part.create || shownSettable(part, draft, drawn).every(([, sent]) => sent !== undefined);
}

/**
 * The changes of one part that Apply would send. Values are compared in canonical form, so that typing an address
 * another way is no change; values that cannot be read are left out, since Apply refuses them anyway. There are no
 * changes until the present values are known.
 */
export function changesOf(part: FormPart, draft: Draft, drawn: DrawnFields): Change[] {
  const { object } = part;
  if (part.create)
    return [{ object, kind: 'rowAdded', row: { ...defaultsOf(object.fields), ...settable(part, draft, drawn) } }];
  const present = part.values;
  if (!present) return [];
  if (part.changes) return [...part.changes(settable(part, draft, drawn))];
  return Object.entries(settable(part, draft, drawn)).flatMap(([column, to]): Change[] => {
    const from = present[column];
    if (String(from ?? '') === String(to)) return [];
    return [
      {
        object,
        kind: 'value',
        column,
        to,
        ...(from !== undefined && { from }),
        ...(object.shape === 'table' && { row: present }),
      },
    ];
  });
}

/** The calls that make the changes of one part. */
export function callsOf(part: FormPart, draft: Draft, drawn: DrawnFields): readonly ObjectCall[] {
  const { object } = part;
  if (!part.create) return rowCalls(changesOf(part, draft, drawn));
  const params = { Template: object.name, ...settable(part, draft, drawn), RowStatus: RowStatus.createAndGo };
  return [{ method: 'CommonSet', params }];
}

/** Calls as they may be asked about before Apply: a secret leaves the page only when it is set. None where nothing is left. */
export function withoutSecrets(part: FormPart, draft: Draft, drawn: DrawnFields): readonly ObjectCall[] {
  const { object } = part;
  if (part.changes) return rowCalls(changesOf(part, draft, drawn).flatMap(withoutSecret));
  return callsOf(part, draft, drawn).flatMap((call) => {
    const open = Object.entries(call.params).filter(([column]) => object.fields[column]?.access !== 'wo');
    const index = object.shape === 'table' ? Object.keys(object.index).length : 0;
    return open.length > 1 + index
      ? [{ ...call, params: { ...Object.fromEntries(open), Template: call.params.Template } }]
      : [];
  });
}

/** A change without the secrets in it; none where it is one. */
function withoutSecret(change: Change): readonly Change[] {
  const { object, kind, column, row } = change;
  const isSecret = (name: string) => object.fields[name]?.access === 'wo';
  if (kind === 'value') return column !== undefined && isSecret(column) ? [] : [change];
  return [
    { ...change, ...(row && { row: Object.fromEntries(Object.entries(row).filter(([name]) => !isSecret(name))) }) },
  ];
}

/** The canonical values of what is shown, may be set and can be read. */
function settable(part: FormPart, draft: Draft, drawn: DrawnFields): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const [column, sent] of shownSettable(part, draft, drawn)) if (sent !== undefined) values[column] = sent;
  return values;
}

/** The shown values that may be set, by column, in canonical form; undefined for those that cannot be read. */
function shownSettable(part: FormPart, draft: Draft, drawn: DrawnFields): [column: string, sent: Value | undefined][] {
  return (Object.entries(part.object.fields) as [string, Field][]).flatMap(([column, field]) => {
    const typed = draft[draftKey(part, column)];
    if (typed === undefined || !isSettable(part, column, field) || !isShown(part, field, draft)) return [];
    if (part.create && !isGiven(part, column, typed, drawn)) return [];
    return [[column, valueToSend<Value>(field.read(typed))]];
  });
}

/**
 * Whether a row that is to be created is given the column: it names the row, a field shows it, or something else than its default
 * was chosen for it. The device fills in the others, among them columns that only it sets.
 */
function isGiven(part: FormPart, column: string, typed: Value, drawn: DrawnFields): boolean {
  const isDefault = String(typed) === String(part.object.fields[column]?.default ?? '');
  return !isDefault || isIndex(part, column) || drawn.has(draftKey(part, column));
}
