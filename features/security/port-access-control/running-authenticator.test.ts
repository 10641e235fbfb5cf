import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { type Slot, SlotStore } from '../../../device/slot.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { type Message, wordsOf } from '../../../model/values/message.ts';
import { portBit } from '../../../model/values/port-list.ts';
import { readEapol } from '../../../protocols/dot1x/eapol.ts';
import { logoff, response, start } from '../../../protocols/dot1x/testing.ts';
import { EapCode, EapType, parseEap } from '../../../protocols/eap/packet.ts';
import { testHardware } from '../../network/testing.ts';
import { dialInUser } from '../dial-in-user/device.ts';
import { dialInUserEntry } from '../dial-in-user/objects.ts';
import { portAccessControl } from './device.ts';
import { dot1xAuthConfigEntry, dot1xExtConfig, dot1xPaeSystem } from './objects.ts';
import { startAuthenticator } from './running-authenticator.ts';
import { authenticator } from './slots.ts';

const ANN = '02-AA-00-00-00-01';
const PORT = 3;

let clock: ManualClock;
let flushed: bigint[];
let lines: string[];
let sent: { readonly port: number; readonly frame: Uint8Array }[];
let hear: (frame: Uint8Array) => void;
let link: (state: { readonly port: number; readonly link: 'up' | 'down' }) => void;
let slots: SlotStore;
let octets: number;

beforeEach(async () => {
  clock = new ManualClock();
  [flushed, lines, sent, octets] = [[], [], [], 100];
  slots = new SlotStore(
    () => undefined,
    (error) => expect.fail(String(error)),
  );
  const configuration = factoryConfiguration([...portAccessControl.objects, ...dialInUser.objects], testHardware)
    .withGroup(dot1xPaeSystem, { dot1xPaeSystemAuthControl: Status.enabled })
    .withGroup(dot1xExtConfig, { dot1xAuthMethod: 2 })
    .withRow(dot1xAuthConfigEntry, {
      dot1xPaePortNumber: PORT,
      dot1xAuthAuthControlledPortControl: 2,
      dot1xAuthQuietPeriod: 1,
    })
    .withRow(dialInUserEntry, { dialInUserName: 'ann', dialInUserPassword: 'hello' });
  const context = {
    ...{ clock, hardware: testHardware, slots, configuration: () => configuration },
    log: { write: (_: number, message: Message) => lines.push(wordsOf(message)) },
    console: { ownCertificate: async () => undefined },
    offer: <Value>(slot: Slot<Value>, value: Value) => slots.update(slot, () => value),
    onFrame: (_: object, taken: (punted: object) => void) => {
      hear = (frame) => taken({ port: PORT, frame });
    },
    onPort: (listener: typeof link) => {
      link = listener;
    },
    datapath: {
      transmit: (port: number, frame: Uint8Array) => sent.push({ port, frame }),
      flush: async ({ ports }: { readonly ports: bigint }) => flushed.push(ports),
      portStates: async () => new Map([[PORT, { port: PORT, link: 'up' }]]),
      portCounters: async () =>
        new Map([[PORT, { inOctets: octets, outOctets: octets, inUnicasts: 0, outUnicasts: 0 }]]),
    },
  };
  await startAuthenticator(context as unknown as ServiceContext);
});

/** The request that was sent last. */
function asked() {
  const reading = readEapol(sent.at(-1)?.frame ?? new Uint8Array());
  const packet = reading.kind === 'frame' ? parseEap(reading.frame.body) : undefined;
  if (packet?.code !== EapCode.request) throw new Error('nothing is asked');
  return packet;
}

async function logIn(password = 'hello', station = ANN): Promise<void> {
  hear(response(station, asked().identifier, EapType.identity, new TextEncoder().encode('ann')));
  await vi.waitFor(() => expect(asked().type).toBe(EapType.md5Challenge));
  const { identifier, data } = asked();
  const digest = createHash('md5')
    .update(Uint8Array.of(identifier))
    .update(password)
    .update(data.slice(1, 17))
    .digest();
  const count = lines.length;
  hear(response(station, identifier, EapType.md5Challenge, Uint8Array.from([16, ...digest])));
  await vi.waitFor(() => expect(lines.length).toBeGreaterThanOrEqual(count));
  await new Promise(setImmediate);
}

test('a session begins and ends with its station, whose addresses are forgotten then', async () => {
  hear(start(ANN));
  await logIn();
  const session = async () => (await slots.get(authenticator)?.sessions())?.get(PORT);
  const before = await session();
  expect(before).toMatchObject({ user: 'ann', station: ANN, isLocal: true, ended: undefined });
  expect(flushed).toEqual([]);
  // Asked again, it is the same session.
  clock.advance(5000);
  slots.get(authenticator)?.reauthenticate(PORT);
  await logIn();
  expect(await session()).toMatchObject({ id: before?.id, since: before?.since });
  octets = 700;
  hear(logoff(ANN));
  expect(flushed).toEqual([portBit(PORT)]);
  expect(await session()).toMatchObject({ id: before?.id, ended: { at: clock.now(), cause: 1 } });
  octets = 900;
  expect((await session())?.traffic).toMatchObject({ inOctets: 600 });
  hear(start(ANN));
  await logIn();
  expect((await session())?.id).not.toBe(before?.id);
});

test('of refusals in a row ten are logged, then that there are more, once', async () => {
  for (let time = 0; time < 14; time += 1) {
    hear(start(ANN));
    await logIn('wrong');
    clock.advance(1000);
  }
  const refused = lines.filter((line) => !line.includes('further'));
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(refused.length).toBeLessThan(14);
  expect(lines.filter((line) => line.includes('further')).length).toBeLessThanOrEqual(2);
});
