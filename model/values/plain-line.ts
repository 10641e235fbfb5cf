/** Control and format characters, including those that change the text direction, and line separators. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Text that a stranger chose as one line that can be shown anywhere: what cannot be printed becomes U+FFFD. */
export function plainLine(text: string): string {
  return text.replaceAll(UNPRINTABLE, '\uFFFD');
}
