import { expect, test } from 'vitest';
import { managementStations } from '../../../device/guard/management-stations.ts';
import { SlotStore } from '../../../device/slot.ts';
import { carriesSession } from './session-ports.ts';

/** The ports of the first six that may carry a session of one of these addresses, with a station known at each of `stations`. */
function carrying(addresses: readonly string[], stations: readonly number[] = []): number[] {
  const slots = new SlotStore(
    () => undefined,
    (error) => expect.fail(String(error)),
  );
  const paths = stations.map((port) => ({ port, vlan: 1, clientMac: `02-00-00-00-00-0${port}` }));
  slots.update(managementStations, () => paths);
  const list = () =>
    addresses.map((remoteAddress, at) => ({
      id: String(at),
      number: at + 1,
      user: 'admin',
      remoteAddress,
      signedInAt: 0,
      idle: 0,
    }));
  return [1, 2, 3, 4, 5, 6].filter((port) => carriesSession({ sessions: { list }, slots }, port));
}

test('the port of a station that an administrator calls from carries his session', () => {
  expect(carrying(['192.0.2.7'], [3])).toEqual([3]);
  expect(carrying(['2001:db8::7'], [3, 5])).toEqual([3, 5]);
  expect(carrying(['fe80::7%vlan1'], [2])).toEqual([2]);
});

test('any port may carry a session whose station was not found', () => {
  expect(carrying(['192.0.2.7'])).toEqual([1, 2, 3, 4, 5, 6]);
});

test('no port carries one while nobody is signed in, or only past the ports', () => {
  expect(carrying([], [3])).toEqual([]);
  expect(carrying(['127.0.0.1', '::1', '::ffff:127.0.0.1'])).toEqual([]);
});
