/**
 * Words of pages that have a number in their place: the number is the place here. In the built console each page's code brings its own
 * (scripts/late-words.mjs), so that the menu does not have them all.
 */
export const lateWords: Record<number, string> = {};
