import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import type { ScenarioInput } from '../../datapath/virtual/scenario/scenario.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { AgentProcess, password } from './agent-process.ts';
import { CabledStation } from './cabled-station.ts';
import { expect, signIn } from './console.ts';
import { newPage } from './undrawn.ts';

/** A switch that tests share, with a page that is signed in, and stations of the tests' own at three of its ports. */
export interface CabledSwitch {
  /** Where its console is. */
  readonly origin: string;
  readonly device: AgentClient;
  readonly page: Page;
  /** At port 5. */
  readonly client: CabledStation;
  /** At port 6. */
  readonly server: CabledStation;
  /** At port 7. */
  readonly other: CabledStation;
  /** Sets a group or a row past the console. */
  set(template: string, values: object): Promise<void>;
  rows(template: string, index?: object): Promise<Record<string, unknown>[]>;
  /** A card of the page. */
  region(name: string): Locator;
  close(): Promise<void>;
}

/** Starts it with the wizard done; `scenario` says what is plugged in beside. */
export async function startCabledSwitch(browser: Browser, scenario: ScenarioInput): Promise<CabledSwitch> {
  const folder = await mkdtemp(join(tmpdir(), 'faceplate-cables-'));
  const file = join(folder, 'scenario.json');
  await writeFile(file, JSON.stringify(scenario));
  const cable = (port: number) => join(folder, `cable-${port}`);
  const cables = [5, 6, 7].flatMap((port) => ['--cable', `${port}=unix:${cable(port)}`]);
  const agent = await AgentProcess.start({ options: ['--scenario', file, ...cables] });
  const device = new AgentClient(agent.origin);
  expect(await device.login(password)).toBe(0);
  await device.set('sysWizard', { sysWizardDone: 1 });
  const client = await CabledStation.plugIn(cable(5));
  const server = await CabledStation.plugIn(cable(6));
  const other = await CabledStation.plugIn(cable(7));
  const page = await newPage(browser);
  await signIn(page, agent.origin);
  // A port that was just plugged in may listen before it forwards.
  await expect
    .poll(() => {
      client.send(frameUnlikeOthers('02-AA-00-00-00-01'));
      return server.heard.length;
    })
    .toBeGreaterThan(0);
  return {
    origin: agent.origin,
    device,
    page,
    client,
    server,
    other,
    async set(template, values) {
      expect((await device.set(template, values)).error.message, template).toBe('');
    },
    rows: async (template, index = {}) => (await device.read(template, index)) as Record<string, unknown>[],
    region: (name) => page.getByRole('region', { name, exact: true }),
    async close() {
      for (const station of [client, server, other]) station.unplug();
      await page.context().close();
      await agent.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let serial = 0;

/** A frame without a tag, from this station, that is unlike all before it; `length` octets of payload. */
export function frameUnlikeOthers(source: string, { destination = BROADCAST_MAC, length = 50 } = {}): Uint8Array {
  serial += 1;
  const payload = new Uint8Array(length);
  new DataView(payload.buffer).setUint32(0, serial);
  return buildEthernet({ destination, source, etherType: EtherType.experimental, payload });
}
