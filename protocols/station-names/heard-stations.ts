import type { Said } from './said.ts';

/** Stations, and addresses, that are remembered at most: who was heard longest ago is forgotten for a new one. */
export const HEARD_MAXIMUM = 4096;

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

  /** Takes what was said. `now`: monotonic milliseconds. */
  hear(said: Said, now: number): void {
    if (said.kind !== 'dhcpName') this.#claim(said.address, said.mac, now);
    if (said.kind === 'address') return;
    const name = said.kind === 'dhcpName' ? { dhcp: said.name } : { mdns: said.name };
    put(this.#names, said.mac, { ...this.#names.get(said.mac), ...name });
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

  #claim(address: string, mac: string, now: number): void {
    const present = this.#claims.get(address);
    if (!present || present.mac === mac) {
      put(this.#claims, address, { former: undefined, contestedUntil: 0, ...present, mac, at: now });
      return;
    }
    const { former } = present;
    const returns = former?.mac === mac && now - former.at < QUARREL;
    put(this.#claims, address, {
      mac,
      at: now,
      former: { mac: present.mac, at: present.at },
      contestedUntil: returns ? now + QUARREL : 0,
    });
  }
}

/** Puts an entry at the end; the oldest one goes where there is no room. */
function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.delete(key) && map.size >= HEARD_MAXIMUM) {
    const [oldest] = map.keys();
    if (oldest !== undefined) map.delete(oldest);
  }
  map.set(key, value);
}
