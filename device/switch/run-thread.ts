import type { MessagePort } from 'node:worker_threads';
import { wordsOfError } from '../../model/values/error-words.ts';
import { failPresentFence } from '../services/fence.ts';
import type { SwitchEvents } from './backend.ts';
import { sendEvents, serveBackend } from './channel.ts';
import type { RunningSwitch } from './switch-options.ts';
import { isMessage } from './switch-thread.ts';

/** The other side of `SwitchThread`: runs a switch in this thread until it is stopped, and then ends the thread. */
export async function runSwitchThread(
  port: MessagePort,
  start: (events: SwitchEvents) => Promise<RunningSwitch>,
): Promise<void> {
  // An uncaught background error of a service ends only that service; anything else ends the thread.
  process.on('uncaughtException', (error) => {
    if (!failPresentFence(error)) throw error;
  });
  let running: RunningSwitch | undefined;
  let stopping = false;
  const stop = async () => {
    stopping = true;
    try {
      await running?.stop();
    } finally {
      port.close();
    }
  };
  port.on('message', (message: unknown) => {
    if (isMessage(message, 'stop') && !stopping) void stop().finally(() => process.exit(0));
  });
  try {
    running = await start(sendEvents(port));
    serveBackend(port, running.backend);
    port.postMessage({ kind: 'ready' });
  } catch (error) {
    port.postMessage({ kind: 'failed', reason: wordsOfError(error) });
  }
}
