import { LineService } from '../../../device/command-line/line-service.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { say } from '../../../model/values/message.ts';
import { verbs } from '../command-line-verbs.ts';
import { system } from '../system-management/objects.ts';
import { telnetCtrl } from './objects.ts';
import { serveClient } from './serve-client.ts';
import { telnetState } from './slots.ts';

/** Milliseconds in which a client has to sign in. */
const GRACE = 120_000;

/** Starts the server: it listens until it is stopped. */
export async function startServer(context: ServiceContext): Promise<RunningService> {
  const settings = () => context.configuration().group(telnetCtrl);
  const lines = new LineService(context, {
    name: say('Telnet'),
    service: 'telnet',
    state: telnetState,
    verbs,
    port: () => settings().telnetPort,
    vlan: () => undefined,
    maximum: () => settings().telnetMaxSessions,
    graceTime: () => GRACE,
    takesKeys: () => false,
    switchName: () => context.configuration().group(system).sysName || context.hardware.modelName,
    serve: serveClient,
  });
  await lines.listen();
  return { changed: () => void lines.listen(), stop: () => lines.close() };
}
