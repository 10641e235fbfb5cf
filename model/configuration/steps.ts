/** Work in steps of a few milliseconds, between which the caller may let something else run first. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Items of a long list that make one step. */
const ITEMS_IN_A_STEP = 512;

/** Does the work in one go. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Items in order: those of each step are sorted together, then what is sorted is merged. */
export function* sortedInSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Steps<readonly Item[]> {
  let runs: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += ITEMS_IN_A_STEP) {
    if (at > 0) yield undefined;
    runs.push(items.slice(at, at + ITEMS_IN_A_STEP).sort(compare));
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* mergedInSteps(runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Two sorted lists as one; equal items of the first one come first. */
function* mergedInSteps<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Steps<readonly Item[]> {
  const merged: Item[] = [];
  let taken = 0;
  for (const item of first) {
    for (let next = second[taken]; next !== undefined && compare(next, item) < 0; next = second[taken]) {
      merged.push(next);
      taken += 1;
      if (merged.length % ITEMS_IN_A_STEP === 0) yield undefined;
    }
    merged.push(item);
    if (merged.length % ITEMS_IN_A_STEP === 0) yield undefined;
  }
  return merged.concat(second.slice(taken));
}

/** Does something with each item of a list, however long. */
export function* eachInSteps<Item>(items: Iterable<Item>, act: (item: Item) => void): Steps<void> {
  let at = 0;
  for (const item of items) {
    act(item);
    at += 1;
    if (at % ITEMS_IN_A_STEP === 0) yield undefined;
  }
}
