/** One word of a line, without the quotes and backslashes that it was typed with. */
export interface Token {
  readonly text: string;
  /** Its start in the line, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** It had quotes: never the sign that it would be without. */
  readonly quoted: boolean;
}

/** The words of a line. */
export interface Tokens {
  readonly tokens: readonly Token[];
  /** The line ends within quotes, or behind a backslash. */
  readonly isOpen: boolean;
}

/**
 * Divides a line at its blanks. Quotes, single and double, keep blanks together; a backslash takes the next sign as it is, but in
 * double quotes \n, \r and \t are a line feed, carriage return and tab, and \u{200d} is the sign of that number.
 */
export function tokensOf(line: string): Tokens {
  const tokens: Token[] = [];
  let text = '';
  let start = -1;
  let quote = '';
  let quoted = false;
  const finish = (end: number) => {
    if (start >= 0) tokens.push({ text, start, end, quoted });
    text = '';
    start = -1;
    quoted = false;
  };
  let at = 0;
  for (; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (quote === '' && /\s/.test(sign)) {
      finish(at);
      continue;
    }
    const isBar = sign === '|' && quote === '';
    if (isBar) finish(at);
    if (start < 0) start = at;
    if (isBar) {
      text = sign;
      finish(at + 1);
    } else if (sign === '\\' && quote !== "'") {
      at += 1;
      quoted = true;
      if (at >= line.length) return { tokens: [...tokens, { text, start, end: line.length, quoted }], isOpen: true };
      const escaped = quote === '"' ? escapeAt(line, at) : undefined;
      text += escaped ? escaped.sign : line.charAt(at);
      if (escaped) at += escaped.length - 1;
    } else if (sign === quote) {
      quote = '';
    } else if (quote === '' && (sign === '"' || sign === "'")) {
      quote = sign;
      quoted = true;
    } else {
      text += sign;
    }
  }
  finish(line.length);
  return { tokens, isOpen: quote !== '' };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The character escaped by a backslash in double quotes; undefined if there is none. */
function escapeAt(line: string, at: number): { readonly sign: string; readonly length: number } | undefined {
  const short = escapes[line.charAt(at)];
  if (short !== undefined) return { sign: short, length: 1 };
  const [whole, digits] = /^u\{([0-9a-f]{1,6})\}/i.exec(line.slice(at, at + 9)) ?? [];
  const code = Number.parseInt(digits ?? '', 16);
  return whole !== undefined && code <= 0x10_ffff
    ? { sign: String.fromCodePoint(code), length: whole.length }
    : undefined;
}

/** Signs that a terminal does not take as text. */
const unfit = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

function escapedSign(sign: string): string {
  const short = Object.entries(escapes).find(([, one]) => one === sign)?.[0];
  return short ? `\\${short}` : `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The commands of a line: divided at semicolons outside of quotes. */
export function commandsOf(line: string): readonly string[] {
  const commands: string[] = [];
  let quote = '';
  let from = 0;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (sign === '\\' && quote !== "'") at += 1;
    else if (sign === quote) quote = '';
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (quote === '' && sign === ';') {
      commands.push(line.slice(from, at));
      from = at + 1;
    }
  }
  return [...commands, line.slice(from)].map((command) => command.trim()).filter((command) => command !== '');
}

/** A text as one word of a line, of signs that every terminal takes. */
export function quotedWord(text: string): string {
  return /^[^\s"'\\|;?]+$/.test(text) && text.search(unfit) < 0 ? text : inQuotes(text);
}

/** The same in quotes, whatever it is: never a keyword. */
export function inQuotes(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(unfit, escapedSign)}"`;
}
