import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import type { Standing } from './backend.ts';
import { Revision } from './revision.ts';
import { StandingAnswers } from './standing-answers.ts';

const arrival = { localAddress: '10.0.0.1', localPort: 443, remoteAddress: '10.0.0.9', secure: true, epoch: 0 };
const poll = { gambit: 'token', cookie: 'cookie', rpc: '{"method":"CommonGet"}', arrival };

/** A switch whose n-th answer is "answer n" and stands for ten milliseconds, with the other end of its calls. */
function answering(text = 'answer', standing: Partial<Standing> | null = {}) {
  const clock = new ManualClock();
  const revision = new Revision();
  let asked = 0;
  // The other thread's view of the same memory.
  const call = new StandingAnswers(new Revision(revision.memory), clock).before(async () => {
    asked += 1;
    const until = clock.now() + 10;
    return {
      text: `${text} ${asked}`,
      ...(standing && { standing: { revision: revision.present, until, ...standing } }),
    };
  });
  return { clock, revision, ask: async (question = poll) => (await call(question)).text };
}

test('the same call is answered again until what the answer is made of changes', async () => {
  const { ask, revision } = answering();
  expect([await ask(), await ask()]).toEqual(['answer 1', 'answer 1']);
  revision.advance();
  expect([await ask(), await ask()]).toEqual(['answer 2', 'answer 2']);
});

test('an answer whose time is over is asked for again', async () => {
  const { ask, clock } = answering();
  await ask();
  clock.advance(9);
  expect(await ask()).toBe('answer 1');
  clock.advance(1);
  expect(await ask()).toBe('answer 2');
});

test('a call that was made twice at the same time has one answer from then on', async () => {
  const { ask, clock } = answering();
  expect(await Promise.all([ask(), ask()])).toEqual(['answer 1', 'answer 2']);
  clock.advance(10);
  expect([await ask(), await ask()]).toEqual(['answer 3', 'answer 3']);
});

test('a change while the switch answers leaves nothing to be given again', async () => {
  const { ask } = answering('answer', { revision: -1 });
  expect([await ask(), await ask()]).toEqual(['answer 1', 'answer 2']);
});

test('nothing is given again that the switch does not say stands', async () => {
  const { ask } = answering('answer', null);
  expect([await ask(), await ask()]).toEqual(['answer 1', 'answer 2']);
});

test('each session, each place and each call has answers of its own', async () => {
  const { ask } = answering();
  const others = [
    { ...poll, gambit: 'another' },
    { ...poll, cookie: 'another' },
    { ...poll, gambit: '', cookie: 'token' },
    { ...poll, gambit: 'token","cookie":"cookie' },
    { ...poll, rpc: '{"method":"CommonGet" }' },
    { ...poll, arrival: { ...arrival, epoch: 1 } },
    { ...poll, arrival: { ...arrival, remoteAddress: '10.0.0.8' } },
    { ...poll, arrival: { ...arrival, localAddress: '10.0.0.2' } },
    { ...poll, arrival: { ...arrival, localPort: 80 } },
    { ...poll, arrival: { ...arrival, secure: false } },
    { ...poll, arrival: { ...arrival, name: 'switch' } },
  ];
  for (const [at, other] of others.entries()) {
    const known = await ask();
    expect(await ask(other)).toBe(`answer ${at + 2}`);
    expect(await ask()).toBe(known);
  }
});

test('long calls and long answers are passed on, and of short ones only the last few are kept', async () => {
  const long = { ...poll, rpc: ' '.repeat(4_001) };
  const { ask } = answering();
  expect([await ask(long), await ask(long)]).toEqual(['answer 1', 'answer 2']);
  const { ask: askLong } = answering('x'.repeat(64_000));
  expect(await askLong()).not.toBe(await askLong());

  for (let at = 0; at < 8; at += 1) await ask({ ...poll, rpc: `${at}` });
  expect(await ask({ ...poll, rpc: '0' })).toBe('answer 3');
  await ask();
  expect(await ask({ ...poll, rpc: '1' })).toBe('answer 12');
});
