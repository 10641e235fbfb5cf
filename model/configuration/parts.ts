import type { ObjectDeclaration } from '../schema/object.ts';
import type { Configuration } from './configuration.ts';

/** The present configuration with these objects as `other` has them. */
export function withParts(
  objects: readonly ObjectDeclaration[],
  present: Configuration,
  other: Configuration,
): Configuration {
  return objects.reduce(
    (soFar, object) =>
      object.shape === 'group'
        ? soFar.withGroup(object, other.group(object))
        : soFar.withRows(object, other.rows(object)),
    present,
  );
}
