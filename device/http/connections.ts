import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Arrival } from '../switch/entrance.ts';

/** Remembers in which epoch each TCP connection was opened (see `Arrival.epoch`). */
export class Connections {
  readonly #opened = new WeakMap<Socket, number>();
  #epoch = 0;

  /** A forced change was applied: connections opened before prove nothing about it. */
  begin(epoch: number): void {
    this.#epoch = epoch;
  }

  /** A connection was opened. */
  opened(socket: Socket): void {
    this.#opened.set(socket, this.#epoch);
  }

  /** Whether the connection is older than the epoch; its browser should open a new one. */
  isStale(socket: Socket): boolean {
    return (this.#opened.get(socket) ?? this.#epoch) < this.#epoch;
  }

  arrival({ socket }: FastifyRequest): Arrival {
    return {
      localAddress: plainAddress(socket.localAddress),
      localPort: socket.localPort ?? 0,
      remoteAddress: plainAddress(socket.remoteAddress),
      epoch: this.#opened.get(socket) ?? 0,
    };
  }
}

/** An IPv4 address as such, where the socket shows it mapped into IPv6 (RFC 4291 2.5.5.2). */
function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}
