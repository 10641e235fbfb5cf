/**
 * An agent as the product is put together, with a probe that takes the time of punted frames, and calls under way all
 * the time, on nearly as many connections as the device keeps for browsers that are signed in. Runs in a process of its
 * own, in a network namespace for Open vSwitch. Posts "ready", then the latencies.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { AgentOptions } from '../apps/device/options.ts';
import { builtConsole } from '../device/http/built-console.ts';
import { Connections } from '../device/http/connections.ts';
import { consoleListener } from '../device/http/listener.ts';
import { OwnNames } from '../device/http/own-names.ts';
import { startWebServer } from '../device/http/web-server.ts';
import { SwitchThread } from '../device/switch/switch-thread.ts';
import { account, callForm, signIn } from './agent.ts';
import { requestsPerSecond } from './load.ts';

/** Of 128 that `Connections` keeps: one more would push out the oldest. */
const CALLS = 120;

const data = mkdtempSync(join(tmpdir(), 'faceplate-bench-'));
const options: AgentOptions = {
  host: '127.0.0.1',
  port: 0,
  dataDirectory: data,
  model: 'TPE-5240WS',
  interfaces: [],
  ovsdb: undefined,
  scenario: undefined,
  initialPassword: account.password,
  datapath: 'virtual',
  ...JSON.parse(process.argv[2] ?? '{}'),
};

let measured: unknown;
const connections = new Connections();
const device = new SwitchThread({
  start() {
    const worker = new Worker(new URL('./punt-worker-from-source.mjs', import.meta.url), { workerData: options });
    worker.on('message', (message: { readonly kind?: string; readonly latencies?: unknown }) => {
      if (message.kind === 'measured') measured = message.latencies;
    });
    return worker;
  },
  events: {
    addresses() {},
    names() {},
    sources() {},
    knownSource() {},
    console() {},
    ownCertificate() {},
    epoch: (value) => connections.begin(value),
    initialPassword() {},
  },
  async restarted() {},
  crashed: (reason) => process.stderr.write(`${reason}\n`),
  failed: (reason) => process.stderr.write(`${reason}\n`),
});
const listener = consoleListener(connections);
listener.onServer((server, secure) =>
  startWebServer({
    backend: device.backend,
    connections,
    built: builtConsole(join(data, 'none')),
    server,
    secure,
    ownNames: new OwnNames(),
  }),
);
await device.start();
const port = await listener.listen(0, '127.0.0.1');
const session = await signIn(`http://127.0.0.1:${port}`);
const params = { Template: 'sysSystemCtrl', WebAuthenRequestState: 'Disable' };
const load = {
  port,
  path: '/iss/specific/rpc.js',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: session.cookie },
  body: callForm(session.gambit, 'CommonGet', params).toString(),
  connections: CALLS,
  requests: 4000,
};
process.send?.('ready');
while (measured === undefined) await requestsPerSecond(load);
process.send?.(measured, () => {
  void Promise.all([listener.close(), device.stop()]).finally(() => {
    rmSync(data, { recursive: true, force: true });
    process.exit();
  });
});
