import { type ObjectDeclaration, rowKey, type TableObject } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';

/** The values of EntryStatus (RFC 2819). */
export const Entry = { valid: 1, createRequest: 2, underCreation: 3, invalid: 4 } as const;

/** The name of the status among the values of a row that is being made. */
export const ENTRY_STATUS = 'EntryStatus';

/** Rows that managers may be making at once. */
const DRAFTS = 16;

/** Milliseconds after which an incomplete row is given up. */
const LIFE = 300_000;

interface Draft {
  readonly object: TableObject;
  readonly values: Values;
  readonly until: number;
}

/** Rows that managers make step by step: they are no part of the configuration before they are said to be valid. */
export class DraftRows {
  readonly #now: () => number;
  readonly #drafts = new Map<string, Draft>();

  /** @param now monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The values set so far, index included; undefined where no such row is being made. */
  get(object: TableObject, index: Values): Values | undefined {
    this.#forgetOld();
    return this.#drafts.get(keyOf(object, index))?.values;
  }

  /** The rows of an object that are being made, each with its status and the values it would begin with. */
  rows(object: ObjectDeclaration): readonly Values[] {
    this.#forgetOld();
    return [...this.#drafts.values()]
      .filter((draft) => draft.object === object)
      .map(({ values }) => ({
        ...Object.fromEntries(Object.entries(object.fields).map(([name, field]) => [name, field.default])),
        ...values,
        [ENTRY_STATUS]: Entry.underCreation,
      }));
  }

  /** Whether another row may be begun. */
  get hasRoom(): boolean {
    this.#forgetOld();
    return this.#drafts.size < DRAFTS;
  }

  /** Begins a row, where there is room, or goes on with it. */
  put(object: TableObject, index: Values, values: Values): void {
    const key = keyOf(object, index);
    const present = this.#drafts.get(key)?.values;
    this.#drafts.set(key, { object, values: { ...present, ...index, ...values }, until: this.#now() + LIFE });
  }

  drop(object: TableObject, index: Values): void {
    this.#drafts.delete(keyOf(object, index));
  }

  #forgetOld(): void {
    for (const [key, { until }] of this.#drafts) if (until <= this.#now()) this.#drafts.delete(key);
  }
}

function keyOf(object: TableObject, index: Values): string {
  return `${object.name} ${rowKey(object, index)}`;
}
