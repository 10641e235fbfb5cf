import type { Value } from '../wire/call.ts';

/** Values that other columns of the same object have to hold, one of those listed each: `{ mode: [Mode.interval] }`. */
export type Condition = Readonly<Record<string, readonly Value[]>>;

/** Whether a condition holds for what `held` says the columns hold; none always does. */
export function holds(condition: Condition | undefined, held: (column: string) => Value | undefined): boolean {
  return Object.entries(condition ?? {}).every(([column, values]) =>
    values.some((value) => String(value) === String(held(column) ?? '')),
  );
}
