// @long-running
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'ssh2';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { framesToTry, patience } from '../../protocols/random-frames.ts';
import { givingMemoryBack } from '../children-that-keep-memory.ts';
import { freeOffset } from '../free-port.ts';
import { AgentClient } from './agent-client.ts';
import { agentProgram } from './agent-program.ts';

// The built agent as a process of its own, that it can be killed and its memory be looked at.

const PASSWORD = 'first-Passw0rd';
const PATIENCE = { timeout: 60_000, interval: 50 };
/** Guesses, and deaths in a save: `FACEPLATE_FRAMES=10000` tries ten thousand of the one, and a hundred of the other. */
const GUESSES = framesToTry(1500);
const ROUNDS = Math.ceil(framesToTry(400) / 100);

/** Who guesses, and who is served beside him. */
const [GUESSER, OWNER] = ['127.0.0.9', '127.0.0.1'];

let directory: string;
let agent: ChildProcess;
let web: AgentClient;
let port: number;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-ssh-'));
  await start();
  expect((await web.set('sshCtrl', { sshState: 1 })).error.message).toBe('');
  await listening();
});

afterEach(async () => {
  await end('SIGTERM');
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const offset = await freeOffset();
  const words = ['--listen', '127.0.0.1:0', '--port-offset', String(offset), '--data', directory];
  agent = spawn(process.execPath, [agentProgram, ...words], {
    env: { ...givingMemoryBack(), FACEPLATE_INITIAL_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  agent.stdout?.on('data', (text) => {
    said += text;
  });
  const origin = await vi.waitFor(() => {
    const found = /^Listening on (\S+?)\/$/m.exec(said)?.[1];
    if (!found) throw new Error(`It does not listen: ${said}`);
    return found;
  }, PATIENCE);
  web = new AgentClient(origin);
  await vi.waitFor(async () => expect(await web.login(PASSWORD)).toBe(0), PATIENCE);
}

async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (agent.exitCode !== null || agent.signalCode !== null) return;
  const gone = once(agent, 'exit');
  agent.kill(signal);
  await gone;
}

async function listening(): Promise<void> {
  port = await vi.waitFor(async () => {
    const found = /:(\d+)$/.exec(String(Object(await web.read('sshCtrl')).sshListening))?.[1];
    if (!found) throw new Error('SSH does not listen.');
    return Number(found);
  }, PATIENCE);
}

/** Signs in from an address; undefined where that is refused. */
function signIn(localAddress: string, password: string): Promise<Client | undefined> {
  return new Promise((resolve) => {
    const client = new Client();
    client.on('error', () => resolve(undefined));
    client.on('close', () => resolve(undefined));
    client.on('ready', () => resolve(client));
    client.connect({ host: '127.0.0.1', port, localAddress, username: 'admin', password });
  });
}

/** Lets a command begin; resolves when it was sent. */
function begin(client: Client, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on('error', () => {});
    client.exec(command, (error, channel) => {
      if (error) return reject(error);
      channel.on('error', () => {});
      channel.resume();
      resolve();
    });
  });
}

/** One attempt with what a client says first; resolves when the switch has ended it. */
function knock(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: GUESSER }, () => socket.write('SSH-2.0-guess\r\n'));
    socket.on('error', () => {});
    socket.resume();
    socket.on('close', () => resolve());
  });
}

const memory = () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${agent.pid}/status`, 'utf8'))?.[1]) / 1024;

test(
  `${GUESSES} guesses close their source and cost nothing; another one is served`,
  async () => {
    // A source may not begin as often as it likes: what is refused at once was not tried.
    for (let at = 0; at < 3; at += 1) expect(await signIn(GUESSER, `guess-${at}-Passw0rd`)).toBeUndefined();
    const locked = async () => {
      await signIn(GUESSER, 'one-more-Passw0rd');
      expect(JSON.stringify(await web.read('sysWebAuthEntry'))).toContain(GUESSER);
      const [row] = (await web.read('sysWebAuthEntry')) as Record<string, unknown>[];
      expect(Number(row?.sysWebAuthLocked)).toBeGreaterThan(0);
    };
    await vi.waitFor(locked, PATIENCE);
    expect(await signIn(GUESSER, PASSWORD)).toBeUndefined();

    const knocks = async (count: number) => {
      let left = count;
      const knocker = async () => {
        for (; left > 0; left -= 1) await knock();
      };
      await Promise.all(Array.from({ length: 20 }, knocker));
    };
    await knocks(500);
    const before = memory();
    await knocks(GUESSES - 500);
    expect(memory() - before).toBeLessThan(15);

    const owner = await signIn(OWNER, PASSWORD);
    expect(owner).toBeDefined();
    owner?.end();
    expect(await web.read('sshSessionEntry')).not.toContain(GUESSER);
  },
  60_000 + patience(GUESSES),
);

test(
  'kill -9 while the command line saves leaves the old configuration or the new one, whole',
  async () => {
    const saves = async (time: number) => {
      const client = await vi.waitFor(async () => {
        const found = await signIn(OWNER, PASSWORD);
        if (!found) throw new Error('SSH lets nobody in.');
        return found;
      }, PATIENCE);
      await begin(client, `set network vlan forwarding mac-aging-time ${time}; save`);
      const inForce = async () => expect(await web.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: time });
      await vi.waitFor(inForce, PATIENCE);
      return client;
    };
    const first = await saves(111);
    await expect.poll(() => web.read('sysConfig'), PATIENCE).toMatchObject({ configOperStatus: 1 });
    first.end();
    const times: unknown[] = [111];
    for (let round = 0; round < ROUNDS; round += 1) {
      const client = await saves(200 + round);
      times.push(200 + round);
      // Somewhere between the change and the end of the save: later with each round.
      for (let turn = 0; turn < round; turn += 1) await web.read('sysConfig');
      await end('SIGKILL');
      client.destroy();
      await start();
      expect(times).toContain(Object(await web.read('dot1dTp')).dot1dTpAgingTime);
      expect(JSON.stringify(await web.read('syslogMsgEntry'))).not.toContain('is damaged');
      await listening();
    }
  },
  60_000 + patience(GUESSES),
);
