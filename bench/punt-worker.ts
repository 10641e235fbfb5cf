import { parentPort, workerData } from 'node:worker_threads';
import { createDatapath } from '../apps/device/datapaths.ts';
import { features } from '../apps/device/features.ts';
import { switchModels } from '../apps/device/models.ts';
import type { AgentOptions } from '../apps/device/options.ts';
import { systemClock } from '../datapath/clock.ts';
import { VirtualDatapath } from '../datapath/virtual/virtual-datapath.ts';
import { runSwitchThread } from '../device/switch/run-thread.ts';
import { startSwitch } from '../device/switch/switch.ts';
import { puntProbe, stamp } from './punt-probe.ts';

if (!parentPort) throw new Error('This is a thread of the bench.');
const port = parentPort;

/** Milliseconds before and after the transaction that is measured in. */
const WARM_UP = 3000;
const FULL = { ability: { speeds: [1000], duplex: 'full', negotiates: true }, receive() {} } as const;

// Handed over by punt-child.ts, which is the only one to start this thread.
const agent: AgentOptions = workerData;
const model = switchModels.get(agent.model);
if (!model) throw new Error(`There is no model ${agent.model}.`);

/** Milliseconds of the host's monotonic clock. */
function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** On the virtual switch the stations send from here: a BPDU each 10 ms, and 10,000 ARP requests a second. */
function playStations(datapath: VirtualDatapath): void {
  const bridge = datapath.attach(1, FULL);
  const flooder = datapath.attach(2, FULL);
  const bpdu = new Uint8Array(60);
  bpdu.set([0x01, 0x80, 0xc2, 0, 0, 0, 2, 0, 0, 0, 0, 1]);
  const arp = new Uint8Array(60).fill(0xff, 0, 6);
  arp.set([2, 0, 0, 0, 0, 2, 0x08, 0x06, 0, 1, 8, 0, 6, 4, 0, 1], 6);
  let due = monotonic();
  setInterval(() => {
    // Stamped with the time it was due: what the thread was late counts, too.
    for (; due <= monotonic(); due += 10) {
      stamp(bpdu, due);
      bridge.send(bpdu.slice());
    }
    for (let each = 0; each < 100; each += 1) flooder.send(arp);
  }, 10);
}

void runSwitchThread(port, async (events) => {
  const datapath =
    agent.datapath === 'virtual'
      ? new VirtualDatapath({ ...model, clock: systemClock })
      : await createDatapath(agent, model, systemClock);
  const probe = puntProbe(WARM_UP, (latencies) => port.postMessage({ kind: 'measured', latencies }));
  const running = await startSwitch({
    features: [...features, probe],
    datapath,
    model,
    directory: agent.dataDirectory,
    clock: systemClock,
    events,
    initialPassword: agent.initialPassword,
    webVersion: '',
  });
  if (datapath instanceof VirtualDatapath) playStations(datapath);
  return running;
});
