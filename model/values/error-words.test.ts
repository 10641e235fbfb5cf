import { expect, it } from 'vitest';
import { wordsOfError } from './error-words.ts';

it.each([
  ['its message', new Error('No room.'), 'No room.'],
  ['what it is, if it is no error', 'gone', 'gone'],
  [
    'what each address of a host said',
    Object.assign(new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')]), { code: 'X' }),
    'refused by ::1, refused by 127.0.0.1',
  ],
  ['its code', Object.assign(new Error(''), { code: 'ECONNRESET' }), 'ECONNRESET'],
  ['its name', new TypeError(''), 'TypeError'],
  ['its name, of several that are none', new AggregateError([]), 'AggregateError'],
])('an error is said by %s', (_what, error, words) => {
  expect(wordsOfError(error)).toBe(words);
});
