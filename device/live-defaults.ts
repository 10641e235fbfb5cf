import type { ObjectDeclaration } from '../model/schema/object.ts';
import { defaultsOf } from '../model/schema/object.ts';
import type { LiveOf } from './feature.ts';

/** The live answer for an object without data: the defaults of its read-only columns. */
export function liveDefaults<O extends ObjectDeclaration>(object: O): LiveOf<O> {
  const columns =
    object.shape === 'table'
      ? Object.entries(object.fields).filter(([name]) => !Object.hasOwn(object.index, name))
      : Object.entries(object.fields);
  // Each column has a value of its own field, which the type of a table's fields does not express one by one.
  return defaultsOf(Object.fromEntries(columns.filter(([, field]) => field.access === 'ro'))) as LiveOf<O>;
}
