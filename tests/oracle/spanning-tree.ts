import { type Bpdu, CIST, readBpdu, saidOfTree, type TreeSaid } from './bpdu.ts';
import { type BridgeId, compareVectors, type Vector } from './bridge-id.ts';
import { isSameRegion, type RegionId, regionOf, treeOf } from './mst-region.ts';
import type { Settings } from './settings.ts';

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
  readonly #region: RegionId | undefined;
  readonly #heard = new Map<number, { readonly at: number; readonly said: Bpdu }>();

  constructor(settings: Settings, own: string, portOf: (port: number) => TreePort) {
    this.#settings = settings;
    this.#own = { priority: Number(settings.row('dot1dStp').dot1dStpPriority ?? 32_768), mac: own };
    this.#region = regionOf(settings);
    this.#portOf = portOf;
  }

  /** A BPDU comes in. */
  hear(port: number, octets: Uint8Array, now: number): void {
    const said = readBpdu(octets);
    if (said && this.#takesPart(port)) this.#heard.set(port, { at: now, said });
  }

  /** Whether a port forwards a VLAN, of those that other bridges are at; undefined where none is. */
  forwards(port: number, vlan: number, now: number): boolean | undefined {
    const heard = this.#saidAt(port, now);
    if (!heard) return undefined;
    const wanted = treeOf(this.#settings, vlan);
    // At the edge of the region every instance does what the CIST does.
    const tree = saidOfTree(heard, wanted, this.#region) ? wanted : CIST;
    const said = saidOfTree(heard, tree, this.#region);
    if (!said) return undefined;
    const best = this.#best(tree, now);
    if (best?.port === port) return true;
    const bridge = this.#bridgeOf(tree);
    const way: Vector = best ? best.vector : [bridge, 0, bridge, 0, bridge, 0];
    // A bridge of the first protocol hears of no regional root.
    const regional: readonly [BridgeId, number] = heard.isRapid ? [way[2], way[3]] : [bridge, 0];
    const own: Vector = [way[0], way[1], ...regional, bridge, 0];
    // Another one leads from this link to the root, by a port that is an alternate here; or takes it for its way there.
    if (said.role !== 'designated') return true;
    if (compareVectors(said.vector, own) < 0) return false;
    // It says that it leads although this bridge is better: it does not hear that, and must not close a loop (13.29.17).
    return !said.learns;
  }

  /** The port towards the root of a tree; undefined where this bridge is it. */
  #best(tree: number, now: number): { readonly port: number; readonly vector: Vector } | undefined {
    const bridge = this.#bridgeOf(tree);
    const ways = [...this.#heard.keys()].flatMap((port) => {
      const heard = this.#saidAt(port, now);
      const said = heard && saidOfTree(heard, tree, this.#region);
      if (said?.role !== 'designated' || this.#isRestricted(port)) return [];
      const isInside = isSameRegion(heard?.inside?.region, this.#region);
      return [{ port, vector: this.#wayThrough(port, tree, said, isInside) }];
    });
    const [best] = ways.sort((one, other) => compareVectors(one.vector, other.vector));
    return best && compareVectors(best.vector, [bridge, 0, bridge, 0, bridge, 0]) < 0 ? best : undefined;
  }

  /** What is said, with the link itself. */
  #wayThrough(port: number, tree: number, { vector }: TreeSaid, isInside: boolean): Vector {
    const [root, cost, regionalRoot, internalCost, bridge, portId] = vector;
    return isInside
      ? [root, cost, regionalRoot, internalCost + this.#internalCostOf(port, tree), bridge, portId]
      : [root, cost + this.#costOf(port), this.#bridgeOf(CIST), 0, bridge, portId];
  }

  #bridgeOf(tree: number): BridgeId {
    if (tree === CIST) return this.#own;
    const { ieee8021MstpBridgePriority = 32_768 } = this.#settings.row('ieee8021MstpEntry', tree);
    return { priority: Number(ieee8021MstpBridgePriority) + tree, mac: this.#own.mac };
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

  /** Of a link between regions, or of any where there are none. */
  #costOf(port: number): number {
    const version = Number(this.#settings.row('dot1dStp').dot1dStpVersion ?? 2);
    const { index, links } = this.#portOf(port);
    const given =
      version === MSTP
        ? this.#settings.row('ieee8021MstpCistPortEntry', index).ieee8021MstpCistPortAdminPathCost
        : this.#settings.row('dot1dStpExtPortEntry', index).dot1dStpPortAdminPathCost;
    return Number(given ?? 0) || (version === STP ? SHORT_COST : Math.floor(LONG_COST / links));
  }

  /** Of a link within the region. */
  #internalCostOf(port: number, tree: number): number {
    const { index, links } = this.#portOf(port);
    const given =
      tree === CIST
        ? this.#settings.row('dot1dStpExtPortEntry', index).dot1dStpPortAdminPathCost
        : this.#settings.row('ieee8021MstpPortEntry', tree, index).ieee8021MstpPortPathCost;
    return Number(given ?? 0) || Math.floor(LONG_COST / links);
  }
}
