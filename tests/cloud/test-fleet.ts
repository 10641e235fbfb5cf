import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '../../apps/device/features.ts';
import { type RunningCloud, startCloud } from '../../cloud/start-cloud.ts';
import { type Clock, systemClock } from '../../datapath/clock.ts';
import { DeviceWallClock } from '../../device/device-wall-clock.ts';
import { weakSecrets } from '../../device/sessions/testing.ts';
import { fleetFeatures } from '../../fleet/features.ts';
import { AgentClient } from '../agent/agent-client.ts';

/** The first password of clouds under test. */
export const FLEET_PASSWORD = 'firstPassw0rd';

/** A cloud in the test's own process: gateway, controller, fleet console and store, at free ports of this host. */
export interface TestFleet {
  readonly cloud: RunningCloud;
  /** Where a switch finds it. */
  readonly place: { readonly host: string; readonly port: number };
  /** What it keeps, and where it looks for "firmware.pub". */
  readonly folder: string;
  /** Signed in to the fleet console as "admin". */
  readonly client: AgentClient;
  /** A client without a login. */
  stranger(): AgentClient;
  /** Ends the process's cloud and starts it again on what it kept, at the same port for switches. */
  restart(): Promise<TestFleet>;
  close(): Promise<void>;
}

/** How a cloud is started for a test. */
interface TestFleetOptions {
  /** What it was before; default nothing. */
  readonly directory?: string;
  readonly switchPort?: number;
  /** By which it waits; default that of this host. */
  readonly clock?: Clock;
  /** What its clock shows, in milliseconds since 1970; default the time of this host. */
  readonly time?: () => number;
}

/** Starts a cloud for a test. */
export async function startTestFleet(options: TestFleetOptions = {}): Promise<TestFleet> {
  const { directory, switchPort = 0, clock = systemClock, time } = options;
  const folder = directory ?? mkdtempSync(join(tmpdir(), 'faceplate-cloud-'));
  const cloud = await startCloud({
    features: fleetFeatures,
    switchObjects: features.flatMap(({ objects }) => objects),
    listen: { host: '127.0.0.1', port: 0 },
    switches: { host: '127.0.0.1', port: switchPort },
    plain: true,
    names: ['127.0.0.1'],
    kept: { directory: folder },
    firmwareKeys: [join(folder, 'firmware.pub')],
    fleetConsole: { directory: join(folder, 'no-console'), version: '' },
    switchConsole: { directory: join(folder, 'no-console'), version: '' },
    clock,
    wallClock: new DeviceWallClock(systemClock, time),
    initialPassword: FLEET_PASSWORD,
    secrets: weakSecrets,
  });
  const stranger = () => new AgentClient(`http://127.0.0.1:${cloud.port}`);
  const client = stranger();
  if ((await client.login(FLEET_PASSWORD)) !== 0) throw new Error('cannot sign in to the fleet console');
  return {
    cloud,
    folder,
    place: { host: '127.0.0.1', port: cloud.switchPort },
    client,
    stranger,
    async restart() {
      await cloud.stop();
      return startTestFleet({ ...options, directory: folder, switchPort: cloud.switchPort });
    },
    async close() {
      await cloud.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
