import { firstPorts, portsOf } from '../../model/values/port-list.ts';
import { checkPlan } from '../check-plan.ts';
import { ManualClock } from '../clock.ts';
import { EVERY_PORT } from '../combiners.ts';
import type { Datapath, PortFacts, PortState } from '../datapath.ts';
import { emptyPlan, type ForwardingPlan } from '../plan.ts';
import { accessInForce, mayTransmit } from '../port-access.ts';
import type { FrameEntry } from '../trace/traced-frame.ts';
import { EventLog } from './event-log.ts';
import type { DatapathHarness, PortFrame } from './harness.ts';
import { ReferenceSwitch } from './reference-switch.ts';

const PORTS = 6;
const facts: readonly PortFacts[] = Array.from({ length: PORTS }, (_, at) => ({
  number: at + 1,
  name: `Port ${at + 1}`,
  media: 'copper',
  speeds: [1000],
  pse: false,
}));

/** The trace as a datapath of its own, so that it has to pass the suite that it serves as a reference for. */
export async function createTracedHarness(): Promise<DatapathHarness> {
  const clock = new ManualClock();
  const log = new EventLog();
  const reference = new ReferenceSwitch(firstPorts(PORTS), () => clock.now());
  let left: PortFrame[] = [];
  let former: ForwardingPlan = emptyPlan;

  function enter(entry: FrameEntry): void {
    const way = reference.enter(entry);
    const chosen = new Set<number>();
    for (const { ports, frame } of way.departures) {
      const members = portsOf(ports);
      const port = members[((frame[5] ?? 0) ^ (frame[11] ?? 0)) % members.length] ?? 0;
      chosen.add(port);
      left.push({ port, frame });
    }
    for (const { target, source, taken, frame } of way.copies) {
      if (taken === 'received' || chosen.has(source)) left.push({ port: target, frame });
    }
    const port = entry.kind === 'originated' ? 0 : entry.port;
    for (const { stage: _, action: __, ...punt } of way.punts) log.framePunted({ ...punt, port });
  }

  const stateOf = (port: number): PortState => {
    const up = reference.isUp(port);
    return { port, link: up ? 'up' : 'down', speed: up ? 1000 : 0, duplex: up ? 'full' : 'unknown' };
  };

  const datapath: Datapath = {
    start: async () => {},
    facts: {
      kind: 'virtual',
      ports: facts,
      lacking: new Set(),
      forwardingDatabaseSize: 8192,
      mirrorSessions: 4,
      uncounted: new Set(),
    },
    async apply(plan) {
      checkPlan(plan, former, facts);
      former = plan;
      reference.apply(plan);
    },
    update: (state) => reference.update(state),
    portStates: async () => new Map(facts.map(({ number }) => [number, stateOf(number)])),
    portCounters: async () => new Map(),
    forwardingDatabase: async () => reference.entries(),
    flush: async (selection) => reference.flush(selection),
    energyStates: async () => new Map(),
    neighbours: async () => [],
    forgetNeighbours: async () => 0,
    rateDrops: async () => new Map(),
    puntDrops: async () => new Map(),
    attackDrops: async () => reference.attackDrops(),
    secureSources: async () => reference.sources(),
    accessHits: async () => reference.accessHits(),
    mirrorDrops: async () => new Map(),
    echo: async () => ({ kind: 'unreachable' }),
    transmit(port, frame) {
      const access = accessInForce(reference.plan, reference.state.access).get(port);
      if (mayTransmit(access, frame)) left.push({ port, frame });
    },
    locate: async () => undefined,
    originate: (vlan, frame, within) =>
      enter({ kind: 'originated', vlan, frame, ...(within !== undefined && { within }) }),
    resume({ kind, frame, ...punted }, rewritten = frame, within = EVERY_PORT) {
      const stage = reference.plan.punts.get(kind)?.stage;
      if (stage) enter({ ...punted, kind: 'resumed', stage, frame: rewritten, within });
    },
    environment: async () => ({}),
    testCable: async () => [],
    stop: async () => {},
  };

  return {
    datapath,
    send: async (port, frame) => enter({ kind: 'received', port, frame }),
    async collect() {
      const traffic = { left, punted: log.takePunted() };
      left = [];
      return traffic;
    },
    settled: async () => {},
    setPeerLink: async (port, link) => reference.connect(port, link),
    peerLink: async (port) => stateOf(port).link,
    portChanges: () => [],
    advance: async (milliseconds) => clock.advance(milliseconds),
    close: async () => {},
  };
}
