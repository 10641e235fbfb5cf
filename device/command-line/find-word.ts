/** The one with this word, or with this unambiguous beginning; undefined if there is none, or several. */
export function findWord<Named extends { readonly word: string }>(
  named: readonly Named[],
  text: string,
  quoted: boolean,
): Named | undefined {
  if (quoted || text === '') return undefined;
  const typed = text.toLowerCase();
  const begun = named.filter(({ word }) => word.startsWith(typed));
  return named.find(({ word }) => word === typed) ?? (begun.length === 1 ? begun[0] : undefined);
}
