import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createLab } from '../tests/namespaces/lab.ts';
import { python } from '../tests/namespaces/python.ts';
import { needOpenVSwitch } from './driven-openvswitch.ts';
import type { PuntLatencies } from './punt-probe.ts';
import type { Figure } from './table.ts';

const child = fileURLToPath(new URL('./punt-child.ts', import.meta.url));
const sender = fileURLToPath(new URL('./punt-sender.py', import.meta.url));

/** Milliseconds that a punted BPDU may take to its listener at the 99th percentile. */
const BUDGET = 20;

/** How long BPDUs take to their listener on the virtual switch under full load. */
export async function puntLatencyOnVirtual(): Promise<Figure[]> {
  const agent = fork(child, [JSON.stringify({ datapath: 'virtual' })], { execArgv: ['--import', 'tsx'] });
  return [figure('virtual', await measured(agent, () => {}))];
}

/** The same on Open vSwitch, with hosts in namespaces that send. Throws where this host cannot make them. */
export async function puntLatencyOnOpenVSwitch(): Promise<Figure[]> {
  needOpenVSwitch();
  const lab = await createLab({ ports: 4 });
  try {
    await lab.switch.ip('link', 'set', 'lo', 'up');
    const agent = lab.switch.fork(child, [JSON.stringify({ datapath: 'openvswitch', interfaces: lab.ports })]);
    const begin = () => {
      lab.host(1).namespace.spawn(python, [sender, 'eth0', 'bpdu']);
      lab.host(2).namespace.spawn(python, [sender, 'eth0', 'arp']);
    };
    return [figure('openvswitch', await measured(agent, begin))];
  } finally {
    await lab.close();
  }
}

function measured(agent: ChildProcess, begin: () => void): Promise<PuntLatencies> {
  return new Promise((resolve, reject) => {
    agent.on('message', (message: 'ready' | PuntLatencies) => {
      if (message === 'ready') begin();
      else resolve(message);
    });
    agent.once('exit', (code) => reject(new Error(`the agent under measurement ended with ${code}.`)));
  });
}

function figure(datapath: string, { milliseconds, transaction }: PuntLatencies): Figure {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const late = sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  const what = `a BPDU to its listener, 99 % of ${sorted.length}, 120 calls, ARP flood, 4,094 VLANs in ${transaction.toFixed(0)} ms, ${datapath}`;
  return { what, measured: `${late.toFixed(1)} ms`, budget: `≤ ${BUDGET} ms`, holds: late <= BUDGET };
}
