import { address } from './access-list.ts';
import type { Packet } from './packet.ts';
import type { Row, Settings } from './settings.ts';

/** Octets a second and frames a second of one step of a rate. */
const OCTETS = 8000;
const FRAMES = 64;
/** The part of a second whose octets pass at once, and the longest frames that pass at once in any case. */
const AT_ONCE = 0.1;
const LONGEST = { usual: 1522, jumbo: 9216 };
/** Octets that a rule with a rate lets pass at once. */
const RULE_BURST = 65_536;
const BROADCAST = 'FF-FF-FF-FF-FF-FF';
const GROUP = 0x010000000000n;

/** Lets so much a second pass, and so much at once. */
class Bucket {
  readonly #rate: number;
  readonly #full: number;
  #left: number;
  #at = 0;

  constructor(rate: number, full: number) {
    this.#rate = rate;
    this.#full = full;
    this.#left = full;
  }

  take(amount: number, now: number): boolean {
    this.#left = Math.min(this.#full, this.#left + (now - this.#at) * this.#rate);
    this.#at = now;
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }
}

/** Rates of ports and access rules (docs/specification/network.md 6, docs/specification/security.md, "ACL"): each port by itself, in a trunk, too. */
export class Rates {
  readonly #settings: Settings;
  readonly #isJumbo: (port: number) => boolean;
  readonly #buckets = new Map<string, Bucket>();

  constructor(settings: Settings, isJumbo: (port: number) => boolean) {
    this.#settings = settings;
    this.#isJumbo = isJumbo;
  }

  /** Whether a frame is within what its port accepts, and its broadcasts or multicasts. */
  accepts(port: number, packet: Packet, now: number): boolean {
    const { rateCtrlIngressStatus, rateCtrlIngressRate } = this.#settings.row('rateCtrlEntry', port);
    if (rateCtrlIngressStatus === 1) {
      const rate = Number(rateCtrlIngressRate) * OCTETS;
      const burst = Math.max(rate * AT_ONCE, 2 * (this.#isJumbo(port) ? LONGEST.jumbo : LONGEST.usual));
      if (!this.#bucket(`ingress ${port}`, rate, burst).take(packet.octets.length, now)) return false;
    }
    if ((address(packet.destination) & GROUP) === 0n) return true;
    const column = packet.destination === BROADCAST ? 'stormCtrlBroadcast' : 'stormCtrlMulticast';
    return this.#withinStorm(port, column, now);
  }

  /** Whether a unicast frame whose destination is not known is within what its port accepts of those. */
  acceptsUnknown(port: number, now: number): boolean {
    return this.#withinStorm(port, 'stormCtrlDlf', now);
  }

  /** Whether a frame is within the rate of the rule that it matches, which all its ports share. */
  permits({ aclProfileId, aclRuleId, aclRuleRateLimit = 0 }: Row, { octets }: Packet, now: number): boolean {
    if (Number(aclRuleRateLimit) <= 0) return true;
    const rate = Number(aclRuleRateLimit) * OCTETS;
    return this.#bucket(`rule ${aclProfileId} ${aclRuleId}`, rate, RULE_BURST).take(octets.length, now);
  }

  #withinStorm(port: number, column: string, now: number): boolean {
    const row = this.#settings.row('stormCtrlEntry', port);
    if (row[column] !== 1) return true;
    const rate = Number(row.stormCtrlThreshold ?? 4096) * FRAMES;
    return this.#bucket(`${column} ${port}`, rate, rate).take(1, now);
  }

  #bucket(name: string, rate: number, full: number): Bucket {
    const made = this.#buckets.get(name) ?? new Bucket(rate, full);
    this.#buckets.set(name, made);
    return made;
  }
}
