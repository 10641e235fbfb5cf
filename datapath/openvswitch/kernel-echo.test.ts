import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { echoByKernel } from './kernel-echo.ts';

const path = process.env.PATH;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-ping-'));
  process.env.PATH = `${folder}:${path}`;
});

afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true });
});

/** Has `ping` be this script. */
function pingIs(script: string): void {
  writeFileSync(join(folder, 'ping'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'ping'), 0o755);
}

test('waits for a reply as long as it was asked to, in seconds, with as many octets', async () => {
  pingIs('echo "64 bytes from $9: icmp_seq=$3 ttl=$7 time=$5 ms"');
  const reply = await echoByKernel('192.0.2.1', { timeout: 1500, size: 120 });
  expect(reply).toEqual({ kind: 'reply', milliseconds: 1.5, timeToLive: 120 });
});

test('looks for a link-local address by the interface, and for no other', async () => {
  pingIs('[ "$9" = "fe80::1%vlan1" ] && echo "icmp_seq=1 hlim=255 time<1 ms"');
  const options = { timeout: 1000 };
  expect(await echoByKernel('fe80::1', options, 'vlan1')).toMatchObject({ kind: 'reply', timeToLive: 255 });
  expect(await echoByKernel('2001:db8::1', options, 'vlan1')).toEqual({ kind: 'timeout' });
});

test.each([
  ['connect: Network is unreachable', 'unreachable'],
  ['From 192.0.2.254 icmp_seq=1 Destination Host Unreachable', 'unreachable'],
  ['1 packets transmitted, 0 received, 100% packet loss', 'timeout'],
])('takes "%s" for %s', async (printed, kind) => {
  pingIs(`echo "${printed}"; exit 1`);
  expect(await echoByKernel('192.0.2.1', { timeout: 1000 })).toEqual({ kind });
});
