import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { UntakenAnswers } from './untaken-answers.ts';

const MEGABYTE = 1024 * 1024;

/** An answer of which so many octets are left. */
class Answer extends EventEmitter {
  destroyed = false;
  readonly writableFinished: boolean;
  readonly request: { readonly socket: { readonly writableLength: number } };

  constructor(writableLength: number) {
    super();
    this.writableFinished = writableLength === 0;
    this.request = { socket: { writableLength } };
  }

  destroy(): this {
    this.destroyed = true;
    this.emit('close');
    return this;
  }
}

function answers() {
  const untaken = new UntakenAnswers();
  const all: Answer[] = [];
  return {
    make(...sizes: readonly number[]) {
      for (const size of sizes) {
        const answer = new Answer(size);
        all.push(answer);
        untaken.made({ request: answer.request, response: answer });
      }
    },
    ended: () => all.flatMap(({ destroyed }, at) => (destroyed ? [at] : [])),
    all,
  };
}

test('those that wait longest go, as many as are beyond 32 MB', () => {
  const { make, ended } = answers();
  make(8 * MEGABYTE, 8 * MEGABYTE, 16 * MEGABYTE);
  expect(ended()).toEqual([]);
  make(1);
  expect(ended()).toEqual([0]);
  make(20 * MEGABYTE);
  expect(ended()).toEqual([0, 1, 2]);
});

test('one that was taken counts no longer, nor does one that the network took whole', () => {
  const { make, ended, all } = answers();
  make(32 * MEGABYTE, 0);
  all[0]?.emit('close');
  make(32 * MEGABYTE);
  expect(ended()).toEqual([]);
  make(1);
  expect(ended()).toEqual([2]);
});

test('one is sent however long it is', () => {
  const { make, ended } = answers();
  make(1, 40 * MEGABYTE);
  expect(ended()).toEqual([0]);
});
