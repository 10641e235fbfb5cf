import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import type { Connection, ManagementPath } from '../../datapath/datapath.ts';
import { Whereabouts } from './whereabouts.ts';

const connection: Connection = { localAddress: '192.0.2.1', localPort: 443, remoteAddress: '192.0.2.9' };
const clientMac = '02-00-00-00-00-09';

/** A client that is seen wherever a test puts it. */
function begin() {
  const clock = new ManualClock();
  const seen: { path: ManagementPath | undefined; looks: number } = { path: { port: 2, vlan: 1, clientMac }, looks: 0 };
  const whereabouts = new Whereabouts(clock, async () => {
    seen.looks += 1;
    return seen.path;
  });
  const see = (port: number) => {
    seen.path = { port, vlan: 1, clientMac };
  };
  return { clock, whereabouts, seen, see };
}

test('a station that stays is found where it is', async () => {
  const { whereabouts, seen } = begin();
  expect(await whereabouts.find(connection)).toEqual(seen.path);
  expect(await whereabouts.find(connection)).toEqual(seen.path);
  seen.path = undefined;
  expect(await whereabouts.find(connection)).toBeUndefined();
});

test('a station that turns up at another port is found at neither, until it has stayed there for a minute', async () => {
  const { clock, whereabouts, seen, see } = begin();
  await whereabouts.note(connection);
  see(3);
  expect(await whereabouts.find(connection)).toBe('unsettled');
  clock.advance(30_000);
  see(2);
  expect(await whereabouts.find(connection)).toBe('unsettled');
  clock.advance(59_999);
  expect(await whereabouts.find(connection)).toBe('unsettled');
  clock.advance(1);
  expect(await whereabouts.find(connection)).toEqual(seen.path);
});

test('a client that calls is looked for every five seconds and no more often', async () => {
  const { clock, whereabouts, seen } = begin();
  for (let calls = 0; calls < 10; calls += 1) await whereabouts.note(connection);
  expect(seen.looks).toBe(1);
  clock.advance(5_000);
  await whereabouts.note(connection);
  expect(seen.looks).toBe(2);
});

test('a port that is only called otherwise is no move', async () => {
  const { whereabouts, seen, see } = begin();
  await whereabouts.note(connection);
  whereabouts.forget();
  see(5001);
  expect(await whereabouts.find(connection)).toEqual(seen.path);
});

test('a look that fails is no matter', async () => {
  const whereabouts = new Whereabouts(new ManualClock(), () => Promise.reject(new Error('gone')));
  await expect(whereabouts.note(connection)).resolves.toBeUndefined();
});
