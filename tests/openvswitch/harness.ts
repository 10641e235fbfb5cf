import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatapathHarness, Expected, PortFrame } from '../../datapath/contract/harness.ts';
import type { DatapathEvents, PortState, PuntedFrame } from '../../datapath/datapath.ts';
import type { Forwarder } from '../../datapath/openvswitch/forwarder.ts';
import { JsonRpcConnection } from '../../datapath/openvswitch/json-rpc.ts';
import { createLab } from '../namespaces/lab.ts';
import { DriverProcess } from './driver-process.ts';

const PORTS = 6;
/** How long a scenario waits for the frames that it expects, in milliseconds. */
const PATIENCE = 3000;
/** How long nothing may come before the line counts as quiet. */
const QUIET = 30;
/** Rounds of its main loop after which ovs-vswitchd has forwarded what its ports had received before. */
const ROUNDS = 4;
const SHORTEST_FRAME = 60;
/** An address that is never learned. */
const NOBODY = '02-00-00-00-00-00';

/**
 * The driver on a private Open vSwitch, with a raw station on a veth pair at each port.
 * @param listener receives the driver's events, too.
 * @param forwarder what forwards the frames.
 */
export async function createOpenVSwitchHarness(
  listener?: () => DatapathEvents | undefined,
  forwarder: Forwarder = 'netdev',
): Promise<DatapathHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'fpovs-'));
  const home = join(directory, 'ovs');
  const lab = await createLab({ ports: PORTS });
  const datapath = new DriverProcess(lab.switch, { ports: lab.ports, directory: home, forwarder });
  const changes: PortState[] = [];
  let punted: PuntedFrame[] = [];
  let left: PortFrame[] = [];
  let lastArrival = performance.now();
  let look = () => {};
  /** The host's ends of the cables: every scenario asks for all of them, and seldom is one down. */
  const peerLinks = new Map(lab.hosts.map(({ port }): [number, 'up' | 'down'] => [port, 'up']));
  const arrived = () => {
    lastArrival = performance.now();
    look();
  };
  try {
    await datapath.start({
      portChanged(state) {
        changes.push(state);
        listener?.()?.portChanged(state);
      },
      framePunted(frame) {
        punted.push(frame);
        listener?.()?.framePunted(frame);
        arrived();
      },
      report: (level, message) => listener?.()?.report(level, message),
    });
  } catch (error) {
    await lab.close();
    throw error;
  }
  // The frame sizes that the switch lets through are to be the switch's matter, not the stations'.
  for (const host of lab.hosts) await host.namespace.ip('link', 'set', 'eth0', 'mtu', '9200');
  const stations = await Promise.all(lab.hosts.map((host) => host.station()));
  for (const [index, station] of stations.entries()) {
    station.onFrame = (frame) => {
      left.push({ port: index + 1, frame });
      arrived();
    };
  }

  /** Resolves once `holds`, looked at after every event, or when time is up. */
  function until(holds: () => boolean, milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        look = () => {};
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      look = () => {
        if (holds()) done();
      };
      look();
    });
  }

  async function control(command: string, times = 1): Promise<void> {
    const connection = await JsonRpcConnection.open(join(home, 'vswitchd.ctl'));
    for (let round = 0; round < times; round += 1) await connection.call(command, []);
    connection.close();
  }

  /** Resolves when whatever was sent has gone everywhere it goes. */
  async function settle(): Promise<void> {
    await control('version', ROUNDS);
    await Promise.all(stations.map((station) => station.sync()));
    await datapath.environment();
  }

  async function collect(expected: Expected) {
    await until(() => left.length >= expected.left && punted.length >= expected.punted, PATIENCE);
    await settle();
    const { quiet = QUIET } = expected;
    for (let wait = quiet; wait > 0; wait = lastArrival + quiet - performance.now()) await until(() => false, wait);
    const traffic = { left, punted };
    left = [];
    punted = [];
    return traffic;
  }

  return {
    datapath,
    async send(port, frame) {
      const whole = new Uint8Array(Math.max(frame.length, SHORTEST_FRAME));
      whole.set(frame);
      stations[port - 1]?.send(whole);
      await stations[port - 1]?.sync();
    },
    collect,
    async settled() {
      // Changes are carried out in turn; cached decisions follow a moment later, which on a busy machine is a long one.
      await datapath.flush({ address: NOBODY });
      await control('revalidator/purge');
    },
    // Open vSwitch ages by the host's clock, which nothing can drive.
    advance: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    async setPeerLink(port, link) {
      if (peerLinks.get(port) === link) return;
      await lab.host(port).setLink(link);
      peerLinks.set(port, link);
      const deadline = performance.now() + PATIENCE;
      while ((await datapath.portStates()).get(port)?.link !== link && performance.now() < deadline) {
        await until(() => false, 10);
      }
    },
    peerLink: (port) => lab.host(port).carrier(),
    portChanges: () => changes,
    async close() {
      try {
        await datapath.stop();
      } finally {
        await lab.close();
        await rm(directory, { recursive: true, force: true });
      }
    },
  };
}
