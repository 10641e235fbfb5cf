import { putLatest } from '../../model/values/latest.ts';
import type { Said } from './said.ts';

/** Stations, and addresses, that are remembered at most: who was heard longest ago is forgotten for a new one. */
export const HEARD_MAXIMUM = 4096;

/** Addresses of one station: one that makes them up pushes out its own. */
export const CLAIMS_MAXIMUM = 32;

/** Milliseconds for which an address belongs to the station that claimed it last. */
const ADDRESS_LIFE = 4 * 3_600_000;

/** Milliseconds for which two stations that both went on to claim an address count as quarreling. */
const QUARREL = 10 * 60_000;

interface Claim {
  readonly mac: string;
  readonly at: number;
  /** Who claimed it before, and when. */
  readonly former: { readonly mac: string; readonly at: number } | undefined;
  /** Until when both are said to have it. */
  readonly contestedUntil: number;
}

interface Names {
  readonly dhcp?: string;
  readonly mdns?: string;
}

/**
 * The names and addresses that stations say of themselves, in bounded room. An address is that of the station that claimed it last; of two
 * only where the former one claims it again, as two stations with the same address do: one that merely got it next is no quarrel.
 */
export class HeardStations {
  readonly #names = new Map<string, Names>();
  readonly #claims = new Map<string, Claim>();
  /** The addresses of each station in the order in which it claimed them. */
  readonly #owned = new Map<string, Set<string>>();

  /** Takes what was said. `now`: monotonic milliseconds. */
  hear(said: Said, now: number): void {
    if (said.kind !== 'dhcpName') this.#claim(said.address, said.mac, now);
    if (said.kind === 'address') return;
    const name = said.kind === 'dhcpName' ? { dhcp: said.name } : { mdns: said.name };
    putLatest(this.#names, said.mac, { ...this.#names.get(said.mac), ...name }, HEARD_MAXIMUM);
  }

  /** The names by MAC address. */
  names(): ReadonlyMap<string, Names> {
    return this.#names;
  }

  /** Who has which address: one for each address, two where it is contested. */
  *holders(now: number): Iterable<{ readonly mac: string; readonly address: string }> {
    for (const [address, { mac, at, former, contestedUntil }] of this.#claims) {
      if (now - at > ADDRESS_LIFE) continue;
      yield { mac, address };
      if (former && contestedUntil > now) yield { mac: former.mac, address };
    }
  }

  /** The addresses that two stations claim in turn, and who they are, in order. */
  *contested(now: number): Iterable<{ readonly address: string; readonly macs: readonly [string, string] }> {
    for (const [address, { mac, former, contestedUntil }] of this.#claims) {
      if (!former || contestedUntil <= now) continue;
      yield { address, macs: mac < former.mac ? [mac, former.mac] : [former.mac, mac] };
    }
  }

  #claim(address: string, mac: string, now: number): void {
    const present = this.#claims.get(address);
    this.#release(address);
    this.#claims.set(address, claimBy(mac, present, now));
    const own = this.#owned.get(mac) ?? new Set();
    this.#owned.set(mac, own.add(address));
    const [oldest] = own.size > CLAIMS_MAXIMUM ? own : this.#claims.size > HEARD_MAXIMUM ? this.#claims.keys() : [];
    if (oldest !== undefined) this.#release(oldest);
  }

  #release(address: string): void {
    const claim = this.#claims.get(address);
    const own = claim && this.#owned.get(claim.mac);
    this.#claims.delete(address);
    own?.delete(address);
    if (own?.size === 0) this.#owned.delete(claim?.mac ?? '');
  }
}

function claimBy(mac: string, present: Claim | undefined, now: number): Claim {
  if (!present || present.mac === mac) return { former: undefined, contestedUntil: 0, ...present, mac, at: now };
  const { former } = present;
  const returns = former?.mac === mac && now - former.at < QUARREL;
  return {
    mac,
    at: now,
    former: { mac: present.mac, at: present.at },
    contestedUntil: returns ? now + QUARREL : 0,
  };
}
