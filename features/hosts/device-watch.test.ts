import { expect, test, vi } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import type { ServiceContext } from '../../device/feature.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import type { HeardStations } from '../../protocols/station-names/heard-stations.ts';
import { startHostWatch } from './device-watch.ts';

const OWN = '02-00-00-00-00-01';
const HOST = '02-00-00-00-00-0A';

/** The service with an address table, and what it offers. */
function started(entries: () => Promise<readonly object[]>) {
  const clock = new ManualClock();
  const offered: { memory: { stations: ReadonlyMap<string, unknown> }; heard: HeardStations }[] = [];
  let receive: (punted: object) => void = () => undefined;
  let looks = 0;
  const context = {
    clock,
    hardware: { baseMacAddress: OWN },
    wallClock: { now: () => 1_800_000_000_000, onStep: () => () => undefined },
    datapath: {
      forwardingDatabase: () => {
        looks += 1;
        return entries();
      },
    },
    onFrame: (_: object, taken: typeof receive) => {
      receive = taken;
    },
    offer: (_: object, value: (typeof offered)[number]) => offered.push(value),
  };
  startHostWatch(context as unknown as ServiceContext);
  const stations = () => [...(offered[0]?.memory.stations.keys() ?? [])];
  return { clock, stations, hear: (frame: Uint8Array) => receive({ frame }), looks: () => looks, offered };
}

const entry = (address: string, origin = 'learned') => ({ origin, address, port: 3, fid: 1, age: 5 });

test('hosts are what was learned, never the switch itself nor what was configured', async () => {
  const watch = started(async () => [entry(HOST), entry(OWN), entry('02-00-00-00-00-0B', 'static')]);
  await vi.waitFor(() => expect(watch.stations()).toEqual([HOST]));
});

test('the table is looked at each minute, after a failure too, and not while a look goes on', async () => {
  let answer: (found: readonly object[]) => void = () => undefined;
  let fails = true;
  const watch = started(() => {
    if (fails) return Promise.reject(new Error('no datapath'));
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  await new Promise(setImmediate);
  fails = false;
  watch.clock.advance(59_999);
  expect(watch.looks()).toBe(1);
  watch.clock.advance(1);
  expect(watch.looks()).toBe(2);
  watch.clock.advance(60_000);
  expect(watch.looks()).toBe(2);
  answer([entry(HOST)]);
  await vi.waitFor(() => expect(watch.stations()).toEqual([HOST]));
  watch.clock.advance(60_000);
  expect(watch.looks()).toBe(3);
});

test('what the switch says of itself is none of a host', () => {
  const watch = started(async () => []);
  const arp = (mac: string) =>
    buildEthernet({
      ...{ destination: 'FF-FF-FF-FF-FF-FF', source: mac, etherType: EtherType.arp },
      payload: buildArp({
        ...{ operation: 'request', senderMac: mac, senderAddress: '192.0.2.7' },
        ...{ targetMac: '00-00-00-00-00-00', targetAddress: '192.0.2.1' },
      }),
    });
  const holders = () => [...(watch.offered[0]?.heard.holders(watch.clock.now()) ?? [])];
  watch.hear(arp(OWN));
  expect(holders()).toEqual([]);
  watch.hear(arp(HOST));
  expect(holders()).toEqual([{ mac: HOST, address: '192.0.2.7' }]);
});
