import { SOME_MOMENT } from '../some-moment.ts';
import { parseBpduFrame } from './bpdu-frame.ts';
import { addressPart } from './bridge-identifier.ts';
import type { Bridge, SpanningTreeNews, TreePort } from './bridge-state.ts';
import { configurationDigest } from './configuration-digest.ts';
import type { ProtocolName, SpanningTreePortSettings, SpanningTreeSettings, TreeNumber } from './settings.ts';
import { beginSpanningTree, type SpanningTreeEvent, type SpanningTreeStep, stepSpanningTree } from './spanning-tree.ts';

/** Settings of a bridge of a test besides its ports. */
export interface TestBridge {
  readonly protocol?: ProtocolName;
  /** By tree. */
  readonly priorities?: Readonly<Record<TreeNumber, number>>;
  /** The tree of each VLAN that is not in the CIST. */
  readonly vlans?: Readonly<Record<number, TreeNumber>>;
  readonly region?: string;
  readonly settings?: Partial<SpanningTreeSettings>;
}

/** One end of a cable. */
export interface End {
  readonly bridge: number;
  readonly port: number;
}

interface Cable {
  readonly ends: readonly [End, End];
  up: boolean;
}

interface Node {
  readonly what: TestBridge;
  readonly ports: Map<number, SpanningTreePortSettings>;
  bridge: Bridge;
  wakeAt: number;
}

interface Flight {
  readonly at: number;
  readonly to: End;
  readonly cable: Cable;
  readonly frame: Uint8Array;
}

/** Milliseconds that a frame is under way. */
const LATENCY = 1;

/** A port that cables are plugged into, before anything is said of it. */
function testPort(number: number, settings: Partial<SpanningTreePortSettings> = {}): SpanningTreePortSettings {
  return {
    enabled: false,
    number,
    address: '02-00-00-00-00-01',
    edge: 'auto',
    pointToPoint: true,
    restrictedRole: false,
    restrictedChange: false,
    protected: false,
    externalCost: 20_000,
    trees: new Map(),
    ...settings,
  };
}

/** The settings of test bridge `index`, the lower the better. */
function testSettings(
  index: number,
  what: TestBridge,
  ports: ReadonlyMap<number, SpanningTreePortSettings>,
): SpanningTreeSettings {
  const trees = new Set([0, ...Object.values(what.vlans ?? {})]);
  const inTrees = what.protocol === 'mstp' ? [...trees] : [0];
  return {
    protocol: what.protocol ?? 'rstp',
    address:
      `02-00-00-00-${(index >> 8).toString(16).padStart(2, '0')}-${(index & 255).toString(16).padStart(2, '0')}`.toUpperCase(),
    maxAge: 20,
    helloTime: 2,
    forwardDelay: 15,
    maxHops: 20,
    transmitHoldCount: 6,
    region: {
      name: what.region ?? 'region',
      revision: 0,
      digest: configurationDigest(
        new Map(Object.entries(what.vlans ?? {}).map(([vlan, tree]) => [Number(vlan), tree])),
      ),
    },
    protection: undefined,
    priorities: new Map(inTrees.map((tree) => [tree, what.priorities?.[tree] ?? 32_768])),
    ports: new Map(ports),
    ...what.settings,
  };
}

/**
 * Bridges connected to each other, with a clock of their own. At every moment it is checked that no tree has a loop,
 * except where the standard itself allows one:
 * - While a bridge believes in a root that no cable leads to any longer. Its information circulates until it is too
 *   old, and ports forward by it meanwhile.
 * - While two designated ports face each other, each opened by an agreement that the other had sent before it changed
 *   its mind (the test "that crossed another" shows how), for as long as their next messages are in transit.
 */
export class TestNetwork {
  now = SOME_MOMENT;
  readonly nodes: Node[] = [];
  readonly news: (SpanningTreeNews & { readonly bridge: number })[] = [];
  readonly flushed: { readonly bridge: number; readonly port: number; readonly tree: number; readonly at: number }[] =
    [];
  /** Whether a frame is lost; for lines that lose some. */
  loses: () => boolean = () => false;
  readonly #cables: Cable[] = [];
  #flights: Flight[] = [];
  #misled = false;
  /** Since when there is a loop. */
  #loopSince: number | undefined;

  /** Adds a bridge; its number. */
  add(what: TestBridge = {}): number {
    const index = this.nodes.length + 1;
    const ports = new Map<number, SpanningTreePortSettings>();
    const { bridge, wakeAt } = beginSpanningTree(testSettings(index, what, ports), this.now);
    this.nodes.push({ what, ports, bridge, wakeAt });
    return index;
  }

  bridge(index: number): Bridge {
    return this.#node(index).bridge;
  }

  /** The role of a port in a tree, and what it does: "root forwarding". */
  port(index: number, port: number, tree: TreeNumber = 0): string {
    const at = this.bridge(index).trees.get(tree)?.ports.get(port);
    const state = at?.forwarding ? 'forwarding' : at?.learning ? 'learning' : 'discarding';
    return `${at?.role} ${state}`;
  }

  /** Lays a cable; both ports come up. */
  connect(a: End, b: End, settings: Partial<SpanningTreePortSettings> = {}): Cable {
    const cable: Cable = { ends: [a, b], up: true };
    this.#cables.push(cable);
    for (const { bridge, port } of cable.ends) this.setPort(bridge, port, { ...settings, enabled: true });
    return cable;
  }

  /** A station at a port, which says nothing. */
  plug(index: number, port: number, settings: Partial<SpanningTreePortSettings> = {}): void {
    this.setPort(index, port, { ...settings, enabled: true });
  }

  /** Cuts a cable, or mends it. Both ends see it. */
  cut(cable: Cable, up = false): void {
    cable.up = up;
    for (const { bridge, port } of cable.ends) this.setPort(bridge, port, { enabled: up });
  }

  setPort(index: number, port: number, settings: Partial<SpanningTreePortSettings>): void {
    const { ports } = this.#node(index);
    ports.set(port, { ...(ports.get(port) ?? testPort(port)), ...settings });
    this.configure(index);
  }

  configure(index: number, settings: Partial<SpanningTreeSettings> = {}): void {
    const node = this.#node(index);
    this.tell(index, { kind: 'configure', settings: { ...testSettings(index, node.what, node.ports), ...settings } });
  }

  tell(index: number, event: SpanningTreeEvent): SpanningTreeStep {
    const node = this.#node(index);
    const step = stepSpanningTree(node.bridge, event, this.now);
    node.bridge = step.bridge;
    node.wakeAt = step.wakeAt;
    for (const news of step.news) this.news.push({ ...news, bridge: index });
    for (const { port, tree } of step.flush) this.flushed.push({ bridge: index, port, tree, at: this.now });
    for (const { port, frame } of step.send) this.#send({ bridge: index, port }, frame);
    return step;
  }

  /** Lets `seconds` pass. */
  run(seconds: number): void {
    const end = this.now + seconds * 1000;
    for (;;) {
      const next = this.#next();
      if (next > end) break;
      this.now = next;
      const due = this.#flights.filter(({ at }) => at <= next);
      this.#flights = this.#flights.filter(({ at }) => at > next);
      for (const { to, cable, frame } of due) {
        const bpdu = parseBpduFrame(frame);
        if (cable.up && bpdu) this.tell(to.bridge, { kind: 'bpdu', port: to.port, bpdu });
      }
      for (const [at, node] of this.nodes.entries()) if (node.wakeAt <= next) this.tell(at + 1, { kind: 'wake' });
      this.#seeThatNothingLoops();
    }
    this.now = end;
  }

  trees(): ReadonlySet<TreeNumber> {
    return new Set(this.nodes.flatMap(({ bridge }) => [...bridge.trees.keys()]));
  }

  /** A bridge that frames of a tree come back to, but for those by `ignored` cables; undefined where there is none. */
  loop(tree: TreeNumber, ignored: (cable: Cable) => boolean = () => false): number | undefined {
    const group = this.nodes.map((_, at) => at + 1);
    const head = (of: number): number => (group[of - 1] === of ? of : head(group[of - 1] ?? of));
    for (const cable of this.#cables) {
      const { ends, up } = cable;
      if (!up || !ends.every((end) => this.#forwards(end, tree)) || ignored(cable)) continue;
      const [a, b] = ends.map(({ bridge }) => head(bridge));
      if (a === undefined || b === undefined) continue;
      if (a === b) return a;
      group[a - 1] = b;
    }
    return undefined;
  }

  /** How many parts the network falls into for the frames of a tree. */
  parts(tree: TreeNumber): number {
    const group = this.nodes.map((_, at) => at + 1);
    const head = (of: number): number => (group[of - 1] === of ? of : head(group[of - 1] ?? of));
    for (const { ends, up } of this.#cables) {
      if (!up || !ends.every((end) => this.#forwards(end, tree))) continue;
      group[head(ends[0].bridge) - 1] = head(ends[1].bridge);
    }
    return new Set(this.nodes.map((_, at) => head(at + 1))).size;
  }

  #seeThatNothingLoops(): void {
    const trees = [...this.trees()];
    const loops = trees.map((tree) => ({ tree, through: this.loop(tree) }));
    const [found] = loops.filter(({ through }) => through !== undefined);
    // A loop that a lost root left stays until its members have received better information.
    this.#misled = this.#believesInLostRoot() || (this.#misled && found !== undefined);
    this.#loopSince = found && (this.#loopSince ?? this.now);
    const young = this.now - (this.#loopSince ?? this.now) <= 2 * LATENCY;
    const crossed = young && trees.every((tree) => this.loop(tree, this.#faceEachOther(tree)) === undefined);
    if (found && !this.#misled && !crossed) {
      throw new Error(`At ${this.now} ms tree ${found.tree} has a loop through bridge ${found.through}.`);
    }
  }

  /** Whether both ends of a cable take themselves for designated. */
  #faceEachOther(tree: TreeNumber): (cable: Cable) => boolean {
    const designated = ({ bridge, port }: End) => this.#portIn({ bridge, port }, tree)?.role === 'designated';
    return ({ ends }) => ends.every(designated);
  }

  #believesInLostRoot(): boolean {
    return this.nodes.some(({ bridge }, at) => {
      const root = addressPart(bridge.cist.rootPriority.root);
      const index = this.nodes.findIndex((node) => addressPart(node.bridge.cist.identifier) === root);
      return index >= 0 && !this.#wired(at + 1).has(index + 1);
    });
  }

  /** The bridges that cables lead to. */
  #wired(from: number): ReadonlySet<number> {
    const found = new Set([from]);
    for (const bridge of found) {
      for (const { ends, up } of this.#cables) {
        if (up && ends.some((end) => end.bridge === bridge)) for (const end of ends) found.add(end.bridge);
      }
    }
    return found;
  }

  #forwards(end: End, tree: TreeNumber): boolean {
    return this.#portIn(end, tree)?.forwarding ?? false;
  }

  /** A port in a tree. Bridges that know no instances have every VLAN in one. */
  #portIn({ bridge, port }: End, tree: TreeNumber): TreePort | undefined {
    const { trees } = this.bridge(bridge);
    return (trees.get(tree) ?? trees.get(0))?.ports.get(port);
  }

  #send(from: End, frame: Uint8Array): void {
    for (const cable of this.#cables) {
      if (!cable.up) continue;
      const at = cable.ends.findIndex(({ bridge, port }) => bridge === from.bridge && port === from.port);
      const to = cable.ends[1 - at];
      if (at < 0 || !to || this.loses()) continue;
      this.#flights.push({ at: this.now + LATENCY, to, cable, frame });
    }
  }

  #next(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { at } of this.#flights) next = Math.min(next, at);
    for (const { wakeAt } of this.nodes) next = Math.min(next, Math.max(wakeAt, this.now));
    return next;
  }

  #node(index: number): Node {
    const node = this.nodes[index - 1];
    if (!node) throw new Error(`There is no bridge ${index}.`);
    return node;
  }
}
