import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { Client, type SFTPWrapper } from 'ssh2';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { sshState } from '../../features/system/ssh/slots.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import { LARGEST_FILE } from '../../model/wire/file-size.ts';
import type { AgentClient } from './agent-client.ts';
import { ADMINISTRATOR, PASSWORD, startTestAgent, type TestAgent } from './test-agent.ts';

// Requests that no client of files makes, at the entrance for files.

let agent: TestAgent;
let web: AgentClient;
let ssh: Client;
let sftp: SFTPWrapper;
let before: Configuration;

/** Octets that the client takes unasked: what it has not read of them waits at the switch. */
const WINDOW = 2 * 1024 * 1024;

const context = () => agent.running.context;

beforeAll(async () => {
  agent = await startTestAgent({ files: hostFiles, locate: async () => ADMINISTRATOR });
  web = await agent.signedIn();
  await web.set('system', { sysName: 'core' });
  await web.set('sshCtrl', { sshState: 1 });
  await vi.waitFor(() => expect(context().slots.get(sshState).listening).toHaveLength(1));
  before = context().configuration();
});

afterAll(() => agent.close());

beforeEach(async () => {
  [ssh, sftp] = await signIn();
});

afterEach(async () => {
  ssh.end();
  await web.set('managementGuard', { managementGuardTakeBack: 1 });
  await context().change(say('a test'), () => before);
});

async function signIn(): Promise<[Client, SFTPWrapper]> {
  // The allowance for handshakes fills up over time.
  agent.clock.advance(10_000);
  const port = Number(context().slots.get(sshState).listening[0]?.split(':').at(-1));
  const client = new Client();
  await new Promise((resolve, reject) => {
    client.once('ready', () => resolve(undefined)).once('error', reject);
    client.connect({ host: '127.0.0.1', port, username: 'admin', password: PASSWORD });
  });
  client.on('error', () => undefined);
  return [client, await answered<SFTPWrapper>((done) => client.sftp(done))];
}

type Done<T> = (error: Error | null | undefined, value: T) => void;
const answered = <T>(asks: (done: Done<T>) => void) =>
  new Promise<T>((resolve, reject) => asks((error, value) => (error ? reject(error) : resolve(value))));
/** The number of the failure, 0 for none. */
const failure = (asks: (done: Done<never>) => void) =>
  answered(asks).then(
    () => 0,
    (error: Error & { readonly code?: number }) => error.code,
  );
const open = (path: string, flags: 'r' | 'w' | 'a' | 'r+') => answered<Buffer>((done) => sftp.open(path, flags, done));
const write = (handle: Buffer, text: string | Buffer, position: number) => {
  const octets = Buffer.from(text);
  return failure((done) => sftp.write(handle, octets, 0, octets.length, position, done as () => void));
};
const close = (handle: Buffer) => failure((done) => sftp.close(handle, done as () => void));
/** Octets that are read there: the library's client takes the end for none. */
const read = (handle: Buffer, position: number) =>
  answered<number>((done) => sftp.read(handle, Buffer.alloc(1000), 0, 1000, position, done as never)).catch(() => -1);

const waiting = () =>
  readdirSync(agent.directory, { recursive: true })
    .map(String)
    .filter((name) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(name));
const name = async () => Object(await web.read('system')).sysName;

async function whole(path: string): Promise<string> {
  const handle = await open(path, 'r');
  const parts: Buffer[] = [];
  for (let at = 0, end = false; !end; ) {
    const part = Buffer.alloc(30_000);
    const size = await answered<number>((done) => sftp.read(handle, part, 0, part.length, at, done as never)).catch(
      () => 0,
    );
    parts.push(part.subarray(0, size));
    at += size;
    end = size === 0;
  }
  await close(handle);
  return Buffer.concat(parts).toString();
}

test('only the offered names lead to a file, and nothing else can be done to them', async () => {
  const names = [
    '../etc/passwd',
    '/etc/passwd',
    '..',
    '../config',
    'config/x',
    'config/..',
    '__proto__',
    'constructor',
  ];
  for (const path of [...names, 'config\0', 'CONFIG', '', '/', `/${'x'.repeat(30_000)}`, 'toString']) {
    for (const flags of ['r', 'w'] as const) {
      expect(await failure((done) => sftp.open(path, flags, done as never)), `${flags} ${path.slice(0, 50)}`).not.toBe(
        0,
      );
    }
  }
  const asks: ((done: Done<never>) => void)[] = [
    (done) => sftp.unlink('config', done as never),
    (done) => sftp.rename('config', 'log.txt', done as never),
    (done) => sftp.symlink('/etc/passwd', 'config', done as never),
    (done) => sftp.readlink('config', done as never),
    (done) => sftp.mkdir('config', done as never),
    (done) => sftp.rmdir('/', done as never),
    (done) => sftp.ext_openssh_hardlink('/etc/passwd', 'config', done as never),
  ];
  for (const one of asks) {
    const refused = await Promise.resolve()
      .then(() => failure(one))
      .catch(() => 'not offered');
    expect(refused).not.toBe(0);
  }
  expect(await whole('config')).toContain('core');
  expect(waiting()).toEqual([]);
});

test('reads beyond the end, wherever, find the end', async () => {
  const handle = await open('config', 'r');
  for (const position of [10_000_000, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 60, 2 ** 63]) {
    expect(await read(handle, position), String(position)).toBeLessThan(1);
  }
  expect(await write(handle, 'x', 0)).not.toBe(0);
  expect(await close(handle)).toBe(0);
  expect(await read(handle, 0)).toBe(-1);
  expect(await close(handle)).not.toBe(0);
  expect(waiting()).toEqual([]);
});

test('what is written too far away, with holes, or not to its end changes nothing and leaves nothing', async () => {
  const text = (await whole('config')).replaceAll('"core"', '"edge"');
  for (const position of [LARGEST_FILE, 2 ** 32, 2 ** 53, 2 ** 63]) {
    const handle = await open('config', 'w');
    expect(await write(handle, text, 0)).toBe(0);
    expect(await write(handle, 'x', position)).not.toBe(0);
    expect(await close(handle), String(position)).not.toBe(0);
  }
  const sparse = await open('config', 'w');
  expect(await write(sparse, text, 0)).toBe(0);
  expect(await write(sparse, 'x', LARGEST_FILE - 1)).toBe(0);
  expect(await close(sparse)).not.toBe(0);
  const holed = await open('config', 'w');
  expect(await write(holed, text.slice(100), 100)).toBe(0);
  expect(await close(holed)).not.toBe(0);
  const empty = await open('config', 'w');
  expect(await close(empty)).not.toBe(0);
  expect(await name()).toBe('core');
  const broken = await open('config', 'w');
  await write(broken, text, 0);
  expect(waiting()).toHaveLength(1);
  ssh.end();
  await vi.waitFor(() => expect(waiting()).toEqual([]));
  expect(await name()).toBe('core');
});

test('of two files that one session writes at a time each is taken by itself, backwards too', async () => {
  const text = await whole('config');
  const [one, other] = [await open('config', 'w'), await open('config', 'w')];
  for (const [handle, to] of [
    [one, '"edge"'],
    [other, '"roof"'],
  ] as const) {
    const sent = text.replaceAll('"core"', to);
    for (let at = Math.floor((sent.length - 1) / 9000) * 9000; at >= 0; at -= 9000) {
      expect(await write(handle, sent.slice(at, at + 9000), at)).toBe(0);
    }
  }
  expect(await close(other)).toBe(0);
  expect(await name()).toBe('roof');
  expect(await close(one)).toBe(0);
  expect(await name()).toBe('edge');
  expect(waiting()).toEqual([]);
});

test('a session has some open files, and no more', async () => {
  const handles = [];
  for (let count = 0; count < 8; count += 1) handles.push(await open(count % 2 === 0 ? 'config' : 'log.txt', 'r'));
  expect(await failure((done) => sftp.open('config', 'r', done as never))).toBe(4);
  expect(await failure((done) => sftp.opendir('/', done as never))).toBe(4);
  const [first] = handles;
  if (first) await close(first);
  expect(await failure((done) => sftp.open('config', 'r', done as never))).toBe(0);
  expect(waiting()).toHaveLength(8);
  ssh.end();
  await vi.waitFor(() => expect(waiting()).toEqual([]));
});

test('a configuration that is sent while a change of another session waits for its word is refused', async () => {
  const sent = (await whole('config')).replaceAll('"core"', '"edge"');
  const cutOff = { dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2, Force: 1 };
  expect((await web.set('dot1qPortVlanEntry', cutOff)).error.code).toBe(0);
  const handle = await open('config', 'w');
  await write(handle, sent, 0);
  expect(await close(handle)).not.toBe(0);
  expect(await web.read('managementGuard')).toMatchObject({ managementGuardState: 2 });
  expect(await name()).toBe('core');
  agent.clock.advance(60_000);
  await vi.waitFor(async () => expect(await web.read('managementGuard')).toMatchObject({ managementGuardState: 1 }));
  expect(context().configuration()).toBe(before);
});

test('a configuration that would cut its own session off is not put in force', async () => {
  await web.set('dot1qPortVlanEntry', { dot1dBasePort: 5, dot1qPortAcceptableFrameTypes: 2 });
  const own = context().configuration();
  const sent = (await whole('config')).replace(/"dot1dBasePort":5,/, '"dot1dBasePort":1,');
  expect(sent).toContain('"dot1dBasePort":1,');
  const handle = await open('config', 'w');
  await write(handle, sent, 0);
  expect(await close(handle)).not.toBe(0);
  expect(context().configuration()).toBe(own);
  expect(waiting()).toEqual([]);
});

test('answers that nobody takes are not made, and wait for the client to read on or to go', async () => {
  const requests = 400;
  let taken = 0;
  // Client and server are of one class.
  const made = vi.spyOn(Object.getPrototypeOf(sftp), 'data');
  /** Asks for more than the client's window holds, and reads nothing; resolves once the window is full. */
  const flood = async () => {
    made.mockClear();
    const handle = await open('config', 'r');
    const socket = (ssh as unknown as { readonly _sock: Socket })._sock;
    socket.pause();
    for (let count = 0; count < requests; count += 1) {
      sftp.read(handle, Buffer.alloc(WINDOW / 64), 0, WINDOW / 64, 0, () => {
        taken += 1;
      });
    }
    await vi.waitFor(() => expect(made.mock.calls.length).toBeGreaterThan(62), 20_000);
    for (let turn = 0; turn < 30; turn += 1) await web.read('system');
    expect(made.mock.calls.length).toBeLessThan(100);
    return socket;
  };
  const gone = await flood();
  expect(waiting()).toHaveLength(1);
  gone.destroy();
  await vi.waitFor(() => expect(waiting()).toEqual([]), 20_000);
  [ssh, sftp] = await signIn();
  const slow = await flood();
  taken = 0;
  slow.resume();
  await vi.waitFor(() => expect(taken).toBe(requests), 20_000);
  made.mockRestore();
});
