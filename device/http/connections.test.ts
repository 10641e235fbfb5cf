import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { Connections } from './connections.ts';

const epochOf = (connections: Connections, socket: Socket) =>
  // Nothing else of the request is looked at.
  connections.arrival({ socket } as FastifyRequest).epoch;

test('a connection is of the epoch that it was opened in', () => {
  const connections = new Connections();
  const [before, after] = [new Socket(), new Socket()];
  connections.opened(before);
  connections.begin(1);
  connections.opened(after);
  expect([before, after].map((socket) => epochOf(connections, socket))).toEqual([0, 1]);
  expect([before, after].map((socket) => connections.isStale(socket))).toEqual([true, false]);
});

test('a connection from before a restart is older than any epoch after it', () => {
  const connections = new Connections();
  const [before, after] = [new Socket(), new Socket()];
  connections.begin(3);
  connections.opened(before);
  connections.restarted();
  expect(epochOf(connections, before)).toBeLessThan(0);
  connections.opened(after);
  expect(epochOf(connections, after)).toBe(0);
  connections.begin(1);
  expect(epochOf(connections, before)).toBeLessThan(0);
  expect([before, after].map((socket) => connections.isStale(socket))).toEqual([true, true]);
});
