import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, truncateSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readChoice, writeChoice } from '../../../device/firmware/start-choice.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { FIRMWARE_UPLOAD, fwUpgradeCtrl } from './objects.ts';
import { bundleOf, startBootedAgent } from './testing.ts';

let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startBootedAgent();
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const begin = (values: object = {}) => client.set('fwUpgradeCtrl', { fwStart: 1, fwMethod: 1, ...values });
const send = (bundle: Buffer) => client.upload(FIRMWARE_UPLOAD, new Blob([new Uint8Array(bundle)]));

async function upgrade(bundle: Buffer, values: object = {}): Promise<string> {
  const begun = await begin(values);
  return begun.error.message || (await send(bundle)).error.message;
}

/** Restarts the agent, as its boot program does with `running`. */
async function restartWith(running: 0 | 1 | 2): Promise<void> {
  await agent.stop();
  agent = await startBootedAgent(running, agent.directory);
  client = await agent.signedIn();
}

const states = async () => {
  const rows = await client.read('fwImageEntry');
  return Array.isArray(rows) ? rows.map((row) => [row.fwImageState, row.fwImageVersion]) : rows;
};

const empty = [4, ''];

describe('an upgrade', () => {
  it('goes into a free slot, is started next, and restarts the switch', async () => {
    expect(await states()).toEqual([empty, empty]);
    expect(await upgrade(bundleOf('9.0'))).toBe('');
    expect(await states()).toEqual([[2, '9.0'], empty]);
    expect(await client.read('fwUpgradeCtrl')).toMatchObject({ fwOperStatus: 8, fwRunningImage: 0, fwNextImage: 1 });
    expect(agent.reboots()).toBe(0);
    agent.clock.advance(2_500);
    await expect.poll(agent.reboots).toBe(1);
  });

  it('never touches the slot that runs, and takes the one that nobody falls back to', async () => {
    await upgrade(bundleOf('9.0'), { fwRebootAfter: 2 });
    await restartWith(1);
    expect(await upgrade(bundleOf('9.1'), { fwRebootAfter: 2 })).toBe('');
    expect(await states()).toEqual([
      [1, '9.0'],
      [2, '9.1'],
    ]);
    expect(await client.read('fwUpgradeCtrl')).toMatchObject({ fwOperStatus: 6, fwProgress: 100, fwNextImage: 2 });
    expect(await upgrade(bundleOf('9.2'), { fwRebootAfter: 2 })).toBe('');
    expect(await states()).toEqual([
      [1, '9.0'],
      [2, '9.2'],
    ]);
    expect(agent.reboots()).toBe(0);
  });

  it('into the slot that was fallen back to has the one that runs fallen back to from then on', async () => {
    await upgrade(bundleOf('9.0'), { fwRebootAfter: 2 });
    await restartWith(1);
    await upgrade(bundleOf('9.1'), { fwRebootAfter: 2 });
    const { files, places } = agent.running.context.firmware;
    await writeChoice(files, places.choice, { proven: 1, trial: { image: 2, attempts: 1 } });
    await restartWith(2);
    expect(await upgrade(bundleOf('9.2'), { fwRebootAfter: 2 })).toBe('');
    expect(await states()).toEqual([
      [2, '9.2'],
      [1, '9.1'],
    ]);
    const { choice } = await readChoice(files, places.choice);
    expect(choice).toEqual({ proven: 2, trial: { image: 1, attempts: 0 } });
  });

  it('that is not right leaves what is there', async () => {
    await upgrade(bundleOf('9.0'), { fwRebootAfter: 2 });
    const other = generateKeyPairSync('ed25519').privateKey;
    const flipped = bundleOf('9.1');
    flipped[flipped.length - 5] = 1;
    const before = await states();
    expect(await upgrade(Buffer.from('GIF89a'))).toBe('The file is not a firmware image.');
    expect(await upgrade(flipped)).toBe('The image is damaged.');
    expect(await upgrade(bundleOf('9.1').subarray(0, -1))).toBe('The image is damaged.');
    expect(await upgrade(bundleOf('9.1', { key: other }))).toContain('its signature is not trusted');
    expect(await upgrade(bundleOf('9.1', { models: ['TEG-082WS'] }))).toBe('The image is for model TEG-082WS.');
    expect(await client.read('fwUpgradeCtrl')).toMatchObject({
      fwOperStatus: 7,
      fwLastError: 'The image is for model TEG-082WS.',
    });
    expect(await states()).toEqual(before);
    expect(readdirSync(join(agent.directory, 'temporary'))).toEqual([]);
  });

  it('to an older version has to be wanted', async () => {
    expect(await upgrade(bundleOf('0.0.1'))).toMatch(/^The image has version 0\.0\.1, which is older than /);
    expect(await upgrade(bundleOf('0.0.1'), { fwAllowOlder: 1, fwRebootAfter: 2 })).toBe('');
    expect(await states()).toEqual([[2, '0.0.1'], empty]);
  });

  it('is only taken from the session that announced it, once', async () => {
    expect((await send(bundleOf('9.0'))).error.message).toMatch(/^No firmware is expected/);
    await begin({ fwRebootAfter: 2 });
    const second = await agent.signedIn();
    expect((await second.upload(FIRMWARE_UPLOAD, new Blob([]))).error.message).toMatch(/^No firmware is expected/);
    expect((await send(bundleOf('9.0'))).error.code).toBe(0);
    expect((await send(bundleOf('9.0'))).error.message).toMatch(/^No firmware is expected/);
  });

  it('whose upload breaks off leaves nothing behind and can be begun again', async () => {
    await begin({ fwRebootAfter: 2 });
    const port = Number(new URL(agent.origin).port);
    const head =
      'Content-Disposition: form-data; name="Gambit"\r\n\r\n' +
      `${client.gambit}\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
    const socket = createConnection(port, '127.0.0.1');
    socket.write(
      `POST /iss/specific/cgi/${FIRMWARE_UPLOAD} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${client.cookie}\r\n` +
        `Origin: ${agent.origin}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n--x\r\n${head}`,
    );
    socket.write(bundleOf('9.0').subarray(0, 100_000));
    const temporary = join(agent.directory, 'temporary');
    await expect.poll(() => readdirSync(temporary).length).toBe(1);
    socket.destroy();
    await expect.poll(() => readdirSync(temporary).length).toBe(0);
    expect(await states()).toEqual([empty, empty]);
    expect(await client.read('fwUpgradeCtrl')).toMatchObject({ fwOperStatus: 0 });
    expect((await send(bundleOf('9.0'))).error.code).toBe(0);
  });

  it('keeps everybody from changing anything before the switch restarts', async () => {
    await upgrade(bundleOf('9.0'));
    const { error } = await client.set('dot1dTp', { dot1dTpAgingTime: 333 });
    expect(error).toMatchObject({ code: 13, message: 'A firmware upgrade is running.' });
    expect((await begin()).error.code).toBe(13);
  });

  it('waits for a forced change, and for the boot program where there is none', async () => {
    const { context } = agent.running;
    const [row] = context.configuration().rows(ipv4InterfaceEntry);
    const { ipv4InterfaceIfIndex = 0, ipAddressAddr: localAddress = '' } = row ?? {};
    const remoteAddress = '192.168.10.9';
    const connection = { service: 'https', localAddress, localPort: 443, remoteAddress } as const;
    const stranger = { access: 'web', user: 'admin', session: 'one', remoteAddress, connection } as const;
    const move = { ipv4InterfaceIfIndex, ipAddressAddr: '192.168.10.99' };
    const { management, guard } = context;
    await management.perform([{ kind: 'set', object: ipv4InterfaceEntry, values: move }], stranger, { force: true });
    expect(guard.provisional()).toBeDefined();
    const start = management.perform([{ kind: 'set', object: fwUpgradeCtrl, values: { fwStart: 1 } }], stranger);
    await expect(start).rejects.toThrow('waiting for confirmation');

    const other = await startTestAgent();
    try {
      const there = await other.signedIn();
      expect((await there.set('fwUpgradeCtrl', { fwStart: 1 })).error.message).toContain('without its boot program');
      expect(await there.read('fwUpgradeCtrl')).toMatchObject({ fwRunningImage: 3 });
    } finally {
      await other.close();
    }
  });
});

describe('the slots', () => {
  it('are started from as chosen, where they are whole', async () => {
    const choose = async (fwBootImage: number) => (await client.set('fwUpgradeCtrl', { fwBootImage })).error.message;
    expect(await choose(2)).toBe('Slot 2 contains no valid firmware.');
    await upgrade(bundleOf('9.0'), { fwRebootAfter: 2 });
    expect(await choose(0)).toBe('');
    expect(await states()).toEqual([[3, '9.0'], empty]);
    expect(await choose(1)).toBe('');
    expect(await states()).toEqual([[2, '9.0'], empty]);
    await choose(0);
    truncateSync(join(agent.directory, 'firmware', 'slot-1', 'dist', 'console', 'index.html'), 5);
    expect(await choose(1)).toBe('Slot 1 contains no valid firmware.');
  });

  it('are emptied where nobody starts from them', async () => {
    const erase = async (fwDeleteImage: number) => (await client.set('fwUpgradeCtrl', { fwDeleteImage })).error.message;
    await upgrade(bundleOf('9.0'), { fwRebootAfter: 2 });
    expect(await erase(1)).toBe('Slot 1 is running or will be started next.');
    await client.set('fwUpgradeCtrl', { fwBootImage: 0 });
    expect(await erase(1)).toBe('');
    expect(await states()).toEqual([empty, empty]);
    expect(existsSync(join(agent.directory, 'firmware', 'slot-1'))).toBe(false);
    await upgrade(bundleOf('9.0'), { fwRebootAfter: 2 });
    await restartWith(1);
    expect(await erase(1)).toBe('Slot 1 is running or will be started next.');
  });
});
