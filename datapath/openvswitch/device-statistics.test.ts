import { expect, test } from 'vitest';
import { DeviceStatistics } from './device-statistics.ts';

const HEADING = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
`;

/** A host with one device whose sums are given, and which notes how often its program is asked. */
function hostWith(first: string) {
  const state = { sums: first, crc: 0, asked: 0 };
  const statistics = new DeviceStatistics({
    sums: async () => `${HEADING}  eth1: ${state.sums}\n`,
    async details() {
      state.asked += 1;
      return new Map([['eth1', { rx: { bytes: 1, packets: 1, crc_errors: state.crc }, tx: { bytes: 1, packets: 1 } }]]);
    },
  });
  return { state, statistics };
}

test('octets and packets of a device are read without starting a program', async () => {
  const { state, statistics } = hostWith('1500 10 0 0 0 0 0 3 700 5 0 0 0 0 0 0');
  await statistics.read();
  state.sums = '3000 20 0 0 0 0 0 3 1400 9 0 0 0 0 0 0';
  expect((await statistics.read()).get('eth1')).toEqual({
    rx: { bytes: 3000, packets: 20 },
    tx: { bytes: 1400, packets: 9 },
  });
  expect(state.asked).toBe(0);
});

test('an error is told by its kind as soon as it is counted, and stays told', async () => {
  const { state, statistics } = hostWith('1500 10 0 0 0 0 0 3 700 5 0 0 0 0 0 0');
  await statistics.read();
  Object.assign(state, { sums: '1600 11 2 0 0 2 0 3 700 5 0 0 0 0 0 0', crc: 2 });
  expect((await statistics.read()).get('eth1')?.rx).toEqual({ bytes: 1600, packets: 11, crc_errors: 2 });
  state.sums = '1700 12 2 0 0 2 0 3 700 5 0 0 0 0 0 0';
  expect((await statistics.read()).get('eth1')?.rx).toEqual({ bytes: 1700, packets: 12, crc_errors: 2 });
  expect(state.asked).toBe(1);
});
