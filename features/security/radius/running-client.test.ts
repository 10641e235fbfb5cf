import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { RunningService } from '../../../device/feature.ts';
import { radiusSignIn } from '../../../device/sessions/sign-in-servers.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import {
  Attribute,
  hiddenPassword,
  numberAttribute,
  numberOf,
  octetsOf,
  parseRadius,
  RadiusCode,
  type RadiusPacket,
} from '../../../protocols/radius/packet.ts';
import { answerTo } from '../../../protocols/radius/testing.ts';
import { testHardware } from '../../network/testing.ts';
import { leases } from '../../system/l3-feature/slots.ts';
import { dot1xExtConfig } from '../port-access-control/objects.ts';
import { surroundings } from '../testing.ts';
import { radiusConfig, radiusServerEntry } from './objects.ts';
import { startClient } from './running-client.ts';
import { radiusClient } from './slots.ts';

const SECRET = 'between us';
/** No host lets a program that did not ask for it connect to everybody. */
const NOWHERE = '255.255.255.255';
const ann = { name: 'ann', password: 'hello there', remoteAddress: '192.0.2.7' };

const sockets: Socket[] = [];
let running: RunningService | undefined;

afterEach(() => {
  running?.stop?.();
  for (const socket of sockets.splice(0)) socket.close();
});

/** A server that knows everybody as an administrator once `holds` is over; resolves to its port. */
async function server(holds: Promise<void> = Promise.resolve()) {
  const socket = createSocket('udp4');
  sockets.push(socket);
  let asked = 0;
  socket.on('message', async (octets, { port, address }) => {
    asked += 1;
    await holds;
    const attributes = [numberAttribute(Attribute.serviceType, 6)];
    socket.send(answerTo(octets, RadiusCode.accessAccept, attributes, SECRET), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: (socket.address() as AddressInfo).port, asked: () => asked };
}

const withServer = (place: { address: string; port: number }) => (configuration: Configuration) =>
  configuration.withRow(radiusServerEntry, {
    radiusServerPriority: 1,
    radiusServerAddress: place.address,
    radiusServerAuthPort: place.port,
    radiusServerKey: SECRET,
    radiusServerRetransmit: 1,
  });

function begin(edit: (configuration: Configuration) => Configuration) {
  const objects = [radiusConfig, radiusServerEntry, dot1xExtConfig];
  const around = surroundings(
    edit(factoryConfiguration(objects, testHardware)).withGroup(radiusConfig, { radiusLoginStatus: 1 }),
  );
  const started = startClient(around.context);
  running = started;
  const ask = () => {
    const servers = around.slots.get(radiusSignIn);
    if (!servers) throw new Error('nobody is asked');
    return servers.ask(ann);
  };
  return { ...around, ask, changed: () => started.changed?.() };
}

/** Lets the host's sockets do what they do, and time pass beside it, until this settles. */
async function settled<Value>(clock: { advance(milliseconds: number): void }, promise: Promise<Value>): Promise<Value> {
  let isOver = false;
  void promise
    .finally(() => {
      isOver = true;
    })
    .catch(() => undefined);
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    clock.advance(100);
  }
  return promise;
}

test('a server that there is no way to is silent, so that the own account of the switch works', async () => {
  const { clock, ask, said } = begin(withServer({ address: NOWHERE, port: 1812 }));
  expect(await settled(clock, ask())).toBe('silent');
  expect(said).toContain('RADIUS server 1 does not respond.');
});

test('a server whose address is mended while somebody waits to sign in is asked for him', async () => {
  const { clock, ask, change, changed } = begin(withServer({ address: NOWHERE, port: 1812 }));
  const verdict = ask();
  const { port, asked } = await server();
  change(withServer({ address: '127.0.0.1', port }));
  changed();
  expect(await settled(clock, verdict)).toBe('accepted');
  expect(asked()).toBe(1);
});

test('a server whose address is leased to the switch itself is asked no more, and is again when the lease is gone', async () => {
  const { port, asked } = await server();
  const { clock, ask, said, slots } = begin(withServer({ address: '127.0.0.1', port }));
  const lease = {
    ...{ address: '127.0.0.1', prefix: 8, gateway: undefined, dnsServers: [], server: '127.0.0.2' },
    ...{ leaseTime: 60, since: 0 },
  };
  slots.update(leases, () => new Map([[1, lease]]));
  await Promise.resolve();
  expect(await settled(clock, ask())).toBe('silent');
  const told = "RADIUS server 1 is not used: 127.0.0.1 is the switch's own address from DHCP.";
  expect([asked(), said]).toEqual([0, [told]]);
  slots.update(leases, () => leases.empty);
  await Promise.resolve();
  expect(await settled(clock, ask())).toBe('accepted');
});

test('a way to the server that comes later is found without a change of the settings', async () => {
  const { port } = await server();
  const { clock, ask } = begin(withServer({ address: '127.0.0.1', port }));
  for (const socket of sockets.splice(0)) socket.close();
  expect(await settled(clock, ask())).toBe('silent');
  const back = createSocket('udp4');
  sockets.push(back);
  back.on('message', (octets, { port: from, address }) => {
    back.send(
      answerTo(octets, RadiusCode.accessAccept, [numberAttribute(Attribute.serviceType, 6)], SECRET),
      from,
      address,
    );
  });
  back.bind(port, '127.0.0.1');
  await once(back, 'listening');
  expect(await settled(clock, ask())).toBe('accepted');
});

test('who is accepted once signing in by servers is off is let in by none', async () => {
  let answer: () => void = () => {};
  const { port, asked } = await server(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const { ask, change } = begin(withServer({ address: '127.0.0.1', port }));
  const verdict = ask();
  await expect.poll(asked).toBe(1);
  change((configuration) => configuration.withGroup(radiusConfig, { radiusLoginStatus: 2 }));
  answer();
  expect(await verdict).toBe('silent');
});

test('a server that responds again is said to, and its state follows', async () => {
  const { port } = await server();
  const { clock, ask, said, slots } = begin(withServer({ address: '127.0.0.1', port }));
  const client = () => slots.get(radiusClient)?.state(1);
  expect(client()).toBe('unknown');
  const [first] = sockets.splice(0);
  first?.close();
  expect(await settled(clock, ask())).toBe('silent');
  expect([client(), said]).toEqual(['dead', ['RADIUS server 1 does not respond.']]);
  const back = createSocket('udp4');
  sockets.push(back);
  back.on('message', (octets, { port: from, address }) => {
    back.send(answerTo(octets, RadiusCode.accessReject, [], SECRET), from, address);
  });
  back.bind(port, '127.0.0.1');
  await once(back, 'listening');
  expect(await settled(clock, ask())).toBe('refused');
  expect([client(), said.at(-1)]).toEqual(['up', 'RADIUS server 1 responds again.']);
});

test('a server asks of who signs in: name, hidden password, service, port type and address', async () => {
  const heard: RadiusPacket[] = [];
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (octets, { port: from, address }) => {
    const packet = parseRadius(octets);
    if (packet) heard.push(packet);
    socket.send(answerTo(octets, RadiusCode.accessAccept, [], SECRET), from, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  const { clock, ask, said } = begin(withServer({ address: '127.0.0.1', port }));
  // It knows the user, but not as an administrator.
  expect(await settled(clock, ask())).toBe('refused');
  expect(said).toEqual(['RADIUS server 1 knows ann, but not as an administrator (Service-Type 6).']);
  // Its own address is known once it has its way to the server.
  await settled(clock, ask());
  const [, packet] = heard;
  if (!packet) throw new Error('nobody was asked');
  const text = (type: number) => Buffer.from(octetsOf(packet, type) ?? []).toString();
  expect([text(Attribute.userName), text(Attribute.callingStationId)]).toEqual(['ann', '192.0.2.7']);
  expect(octetsOf(packet, Attribute.userPassword)).toEqual(
    hiddenPassword('hello there', packet.authenticator, SECRET)?.value,
  );
  const numbers = [Attribute.serviceType, Attribute.nasPortType, Attribute.nasIpAddress];
  expect(numbers.map((type) => numberOf(packet, type))).toEqual([6, 5, 0x7f00_0001]);
});
