import { expect, test } from 'vitest';
import { copperPorts } from '../virtual-harness.ts';
import { drawnPower, isPowered, sharePower } from './power-supply.ts';

const ports = copperPorts(4).map((port) => ({ ...port, pse: port.number !== 4 }));
const demand = (port: number, milliwatts: number) => ({ port, milliwatts, fault: undefined });

test('a port gives 30 W and no more, and one that gives none has nothing to tell', () => {
  const shares = sharePower(ports, 100_000, [demand(1, 30_000), demand(2, 30_001), demand(4, 5000)]);
  expect(shares).toEqual(
    new Map([
      [1, { status: 'POWER ON', milliwatts: 30_000 }],
      [2, { status: 'Overload', milliwatts: 0 }],
      [3, { status: 'POWER OFF', milliwatts: 0 }],
    ]),
  );
});

test('what is asked for is given as long as it fits, a smaller one behind a larger one, too', () => {
  const shares = sharePower(ports, 20_000, [demand(1, 12_000), demand(2, 9000), demand(3, 8000)]);
  expect([...shares.values()].map(({ status }) => status)).toEqual(['POWER ON', 'Power denied', 'POWER ON']);
});

test('devices draw from nine tenths to all of their share, slowly, each in its own time', () => {
  const shares = sharePower(ports, 100_000, [demand(1, 10_000), demand(2, 10_000)]);
  const drawn = (at: number) => [...drawnPower(shares, at).values()].map(({ milliwatts }) => milliwatts);
  // The first one's wave begins at the sine of 1, the second one's at that of 2; a turn of each takes 2π times 37 seconds.
  expect(drawn(0)).toEqual([9900, 9900, 0]);
  expect(drawn(37)).toEqual([9900, 9500, 0]);
  expect(drawn(3.5 * 37)).toEqual([9000, 9100, 0]);
});

test('a device needs its power for a link, unless it has a supply of its own', () => {
  expect(isPowered(undefined)).toBe(true);
  expect(isPowered({ status: 'POWER OFF', milliwatts: 0 })).toBe(true);
  expect(isPowered({ status: 'POWER ON', milliwatts: 1 })).toBe(true);
  expect(isPowered({ status: 'Power denied', milliwatts: 0 })).toBe(false);
});
