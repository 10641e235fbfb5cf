import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';

type Comparable = number | bigint | string;
type Operator = '<' | '<=' | '>' | '>=';

/** One for all test files of a worker. */
const around: typeof globalThis & {
  edge?: (place: string, left: Comparable, operator: Operator, right: Comparable) => boolean;
  /** By place: 1 where it held, 2 where it did not, 4 where both sides were equal. */
  edgesSeen?: Map<string, number>;
} = globalThis;
around.edgesSeen ??= new Map();
const seen = around.edgesSeen;

// For `npm run edges`, which makes every comparison such a call.
around.edge ??= (place, left, operator, right) => {
  const isMore = left > right;
  const isEqual = !isMore && left >= right;
  const holds =
    operator === '<' ? left < right : operator === '<=' ? left <= right : operator === '>' ? isMore : left >= right;
  seen.set(place, (seen.get(place) ?? 0) | (holds ? 1 : 2) | (isEqual ? 4 : 0));
  return holds;
};

afterAll(() => {
  const { FACEPLATE_EDGES: folder } = process.env;
  if (folder && seen.size > 0) writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...seen]));
});
