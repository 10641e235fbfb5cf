import { ManualClock } from '../clock.ts';
import { EventLog } from '../contract/event-log.ts';
import type { DatapathHarness, PortFrame } from '../contract/harness.ts';
import type { PortFacts } from '../datapath.ts';
import type { LinkAbility } from './negotiation.ts';
import { type Cable, VirtualDatapath } from './virtual-datapath.ts';

/** A virtual switch on a driven clock with a bare station at every port. */
export interface VirtualHarness extends DatapathHarness {
  readonly datapath: VirtualDatapath;
  readonly clock: ManualClock;
  readonly events: EventLog;
  advance(milliseconds: number): Promise<void>;
}

/** Differences from eight gigabit copper ports with gigabit stations. */
export interface VirtualHarnessOptions {
  readonly ports?: number;
  /** Megabits per second that the ports can run at. */
  readonly speeds?: readonly number[];
  readonly forwardingDatabaseSize?: number;
  readonly ability?: LinkAbility;
  /** The ports with a station, all by default. */
  readonly stations?: readonly number[];
  /** Whether the ways of frames are kept; default true. */
  readonly keepsFlows?: boolean;
}

const GIGABIT: LinkAbility = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true };

/** Facts of `count` copper ports that give power, gigabit ones unless other speeds are named. */
export function copperPorts(count: number, speeds: readonly number[] = GIGABIT.speeds): PortFacts[] {
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    name: `Port ${index + 1}`,
    media: 'copper',
    speeds,
    pse: true,
  }));
}

/** Makes a started virtual switch for tests: nothing is plugged in but what the test sends and sees. */
export async function createVirtualHarness(options: VirtualHarnessOptions = {}): Promise<VirtualHarness> {
  const clock = new ManualClock();
  const events = new EventLog();
  const ports = copperPorts(options.ports ?? 8, options.speeds);
  const forwardingDatabaseSize = options.forwardingDatabaseSize ?? 8192;
  const datapath = new VirtualDatapath({
    ...{ ports, forwardingDatabaseSize, mirrorSessions: 4, clock },
    keepsFlows: options.keepsFlows ?? true,
  });
  await datapath.start(events);
  let left: PortFrame[] = [];
  const cables = new Map<number, Cable>();
  for (const number of options.stations ?? ports.map((port) => port.number)) {
    const ability = options.ability ?? GIGABIT;
    cables.set(number, datapath.attach(number, { ability, receive: (frame) => left.push({ port: number, frame }) }));
  }
  const cable = (port: number) => {
    const found = cables.get(port);
    if (!found) throw new RangeError(`There is no station at port ${port}.`);
    return found;
  };
  return {
    datapath,
    clock,
    events,
    send: async (port, frame) => cable(port).send(frame),
    collect: async () => {
      const traffic = { left, punted: events.takePunted() };
      left = [];
      return traffic;
    },
    settled: async () => {},
    setPeerLink: async (port, link) => cable(port).setLink(link),
    peerLink: async (port) => cable(port).state().link,
    portChanges: () => events.portChanges,
    advance: async (milliseconds) => clock.advance(milliseconds),
    close: () => datapath.stop(),
  };
}
