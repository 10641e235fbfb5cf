/** One action at the keyboard of a terminal. */
export type Key = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'key'; readonly name: KeyName };

/** Keys that do something other than write. */
export type KeyName =
  | 'enter'
  | 'tab'
  | 'backspace'
  | 'delete'
  | 'left'
  | 'right'
  | 'wordLeft'
  | 'wordRight'
  | 'home'
  | 'end'
  | 'up'
  | 'down'
  | 'killToEnd'
  | 'killToStart'
  | 'killWord'
  | 'redraw'
  | 'interrupt'
  | 'endOfInput';

const controls: Readonly<Record<number, KeyName>> = {
  1: 'home',
  2: 'left',
  3: 'interrupt',
  4: 'endOfInput',
  5: 'end',
  6: 'right',
  8: 'backspace',
  9: 'tab',
  10: 'enter',
  11: 'killToEnd',
  12: 'redraw',
  13: 'enter',
  14: 'down',
  16: 'up',
  21: 'killToStart',
  23: 'killWord',
  127: 'backspace',
};

/**
 * Sequences of terminals behind ESC [ or ESC O, by the last character and the first number before it (ECMA-48, xterm).
 */
const sequences: Readonly<Record<string, KeyName>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  '1~': 'home',
  '7~': 'home',
  '4~': 'end',
  '8~': 'end',
  '3~': 'delete',
  '1;5C': 'wordRight',
  '1;5D': 'wordLeft',
  '1;3C': 'wordRight',
  '1;3D': 'wordLeft',
};

/** Signs of a sequence at most; what is longer is none. */
const SEQUENCE = 16;

/**
 * Reads a terminal's octets: UTF-8 text, control characters and escape sequences, split anywhere. Anything else is
 * ignored.
 */
export class KeyReader {
  readonly #text = new TextDecoder('utf-8');
  /** The present escape sequence; undefined outside of one. */
  #sequence: string | undefined;
  /** A carriage return came last: the line feed or NUL behind it belongs to it. */
  #afterReturn = false;

  read(octets: Uint8Array): readonly Key[] {
    const keys: Key[] = [];
    let written = '';
    const flush = () => {
      if (written !== '') keys.push({ kind: 'text', text: written });
      written = '';
    };
    for (const sign of this.#text.decode(octets, { stream: true })) {
      const code = sign.codePointAt(0) ?? 0;
      const followsReturn = this.#afterReturn;
      this.#afterReturn = false;
      if (this.#sequence !== undefined) {
        const name = this.#continue(sign, code);
        if (name) {
          flush();
          keys.push({ kind: 'key', name });
        }
      } else if (code === 27) {
        this.#sequence = '';
      } else if (followsReturn && (code === 10 || code === 0)) {
      } else if (code < 32 || code === 127) {
        this.#afterReturn = code === 13;
        const name = controls[code];
        if (!name) continue;
        flush();
        keys.push({ kind: 'key', name });
      } else if (!/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u.test(sign)) {
        written += sign;
      }
    }
    flush();
    return keys;
  }

  #continue(sign: string, code: number): KeyName | undefined {
    const sequence = `${this.#sequence ?? ''}${sign}`;
    this.#sequence = sequence;
    if (code === 27) {
      this.#sequence = '';
      return undefined;
    }
    if (sequence.length === 1) {
      if (sign === '[' || sign === 'O') return undefined;
      this.#sequence = undefined;
      return { b: 'wordLeft', f: 'wordRight', '\x7f': 'killWord' }[sign] as KeyName | undefined;
    }
    const isLast = code >= 0x40 && code <= 0x7e;
    if (isLast || code < 32 || code > 126 || sequence.length >= SEQUENCE) this.#sequence = undefined;
    return isLast ? sequences[sequence.slice(1)] : undefined;
  }
}
