import { parentPort, workerData } from 'node:worker_threads';
import { ManualClock } from '../../datapath/clock.ts';
import { VirtualDatapath } from '../../datapath/virtual/virtual-datapath.ts';
import { runSwitchThread } from '../../device/switch/run-thread.ts';
import { startSwitch } from '../../device/switch/switch.ts';
import { login } from '../../features/login/device.ts';

// The thread of a switch of one port whose service fails, as `workerData` says, where no caller can catch it, and says
// each time that it was started.
const { directory, failure } = workerData;
if (!parentPort) throw new Error('This is the program of a thread.');
const port = parentPort;
const clock = new ManualClock();
const failures: Readonly<Record<string, () => void>> = {
  promise: () => void Promise.reject(new Error('boom')),
  event: () =>
    void setTimeout(() => {
      throw new Error('boom');
    }, 1),
};
const faulty = {
  name: 'faulty',
  reads: [],
  start() {
    port.postMessage({ kind: 'started' });
    failures[failure]?.();
    return {};
  },
};

await runSwitchThread(port, (events) =>
  startSwitch({
    features: [login, { objects: [], services: [faulty] }],
    datapath: new VirtualDatapath({
      ports: [{ number: 1, name: 'Port 1', media: 'copper', speeds: [1000], pse: false }],
      forwardingDatabaseSize: 16,
      mirrorSessions: 1,
      clock,
    }),
    model: { name: 'TEG-082WS', maxVlans: 16 },
    directory,
    clock,
    events,
    initialPassword: 'not used here',
    webVersion: '',
  }),
);
port.on('message', (message) => {
  if (message === 'advance') clock.advance(1000);
  if (message === 'fail') throw new Error('boom');
});
