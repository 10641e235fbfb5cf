import { expect, test } from 'vitest';
import { KeyReader } from './keys.ts';

const read = (...parts: readonly string[]) => {
  const reader = new KeyReader();
  const keys = parts.flatMap((part) => reader.read(new TextEncoder().encode(part)));
  return keys.map((key) => (key.kind === 'text' ? key.text : `<${key.name}>`)).join('');
};

test('keys arrive in pieces, and one in a piece of text', () => {
  expect(read('a\x1b', '[', '1;5', 'Cb')).toBe('a<wordRight>b');
  expect(read('x\x1bOHy\x1b[3~z')).toBe('x<home>y<delete>z');
  expect(read('\r', '\n', 'a\r\0b\n')).toBe('<enter>a<enter>b<enter>');
});

test('a sequence that does not end within 16 characters is given up, and what follows is text', () => {
  const digits = (count: number) => '1'.repeat(count);
  expect(read(`\x1b[${digits(14)}x`, 'after')).toBe('after');
  expect(read(`\x1b[${digits(15)}`, 'x', 'after')).toBe('xafter');
});

test('an unknown or broken sequence leaves nothing behind', () => {
  expect(read('\x1b[99~a')).toBe('a');
  expect(read('\x1b\x1b[Aa')).toBe('<up>a');
  expect(read('\x1b[1\x01a')).toBe('a');
});
