import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import type { EchoResult } from '../../../datapath/host-stack.ts';
import { say, wordsOf } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import { PingTest } from './ping-test.ts';

const order = { target: '192.0.2.1', vlan: undefined, timeout: 3000, count: 3, size: 56 };
const reply: EchoResult = { kind: 'reply', milliseconds: 2, timeToLive: 64 };

/** Lets what waits for nothing but promises come to its end. */
const settled = async () => {
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
};

function begin(change: Partial<typeof order> = {}, resolve = async (target: string) => target) {
  const clock = new ManualClock();
  const sent: { address: string; options: object; answer(result: EchoResult): void }[] = [];
  const datapath = {
    echo: (address: string, options: object) =>
      new Promise<EchoResult>((answer) => sent.push({ address, options, answer })),
  };
  const ping = new PingTest({ ...order, ...change }, { datapath, clock, resolve });
  void ping.run();
  return { ping, clock, sent };
}

describe('a ping', () => {
  test('sends the next request a second after the one before, and not before that is answered', async () => {
    const { ping, clock, sent } = begin();
    await settled();
    expect(sent).toHaveLength(1);
    sent[0]?.answer(reply);
    await settled();
    clock.advance(999);
    await settled();
    expect(sent).toHaveLength(1);
    clock.advance(1);
    await settled();
    expect(sent).toHaveLength(2);
    clock.advance(3000);
    await settled();
    expect(sent).toHaveLength(2);
    sent[1]?.answer({ kind: 'timeout' });
    await settled();
    expect(sent).toHaveLength(3);
    sent[2]?.answer(reply);
    await settled();
    expect(ping).toMatchObject({ isOver: true, sent: 3 });
    expect(ping.results.map(({ kind }) => kind)).toEqual(['reply', 'timeout', 'reply']);
  });

  test('asks as it was told to, at the address that the name stands for', async () => {
    const { sent } = begin({ target: 'a.example', timeout: 1000, size: 1472 }, async () => '198.51.100.7');
    await settled();
    expect(sent).toMatchObject([{ address: '198.51.100.7', options: { timeout: 1000, size: 1472 } }]);
  });

  test('ends where it is stopped: what is under way counts as not sent, and its answer as none', async () => {
    const { ping, clock, sent } = begin();
    await settled();
    sent[0]?.answer(reply);
    await settled();
    clock.advance(1000);
    await settled();
    ping.stop();
    sent[1]?.answer(reply);
    await settled();
    clock.advance(10_000);
    await settled();
    expect(sent).toHaveLength(2);
    expect(ping).toMatchObject({ isOver: true, sent: 1 });
    expect(ping.results).toHaveLength(1);
  });

  test('says why nothing could be sent', async () => {
    const { ping, sent } = begin({}, () => Promise.reject(new SpokenError(say('No such name.'))));
    await settled();
    expect(sent).toEqual([]);
    expect(ping.isOver).toBe(true);
    expect(ping.problem && wordsOf(ping.problem)).toBe('No such name.');
  });
});
