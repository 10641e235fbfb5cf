import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { StrangerLines } from './stranger-lines.ts';

let clock: ManualClock;
let lines: StrangerLines;
let written: string[];

beforeEach(() => {
  clock = new ManualClock();
  written = [];
  lines = new StrangerLines(clock, { write: (_severity, message) => written.push(wordsOf(message)) });
});

const refuse = (address: string) => lines.write(address, () => say('{{address}} was refused.', { address }));

test('names each stranger once a minute', () => {
  for (const address of ['192.0.2.7', '192.0.2.8', '192.0.2.7']) refuse(address);
  expect(written).toEqual(['192.0.2.7 was refused.', '192.0.2.8 was refused.']);
  clock.advance(60_000);
  refuse('192.0.2.7');
  expect(written).toHaveLength(3);
});

test('a flood of made-up addresses fills no log: it says once that there are more, and again of the next flood', () => {
  const flood = () => {
    for (let at = 0; at < 20_000; at += 1) refuse(`198.51.${at >> 8}.${at & 255}`);
  };
  flood();
  const more = () => written.filter((words) => words === 'More addresses are refused than are named here.').length;
  expect([written.length < 100, more()]).toEqual([true, 1]);
  clock.advance(600_000);
  refuse('192.0.2.7');
  expect(written.at(-1)).toBe('192.0.2.7 was refused.');
  flood();
  expect(more()).toBe(2);
});
