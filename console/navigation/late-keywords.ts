/**
 * The keywords of entries that have a number in their place: the number is the place here. Only the build fills it, so that
 * they come with the palette and not with the menu.
 */
export const lateKeywords: readonly string[] = [];
