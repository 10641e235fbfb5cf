import { describe, expect, it, vi } from 'vitest';
import { wordsOf } from '../../model/values/message.ts';
import { ManualClock } from '../clock.ts';
import type { Connections } from './connections.ts';
import type { Daemons } from './daemons.ts';
import { StandingConnections } from './standing-connections.ts';

/** Connections to daemons that answer as long as the test wants them to. */
function bench() {
  const clock = new ManualClock();
  let answering = true;
  let starts = true;
  const said: string[] = [];
  const endHung = vi.fn(async (_isOverdue: boolean) => {});
  const standing = new StandingConnections({
    clock,
    daemons: { endHung } as Partial<Daemons> as Daemons,
    open: async (keep) => {
      if (!starts) throw new Error('no such program');
      const connections: Partial<Connections> & { isOpen: boolean } = {
        isOpen: true,
        close() {
          connections.isOpen = false;
        },
        pulse: () => (answering ? Promise.resolve() : new Promise<void>(() => {})),
      };
      keep(connections as Connections);
      return connections as Connections;
    },
    change: (work) => work(),
    report: (severity, message) => void said.push(`${severity} ${wordsOf(message)}`),
  });
  return {
    clock,
    standing,
    endHung,
    said,
    hang: () => {
      answering = false;
    },
    startsAgain: (does: boolean) => {
      starts = does;
    },
  };
}

/** A minute, pulse by pulse: an answer takes a turn of the event loop. */
async function passMinute(clock: ManualClock): Promise<void> {
  for (let second = 0; second < 60; second += 1) {
    clock.advance(1000);
    await new Promise(setImmediate);
  }
}

describe('a daemon that hangs', () => {
  it('is ended after seconds where it does nothing else either, after half a minute at any rate', async () => {
    const { clock, standing, endHung, hang } = bench();
    await standing.establish();
    await passMinute(clock);
    expect(endHung).not.toHaveBeenCalled();
    hang();
    for (let second = 0; second < 60; second += 1) {
      clock.advance(1000);
      await new Promise(setImmediate);
      expect(endHung.mock.calls.length > 0, `${second}`).toBe(second >= 3);
      expect(
        endHung.mock.calls.some(([isOverdue]) => isOverdue),
        `${second}`,
      ).toBe(second >= 30);
    }
  });

  it('is left alone once the driver has stopped', async () => {
    const { clock, standing, endHung, hang } = bench();
    await standing.establish();
    hang();
    standing.stop();
    await passMinute(clock);
    expect(endHung).not.toHaveBeenCalled();
  });

  it('is waited for anew after an outage', async () => {
    const { clock, standing, endHung, hang } = bench();
    await standing.establish();
    hang();
    clock.advance(25_000);
    await standing.establish();
    endHung.mockClear();
    clock.advance(3000);
    expect(endHung).not.toHaveBeenCalled();
  });
});

describe('a daemon that ends', () => {
  it('is started again twice a second, and is reported once after ten seconds in vain', async () => {
    const { clock, standing, said, startsAgain } = bench();
    const connections = await standing.establish();
    startsAgain(false);
    standing.lost(connections, 'ovs-vswitchd');
    const pass = async (halves: number) => {
      for (let half = 0; half < halves; half += 1) {
        await new Promise(setImmediate);
        clock.advance(500);
      }
      await new Promise(setImmediate);
    };
    const ended = '3 ovs-vswitchd ended unexpectedly.';
    await pass(18);
    expect(said).toEqual([ended]);
    await pass(40);
    const failed = '2 Open vSwitch cannot be started again: no such program';
    expect(said).toEqual([ended, failed]);
    startsAgain(true);
    await pass(1);
    expect(said).toEqual([ended, failed, '5 Open vSwitch is running again and forwards as before.']);
    expect(standing.current).not.toBe(connections);
  });
});
