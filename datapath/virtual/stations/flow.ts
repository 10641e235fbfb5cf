import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { buildIpv4, IpProtocol } from '../../../protocols/frames/ipv4.ts';
import { buildUdp } from '../../../protocols/frames/udp.ts';
import type { Random } from '../scenario/random.ts';
import type { Host } from './host.ts';

/** A flow's average rate. */
export interface FlowRate {
  /** Kilobits per second. */
  readonly kilobits: number;
  /** Octets of a frame without FCS. */
  readonly frameLength: number;
}

const HEADERS = 14 + 20 + 8;
const FIRST_PORT = 49_152;
/** How far the load swings around its average, slowly and from second to second. */
const SWING = 0.5;
const NOISE = 0.3;

/**
 * A stream of datagrams from a host to an address: another host's, or a group's. Once a turn it sends one real frame
 * that represents all that it would have sent meanwhile; the counters and everything behind the switch then see the
 * sum.
 */
export class Flow {
  readonly #from: Host;
  readonly #to: string;
  readonly #rate: FlowRate;
  readonly #random: Random;
  readonly #port: number;
  readonly #period: number;
  readonly #phase: number;
  #carried = 0;
  #template: { readonly mac: string; readonly frame: Uint8Array } | undefined;

  constructor(from: Host, to: string, rate: FlowRate, random: Random) {
    this.#from = from;
    this.#to = to;
    this.#rate = rate;
    this.#random = random;
    this.#port = FIRST_PORT + Math.floor(random() * 10_000);
    this.#period = 120 + random() * 480;
    this.#phase = random() * 2 * Math.PI;
  }

  /** Sends what `seconds` are worth at `now` (seconds), `factor` times the usual. */
  play(seconds: number, now: number, factor: number): void {
    const mac = this.#from.resolve(this.#to);
    if (!mac) return;
    const swing = 1 + SWING * Math.sin((2 * Math.PI * now) / this.#period + this.#phase);
    const noise = 1 + NOISE * (2 * this.#random() - 1);
    const octets = this.#rate.kilobits * 125 * seconds * factor * swing * noise;
    this.#carried += octets / this.#rate.frameLength;
    const frames = Math.floor(this.#carried);
    this.#carried -= frames;
    if (frames > 0) this.#from.send(this.#frameTo(mac), frames);
  }

  #frameTo(mac: string): Uint8Array {
    if (this.#template?.mac !== mac) this.#template = { mac, frame: this.#build(mac, this.#to) };
    return this.#template.frame;
  }

  #build(mac: string, destination: string): Uint8Array {
    const source = this.#from.identity.address ?? '0.0.0.0';
    const content = new Uint8Array(Math.max(0, this.#rate.frameLength - HEADERS));
    const datagram = buildUdp({ sourcePort: this.#port, destinationPort: 5004, content }, source, destination);
    const packet = buildIpv4({
      source,
      destination,
      protocol: IpProtocol.udp,
      dscp: 0,
      timeToLive: 64,
      payload: datagram,
    });
    return this.#from.frame(mac, EtherType.ipv4, packet);
  }
}
