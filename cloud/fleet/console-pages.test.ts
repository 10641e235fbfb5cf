import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Connections } from '../../device/http/connections.ts';
import { DevicePages } from '../../device/http/device-page.ts';
import { OwnNames } from '../../device/http/own-names.ts';
import type { Backend } from '../../device/switch/backend.ts';
import { consolePages } from './console-pages.ts';

let folder: string;
let server: Server;
let origin: string;
/** Pages that were put together and packed. */
let made: Set<object>;

/** The same for every browser, except those logged in at a switch. */
const backendOf = (serial: string) =>
  ({
    visitor: async () => ({ isSignedIn: false, isKnown: false }),
    globals: async (question) =>
      JSON.stringify({ of: question?.cookie === undefined ? 'the fleet' : `switch ${serial}` }),
  }) as Partial<Backend> as Backend;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-pages-'));
  await mkdir(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<html><head></head></html>');
  writeFileSync(join(folder, 'assets', 'console.js'), 'export {};');
  made = new Set();
  const page = DevicePages.prototype.page;
  vi.spyOn(DevicePages.prototype, 'page').mockImplementation(function (this: DevicePages, ...rest) {
    const sent = page.apply(this, rest);
    made.add(sent);
    return sent;
  });
  const ownNames = new OwnNames();
  ownNames.follow(['127.0.0.1']);
  server = createServer(
    consolePages({
      backend: backendOf(''),
      backendOf,
      connections: new Connections(),
      fleetDirectory: folder,
      consoleDirectory: folder,
      secure: false,
      cookieMark: 'test',
      ownNames,
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${Object(server.address()).port}`;
});

afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function get(path: string, cookie?: string): Promise<string> {
  const headers = cookie === undefined ? undefined : { cookie };
  return (await fetch(origin + path, headers && { headers })).text();
}

it('reads nothing and makes nothing for strangers who ask for switches that there are not', async () => {
  const first = await get('/switch/0011/');
  // The build is read when the cloud starts: what is asked for afterwards is there without it.
  rmSync(join(folder, 'index.html'));
  for (let at = 0; at < 120; at += 1) expect(await get(`/switch/RANDOM${at}/`)).toBe(first);
  expect(await get('/switch/RANDOM/assets/console.js')).toBe('export {};');
  expect(made.size).toBe(1);
});

it('keeps the pages of switches that are in use, whatever strangers ask for', async () => {
  const use = async () => {
    for (const serial of ['0011', '0022', '0033']) {
      expect(await get(`/switch/${serial}/`, 'faceplate-test=x')).toContain(`switch ${serial}`);
    }
  };
  await use();
  for (let at = 0; at < 120; at += 1) await get(`/switch/RANDOM${at}/`);
  await use();
  // Theirs, and the one for every stranger.
  expect(made.size).toBe(4);
});
