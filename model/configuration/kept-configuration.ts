import type { ObjectDeclaration } from '../schema/object.ts';
import type { Configuration } from './configuration.ts';

/** What of a configuration outlives a start: without the rows that their tables do not keep. The same one where these are none. */
export function keptConfiguration(objects: readonly ObjectDeclaration[], configuration: Configuration): Configuration {
  let kept = configuration;
  for (const object of objects) {
    if (object.shape !== 'table' || !object.rows.isKept) continue;
    const { isKept } = object.rows;
    const rows = configuration.rows(object);
    const lasting = rows.filter(isKept);
    if (lasting.length !== rows.length) kept = kept.withRows(object, lasting);
  }
  return kept;
}
