import * as v from 'valibot';
import { type ObjectDeclaration, rowKey } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { document } from '../../protocols/cloud/change.ts';
import type { ConfigurationDocument } from '../fleet/differences.ts';

/** Settings that a rollout brings: groups with some of their columns, tables with rows. */
const settingsChange = v.object({
  ...document.entries,
  /** Whether rows of a table go that are not among those which are brought. */
  replaces: v.boolean(),
});

export type SettingsChange = v.InferOutput<typeof settingsChange>;

/** Reads what `JSON.stringify` made of a change. Throws where it is none. */
export function readSettingsChange(text: string): SettingsChange {
  return v.parse(settingsChange, JSON.parse(text));
}

/** A configuration with the change in it, or why the switch that has this one cannot take it. */
export type Changed = { readonly document: ConfigurationDocument } | { readonly refusal: Message };

/**
 * A configuration with the change applied. Checks that only the switch can make take place when it receives the change.
 * Pure.
 */
export function withChange(
  objects: readonly ObjectDeclaration[],
  base: ConfigurationDocument,
  { objects: brought, replaces }: SettingsChange,
): Changed {
  const next: Record<string, Values | readonly Values[]> = { ...base.objects };
  for (const [name, part] of Object.entries(brought)) {
    const object = objects.find((one) => one.name === name);
    const present = base.objects[name];
    if (!object || present === undefined || isRows(part) !== isRows(present)) {
      return { refusal: say('It has no {{what}}.', { what: say(object?.title ?? name) }) };
    }
    if (!isRows(part) || !isRows(present) || object.shape === 'group') {
      next[name] = { ...(isRows(present) ? {} : present), ...(isRows(part) ? {} : part) };
      continue;
    }
    const former = new Map(present.map((row) => [rowKey(object, row), row]));
    const rows = new Map(replaces && !object.rows.fixed ? [] : former);
    for (const row of part) {
      const key = rowKey(object, row);
      const own = former.get(key);
      // A port that another model has, for one.
      if (!own && object.rows.fixed) return { refusal: say('It has no {{what}}.', { what: object.rowName(row) }) };
      rows.set(key, { ...own, ...row });
    }
    next[name] = [...rows.values()];
  }
  return { document: { objects: next } };
}

function isRows(part: Values | readonly Values[] | undefined): part is readonly Values[] {
  return Array.isArray(part);
}
