import type { PortState } from '../../../datapath/datapath.ts';
import type { InstanceState } from '../../../datapath/state.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { followedLinks } from '../../../device/followed-links.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import { hasPort, NO_PORTS, portBit, portsOf } from '../../../model/values/port-list.ts';
import { parseBpduFrame } from '../../../protocols/spanning-tree/bpdu-frame.ts';
import type { Bridge, Flush, SentFrame, Tree } from '../../../protocols/spanning-tree/bridge-state.ts';
import { unsettledPorts } from '../../../protocols/spanning-tree/foresight.ts';
import type { SpanningTreeSettings } from '../../../protocols/spanning-tree/settings.ts';
import {
  beginSpanningTree,
  type SpanningTreeEvent,
  type SpanningTreeStep,
  stepSpanningTree,
} from '../../../protocols/spanning-tree/spanning-tree.ts';
import { type BridgePort, bridgePorts } from '../../bridge-ports.ts';
import { membersStandingBy } from '../../members-standing-by.ts';
import { trunkViews } from '../trunk/slots.ts';
import { flushesOf } from './device-flush.ts';
import { entryOf } from './device-log.ts';
import { beginningOf, linksOf, settingsOf } from './device-settings.ts';
import { BPDU_FRAMES } from './device-states.ts';
import { decidedStates, portsForgotten, spanningTree } from './slots.ts';

/** Speaks the spanning tree protocols, and says what ports may do. */
export async function startSpanningTree(context: ServiceContext): Promise<RunningService> {
  const { clock, datapath, hardware, log, slots } = context;
  const links = await followedLinks(context);
  let ports = portsNow();
  let bridge: Bridge | undefined;
  const wakeAt = wakeLoop(clock, () => tell({ kind: 'wake' }));

  function portsNow(): ReadonlyMap<number, BridgePort> {
    return new Map(bridgePorts(context.configuration(), hardware).map((port) => [port.number, port]));
  }

  /** The links that frames of bridge ports use. */
  function carryingLinks(): ReadonlyMap<number, PortState> {
    const idle = membersStandingBy(context.configuration(), slots.get(trunkViews));
    return idle === NO_PORTS ? links.states : new Map([...links.states].filter(([port]) => !hasPort(idle, port)));
  }

  const take = (step: SpanningTreeStep): void => {
    const begins = bridge !== step.bridge;
    bridge = step.bridge;
    const areEdgesOld = slots.get(decidedStates)?.edges === edgesOf(step.bridge);
    if (begins || step.changed.size > 0 || !areEdgesOld) slots.update(decidedStates, () => decided(step.bridge));
    for (const sent of step.send) transmit(sent);
    for (const news of step.news) log.write(...entryOf(news));
    if (step.flush.length > 0) forget(step.flush);
    wakeAt(step.wakeAt);
  };
  const tell = (event: SpanningTreeEvent): void => {
    if (bridge) take(stepSpanningTree(bridge, event, clock.now()));
  };
  const configure = (): void => {
    ports = portsNow();
    const carrying = carryingLinks();
    const settings: SpanningTreeSettings | undefined = settingsOf(context.configuration(), hardware, carrying);
    if (settings) {
      take(
        bridge
          ? stepSpanningTree(bridge, { kind: 'configure', settings }, clock.now())
          : beginSpanningTree(settings, clock.now()),
      );
      return;
    }
    wakeAt(undefined);
    bridge = undefined;
    slots.update(decidedStates, () => undefined);
  };

  /** A trunk's BPDUs leave by one of its links. */
  function transmit({ port, frame }: SentFrame): void {
    const [first] = linksOf(ports.get(port) ?? noPort, carryingLinks());
    if (first) datapath.transmit(first.port, frame);
  }

  function forget(flush: readonly Flush[]): void {
    for (const selection of flushesOf(flush, ports, context.configuration())) {
      // While the datapath is recovering it has nothing learned.
      void datapath.flush(selection).catch(() => undefined);
      slots.update(portsForgotten, (before) => {
        const counts = new Map(before);
        for (const port of portsOf(selection.ports ?? NO_PORTS)) counts.set(port, (counts.get(port) ?? 0) + 1);
        return counts;
      });
    }
  }

  function decided({ ports: known, trees }: Bridge) {
    return {
      beginning: beginningOf(context.configuration()),
      known: listOf(known.keys()),
      edges: edgesOf({ ports: known }),
      trees: new Map([...trees].map(([number, tree]) => [number, stateOf(tree)])),
    };
  }

  function edgesOf({ ports: known }: Pick<Bridge, 'ports'>): bigint {
    return listOf([...known.values()].filter(({ operEdge }) => operEdge).map(({ number }) => number));
  }

  function stateOf(tree: Tree): InstanceState {
    const all = [...tree.ports.values()];
    return {
      learning: listOf(all.filter(({ learning }) => learning).map(({ port }) => port.number)),
      forwarding: listOf(all.filter(({ forwarding }) => forwarding).map(({ port }) => port.number)),
    };
  }

  function listOf(numbers: Iterable<number>): bigint {
    let list = NO_PORTS;
    for (const number of numbers) {
      const port = ports.get(number);
      if (port) list |= portBit(port.representative);
    }
    return list;
  }

  function bridgePortAt(port: number): number | undefined {
    for (const { number, members } of ports.values()) if (portsOf(members).includes(port)) return number;
    return undefined;
  }

  slots.update(decidedStates, () => undefined);
  context.offer(spanningTree, {
    bridge: () => bridge,
    migrate: (port) => tell({ kind: 'migrate', port }),
    clearIgnored: () => tell({ kind: 'clearIgnored' }),
    unsettledBy(configuration) {
      const next = bridge && settingsOf(configuration, hardware, carryingLinks());
      if (!bridge || !next) return new Map();
      return new Map([...unsettledPorts(bridge, next)].map(([tree, numbers]) => [tree, listOf(numbers)]));
    },
  });
  context.onFrame([BPDU_FRAMES], ({ port, frame }) => {
    const bpdu = parseBpduFrame(frame);
    const number = carryingLinks().has(port) ? bridgePortAt(port) : undefined;
    if (bpdu && number !== undefined) tell({ kind: 'bpdu', port: number, bpdu });
  });
  links.follow(configure);
  slots.follow([trunkViews], configure);
  configure();
  return { changed: configure, leaving: () => tell({ kind: 'leave' }) };
}

const noPort: BridgePort = { number: 0, members: NO_PORTS, representative: 0 };
