/** A comment that names a page asks for no text. */
const withoutComments = (code) => code.replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '');

/** The code of a module in which the texts that it asks for are spelt: without comments, and each literal in one piece. */
export const spelling = (code) => withoutComments(code).replaceAll(/' \+\n\s*'/g, '');

/** The literals that spell a text. */
export const literalsOf = (text) => [
  `'${text.replaceAll("'", "\\'")}'`,
  `"${text.replaceAll('"', '\\"')}"`,
  `\`${text}\``,
];

/** Whatever could be a literal in code, from each of its quotes to the next one of the same kind. */
export function literalsIn(code) {
  return [...code.matchAll(/['"`]/g)].map(({ 0: quote, index }) => {
    let end = code.indexOf(quote, index + 1);
    while (end > 0 && code[end - 1] === '\\') end = code.indexOf(quote, end + 1);
    return code.slice(index, end + 1);
  });
}
