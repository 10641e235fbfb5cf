import { readBpdu } from './bpdu.ts';
import { type BridgeNeighbor, neighborBpdu } from './bridge-neighbor.ts';
import type { Left } from './comparison.ts';
import { type GvrpNeighbor, gvrpPdu } from './gvrp-neighbor.ts';
import { type LacpPartner, lacpdu, lastHeard } from './lacp-partner.ts';
import type { Sent } from './random-frames.ts';

/** A bridge or host at a port that speaks a protocol with the switch, every second or two. */
export type Neighbor = LacpPartner | BridgeNeighbor | GvrpNeighbor;

/** What neighbors have heard of the switch, and what they say to it. */
export class Neighborhood {
  #present: readonly Neighbor[];
  /** The last LACPDU that a port sent: who falls silent goes on listening. */
  readonly #heard = new Map<number, Uint8Array>();
  readonly #bpdus = new Map<number, Uint8Array>();

  constructor(present: readonly Neighbor[]) {
    this.#present = present;
  }

  /** Others are there from now on. */
  become(present: readonly Neighbor[]): void {
    this.#present = present;
  }

  hear(left: readonly Left[]): void {
    for (const { port, octets } of left) {
      if (lastHeard(octets)) this.#heard.set(port, octets);
      if (!readBpdu(octets)) continue;
      for (const neighbor of this.#present) {
        if (neighbor.kind === 'bridge' && neighbor.links.includes(port)) this.#bpdus.set(neighbor.port, octets);
      }
    }
  }

  #saidBy(neighbor: Neighbor): Uint8Array | undefined {
    if (neighbor.kind === 'gvrp') return gvrpPdu(neighbor);
    return neighbor.kind === 'bridge'
      ? neighborBpdu(neighbor, this.#bpdus.get(neighbor.port))
      : lacpdu(neighbor, this.#heard.get(neighbor.port));
  }

  /** What they have to say now. */
  speak(): Sent[] {
    return this.#present.flatMap((neighbor) => {
      const octets = this.#saidBy(neighbor);
      return octets ? [{ port: neighbor.port, octets }] : [];
    });
  }
}
