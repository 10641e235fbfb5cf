import { describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../clock.ts';
import type { Connections } from './connections.ts';
import type { Daemons } from './daemons.ts';
import { StandingConnections } from './standing-connections.ts';

/** Connections to daemons that answer as long as the test wants them to. */
function bench() {
  const clock = new ManualClock();
  let answering = true;
  const endHung = vi.fn(async (_isOverdue: boolean) => {});
  const standing = new StandingConnections({
    clock,
    daemons: { endHung } as Partial<Daemons> as Daemons,
    open: async (keep) => {
      const connections = {
        isOpen: true,
        close() {},
        pulse: () => (answering ? Promise.resolve() : new Promise<void>(() => {})),
      } as Partial<Connections> as Connections;
      keep(connections);
      return connections;
    },
    change: (work) => work(),
    report: () => {},
  });
  return {
    clock,
    standing,
    endHung,
    hang: () => {
      answering = false;
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
