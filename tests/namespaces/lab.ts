import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type Capture, startCapture } from './capture.ts';
import { mustRun, runToEnd } from './command.ts';
import { Namespace } from './namespace.ts';
import { Station } from './station.ts';

/** What a lab is made of. */
export interface LabOptions {
  /** How many ports the switch has; a host is plugged into each. */
  readonly ports: number;
}

/** A host at a port of the switch: a namespace of its own with one interface, `eth0`. */
export interface Host {
  readonly namespace: Namespace;
  /** The port that it is plugged into, from 1. */
  readonly port: number;
  /** Gives `eth0` an address ("10.0.0.1/24"), beside those that it has. */
  address(address: string): Promise<void>;
  /** Whether `address` answers at least one ping within `seconds` (2 by default); returns at the first answer. */
  reaches(address: string, seconds?: number): Promise<boolean>;
  /** Shows by tcpdump what passes `eth0`. */
  capture(...filter: string[]): Promise<Capture>;
  /** Sends and receives raw frames on `eth0`. */
  station(): Promise<Station>;
  /** The carrier that `eth0` sees. */
  carrier(): Promise<'up' | 'down'>;
  /** Takes the host's own end of the cable up or down. */
  setLink(link: 'up' | 'down'): Promise<void>;
}

/**
 * A switch's surroundings in network namespaces: one namespace for the switch with a device per port ("p1", "p2", …), and
 * a namespace per host, joined by veth pairs. Nothing of it touches the network of the machine.
 */
export interface Lab {
  /** Where the switch runs. */
  readonly switch: Namespace;
  /** The switch's devices, port n at n-1. */
  readonly ports: readonly string[];
  /** The hosts, that of port n at n-1. */
  readonly hosts: readonly Host[];
  /** The host at `port`, from 1. */
  host(port: number): Host;
  /** Pulls the cable of `port` out: both devices are gone. */
  unplug(port: number): Promise<void>;
  /**
   * Plugs a new cable into `port`, the old one pulled out where it is there: both devices are made again under their names.
   * The host keeps its MAC, and loses its IP address.
   */
  replug(port: number): Promise<void>;
  /** Ends everything that runs in the lab and removes it. Also done when the test process exits without it. */
  close(): Promise<void>;
}

/** Lab names contain the process that made them, so that the remains of a killed test can be found. */
const PREFIX = 'fplab-';

/** Makes a lab. Needs root, iproute2, tcpdump, ping and python3. */
export async function createLab(options: LabOptions): Promise<Lab> {
  await removeAbandoned();
  const prefix = `${PREFIX}${process.pid}-${randomBytes(2).toString('hex')}`;
  const numbers = Array.from({ length: options.ports }, (_, index) => index + 1);
  const sweep = () => sweepNow(prefix);
  process.once('exit', sweep);
  const chassis = await Namespace.create(`${prefix}-sw`);
  const namespaces = await Namespace.createAll(numbers.map((port) => `${prefix}-h${port}`));
  const hosts = namespaces.map((namespace, index) => hostIn(namespace, index + 1));
  await plugAll(chassis, hosts);
  const hostAt = (port: number) => {
    const host = hosts[port - 1];
    if (!host) throw new RangeError(`The lab has no port ${port}.`);
    return host;
  };
  /** The MACs of hosts without a cable, by port. */
  const cards = new Map<number, string>();
  async function unplug(port: number): Promise<void> {
    const card = /ether (\S+)/.exec(await hostAt(port).namespace.ip('link', 'show', 'eth0'))?.[1];
    cards.set(port, card ?? '');
    await chassis.ip('link', 'del', `p${port}`);
  }
  return {
    switch: chassis,
    ports: numbers.map((port) => `p${port}`),
    hosts,
    host: hostAt,
    unplug,
    async replug(port) {
      if (!cards.has(port)) await unplug(port);
      const card = cards.get(port);
      cards.delete(port);
      await plug(chassis, hostAt(port));
      if (card) await hostAt(port).namespace.ip('link', 'set', 'eth0', 'address', card);
    },
    async close() {
      await Namespace.removeAll([chassis, ...namespaces]);
      process.removeListener('exit', sweep);
    },
  };
}

/** Plugs a cable between a port of one lab's switch and one of another's, whose hosts are unplugged: switches side by side. */
export function connect(one: Lab, port: number, other: Lab, otherPort: number): Promise<void> {
  return cable(one.switch, `p${port}`, other.switch, `p${otherPort}`);
}

/** Plugs a cable into every port, by one program for all. */
async function plugAll(chassis: Namespace, hosts: readonly Host[]): Promise<void> {
  const words = hosts.flatMap(({ namespace, port }) => [`p${port}`, namespace.name]);
  await mustRun('sh', '-ec', PLUGGING, 'sh', chassis.name, ...words);
}

const PLUGGING = `
chassis=$1
shift
while [ $# -gt 0 ]; do
  ip link add "$1" netns "$chassis" type veth peer name eth0 netns "$2"
  ip -n "$chassis" link set "$1" up
  ip -n "$2" link set eth0 up
  shift 2
done`;

function plug(chassis: Namespace, { namespace, port }: Host): Promise<void> {
  return cable(chassis, `p${port}`, namespace, 'eth0');
}

async function cable(one: Namespace, device: string, other: Namespace, otherDevice: string): Promise<void> {
  const end = ['link', 'add', device, 'netns', one.name, 'type', 'veth'];
  await mustRun('ip', ...end, 'peer', 'name', otherDevice, 'netns', other.name);
  await one.ip('link', 'set', device, 'up');
  await other.ip('link', 'set', otherDevice, 'up');
}

function hostIn(namespace: Namespace, port: number): Host {
  return {
    namespace,
    port,
    async address(address) {
      await namespace.ip('address', 'add', address, 'dev', 'eth0');
    },
    async reaches(address, seconds = 2) {
      const deadline = performance.now() + seconds * 1000;
      do {
        // One at a time: a resolution that failed before ends a longer run at once.
        if ((await namespace.attempt('ping', ['-n', '-c', '1', '-W', '0.3', address])).code === 0) return true;
      } while (performance.now() < deadline);
      return false;
    },
    capture: (...filter) => startCapture(namespace, 'eth0', ...filter),
    station: () => Station.open(namespace, 'eth0'),
    async carrier() {
      return (await namespace.ip('-o', 'link', 'show', 'eth0')).includes('LOWER_UP') ? 'up' : 'down';
    },
    async setLink(link) {
      await namespace.ip('link', 'set', 'eth0', link);
    },
  };
}

/** Removes labs whose test process is gone. */
async function removeAbandoned(): Promise<void> {
  const { stdout } = await runToEnd('ip', ['netns', 'list']);
  const makers = new Set<string>();
  for (const match of stdout.matchAll(/^fplab-(\d+)-/gm)) if (match[1]) makers.add(match[1]);
  for (const maker of makers) if (!isAlive(Number(maker))) sweepNow(`${PREFIX}${maker}-`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends and removes every namespace whose name starts with `prefix`, without waiting: also while the process exits. */
function sweepNow(prefix: string): void {
  const list = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' }).stdout ?? '';
  for (const line of list.split('\n')) {
    const name = line.split(' ')[0] ?? '';
    if (!name.startsWith(prefix)) continue;
    const pids = spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' }).stdout ?? '';
    for (const pid of pids.split('\n').filter(Boolean)) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It ended by itself meanwhile.
      }
    }
    spawnSync('ip', ['netns', 'del', name]);
  }
}
