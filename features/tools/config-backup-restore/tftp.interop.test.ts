import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { say } from '../../../model/values/message.ts';
import { buildTftp, parseTftp } from '../../../protocols/tftp/packet.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { largeConfiguration, largestModel } from '../../../tests/agent/full-configuration.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { RebootType } from '../reboot/objects.ts';
import { BACKUP_DOWNLOAD, RestoreMode, TransferStatus } from './objects.ts';

/** A loopback address of the test's own: port 69 of 127.0.0.1 may be somebody's. */
const ADDRESS = '127.0.77.2';

let dnsmasq: ChildProcess;
let folder: string;
let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-tftp-'));
  dnsmasq = spawn(
    'dnsmasq',
    [
      '--keep-in-foreground',
      '--port=0',
      '--conf-file=/dev/null',
      '--user=root',
      `--pid-file=${join(folder, 'pid')}`,
      '--enable-tftp',
      `--tftp-root=${folder}`,
      `--listen-address=${ADDRESS}`,
      '--bind-interfaces',
    ],
    { stdio: 'ignore' },
  );
  // A backup of its full tables is larger than one of the smaller models could ever be.
  agent = await startTestAgent({ model: largestModel.name });
  client = await agent.signedIn();
  agent.running.context.names.resolve = async () => [ADDRESS];
});

afterAll(async () => {
  await agent.close();
  dnsmasq.kill();
  rmSync(folder, { recursive: true, force: true });
});

const restore = (cfgFileName: string) =>
  client.set('cfgTransferCtrl', { cfgDirection: 2, cfgMethod: 2, cfgServerAddr: 'tftp.example', cfgFileName });

it('restores a file that dnsmasq serves, after a confirmation', async () => {
  await client.set('cfgTransferCtrl', { cfgDirection: 1 });
  const download = await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}&_=1`);
  const text = (await download.text()).replace('"sysName":""', '"sysName":"from-tftp"');
  writeFileSync(join(folder, 'switch.cfg'), text, { mode: 0o644 });
  expect((await restore('gone.cfg')).error.message).toBe('The file was not found on the server.');
  const { error, result } = await restore('switch.cfg');
  expect(error.message).toBe('');
  expect(result).toMatchObject({ cfgRestoreChanges: 1, cfgRestoreReport: 'System: System name: (empty) → from-tftp' });
  expect((await client.set('cfgTransferCtrl', { cfgConfirm: 1 })).error.code).toBe(0);
  await expect.poll(() => agent.reboots()).toBe(1);
});

it('fetches what a switch with full tables backs up, octet by octet', async () => {
  const { context } = agent.running;
  const large = largeConfiguration(context.hardware, context.configuration());
  await context.change(say('a test'), () => large);
  await client.set('cfgTransferCtrl', { cfgDirection: 1 });
  const download = await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}&_=2`);
  const text = await download.text();
  expect(text.length).toBeGreaterThan(1024 * 1024);
  writeFileSync(join(folder, 'large.cfg'), text, { mode: 0o644 });
  const { error, result } = await restore('large.cfg');
  expect(error.message).toBe('');
  expect(result).toMatchObject({ cfgRestoreChanges: 0 });
});

/** A server that stays silent until the test releases it. */
class SlowServer {
  readonly #socket: Socket = createSocket('udp4');
  #client = 0;

  async listen(): Promise<void> {
    this.#socket.on('message', (octets, { port }) => {
      if (parseTftp(octets)?.kind === 'read') this.#client = port;
    });
    await new Promise<void>((resolve) => this.#socket.bind(69, SLOW, resolve));
  }

  get isAsked(): boolean {
    return this.#client !== 0;
  }

  answer(text: string): void {
    const packet = buildTftp({ kind: 'data', block: 1, content: new TextEncoder().encode(text) });
    this.#socket.send(packet, this.#client, SLOW);
  }

  close(): void {
    this.#socket.close();
  }
}

const SLOW = '127.0.77.3';

it('waits for no server with a factory reset, and brings nothing into what follows it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'faceplate-tftp-reset-'));
  const server = new SlowServer();
  await server.listen();
  let own = await startTestAgent({ directory });
  try {
    const user = await own.signedIn();
    own.running.context.names.resolve = async () => [SLOW];
    expect((await user.set('system', { sysName: 'before' })).error.code).toBe(0);
    await user.set('cfgTransferCtrl', { cfgDirection: 1 });
    const download = await user.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${user.gambit}&_=1`);
    const [first, ...lines] = (await download.text()).split('\n');
    const file = `${[first, ...lines.filter((line) => line.includes('"sysName"'))].join('\n')}\n`;
    expect(Buffer.byteLength(file)).toBeLessThan(512);
    const under = user.set('cfgTransferCtrl', {
      ...{ cfgDirection: 2, cfgMethod: 2, cfgServerAddr: 'tftp.example', cfgFileName: 'a.cfg' },
      cfgMode: RestoreMode.merge,
    });
    await expect.poll(() => server.isAsked).toBe(true);
    expect((await user.set('sysRebootCtrl', { rebootType: RebootType.factoryDefault })).error.message).toBe('');
    await expect.poll(() => own.reboots()).toBe(1);
    // A late file is checked. It is not stored, and its changes last until the restart.
    server.answer(file.replace('before', 'late'));
    expect((await under).result).toMatchObject({ cfgRestoreChanges: 1 });
    const { error } = await user.set('cfgTransferCtrl', { cfgConfirm: 1 });
    expect(error.message).toContain('The switch is restarting');
    expect((await user.set('cfgTransferCtrl', { cfgConfirm: 2 })).error.message).toBe('');
    expect((await user.set('sysConfig', { configOper: 3 })).error.message).toContain('The switch is restarting');
    await own.stop();
    own = await startTestAgent({ directory });
    const next = await own.signedIn();
    expect(await next.read('system')).toMatchObject({ sysName: '' });
    expect(await next.read('cfgTransferCtrl')).toMatchObject({
      cfgOperStatus: TransferStatus.idle,
      cfgRestoreChanges: 0,
    });
  } finally {
    await own.close();
    server.close();
  }
});
