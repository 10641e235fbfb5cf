import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { RunningService } from '../../../device/feature.ts';
import { tacacsSignIn } from '../../../device/sessions/sign-in-servers.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import {
  AuthorizationStatus,
  buildTacacs,
  Flag,
  PacketType,
  packetLength,
  parseTacacs,
  ReplyStatus,
} from '../../../protocols/tacacs/packet.ts';
import { authorizationReplyBody, replyBody } from '../../../protocols/tacacs/testing.ts';
import { testHardware } from '../../network/testing.ts';
import { leases } from '../../system/l3-feature/slots.ts';
import { surroundings } from '../testing.ts';
import { tacacsConfig, tacacsServerEntry } from './objects.ts';
import { startLogins } from './running-login.ts';
import { tacacsServers } from './slots.ts';

const KEY = 'between us';
const ann = { name: 'ann', password: 'hello there', remoteAddress: '192.0.2.7' };

const servers: Server[] = [];
const lines: Socket[] = [];
let running: RunningService | undefined;

afterEach(() => {
  running?.stop?.();
  for (const line of lines.splice(0)) line.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A server that answers everybody with this once `holds` is over, says what he may, and keeps its connections. */
async function server(status: number, holds: Promise<void> = Promise.resolve(), privilege = 15) {
  let asked = 0;
  const made = createServer((socket) => {
    lines.push(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', async (octets) => {
      received = Buffer.concat([received, octets]);
      const length = packetLength(received);
      if (typeof length !== 'number' || received.length < length) return;
      const start = parseTacacs(received.subarray(0, length), KEY);
      received = received.subarray(length);
      if (!start) return;
      const isLogin = start.type === PacketType.authentication;
      if (isLogin) {
        asked += 1;
        await holds;
      }
      const may = authorizationReplyBody(AuthorizationStatus.passAdd, [`priv-lvl=${privilege}`]);
      const body = isLogin ? replyBody(status, '') : may;
      socket.write(buildTacacs({ ...start, sequence: start.sequence + 1, flags: Flag.singleConnect, body }, KEY));
    });
  });
  servers.push(made);
  made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  return { port: (made.address() as AddressInfo).port, asked: () => asked };
}

const withServer = (port: number) => (configuration: Configuration) =>
  configuration.withRow(tacacsServerEntry, {
    tacacsServerPriority: 1,
    tacacsServerAddress: '127.0.0.1',
    tacacsServerPort: port,
    tacacsServerKey: KEY,
    tacacsServerSingleConnect: 1,
  });

function begin(port: number) {
  const configuration = factoryConfiguration([tacacsConfig, tacacsServerEntry], testHardware);
  const around = surroundings(withServer(port)(configuration).withGroup(tacacsConfig, { tacacsLoginStatus: 1 }));
  const started = startLogins(around.context);
  running = started;
  const ask = () => {
    const asked = around.slots.get(tacacsSignIn);
    if (!asked) throw new Error('nobody is asked');
    return asked.ask(ann);
  };
  return { ...around, ask, changed: () => started.changed?.(), state: () => around.slots.get(tacacsServers).get(1) };
}

const never = new Promise<void>(() => undefined);

test('a server that is replaced while somebody waits is asked for him, and is not dead for what the former one did', async () => {
  const former = await server(ReplyStatus.pass, never);
  const { ask, change, changed, state } = begin(former.port);
  const verdict = ask();
  await expect.poll(former.asked).toBe(1);
  const next = await server(ReplyStatus.pass);
  change(withServer(next.port));
  changed();
  expect(await verdict).toBe('accepted');
  expect([next.asked(), state()]).toEqual([1, 'up']);
});

test('a server that reports an error is not asked again until the dead time is over', async () => {
  const only = await server(ReplyStatus.error);
  const { ask, clock, state } = begin(only.port);
  expect([await ask(), only.asked(), state()]).toEqual(['silent', 1, 'dead']);
  clock.advance(5 * 60_000 - 1);
  expect([await ask(), only.asked()]).toEqual(['silent', 1]);
  clock.advance(1);
  expect([await ask(), only.asked()]).toEqual(['silent', 2]);
});

test('a user whose privilege is below 15 is refused, which the log says', async () => {
  const only = await server(ReplyStatus.pass, undefined, 1);
  const { ask, said, state } = begin(only.port);
  expect(await ask()).toBe('refused');
  expect([said, state()]).toEqual([['TACACS+ server 1 knows ann, but not as an administrator (priv-lvl 15).'], 'up']);
});

test('a server whose address is leased to the switch itself is not asked', async () => {
  const only = await server(ReplyStatus.pass);
  const { ask, said, slots } = begin(only.port);
  const lease = {
    ...{ address: '127.0.0.1', prefix: 8, gateway: undefined, dnsServers: [], server: '127.0.0.2' },
    ...{ leaseTime: 60, since: 0 },
  };
  slots.update(leases, () => new Map([[1, lease]]));
  await Promise.resolve();
  expect(await ask()).toBe('silent');
  expect([only.asked(), said]).toEqual([
    0,
    ["TACACS+ server 1 is not used: 127.0.0.1 is the switch's own address from DHCP."],
  ]);
});

test('a server that was replaced lets nobody in any more, whatever it says then', async () => {
  let answer: () => void = () => {};
  const former = await server(
    ReplyStatus.pass,
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const next = await server(ReplyStatus.fail);
  const { ask, change, changed } = begin(former.port);
  const verdict = ask();
  await expect.poll(former.asked).toBe(1);
  change(withServer(next.port));
  changed();
  answer();
  expect(await verdict).toBe('refused');
  expect(await ask()).toBe('refused');
  expect([former.asked(), next.asked()]).toEqual([1, 2]);
});

test('where signing in by servers is turned off meanwhile, the own account of the switch decides', async () => {
  const only = await server(ReplyStatus.pass, never);
  const { ask, change } = begin(only.port);
  const verdict = ask();
  await expect.poll(only.asked).toBe(1);
  change((configuration) => configuration.withGroup(tacacsConfig, { tacacsLoginStatus: 2 }));
  running?.stop?.();
  expect(await verdict).toBe('silent');
});
