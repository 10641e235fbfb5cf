import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerIn, type Load, requestOf } from './load.ts';
import { median } from './table.ts';

/** An open loop: requests come at their times, however long the answers to those before take. */
export interface OpenLoop extends Load {
  /** Requests a second. */
  readonly rate: number;
}

/**
 * The 99th percentile of the milliseconds from the time at which a request is due until its answer is there, the wait for a free
 * connection included. Rejects as `requestsPerSecond` does.
 */
async function slowestPercent(load: OpenLoop): Promise<number> {
  const { port, connections, requests, rate } = load;
  const request = requestOf(load);
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  try {
    const times = await new Promise<number[]>((resolve, reject) => {
      const began = performance.now();
      const taken: number[] = [];
      const waiting: number[] = [];
      const free = [...sockets];
      /** When what a connection was asked last was due. */
      const asked = new Map<Socket, number>();
      const ask = () => {
        for (let due = waiting[0]; due !== undefined; due = waiting[0]) {
          const socket = free.pop();
          if (!socket) return;
          waiting.shift();
          asked.set(socket, due);
          socket.write(request);
        }
      };
      for (const socket of sockets) {
        socket.on('error', reject).on(
          'data',
          answerIn(() => {
            taken.push(performance.now() - (asked.get(socket) ?? 0));
            free.push(socket);
            if (taken.length === requests) resolve(taken);
            else ask();
          }, reject),
        );
      }
      let come = 0;
      const timer = setInterval(() => {
        for (; come < requests && began + (come * 1000) / rate <= performance.now(); come += 1) {
          waiting.push(began + (come * 1000) / rate);
        }
        if (come === requests) clearInterval(timer);
        ask();
      }, 1);
    });
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function opened(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
  await once(socket, 'connect');
  return socket;
}

/** The medians of several rounds of two loops, in turns, so that whatever else this machine does weighs on both. */
export async function slowestOfBoth(ours: OpenLoop, floor: OpenLoop, rounds: number): Promise<[number, number]> {
  const [times, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await slowestPercent(ours));
    bare.push(await slowestPercent(floor));
  }
  return [median(times), median(bare)];
}
