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

/** Does something with each item of a list, however long. */
export function* eachInSteps<Item>(items: Iterable<Item>, act: (item: Item) => void): Steps<void> {
  let at = 0;
  for (const item of items) {
    act(item);
    at += 1;
    if (at % ITEMS_IN_A_STEP === 0) yield undefined;
  }
}
