import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { get, globalAgent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { ManualClock, systemClock } from '../../datapath/clock.ts';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { startTestBus, startTestStore } from '../../tests/cloud/test-servers.ts';
import { freePort } from '../../tests/free-port.ts';
import { killed } from '../../tests/namespaces/namespace.ts';
import { openPostgres } from '../store/postgres-database.ts';
import { openSqlStore } from '../store/sql-store.ts';
import { openSqlite } from '../store/sqlite-database.ts';
import { acmeInFile, acmeInStore } from './acme-keeping.ts';
import { orderCertificate } from './acme-order.ts';
import { AcmePair } from './acme-pair.ts';

/** A real authority (Pebble, RFC 8555), and a name server by which every name leads to this host. */
/** As it is delivered. */
const program = fileURLToPath(new URL('../../dist/cloud/main.cjs', import.meta.url));
const NAMES = ['cloud.example', 'fleet.example'] as const;
const MINUTE = 60_000;
const DAY = 86_400_000;
/** Of the authority's certificates. */
const LIFE = 90;

let folder: string;
let ports: { directory: number; questions: number; names: number };
let ca: string;
const running: ChildProcess[] = [];
let authority: ChildProcess;
let names: ChildProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-acme-'));
  const [directory, questions, nameServer] = await Promise.all([freePort(), freePort(), freePort()]);
  ports = { directory, questions, names: nameServer };
  const [key, certificate] = [join(folder, 'ca.key'), join(folder, 'ca.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=authority'];
  const own = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...kind, ...own], { stdio: 'ignore' });
  ca = readFileSync(certificate, 'utf8');
  const pebble = {
    listenAddress: `127.0.0.1:${directory}`,
    certificate,
    privateKey: key,
    httpPort: questions,
    tlsPort: 1,
    certificateValidityPeriod: (LIFE * DAY) / 1000,
  };
  writeFileSync(join(folder, 'pebble.json'), JSON.stringify({ pebble }));
  names = startNames();
  authority = await startAuthority();
  // As NODE_EXTRA_CA_CERTS does for a program.
  globalAgent.options.ca = ca;
});

afterAll(async () => {
  await Promise.all(running.map(killed));
  delete globalAgent.options.ca;
  rmSync(folder, { recursive: true, force: true });
});

function start(program: string, words: readonly string[]): ChildProcess {
  const child = spawn(program, words, {
    stdio: 'ignore',
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' },
  });
  running.push(child);
  return child;
}

function startNames(): ChildProcess {
  const others = ['-http01=', '-https01=', '-tlsalpn01=', '-management=127.0.0.1:0'];
  const address = ['-dns01', `127.0.0.1:${ports.names}`, '-defaultIPv4', '127.0.0.1', '-defaultIPv6='];
  return start('pebble-challtestsrv', [...address, ...others]);
}

const directoryUrl = () => `https://127.0.0.1:${ports.directory}/dir`;

async function startAuthority(): Promise<ChildProcess> {
  const words = ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${ports.names}`];
  const child = start('pebble', words);
  const isThere = () => new Promise((resolve, reject) => get(directoryUrl(), { ca }, resolve).on('error', reject));
  await vi.waitFor(isThere);
  return child;
}

/** The certificate at a port of this host. */
async function served(port: number): Promise<X509Certificate> {
  const socket = connect({ port, host: '127.0.0.1', servername: NAMES[0], rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const certificate = new X509Certificate(socket.getPeerCertificate().raw);
  socket.destroy();
  return certificate;
}

const isPublic = (certificate: X509Certificate) => certificate.issuer.includes('Pebble');

interface StartedCloud {
  readonly child: ChildProcess;
  /** What it has printed. */
  said(): string;
}

/** The program as it is delivered, at `port`, on a folder; resolves when it listens. */
function startCloud(data: string, port: number): Promise<StartedCloud> {
  return startCloudOn(['--data', join(folder, data)], port, ports.questions);
}

/** The same, on what is kept anywhere, answering questions at another port. */
async function startCloudOn(kept: readonly string[], port: number, questions: number): Promise<StartedCloud> {
  const words = [
    ...['--listen', `0.0.0.0:${port}`, '--switches', '127.0.0.1:0', ...NAMES.flatMap((name) => ['--name', name])],
    ...[...kept, '--acme', directoryUrl(), '--acme-listen', `127.0.0.1:${questions}`],
  ];
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  await expect.poll(() => said).toContain('Listening on');
  return { child, said: () => said };
}

it('a cloud has a certificate of a public authority for its names, also after a restart without the authority', async () => {
  const port = await freePort();
  const { child, said } = await startCloud('kept', port);
  await expect.poll(async () => isPublic(await served(port)) || said()).toBe(true);
  const certificate = await served(port);
  expect(certificate.subjectAltName).toBe(NAMES.map((name) => `DNS:${name}`).join(', '));
  expect(await fetch(`http://127.0.0.1:${ports.questions}/`).catch(() => 'closed')).toBe('closed');
  await killed(child);
  await killed(authority);
  const again = await startCloud('kept', port);
  expect((await served(port)).raw.equals(certificate.raw)).toBe(true);
  await killed(again.child);
  const other = await startCloud('other', port);
  await expect.poll(other.said).toMatch(/127\.0\.0\.1:\d+ gave no certificate for the console: .*ECONNREFUSED.*\.\n/);
  expect((await served(port)).issuer).toBe('CN=Faceplate cloud authority');
  await killed(other.child);
  authority = await startAuthority();
});

it('a certificate is renewed by the clock with the same account, and stays while that fails', async () => {
  const clock = new ManualClock();
  let time = Date.now();
  const failures: string[] = [];
  const listen = { host: '127.0.0.1', port: ports.questions };
  const pair = await AcmePair.open({
    keeping: acmeInFile(hostFiles, join(folder, 'acme'), listen),
    options: { directory: directoryUrl(), listen, contact: 'admin@cloud.example' },
    names: NAMES,
    clock,
    wallClock: { now: () => time },
    order: orderCertificate,
    obtained() {},
    failed: (reason) => failures.push(reason),
  });
  const passing = (milliseconds: number) => {
    time += milliseconds;
    clock.advance(milliseconds);
    return pair.look();
  };
  await pair.look();
  const first = pair.pair;
  expect(isPublic(new X509Certificate(first?.certificate ?? ''))).toBe(true);
  await passing(LIFE * 0.6 * DAY);
  expect(pair.pair).toBe(first);
  await killed(names);
  await passing(LIFE * 0.1 * DAY);
  expect(failures).toEqual([expect.stringMatching(/\S/)]);
  expect(pair.pair).toBe(first);
  names = startNames();
  await passing(16 * MINUTE);
  expect(failures).toHaveLength(1);
  expect(pair.pair?.certificate).not.toBe(first?.certificate);
});

it('two processes with one store have one certificate, whichever of them the authority asks', async () => {
  const store = await openSqlStore(await openSqlite(join(folder, 'store')));
  const orders: number[] = [];
  const pairs: AcmePair[] = [];
  // The one that orders listens elsewhere: the authority comes to the other one.
  const listen = (port: number) => ({ host: '127.0.0.1', port });
  const places = [listen(await freePort()), listen(ports.questions)] as const;
  const keepings = await Promise.all(places.map((listen) => acmeInStore(store, { now: Date.now }, listen)));
  for (const [at, keeping] of keepings.entries()) {
    const pair = await AcmePair.open({
      keeping,
      options: { directory: directoryUrl(), listen: places[0], contact: undefined },
      names: NAMES,
      clock: new ManualClock(),
      wallClock: { now: Date.now },
      order(order) {
        orders.push(at);
        return orderCertificate(order);
      },
      obtained() {},
      failed: (reason) => expect.fail(reason),
    });
    pairs.push(pair);
  }
  for (const pair of pairs) await pair.look();
  const [first, second] = pairs;
  expect(isPublic(new X509Certificate(first?.pair?.certificate ?? ''))).toBe(true);
  expect(second?.pair).toEqual(first?.pair);
  expect(orders).toEqual([0]);
  await Promise.all(keepings.map((one) => one.close()));
  await store.close();
});

it('of two clouds on PostgreSQL and NATS one orders, both answer the authority, and both serve the certificate', async () => {
  const [store, bus] = await Promise.all([startTestStore(), startTestBus()]);
  const kept = ['--store', store.database(), '--bus', bus.address] as const;
  const consoles = [await freePort(), await freePort()] as const;
  const places = [await freePort(), await freePort()] as const;
  // The authority's question goes to both, as to any of several addresses of a name.
  const answers: string[][] = [];
  const answerOf = async (port: number, url = '') => (await fetch(`http://127.0.0.1:${port}${url}`)).text();
  const everywhere = createServer(async ({ url }, response) => {
    const said = await Promise.all(places.map((port) => answerOf(port, url).catch(String)));
    answers.push(said);
    response.end(said[0]);
  });
  await new Promise<void>((resolve) => everywhere.listen(ports.questions, '127.0.0.1', resolve));
  const clouds: Awaited<ReturnType<typeof startCloudOn>>[] = [];
  // Also where it fails: another try needs the port.
  onTestFinished(async () => {
    await Promise.all(clouds.map(({ child }) => killed(child)));
    everywhere.closeAllConnections();
    await new Promise((resolve) => everywhere.close(resolve));
    await Promise.all([store.close(), bus.close()]);
  });
  // Nothing is ordered before both listen: a third one has the turn until they do.
  const third = await openSqlStore(await openPostgres(kept[1], systemClock));
  const holdTurn = (length: number) => third.takeTurn('acme', 'third', Date.now(), length);
  expect(await holdTurn(10 * MINUTE)).toBe(true);
  for (const at of [0, 1] as const) clouds.push(await startCloudOn(kept, consoles[at], places[at]));
  expect(await holdTurn(0)).toBe(true);
  await third.close();
  const shown = () => Promise.all(consoles.map(served));
  const ordering = async () => (await shown()).findIndex(isPublic);
  const isOrdered = async () => (await ordering()) >= 0 || clouds.map(({ said }) => said()).join('\n');
  // Each of them looks once a minute whether it is its turn.
  await expect.poll(isOrdered, { timeout: 150_000, interval: 500 }).toBe(true);
  // The other one would look for it within a minute; a start takes it at once.
  const other = 1 - (await ordering());
  for (const { child } of clouds.slice(other, other + 1)) await killed(child);
  clouds.push(await startCloudOn(kept, consoles[other] ?? 0, places[other] ?? 0));
  const [first, second] = await shown();
  expect(second?.raw.equals(first?.raw ?? Buffer.alloc(0))).toBe(true);
  // It asks several times for each name.
  expect(new Set(answers.map(String)).size).toBe(NAMES.length);
  for (const [one, same] of answers) {
    expect(one).toMatch(/^[\w-]{20,}\.[\w-]{43}$/);
    expect(same).toBe(one);
  }
}, 300_000);
