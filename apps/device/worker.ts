import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../datapath/clock.ts';
import type { LogEntry } from '../../device/log/log.ts';
import type { OutputFormat } from '../../device/log/output-line.ts';
import { giveBackMemory } from '../../device/switch/idle-memory.ts';
import { Revision } from '../../device/switch/revision.ts';
import { runSwitchThread } from '../../device/switch/run-thread.ts';
import { startSwitch } from '../../device/switch/switch.ts';
import { createDatapath } from './datapaths.ts';
import { deliveredSettings } from './delivered-settings.ts';
import { features } from './features.ts';
import { switchModels } from './models.ts';
import { movedPort } from './moved-port.ts';
import type { WorkerOptions } from './worker-options.ts';

if (!parentPort) throw new Error('This is the thread of the switch; the agent starts it.');

// Handed over by main.ts, which is the only one to start this thread.
const { agent, revision, webVersion, crashed, firmware, reports, output }: WorkerOptions = workerData;

const model = switchModels.get(agent.model);

/** Writes entries of the log to standard output. */
async function writingTo(format: OutputFormat): Promise<(entry: LogEntry) => void> {
  const { outputLine } = await import('../../device/log/output-line.ts');
  return (entry) => void process.stdout.write(outputLine(entry, format));
}

void runSwitchThread(parentPort, async (events) => {
  if (!model) throw new Error(`There is no model ${agent.model}.`);
  return startSwitch({
    features,
    datapath: await createDatapath(agent, model, systemClock),
    model,
    directory: agent.dataDirectory,
    clock: systemClock,
    events,
    revision: new Revision(revision),
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
    ...(output && { logged: await writingTo(output) }),
  });
}).then(() => giveBackMemory(systemClock));
