import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProcessBus } from '../../cloud/bus/process-bus.ts';
import { answerGateways } from '../../cloud/bus/questions.ts';
import { linesDigest } from '../../cloud/gateway/lines-digest.ts';
import { createSwitchGateway, type SwitchGateway } from '../../cloud/gateway/switch-gateway.ts';
import { type Authority, keptAuthority } from '../../cloud/trust/authority.ts';
import { sharedKeys } from '../../cloud/trust/shared-keys.ts';
import { systemClock } from '../../datapath/clock.ts';
import type { KeyPair } from '../../device/console-settings.ts';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { weakSecrets } from '../../device/sessions/testing.ts';
import { RawSwitch } from './raw-switch.ts';

let folder: string;
let authority: Authority;
let gateways: SwitchGateway[];
let ports: number[];
let own: KeyPair;
let isRevoked = false;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-tickets-'));
  const bus = new ProcessBus(systemClock);
  authority = await keptAuthority(hostFiles, join(folder, 'authority'), Date.now());
  const kept = new Map<string, string>();
  const store = {
    shared: async (name: string) => kept.get(name),
    share: async (name: string, made: string) => kept.get(name) ?? kept.set(name, made).get(name) ?? made,
  };
  const nothing = async () => null;
  answerGateways(bus, {
    signIn: async () => ({ status: 401 }),
    claim: async () => ({ status: 404 }),
    admit: async () => (isRevoked ? null : 1),
    connected: async () => true,
    state: async () => true,
    log: nothing,
    health: nothing,
    settled: nothing,
    alive: async () => linesDigest([]),
    lines: async () => [],
    disconnected: nothing,
    firmwareSize: nothing,
    firmware: nothing,
    renew: () => Promise.reject(new Error('no')),
  });
  // As two processes have them.
  gateways = await Promise.all(
    [1, 2].map(async () =>
      createSwitchGateway({
        bus,
        clock: systemClock,
        wallClock: Date,
        pair: await authority.forServer(['127.0.0.1'], Date.now()),
        authority: authority.certificate,
        ticketKeys: (await sharedKeys(store, weakSecrets)).tickets(Date.now()),
      }),
    ),
  );
  ports = await Promise.all(gateways.map((gateway) => gateway.listen(0, '127.0.0.1')));
  const raw = await RawSwitch.make({ host: '127.0.0.1', port: 0 }, 'A');
  const issued = await authority.forSwitch({ serial: 'A', tenant: 'own', publicKey: raw.publicKey }, Date.now());
  own = { certificate: issued.certificate, key: raw.own.key };
});

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  rmSync(folder, { recursive: true });
});

/** Asks for a line; the status, whether the session was resumed, and a ticket for the next one. */
async function ask(port: number | undefined, session?: Buffer) {
  const socket: TLSSocket = connect({
    host: '127.0.0.1',
    port: port ?? 0,
    cert: own.certificate,
    key: own.key,
    ca: authority.certificate,
    ...(session && { session }),
  });
  let ticket: Buffer | undefined;
  socket.on('session', (next) => {
    ticket = next;
  });
  const status = await new Promise<string>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (text) => resolve(String(text).split(' ')[1] ?? ''));
    socket.once('secureConnect', () =>
      socket.write(
        'GET /switch HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      ),
    );
  });
  const isResumed = socket.isSessionReused();
  socket.destroy();
  return { status, isResumed, ticket };
}

it('resumes at one gateway what began at another one, and takes no revoked certificate by that', async () => {
  const first = await ask(ports[0]);
  expect(first).toMatchObject({ status: '101', isResumed: false });
  const second = await ask(ports[1], first.ticket);
  expect(second).toMatchObject({ status: '101', isResumed: true });
  isRevoked = true;
  expect(await ask(ports[0], first.ticket)).toMatchObject({ status: '403', isResumed: true });
  isRevoked = false;
  // The keys of another day open no tickets of this one.
  gateways[1]?.replaceTicketKeys(Buffer.alloc(48, 7));
  expect(await ask(ports[1], first.ticket)).toMatchObject({ status: '101', isResumed: false });
});
