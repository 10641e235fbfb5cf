import { type Bpdu, type BridgeId, compareVectors, readBpdu, type Vector, vectorOf } from './bpdu.ts';
import type { Row, Settings } from './settings.ts';

const STP = 1;
const MSTP = 3;
const ENABLED = 1;
/** Seconds for which what a bridge said holds: three hello times (IEEE 802.1Q 13.29.31). */
const HOLDS = 6;
/** Costs of a link of 1 Gbit/s: of IEEE 802.1D-1998 table 8-5, and of IEEE 802.1Q table 13-4. */
const SHORT_COST = 4;
const LONG_COST = 20_000;

/** A port of the bridge: a trunk is one. */
export interface TreePort {
  readonly port: number;
  /** Its rows go by this number. */
  readonly index: number;
  /** Links of 1 Gbit/s that are up. */
  readonly links: number;
}

/** Roles and states of ports once the tree has settled, by what bridges at them say (IEEE 802.1Q 13.10). */
export class SpanningTree {
  readonly #settings: Settings;
  readonly #own: BridgeId;
  readonly #portOf: (port: number) => TreePort;
  readonly #heard = new Map<number, { readonly at: number; readonly said: Bpdu }>();

  constructor(settings: Settings, own: string, portOf: (port: number) => TreePort) {
    this.#settings = settings;
    this.#own = { priority: Number(settings.row('dot1dStp').dot1dStpPriority ?? 32_768), mac: own };
    this.#portOf = portOf;
  }

  /** A BPDU comes in. */
  hear(port: number, octets: Uint8Array, now: number): void {
    const said = readBpdu(octets);
    if (said && this.#takesPart(port)) this.#heard.set(port, { at: now, said });
  }

  /** Whether a port forwards, of those that other bridges are at; undefined where none is. */
  forwards(port: number, now: number): boolean | undefined {
    const said = this.#saidAt(port, now);
    if (!said) return undefined;
    const best = this.#best(now);
    if (best?.port === port) return true;
    const own: Vector = best ? [best.vector[0], best.vector[1], this.#own, 0] : [this.#own, 0, this.#own, 0];
    // Another one leads from this link to the root, by a port that is an alternate here; or takes it for its way there.
    if (said.role !== 'designated') return true;
    if (compareVectors(vectorOf(said), own) < 0) return false;
    // It says that it leads although this bridge is better: it does not hear that, and must not close a loop (13.29.17).
    return !said.learns;
  }

  /** The port towards the root; undefined where this bridge is it. */
  #best(now: number): { readonly port: number; readonly vector: Vector } | undefined {
    const ways = [...this.#heard.keys()].flatMap((port) => {
      const said = this.#saidAt(port, now);
      if (said?.role !== 'designated' || this.#isRestricted(port)) return [];
      const vector: Vector = [said.root, said.cost + this.#costOf(port), said.bridge, said.portId];
      return [{ port, vector }];
    });
    const [best] = ways.sort((one, other) => compareVectors(one.vector, other.vector));
    return best && compareVectors(best.vector, [this.#own, 0, this.#own, 0]) < 0 ? best : undefined;
  }

  #saidAt(port: number, now: number): Bpdu | undefined {
    const last = this.#heard.get(port);
    return last && now < last.at + HOLDS ? last.said : undefined;
  }

  /** Ports without spanning tree forward, and hear nothing. */
  #takesPart(port: number): boolean {
    const isOn = this.#settings.isOn('dot1dStp', 'stpGlobalStatus');
    return isOn && this.#settings.isOn('dot1dStpPortEntry', 'dot1dStpPortEnable', [this.#portOf(port).index], ENABLED);
  }

  #isRestricted(port: number): boolean {
    const { index } = this.#portOf(port);
    return this.#settings.isOn('ieee8021MstpCistPortEntry', 'ieee8021MstpCistPortRestrictedRole', [index]);
  }

  #costOf(port: number): number {
    const version = Number(this.#settings.row('dot1dStp').dot1dStpVersion ?? 2);
    const { index, links } = this.#portOf(port);
    const row: Row =
      version === MSTP
        ? this.#settings.row('ieee8021MstpCistPortEntry', index)
        : this.#settings.row('dot1dStpExtPortEntry', index);
    const given = Number(
      (version === MSTP ? row.ieee8021MstpCistPortAdminPathCost : row.dot1dStpPortAdminPathCost) ?? 0,
    );
    return given || (version === STP ? SHORT_COST : Math.floor(LONG_COST / links));
  }
}
