import { expect, test } from 'vitest';
import { type CarriedText, ReceivedTexts, SentTexts } from './recent-texts.ts';

const long = (name: string) => name.repeat(1000);

function channel() {
  const sent = new SentTexts();
  const received = new ReceivedTexts();
  const carried: CarriedText[] = [];
  return {
    carried,
    pass: (text: string) => {
      const one = sent.carried(text);
      carried.push(one);
      return received.text(one);
    },
  };
}

test('a long text goes across once, and arrives each time', () => {
  const { pass, carried } = channel();
  expect([pass(long('a')), pass(long('b')), pass(long('a'))]).toEqual([long('a'), long('b'), long('a')]);
  expect(carried.map(({ kind }) => kind)).toEqual(['text', 'text', 'again']);
});

test('neither short texts nor very long ones are kept', () => {
  const { pass, carried } = channel();
  for (const text of ['{}', '{}', 'x'.repeat(64_001), 'x'.repeat(64_001)]) expect(pass(text)).toBe(text);
  expect(carried.every(({ kind }) => kind === 'text')).toBe(true);
});

test('both ends forget the same texts, whatever order they are asked for in', () => {
  const { pass, carried } = channel();
  let seed = 7;
  for (let step = 0; step < 2000; step += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    // A few often, many now and then.
    const text = long(String(seed % 3 === 0 ? seed % 40 : seed % 5));
    expect(pass(text)).toBe(text);
  }
  expect(carried.some(({ kind }) => kind === 'again')).toBe(true);
});

test('what is out of step is refused, and not answered with something else', () => {
  expect(() => new ReceivedTexts().text({ kind: 'again', number: 3 })).toThrow('never sent');
});
