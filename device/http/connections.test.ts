import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Connections } from './connections.ts';

/** A connection that can be spoken on, from the `port`th port of a browser. */
function opened(connections: Connections, port: number, remoteAddress = '192.0.2.9'): Socket {
  const ends = { remoteAddress, remotePort: port, localAddress: '192.0.2.1', localPort: 443 };
  const socket = Object.defineProperties(
    new Socket(),
    Object.fromEntries(Object.entries(ends).map(([name, value]) => [name, { value }])),
  );
  connections.accept(socket);
  connections.opened(socket);
  return socket;
}

const epochOf = (connections: Connections, socket: Socket) => connections.arrival(new IncomingMessage(socket)).epoch;

test('a connection is of the epoch that it was opened in', () => {
  const connections = new Connections();
  const before = opened(connections, 1);
  connections.begin(1);
  const after = opened(connections, 2);
  expect([before, after].map((socket) => epochOf(connections, socket))).toEqual([0, 1]);
  expect([before, after].map((socket) => connections.isStale(socket))).toEqual([true, false]);
});

test('a request arrives from one end of its connection at the other, and IPv4 is shown as such', () => {
  const connections = new Connections();
  const socket = opened(connections, 1, '::ffff:192.0.2.9');
  const ends = { localAddress: '192.0.2.1', localPort: 443, remoteAddress: '192.0.2.9' };
  expect(connections.arrival(new IncomingMessage(socket))).toMatchObject(ends);
});

test('a connection from before a restart is older than any epoch after it', () => {
  const connections = new Connections();
  connections.begin(3);
  const before = opened(connections, 1);
  connections.restarted();
  expect(epochOf(connections, before)).toBeLessThan(0);
  const after = opened(connections, 2);
  expect(epochOf(connections, after)).toBe(0);
  connections.begin(1);
  expect(epochOf(connections, before)).toBeLessThan(0);
  expect([before, after].map((socket) => connections.isStale(socket))).toEqual([true, true]);
});

test('no stranger takes the place of who comes from where somebody signed in, by whichever service', () => {
  const limits = { strangers: 8, source: 4, known: 2 };
  const comes = (isKnown: boolean): boolean => {
    const connections = new Connections({ limits });
    if (isKnown) connections.knowSource('192.0.2.9');
    const owner = [opened(connections, 1), opened(connections, 2)];
    for (let at = 0; at < 100; at += 1) opened(connections, 3, `198.51.100.${at}`);
    return owner.every(({ destroyed }) => !destroyed);
  };
  expect([comes(true), comes(false)]).toEqual([true, false]);
});

test('on a link of the switch one source takes the places of no other', () => {
  const connections = new Connections({ limits: { strangers: 64, source: 4, known: 2 } });
  connections.followAddresses(['2001:db8::1']);
  const owner = opened(connections, 1, '2001:db8::9');
  for (let at = 0; at < 20; at += 1) opened(connections, at, '2001:db8::bad');
  expect(owner.destroyed).toBe(false);
});

test('a host that changes its address on a link for every connection takes the places of nobody elsewhere, and of no known source', () => {
  const connections = new Connections({ limits: { strangers: 64, source: 16, known: 2 } });
  connections.followAddresses(['2001:db8::1', '192.0.2.1', 'fe80::1%vlan1']);
  connections.knowSource('2001:db8::9');
  const addresses = ['192.0.2.9', '2001:db8::9', 'fe80::9%vlan2'];
  const owner = addresses.flatMap((address) => [1, 2, 3, 4, 5, 6].map((port) => opened(connections, port, address)));
  for (let at = 0; at < 500; at += 1) {
    opened(connections, at, `2001:db8::bad:${at.toString(16)}`);
    opened(connections, at, `fe80::bad:${at.toString(16)}%vlan1`);
  }
  expect(owner.filter(({ destroyed }) => destroyed)).toEqual([]);
});

test.each([
  ['IPv6', (at: number) => `2001:db8::bad:${at.toString(16)}`, '2001:db8::9'],
  ['link-local', (at: number) => `fe80::bad:${at.toString(16)}%vlan1`, 'fe80::9%vlan1'],
  ['IPv4', (at: number) => `192.0.2.${10 + (at % 200)}`, '192.0.2.9'],
])(
  'a station that changes its %s address for every connection takes the places of no stranger at another station',
  (_, address, own) => {
    const stationOf = (from: string) => (from === own ? '02-00-00-00-00-01' : '02-00-00-00-00-66');
    const connections = new Connections({ limits: { strangers: 64, source: 16, known: 2 }, stationOf });
    connections.followAddresses(['2001:db8::1', '192.0.2.1', 'fe80::1%vlan1']);
    const owner = [1, 2, 3].map((port) => opened(connections, port, own));
    for (let at = 0; at < 500; at += 1) opened(connections, at, address(at));
    expect(owner.filter(({ destroyed }) => destroyed)).toEqual([]);
  },
);

test('a network of IPv6 that has thousands of /64s takes the places of no stranger elsewhere', () => {
  const connections = new Connections({ limits: { strangers: 64, source: 16, known: 2 } });
  const owner = [1, 2, 3, 4, 5, 6].map((port) => opened(connections, port, '2001:db8:8::9'));
  for (let at = 0; at < 500; at += 1) opened(connections, at, `2001:db8:bad:${at.toString(16)}::9`);
  expect(owner.filter(({ destroyed }) => destroyed)).toEqual([]);
});

test('so many connections are open as there are places: of a source, of strangers, and of known browsers', () => {
  const limits = { strangers: 8, source: 4, known: 2 };
  const left = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;
  const many = (connections: Connections, address: (at: number) => string) =>
    Array.from({ length: 20 }, (_, at) => opened(connections, at, address(at)));
  expect(left(many(new Connections({ limits }), () => '192.0.2.9'))).toBe(4);
  expect(left(many(new Connections({ limits }), (at) => `198.51.100.${at}`))).toBe(8);
  const connections = new Connections({ limits });
  const browsers = Array.from({ length: 5 }, (_, at) => {
    const socket = opened(connections, at);
    connections.recognized(socket);
    return socket;
  });
  expect(browsers.map(({ destroyed }) => destroyed)).toEqual([true, true, true, false, false]);
});

test('of the sources of known browsers the last 64 are remembered', () => {
  const connections = new Connections();
  for (let at = 0; at < 65; at += 1) connections.knowSource(`198.51.100.${at}`);
  const isKnown = (at: number) => connections.originOf(opened(connections, at, `198.51.100.${at}`)).isKnown;
  expect([isKnown(0), isKnown(1), isKnown(64)]).toEqual([false, true, true]);
});
