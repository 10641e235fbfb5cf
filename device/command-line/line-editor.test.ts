import { expect, test } from 'vitest';
import type { Key } from './keys.ts';
import { emptyLine, press, replaced, textOf } from './line-editor.ts';

const named = (name: Extract<Key, { kind: 'key' }>['name']): Key => ({ kind: 'key', name });

test('a line takes as much as it may hold, and rings the bell for more', () => {
  const text = (length: number): Key => ({ kind: 'text', text: 'x'.repeat(length) });
  const full = press(emptyLine([]), text(40_960), true);
  expect([full.effect, textOf(full.line).length]).toEqual(['none', 40_960]);
  const more = press(full.line, text(1), true);
  expect([more.effect, textOf(more.line).length]).toEqual(['bell', 40_960]);
  expect(press(press(full.line, named('backspace'), true).line, text(1), true).effect).toBe('none');
});

test('what was being written is there again after a look at the lines before it', () => {
  let line = replaced(emptyLine(['show system', 'save']), 0, 0, 'set net');
  const seen: string[] = [];
  for (const name of ['up', 'up', 'up', 'down', 'down', 'down'] as const) {
    const { line: next, effect } = press(line, named(name), true);
    line = next;
    seen.push(effect === 'bell' ? 'bell' : textOf(line));
  }
  expect(seen).toEqual(['save', 'show system', 'bell', 'save', 'set net', 'bell']);
});
