import type { ObjectDeclaration } from '../schema/object.ts';

/**
 * Makes a function that picks something out of a list of objects, which never changes: out of each list once, since there are hundreds of
 * objects and every change asks for the same few of them.
 */
export function pickedOnce<Picked extends object>(
  pick: (objects: readonly ObjectDeclaration[]) => Picked,
): (objects: readonly ObjectDeclaration[]) => Picked {
  const known = new WeakMap<readonly ObjectDeclaration[], Picked>();
  return (objects) => {
    const picked = known.get(objects) ?? pick(objects);
    known.set(objects, picked);
    return picked;
  };
}
