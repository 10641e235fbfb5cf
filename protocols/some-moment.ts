/**
 * For tests: when their clocks begin, in milliseconds. Not 0, so that a time which was counted from nowhere instead of from the
 * present one is noticed.
 */
export const SOME_MOMENT = 7_654_321;
