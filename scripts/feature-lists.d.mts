// Types of feature-lists.mjs for TypeScript.
/** The text of each list by its path, from the paths below features/ and fleet/ and the text of each. */
export function featureLists(
  files: readonly string[],
  read: (path: string) => string,
): Readonly<Record<string, string>>;
