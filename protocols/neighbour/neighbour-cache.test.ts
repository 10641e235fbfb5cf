import { expect, test } from 'vitest';
import { NeighbourCache } from './neighbour-cache.ts';

const packet = (mark: number) => ({ etherType: 0x0800, payload: Uint8Array.of(mark) });
const HIM = '192.0.2.9';
const MAC = '02-00-00-00-00-09';

test('packets wait for the answer to one question, the oldest give way, and leave in order', () => {
  const cache = new NeighbourCache();
  expect(cache.send(HIM, packet(1), 0)).toEqual({ send: [], ask: [HIM], unreachable: [] });
  for (const mark of [2, 3, 4]) expect(cache.send(HIM, packet(mark), 100).ask).toEqual([]);
  expect(cache.heard(HIM, MAC, 200).send).toEqual([2, 3, 4].map((mark) => ({ mac: MAC, packet: packet(mark) })));
  expect(cache.send(HIM, packet(5), 300)).toEqual({
    send: [{ mac: MAC, packet: packet(5) }],
    ask: [],
    unreachable: [],
  });
  expect(cache.wakeAt).toBe(Number.POSITIVE_INFINITY);
});

test('a silent neighbour is asked three times, a second apart, then given up; the next packet asks anew', () => {
  const cache = new NeighbourCache();
  cache.send(HIM, packet(1), 0);
  expect(cache.wakeAt).toBe(1000);
  expect(cache.wake(999).ask).toEqual([]);
  expect(cache.wake(1000).ask).toEqual([HIM]);
  expect(cache.wake(2000).ask).toEqual([HIM]);
  expect(cache.wake(3000)).toEqual({ send: [], ask: [], unreachable: [HIM] });
  expect(cache.wakeAt).toBe(Number.POSITIVE_INFINITY);
  expect(cache.send(HIM, packet(2), 4000).ask).toEqual([HIM]);
  expect(cache.heard(HIM, MAC, 4001).send).toEqual([{ mac: MAC, packet: packet(2) }]);
});

test('one that was not heard for half a minute is still sent to, but asked again; when it stays silent it is forgotten', () => {
  const cache = new NeighbourCache();
  cache.heard(HIM, MAC, 0);
  expect(cache.send(HIM, packet(1), 29_999).ask).toEqual([]);
  expect(cache.send(HIM, packet(2), 30_000)).toMatchObject({ ask: [HIM], send: [{ mac: MAC }] });
  expect(cache.send(HIM, packet(3), 30_001)).toMatchObject({ ask: [], send: [{ mac: MAC }] });
  for (const now of [31_000, 32_000, 33_000]) cache.wake(now);
  expect(cache.macOf(HIM)).toBeUndefined();
});

test('what is said unasked corrects a neighbour in use, and makes no new ones', () => {
  const cache = new NeighbourCache();
  cache.corrected(HIM, MAC, 0);
  expect(cache.macOf(HIM)).toBeUndefined();
  cache.heard(HIM, MAC, 0);
  cache.corrected(HIM, '02-00-00-00-00-0A', 1);
  expect(cache.macOf(HIM)).toBe('02-00-00-00-00-0A');
});

test('one that does not speak for itself in the ageing time is forgotten, and asked for anew', () => {
  const cache = new NeighbourCache();
  cache.setAgeing(() => 60_000);
  cache.heard(HIM, MAC, 0);
  cache.heard(HIM, MAC, 50_000);
  expect(cache.known(109_999)).toEqual([{ address: HIM, mac: MAC, isStatic: false, state: 'stale', age: 59_999 }]);
  expect(cache.known(110_000)).toEqual([]);
  cache.heard(HIM, MAC, 200_000);
  expect(cache.send(HIM, packet(1), 260_000)).toEqual({ send: [], ask: [HIM], unreachable: [] });
  expect(cache.known(260_500)).toMatchObject([{ mac: undefined, state: 'incomplete' }]);
});

test('one that is said is sent to without a question, whatever is heard of it, until it is said no more', () => {
  const cache = new NeighbourCache();
  cache.heard(HIM, '02-00-00-00-00-66', 0);
  cache.pin(new Map([[HIM, MAC]]));
  expect(cache.heard(HIM, '02-00-00-00-00-66', 1)).toEqual({ send: [], ask: [], unreachable: [] });
  cache.corrected(HIM, '02-00-00-00-00-66', 1);
  expect(cache.send(HIM, packet(1), 1_000_000).send).toEqual([{ mac: MAC, packet: packet(1) }]);
  expect(cache.known(1_000_000)).toEqual([{ address: HIM, mac: MAC, isStatic: true, state: 'reachable', age: 0 }]);
  expect(cache.forget(() => true)).toBe(0);
  cache.pin(new Map());
  expect(cache.send(HIM, packet(2), 1_000_001).ask).toEqual([HIM]);
});

test('what was heard is forgotten where that is asked for', () => {
  const cache = new NeighbourCache();
  cache.heard(HIM, MAC, 0);
  cache.heard('192.0.2.8', MAC, 0);
  expect(cache.forget((address) => address === HIM)).toBe(1);
  expect(cache.known(1).map(({ address }) => address)).toEqual(['192.0.2.8']);
});

test('it keeps 1024 neighbours; the one not used for longest makes room', () => {
  const cache = new NeighbourCache();
  for (let index = 0; index < 1024; index += 1) cache.heard(`10.0.${index >> 8}.${index & 255}`, MAC, index);
  cache.send('10.0.0.0', packet(1), 2000);
  cache.heard('10.1.0.0', MAC, 2001);
  expect(cache.macOf('10.0.0.0')).toBe(MAC);
  expect(cache.macOf('10.0.0.1')).toBeUndefined();
  expect(cache.macOf('10.1.0.0')).toBe(MAC);
});

test('what a neighbour says unasked by IPv6 is believed until the next packet, which asks it', () => {
  const cache = new NeighbourCache();
  const other = '02-00-00-00-00-0A';
  cache.advertised(HIM, { mac: other, solicited: false, override: true }, 0);
  expect(cache.macOf(HIM)).toBeUndefined();
  cache.heard(HIM, MAC, 0);
  cache.advertised(HIM, { mac: other, solicited: false, override: false }, 1);
  expect(cache.macOf(HIM)).toBe(MAC);
  expect(cache.send(HIM, packet(1), 2)).toMatchObject({ send: [{ mac: MAC }], ask: [HIM] });
  cache.advertised(HIM, { mac: other, solicited: false, override: true }, 3);
  expect(cache.send(HIM, packet(2), 4)).toMatchObject({ send: [{ mac: other }], ask: [HIM] });
  cache.advertised(HIM, { mac: MAC, solicited: true, override: true }, 5);
  expect(cache.send(HIM, packet(3), 6)).toMatchObject({ send: [{ mac: MAC }], ask: [] });
});

test('questions are as far apart as it is told', () => {
  const cache = new NeighbourCache((address) => (address === HIM ? 5000 : 1000));
  cache.send(HIM, packet(1), 0);
  expect(cache.wakeAt).toBe(5000);
  expect(cache.wake(4999).ask).toEqual([]);
  expect(cache.wake(5000).ask).toEqual([HIM]);
});
