import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../datapath/clock.ts';
import { runSwitchThread } from '../../device/switch/run-thread.ts';
import { giveBackStartMemory } from '../../device/switch/start-memory.ts';
import { startSwitch } from '../../device/switch/switch.ts';
import { createDatapath } from './datapaths.ts';
import { deliveredSettings } from './delivered-settings.ts';
import { features } from './features.ts';
import { switchModels } from './models.ts';
import { movedPort } from './moved-port.ts';
import type { WorkerOptions } from './worker-options.ts';

if (!parentPort) throw new Error('This is the thread of the switch; the agent starts it.');

// Handed over by main.ts, which is the only one to start this thread.
const { agent, webVersion, crashed, firmware, reports }: WorkerOptions = workerData;
/** Of UDP and TCP. */

const model = switchModels.get(agent.model);

void runSwitchThread(parentPort, async (events) => {
  if (!model) throw new Error(`There is no model ${agent.model}.`);
  return startSwitch({
    features,
    datapath: await createDatapath(agent, model, systemClock),
    model,
    directory: agent.dataDirectory,
    clock: systemClock,
    events,
    services: {
      host: agent.datapath === 'openvswitch' ? undefined : agent.host,
      portFor: (port) => movedPort(port, agent.portOffset),
    },
    consolePort: agent.port,
    cloud: agent.cloud,
    initialPassword: agent.initialPassword,
    delivered: () => deliveredSettings(agent, model),
    webVersion,
    crashed,
    firmware,
    reports,
  });
}).then(() => giveBackStartMemory(systemClock));
