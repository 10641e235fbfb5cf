import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testPlan } from '../datapath/contract/test-plan.ts';
import { defaultPortPlan } from '../datapath/plan.ts';
import type { Host } from '../tests/namespaces/lab.ts';
import type { Namespace } from '../tests/namespaces/namespace.ts';
import { python } from '../tests/namespaces/python.ts';
import { createBench, type OpenVSwitchBench } from '../tests/openvswitch/bench.ts';
import { needOpenVSwitch } from './driven-openvswitch.ts';
import { type Figure, median } from './table.ts';

const program = fileURLToPath(new URL('./stream.py', import.meta.url));
const frameSender = fileURLToPath(new URL('./frame-sender.py', import.meta.url));

/** Streams each way in turns, and seconds of each. */
const ROUNDS = 5;
const SECONDS = 1.5;

/** Throughput of the pipeline, compared to `NORMAL` on the same bridge. */
const BUDGET = 0.98;

/** Processor time of a frame, compared to `NORMAL` on the same bridge. */
const FRAME_BUDGET = 1.05;

/** The VLAN whose C-tag the tagged frames bear. */
const TAGGED = 20;

/**
 * The pipeline, compared to a second bridge of the same Open vSwitch whose only rule is NORMAL: a TCP stream between
 * two hosts, and the processor time of a frame without and with a C-tag. Throws if this host cannot create them.
 */
export async function forwardingOnOpenVSwitch(): Promise<Figure[]> {
  needOpenVSwitch();
  const bench = await createBench(4);
  try {
    const stop = await startBothBridges(bench);
    const figures = [await streams(bench), await frames(bench), await frames(bench, TAGGED)];
    await stop();
    return figures;
  } finally {
    await bench.close();
  }
}

/** The pipeline at ports 1 and 2, NORMAL at 3 and 4. Returns what stops the former. */
async function startBothBridges({ lab, directory, startDriver }: OpenVSwitchBench): Promise<() => Promise<void>> {
  const driver = await startDriver({ ports: lab.ports.slice(0, 2) });
  const port = defaultPortPlan(0b11n);
  await driver.apply({
    ...testPlan(),
    ports: new Map([
      [1, port],
      [2, port],
    ]),
    vlans: new Map([
      [1, { members: 0b11n, untagged: 0b11n }],
      [TAGGED, { members: 0b11n, untagged: 0n }],
    ]),
  });
  const vsctl = (...words: string[]) =>
    lab.switch.exec('ovs-vsctl', `--db=unix:${join(directory, 'db.sock')}`, ...words);
  await vsctl('add-br', 'plain', '--', 'set', 'Bridge', 'plain', 'datapath_type=netdev');
  for (const device of lab.ports.slice(2)) await vsctl('add-port', 'plain', device);
  return () => driver.stop();
}

async function streams({ lab }: OpenVSwitchBench): Promise<Figure> {
  const [pipeline, plain] = await inTurns((first) => streamRate(lab.host(first), lab.host(first + 1)));
  const share = pipeline / plain;
  return {
    what: 'TCP through the pipeline, against NORMAL beside it',
    measured: share.toFixed(2),
    budget: `≥ ${BUDGET}`,
    holds: share >= BUDGET,
  };
}

/** Frames of one station to another that is known; with a C-tag where a VLAN is named. */
async function frames({ lab, directory }: OpenVSwitchBench, vlan?: number): Promise<Figure> {
  const pid = readFileSync(join(directory, 'ovs-vswitchd.pid'), 'utf8').trim();
  const tag = vlan === undefined ? [] : [String(vlan)];
  const [pipeline, plain] = await inTurns(async (first) => {
    const [from, to] = [lab.host(first), lab.host(first + 1)];
    const send = (host: Host, peer: Host, seconds: number) =>
      host.namespace.exec(python, frameSender, 'eth0', `${host.port}`, `${peer.port}`, `${seconds}`, ...tag);
    await send(to, from, 0);
    const [began, receivedBefore] = [processorTicks(pid), await received(to.namespace)];
    await send(from, to, SECONDS);
    return (processorTicks(pid) - began) / ((await received(to.namespace)) - receivedBefore);
  });
  const ratio = pipeline / plain;
  return {
    what: `processor time of a frame ${vlan === undefined ? 'without a tag' : 'with a C-tag'}, against NORMAL beside it`,
    measured: `× ${ratio.toFixed(2)}`,
    budget: `≤ ${FRAME_BUDGET}`,
    holds: ratio <= FRAME_BUDGET,
  };
}

/** The medians of what was measured between ports 1 and 2 and between 3 and 4, turn by turn. */
async function inTurns(measure: (first: 1 | 3) => Promise<number>): Promise<[number, number]> {
  const pipeline: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [ours, theirs] = [await measure(1), await measure(3)];
    // The first round warms both up.
    if (round === 0) continue;
    pipeline.push(ours);
    plain.push(theirs);
  }
  return [median(pipeline), median(plain)];
}

/** Processor time that the process has taken so far, in the kernel's ticks. */
function processorTicks(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

async function received(namespace: Namespace): Promise<number> {
  return Number(await namespace.exec('cat', '/sys/class/net/eth0/statistics/rx_packets'));
}

async function streamRate(from: Host, to: Host): Promise<number> {
  const address = `10.0.0.${to.port}`;
  const { ready, rate } = serve(to.namespace, address);
  await ready;
  await from.namespace.exec(python, program, 'client', address, String(SECONDS));
  return rate;
}

/** Starts the far end: resolves when it listens, and to the octets a second that came. */
function serve(namespace: Namespace, address: string): { ready: Promise<void>; rate: Promise<number> } {
  const server = namespace.spawn(python, [program, 'server', address, String(SECONDS)]);
  let printed = '';
  let told = () => {};
  const ready = new Promise<void>((resolve) => {
    told = resolve;
  });
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed.startsWith('ready')) told();
  });
  const rate = new Promise<number>((resolve, reject) => {
    server.once('exit', () => {
      const octets = Number(printed.split('\n')[1]);
      if (octets > 0) resolve(octets);
      else reject(new Error('a stream was not received.'));
    });
  });
  return { ready, rate };
}
