import { expect, test } from 'vitest';
import type { Key } from './keys.ts';
import { emptyLine, press, replaced, textOf } from './line-editor.ts';

const named = (name: Extract<Key, { kind: 'key' }>['name']): Key => ({ kind: 'key', name });

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
