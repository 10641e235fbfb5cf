import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Connections } from './connections.ts';

/** A connection that can be spoken on, from the `port`th port of a browser. */
function opened(connections: Connections, port: number): Socket {
  const ends = { remoteAddress: '192.0.2.9', remotePort: port, localAddress: '192.0.2.1', localPort: 443 };
  const socket = Object.defineProperties(
    new Socket(),
    Object.fromEntries(Object.entries(ends).map(([name, value]) => [name, { value }])),
  );
  connections.accept(socket);
  connections.opened(socket);
  return socket;
}

const epochOf = (connections: Connections, socket: Socket) => connections.arrival(socket).epoch;

test('a connection is of the epoch that it was opened in', () => {
  const connections = new Connections();
  const before = opened(connections, 1);
  connections.begin(1);
  const after = opened(connections, 2);
  expect([before, after].map((socket) => epochOf(connections, socket))).toEqual([0, 1]);
  expect([before, after].map((socket) => connections.isStale(socket))).toEqual([true, false]);
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
