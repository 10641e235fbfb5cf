import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { NameResolver } from '../../../device/names/name-resolver.ts';

let dnsmasq: ChildProcess | undefined;
let folder: string;
const resolver = new NameResolver();

/** Starts the server on a port that is free for UDP at the moment, and lets the resolver ask there. */
async function start(): Promise<void> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  // Forty addresses do not fit into 512 octets: dnsmasq truncates over UDP, and the resolver has to ask over TCP.
  const many = Array.from({ length: 40 }, (_, at) => `--host-record=many.example,198.51.100.${at + 1}`);
  dnsmasq = spawn(
    'dnsmasq',
    [
      '--keep-in-foreground',
      '--no-resolv',
      '--no-hosts',
      '--conf-file=/dev/null',
      '--user=root',
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      '--listen-address=127.0.0.1',
      '--bind-interfaces',
      '--local=/example/',
      '--host-record=time.example,192.0.2.10,2001:db8::10',
      '--cname=clock.example,time.example',
      ...many,
    ],
    { stdio: 'ignore' },
  );
  resolver.configure({
    enabled: true,
    servers: () => [{ address: '127.0.0.1', port }],
    domain: 'example',
    timeout: 2000,
    hosts: new Map(),
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-dnsmasq-'));
  const answers = async () => {
    // It ends where somebody else has the port by then, or has it for TCP.
    if (!dnsmasq || dnsmasq.exitCode !== null) await start();
    return resolver.resolve('time.example');
  };
  await vi.waitFor(answers, { timeout: 30_000, interval: 200 });
});

afterAll(() => {
  dnsmasq?.kill();
  rmSync(folder, { recursive: true, force: true });
});

it('finds IPv4 and IPv6 addresses, by alias and in the domain', async () => {
  expect(await resolver.resolve('time.example')).toEqual(['192.0.2.10', '2001:db8::10']);
  expect(await resolver.resolve('clock')).toEqual(['192.0.2.10', '2001:db8::10']);
});

it('knows a name that does not exist', async () => {
  await expect(resolver.resolve('gone.example')).rejects.toThrow(
    'gone.example cannot be resolved: the name does not exist.',
  );
});

it('asks over TCP for an answer that does not fit', async () => {
  expect((await resolver.resolve('many.example')).length).toBe(40);
});
