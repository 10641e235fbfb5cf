import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testPlan } from '../datapath/contract/test-plan.ts';
import { defaultPortPlan } from '../datapath/plan.ts';
import type { Host } from '../tests/namespaces/lab.ts';
import type { Namespace } from '../tests/namespaces/namespace.ts';
import { createBench } from '../tests/openvswitch/bench.ts';
import { type Figure, median } from './table.ts';

const program = fileURLToPath(new URL('./stream.py', import.meta.url));

/** Streams each way in turns, and seconds of each. */
const ROUNDS = 5;
const SECONDS = 1.5;

/** What the pipeline forwards, against `NORMAL` on the same bridge. */
const BUDGET = 0.98;

/**
 * A TCP stream between two hosts through the pipeline, against one through a second bridge of the same Open vSwitch whose
 * only rule is NORMAL. Throws where this host cannot make them.
 */
export async function forwardingOnOpenVSwitch(): Promise<Figure[]> {
  if (!existsSync('/usr/sbin/ovs-vswitchd')) throw new Error('Open vSwitch is not installed.');
  if (process.getuid?.() !== 0) throw new Error('making ports needs root.');
  const bench = await createBench(4);
  try {
    const { lab, directory } = bench;
    const driver = await bench.startDriver({ ports: lab.ports.slice(0, 2) });
    const port = defaultPortPlan(0b11n);
    await driver.apply({
      ...testPlan(),
      ports: new Map([
        [1, port],
        [2, port],
      ]),
      vlans: new Map([[1, { members: 0b11n, untagged: 0b11n }]]),
    });
    const vsctl = (...words: string[]) =>
      lab.switch.exec('ovs-vsctl', `--db=unix:${join(directory, 'db.sock')}`, ...words);
    await vsctl('add-br', 'plain', '--', 'set', 'Bridge', 'plain', 'datapath_type=netdev');
    for (const device of lab.ports.slice(2)) await vsctl('add-port', 'plain', device);
    const rates = { pipeline: [] as number[], plain: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const pipeline = await streamRate(lab.host(1), lab.host(2));
      const plain = await streamRate(lab.host(3), lab.host(4));
      // The first round warms both up.
      if (round === 0) continue;
      rates.pipeline.push(pipeline);
      rates.plain.push(plain);
    }
    await driver.stop();
    const share = median(rates.pipeline) / median(rates.plain);
    return [
      {
        what: 'TCP through the pipeline, against NORMAL beside it',
        measured: share.toFixed(2),
        budget: `≥ ${BUDGET}`,
        holds: share >= BUDGET,
      },
    ];
  } finally {
    await bench.close();
  }
}

async function streamRate(from: Host, to: Host): Promise<number> {
  const address = `10.0.0.${to.port}`;
  const { ready, rate } = serve(to.namespace, address);
  await ready;
  await from.namespace.exec('python3', program, 'client', address, String(SECONDS));
  return rate;
}

/** Starts the far end: resolves when it listens, and to the octets a second that came. */
function serve(namespace: Namespace, address: string): { ready: Promise<void>; rate: Promise<number> } {
  const server = namespace.spawn('python3', [program, 'server', address, String(SECONDS)]);
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
