import { expect, it } from 'vitest';
import type { PortCounters, PortState } from '../../datapath/datapath.ts';
import { portListOf } from '../../model/values/port-list.ts';
import { LoadMeter } from './port-load.ts';

const counters = (inOctets: bigint, outOctets: bigint) => new Map([[1, { inOctets, outOctets } as PortCounters]]);
const line = new Map([[1, { link: 'up', speed: 100 } as PortState]]);

it('measures both ways together, and an uplink by the busier of them, over half a minute', () => {
  const meter = new LoadMeter();
  const at = (seconds: number, inOctets: number, outOctets: number) =>
    meter.add({ at: seconds * 1000, counters: counters(BigInt(inOctets), BigInt(outOctets)) }, line, portListOf([1]));
  expect(at(0, 0, 0)).toEqual({ kilobits: new Map([[1, 0]]), uplink: 0 });
  // 40 and 10 Mbit/s on a line of 100.
  expect(at(10, 50_000_000, 12_500_000)).toEqual({ kilobits: new Map([[1, 50_000]]), uplink: 40 });
  // Quiet since: data older than half a minute no longer count.
  expect(at(30, 50_000_000, 12_500_000).kilobits.get(1)).toBe(16_667);
  expect(at(45, 50_000_000, 12_500_000)).toEqual({ kilobits: new Map([[1, 0]]), uplink: 0 });
  // Restarted counters are no load.
  expect(at(46, 0, 0).kilobits.get(1)).toBe(0);
  // An uplink sends more than it receives, or less.
  const sending = new LoadMeter();
  const uplinkAt = (seconds: number, outOctets: bigint) =>
    sending.add({ at: seconds * 1000, counters: counters(0n, outOctets) }, line, portListOf([1])).uplink;
  expect([uplinkAt(0, 0n), uplinkAt(10, 50_000_000n)]).toEqual([0, 40]);
});
