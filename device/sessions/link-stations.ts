import type { Clock } from '../../datapath/clock.ts';
import type { NeighbourEntry } from '../../datapath/datapath.ts';
import type { MacAddress } from '../../datapath/identifiers.ts';
import { interfaceName, VLAN_INTERFACE_BASE } from '../../model/values/interface-index.ts';
import { withZone } from '../../model/values/ipv6.ts';

/** Milliseconds between two looks at the neighbor table while addresses come that are not known from it. */
const PAUSE = 1_000;

/** Milliseconds for which what was found there holds. */
const LIFE = 30_000;

/**
 * Which stations on the links of the switch addresses belong to, as its neighbor table has it. A station can take any number of
 * addresses, and hardly another MAC address without losing its way. An address that has just come is known a moment later: the
 * table is looked at now and then, and not for each of a flood.
 */
export class LinkStations {
  readonly #clock: Clock;
  readonly #neighbours: () => Promise<readonly NeighbourEntry[]>;
  #stations: ReadonlyMap<string, MacAddress> = new Map();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, neighbours: () => Promise<readonly NeighbourEntry[]>) {
    this.#clock = clock;
    this.#neighbours = neighbours;
  }

  /** The MAC address of an address, a link-local one with its zone; undefined where it is not known, or not yet. */
  of(address: string): MacAddress | undefined {
    const station = this.#stations.get(address.toLowerCase());
    const now = this.#clock.now();
    if (now - this.#lookedAt >= (station === undefined ? PAUSE : LIFE)) void this.#look(now);
    return station;
  }

  async #look(now: number): Promise<void> {
    this.#lookedAt = now;
    const found = await this.#neighbours().catch(() => undefined);
    if (!found) return;
    this.#stations = new Map(
      found.flatMap(({ vlan, address, mac }) => {
        const zone = interfaceName(VLAN_INTERFACE_BASE + vlan);
        return mac === undefined ? [] : [[withZone(address, zone), mac]];
      }),
    );
  }
}
