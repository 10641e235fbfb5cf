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

describe('a question', () => {
  const outage = async () => {
    const made = bench();
    const connections = await made.standing.establish();
    connections.close();
    const outcome: string[] = [];
    made.standing
      .ask(async () => 'answered')
      .then(
        (answer) => outcome.push(answer),
        (error: Error) => outcome.push(error.message),
      );
    await new Promise(setImmediate);
    expect(outcome).toEqual([]);
    return { ...made, outcome };
  };

  it('that comes during an outage is answered once that is over', async () => {
    const { standing, outcome } = await outage();
    await standing.establish();
    await new Promise(setImmediate);
    expect(outcome).toEqual(['answered']);
  });

  it('waits for twenty seconds at most, and not for a driver that has stopped', async () => {
    const { clock, outcome } = await outage();
    clock.advance(20_000);
    await new Promise(setImmediate);
    expect(outcome).toEqual(['Open vSwitch does not run.']);
    const stopped = await outage();
    stopped.standing.stop();
    await new Promise(setImmediate);
    expect(stopped.outcome).toEqual(['Open vSwitch does not run.']);
  });

  it('that an end of the daemons cuts off is asked again, and one that is refused is not', async () => {
    const { standing } = bench();
    await standing.establish();
    let asked = 0;
    const cut = standing.ask(async (connections) => {
      asked += 1;
      if (asked > 1) return asked;
      connections.close();
      throw new Error('closed');
    });
    await new Promise(setImmediate);
    await standing.establish();
    expect(await cut).toBe(2);
    await expect(standing.ask(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });
});
