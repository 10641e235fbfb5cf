import { expect, it } from 'vitest';
import { ManualClock } from '../../clock.ts';
import type { PortFacts } from '../../datapath.ts';
import { createVirtualDatapath } from '../create-virtual-datapath.ts';

const ports: PortFacts[] = Array.from({ length: 8 }, (_, at) => ({
  number: at + 1,
  name: `Port ${at + 1}`,
  media: at === 7 ? 'fiber' : 'copper',
  speeds: [10, 100, 1000],
  pse: false,
}));

async function start(scenario: object) {
  const clock = new ManualClock();
  const limits = { forwardingDatabaseSize: 100, mirrorSessions: 1, powerBudget: 0 };
  const datapath = await createVirtualDatapath({ ports, ...limits, clock, scenario: JSON.stringify(scenario) });
  await datapath.start({ portChanged() {}, framePunted() {}, report() {} });
  const test = async (port: number) => {
    const found = datapath.testCable(port);
    clock.advance(1000);
    return found;
  };
  return { datapath, test };
}

it('finds what the scenario says of a cable, a good one where something is plugged in, and none elsewhere', async () => {
  const { datapath, test } = await start({
    stations: [
      { name: 'desk', port: 1, mac: '02-00-00-00-00-01' },
      { name: 'cut off', port: 2, mac: '02-00-00-00-00-02' },
    ],
    wiring: [
      { port: 2, metres: 12, fault: 'open', pairs: [3, 4] },
      { port: 3, metres: 80, fault: 'short' },
      { port: 4, metres: 9 },
    ],
  });
  const good = await test(1);
  expect(good).toHaveLength(4);
  for (const { status, metres = 0 } of good) expect([status, metres > 0 && metres <= 100]).toEqual(['ok', true]);
  expect((await test(2)).map(({ status }) => status)).toEqual(['ok', 'ok', 'open', 'open']);
  expect(await test(3)).toContainEqual({ status: 'short', metres: 80 });
  expect(await test(4)).toContainEqual({ status: 'ok', metres: 9 });
  expect(await test(5)).toContainEqual({ status: 'noCable', metres: undefined });
  await expect(test(8)).rejects.toThrow('Port 8 cannot be tested.');
  await datapath.stop();
});

it.each([
  [{ port: 9, metres: 1 }, 'port 9 does not exist'],
  [{ port: 1, metres: 121 }, 'has to be a whole number from 0 to 120'],
  [{ port: 1, metres: 1, pairs: [5] }, 'has to be a whole number from 1 to 4'],
])('refuses a cable such as %j', async (wire, reason) => {
  await expect(start({ stations: [], wiring: [wire] })).rejects.toThrow(reason);
});
