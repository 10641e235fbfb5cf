import { type ChildProcess, spawn } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { AgentClient } from '../agent/agent-client.ts';
import { agentProgram } from '../agent/agent-program.ts';
import { startUplink, type Uplink } from './uplink.ts';

const PASSWORD = 'first-Passw0rd';

/** A key as distributed to those that trust it, PEM. */
export const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }));

/** A switch as it is shipped, with its boot program, in processes of its own. */
export interface BootSwitch {
  readonly serial: string;
  readonly uplink: Uplink;
  /** Ends it and removes what it kept. */
  close(): Promise<void>;
}

/** The cloud that takes it, whose account "admin" has this password. */
interface TakingCloud {
  readonly port: number;
  readonly fingerprint: string;
  readonly password: string;
}

/** Starts a switch that takes firmware of this maker, sets it up, and lets the cloud take it. */
export async function startBootSwitch(model: string, maker: KeyObject, cloud: TakingCloud): Promise<BootSwitch> {
  const directory = mkdtempSync(join(tmpdir(), 'faceplate-wave-'));
  mkdirSync(join(directory, 'firmware'));
  writeFileSync(join(directory, 'firmware', 'firmware.pub'), pem(maker));
  const uplink = await startUplink(cloud.port);
  const boot = spawn(
    join(dirname(agentProgram), 'faceplate-boot'),
    ['--model', model, '--listen', '127.0.0.1:0', '--data', directory, '--cloud', `127.0.0.1:${uplink.port}`],
    {
      env: { ...process.env, NODE: process.execPath, FACEPLATE_INITIAL_PASSWORD: PASSWORD },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const local = new AgentClient(await originOf(boot));
  expect(await local.login(PASSWORD)).toBe(0);
  await local.set('sysWizard', { sysWizardDone: 1 });
  const { systemCloudDeviceId: serial } = Object(await local.read('sysCloudCtrl'));
  const account = { systemCloudAccount: 'admin', systemCloudPassword: cloud.password };
  const on = { systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint, ...account };
  expect((await local.set('sysCloudCtrl', on)).error.message).toBe('');
  await local.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await vi.waitFor(async () => expect(await local.read('sysConfig')).toMatchObject({ configOperStatus: 1 }), {
    timeout: 120_000,
    interval: 250,
  });
  return {
    serial,
    uplink,
    async close() {
      if (boot.exitCode === null) {
        boot.kill('SIGTERM');
        await once(boot, 'exit');
      }
      uplink.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Where its console is, as it says itself. */
function originOf(boot: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    boot.stdout?.on('data', (text) => {
      said += text;
      const found = /^Listening on (\S+?)\/$/m.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
}
