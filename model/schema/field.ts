import type { MibColumn } from '../smi/mib-column.ts';
import type { MibSyntax } from '../smi/syntax.ts';
import type { Message } from '../values/message.ts';
import type { Value } from '../wire/call.ts';
import { ErrorCode } from '../wire/error-code.ts';
import type { Condition } from './condition.ts';
import type { Membership, Reference } from './reference.ts';

/**
 * Access to a field:
 * - `ro`: the device reports it live; it is no part of the configuration;
 * - `rw`: configured, changeable;
 * - `create`: configured, settable only while its row is created;
 * - `wo`: configured, write-only (secrets read back as "");
 * - `action`: setting it makes the device do something; it is not stored.
 */
export type Access = 'ro' | 'rw' | 'create' | 'wo' | 'action';

/** Result of reading an outside value: the canonical value, or why it is none. */
export type Reading<V extends Value = Value> =
  | { readonly ok: true; readonly value: V }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly message: Message;
      /**
       * The value that the console sends all the same: its controls let it pass and leave the refusal to the device.
       */
      readonly passes?: V;
    };

/** The kinds of fields. The console has a control for each (console/controls/control-of.ts). */
export type FieldKind =
  | 'counter64'
  | 'dateTime'
  | 'enumeration'
  | 'gauge'
  | 'hex'
  | 'host'
  | 'integer'
  | 'ipAddress'
  | 'ipv4'
  | 'ipv4Mask'
  | 'ipv6'
  | 'mac'
  | 'oid'
  | 'port'
  | 'portList'
  | 'secret'
  | 'status'
  | 'text'
  | 'ticks'
  | 'truth'
  | 'vlanId'
  | 'vlanList';

/** Texts of every field, and its relations to other objects. `label`, `unit` and `help` are English source texts. */
interface FieldText {
  readonly label: string;
  /** Shown beside the figure, not part of the value: "s", "min", "octets". */
  readonly unit?: string;
  readonly help?: string;
  /** The field matters, and is shown and sent, only while other columns of its object hold these values. */
  readonly shownWhen?: Condition;
  /** The value names a row of another table. */
  readonly references?: Reference;
  /** The port, or each port of the list, is in a list of a row that another column names. */
  readonly memberOf?: Membership;
  /** A secret that flash holds encrypted, and a backup only where secrets are asked for. */
  readonly sealed?: boolean;
  /** The column of a standard's MIB that the field is; without one, the object's `privateMib` has it. */
  readonly mib?: MibColumn;
}

/**
 * One column of an object: what it holds, how it is read, shown and ordered. Everything that handles values uses these
 * functions; nothing outside a kind's own module looks at the kind's name, except the console to find the control with
 * the same name.
 */
export interface Field<V extends Value = Value, A extends Access = Access> extends FieldText {
  /** The kind's name, which is also that of its control in the console. */
  readonly kind: FieldKind;
  /** Representation of its values in a MIB. */
  readonly syntax: MibSyntax;
  readonly access: A;
  /** The value of a fresh row. */
  readonly default: V;
  /** Reads a value from outside (form text, wire, file): trims, canonicalises, checks the range. */
  read(input: unknown): Reading<V>;
  /** The value in words, without its unit. */
  show(value: V): string;
  compare(a: V, b: V): number;
  /** The kind's limits for a control; shaped by the kind. */
  readonly limits: Limits;
  /** The ports or VLANs that a value names, of kinds whose values do. */
  readonly names?: Naming<V>;
}

/** How values of a kind name what has a number. */
export interface Naming<V extends Value = Value> {
  readonly what: 'port' | 'vlan';
  /** ifIndex of a port or trunk, or VLAN IDs; none for a value that names nothing. */
  of(value: V): readonly number[];
}

/** The limits that controls, help and the reference page show; a kind fills in what it has. */
export interface Limits {
  readonly min?: number;
  readonly max?: number;
  /** The largest number that the console's control lets pass, where that is more than `max`. */
  readonly controlMax?: number;
  readonly step?: number;
  /** Values accepted beside the range (docs/specification/product.md 5, "fixed value"). */
  readonly fixed?: readonly number[];
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The choices of an enumeration in their order: wire value and words. */
  readonly choices?: readonly { readonly value: number; readonly label: string }[];
  /** Characters that may be typed; others are removed by the control (docs/specification/product.md 5). */
  readonly characters?: RegExp;
  /** Whether none is a value: the empty text, of a port 0. */
  readonly optional?: boolean;
  /**
   * What one press chooses of a port list: by default all ports but links to other switches and the own session's, `every`
   * port where being in the list changes nothing for their traffic, `none` where only a few ports make sense.
   */
  readonly all?: 'every' | 'none' | undefined;
  /** The smallest octets of an IPv4 address by place; undefined for those of a host. */
  readonly octetMinimums?: readonly number[];
  /** Whether an address carries its prefix length ("192.0.2.1/24"). */
  readonly prefix?: boolean;
}

/** Named fields of an object, in the order they are shown. */
// A field reads and writes its own V only; the collection is a dictionary of fields of any V, for which TypeScript has no
// other word than `any` (method parameters are contravariant).
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Fields = Readonly<Record<string, Field<any>>>;

/** The type of a field's value. */
type ValueOf<F> = F extends Field<infer V> ? V : never;

/** The values of a set of fields. */
export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: ValueOf<F[Name]> };

/** The fields of a set that have this access. */
export type WithAccess<F extends Fields, A extends Access> = {
  readonly [Name in keyof F as F[Name] extends Field<infer _, A> ? Name : never]: F[Name];
};

/** `value` as one of the field; its default where it is none. For what others send: a number of a standard that the field may not know. */
export function valueOrDefault<V extends Value>(field: Field<V>, value: unknown): V {
  const reading = field.read(value);
  return reading.ok ? reading.value : field.default;
}

/** Whether a field has a value until it is set, and the value is not nothing. */
export function hasDefault({ access, default: usual }: Field): boolean {
  return (access === 'rw' || access === 'create') && usual !== '';
}

/** A value was accepted. */
export function accept<V extends Value>(value: V): Reading<V> {
  return { ok: true, value };
}

/** A value was refused, with the sentence that says what is allowed. */
export function refuse(message: Message, code: ErrorCode = ErrorCode.wrongValue): Reading<never> {
  return { ok: false, code, message };
}

/** A value is refused by the device, while the console's control lets it pass. */
export function refuseOnDevice<V extends Value>(message: Message, passes: V): Reading<V> {
  return { ok: false, code: ErrorCode.wrongValue, message, passes };
}

/**
 * The value of a reading that the console sends: the canonical one, or the one that it lets pass; undefined if it
 * refuses.
 */
export function valueToSend<V extends Value>(reading: Reading<V>): V | undefined {
  return reading.ok ? reading.value : reading.passes;
}

/** Orders numbers ascending. */
export function compareNumbers(a: number, b: number): number {
  return a - b;
}

/** Orders text by its code units, independent of any language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The options that every kind takes beside its own. */
export interface FieldOptions<V extends Value, A extends Access = Access> extends FieldText {
  /** Default `rw`, or what the kind names. */
  readonly access?: A;
  readonly default?: V;
}

/** The access that a kind's options name, or else the kind's usual one. */
export function accessOf<A extends Access>(options: { readonly access?: A }, usual: Access): A {
  // Options that name none leave A at its default in the kind's signature, which is the usual one.
  return options.access ?? (usual as A);
}
