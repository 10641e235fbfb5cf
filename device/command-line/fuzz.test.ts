import fc from 'fast-check';
import { expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import { framesToTry, patience, seed } from '../../protocols/random-frames.ts';
import { complete, helpLines } from './complete.ts';
import { KeyReader } from './keys.ts';
import type { Language } from './language.ts';
import { drawn, emptyLine, emptyRow, press, rowOf, textOf } from './line-editor.ts';
import { menuOf } from './menu.ts';
import { parse } from './parse.ts';
import { commandsOf, quotedWord, tokensOf } from './tokens.ts';

const count = framesToTry(3000);
const objects = features.flatMap((feature) => feature.objects);
const language: Language = {
  menu: menuOf(objects),
  objects: new Map(objects.map((object) => [object.name, object])),
  verbs: [],
  rowsOf: () => [],
};
const options = { numRuns: count, seed };

interface Screen {
  readonly signs: readonly string[];
  readonly cursor: number;
}

/** The row of a terminal that knows text and backspaces, and nothing else, after some was written. */
function written({ signs, cursor }: Screen, text: string): Screen {
  const row = [...signs];
  let at = cursor;
  for (const sign of text) {
    if (sign === '\b') at -= 1;
    else {
      row[at] = sign;
      at += 1;
    }
  }
  expect(text.replaceAll('\b', '')).not.toMatch(/\p{Cc}/u);
  return { signs: row, cursor: at };
}

test(
  `whatever octets a terminal sends make a line that is drawn on one row, seed ${seed}`,
  () => {
    const octets = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 30 }).map((text) => new TextEncoder().encode(text)),
      fc
        .constantFrom('\x1b[A', '\x1b[B', '\x1b[D', '\x01', '\x05', '\x0b', '\x17', '\x7f', '\x1b[3~', 'show ')
        .map((text) => new TextEncoder().encode(text)),
    );
    fc.assert(
      fc.property(fc.array(octets, { maxLength: 20 }), fc.integer({ min: 20, max: 200 }), (pieces, columns) => {
        const reader = new KeyReader();
        let line = emptyLine(['show network', 'ähm 日本']);
        let row = emptyRow;
        let screen: Screen = { signs: [], cursor: 0 };
        for (const piece of pieces) {
          for (const key of reader.read(piece)) {
            line = press(line, key, true).line;
            expect(line.cursor).toBeGreaterThanOrEqual(0);
            expect(line.cursor).toBeLessThanOrEqual(line.signs.length);
          }
          const next = rowOf('switch> ', line, columns, false);
          screen = written(screen, drawn(row, next));
          row = next;
        }
        expect(screen.signs.join('').trimEnd()).toBe(row.signs.join('').trimEnd());
        expect(screen.cursor).toBe(row.cursor);
        expect(screen.signs.length).toBeLessThan(columns);
        expect(textOf(line).length).toBeLessThan(10_000);
      }),
      options,
    );
  },
  patience(count),
);

test(
  `keys are the same however their octets are divided, seed ${seed}`,
  () => {
    const text = fc.array(fc.constantFrom('a', 'ß', '日', '\x1b[A', '\x1b[1;5C', '\r\n', '\r', '\x1b', '[', '?'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (pieces, cuts) => {
        const octets = new TextEncoder().encode(pieces.join(''));
        const flat = (keys: ReturnType<KeyReader['read']>) =>
          keys.map((key) => (key.kind === 'text' ? key.text : `<${key.name}>`)).join('');
        const whole = flat(new KeyReader().read(octets));
        const reader = new KeyReader();
        let from = 0;
        let divided = '';
        for (const cut of [...cuts.sort((a, b) => a - b), octets.length]) {
          divided += flat(reader.read(octets.subarray(from, Math.max(from, cut))));
          from = Math.max(from, cut);
        }
        expect(divided).toBe(whole);
      }),
      options,
    );
  },
  patience(count),
);

test(
  `whatever a line says, it is read, completed and explained without a fault, seed ${seed}`,
  () => {
    const words = [
      'show',
      'set',
      'add',
      'delete',
      'force',
      'network',
      'system',
      'vlan',
      'tagged',
      '20',
      '1-4',
      '|',
      'json',
    ];
    const some = fc.oneof(fc.constantFrom(...words, '"', "'", '\\', ';', '1-4000000000', 'x'.repeat(500)), fc.string());
    const known = objects.flatMap((object) => Object.keys(object.fields));
    const lines = fc
      .array(fc.oneof(some, fc.constantFrom(...known)), { maxLength: 12 })
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(lines, (line) => {
        const { tokens } = tokensOf(line);
        const parsed = parse(tokens, language);
        if (parsed.kind !== 'command') expect(parsed.message.length).toBeGreaterThan(0);
        complete(line, language);
        helpLines(line, language);
        commandsOf(line);
      }),
      options,
    );
  },
  patience(count),
);

test(
  `a line that follows what is offered is never wrong about a word, seed ${seed}`,
  () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 2, maxLength: 9 }), (picks) => {
        let line = '';
        for (const pick of picks) {
          const { tokens } = tokensOf(line);
          const parsed = parse(tokens, language);
          expect(parsed.kind, line).not.toBe('wrong');
          if (parsed.kind === 'wrong' || parsed.next.choices.length === 0) break;
          const choice = parsed.next.choices[pick % parsed.next.choices.length];
          line = `${line} ${quotedWord(choice?.word ?? '')}`.replaceAll('"|"', '|');
        }
      }),
      options,
    );
  },
  patience(count),
);

test(
  `a word in quotes is read as it was, seed ${seed}`,
  () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(tokensOf(`a ${quotedWord(text)} b`).tokens.map((token) => token.text)).toEqual(['a', text, 'b']);
        expect(commandsOf(`a ${quotedWord(text)}`)).toHaveLength(1);
      }),
      options,
    );
  },
  patience(count),
);
