import { expect, test } from 'vitest';
import type { ServiceContext } from '../../../device/feature.ts';
import { SlotStore } from '../../../device/slot.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { STATIONS_MAXIMUM } from '../../../protocols/dot1x/draft.ts';
import { buildEap, buildEapOutcome, EapCode, EapType } from '../../../protocols/eap/packet.ts';
import type { RadiusOutcome } from '../../../protocols/radius/events.ts';
import {
  Attribute,
  numberAttribute,
  type RadiusAttribute,
  RadiusCode,
  textAttribute,
} from '../../../protocols/radius/packet.ts';
import { testHardware } from '../../network/testing.ts';
import { dialInUserEntry } from '../dial-in-user/objects.ts';
import { type RadiusClient, radiusClient } from '../radius/slots.ts';
import { Backend } from './backend.ts';
import { dot1xExtConfig } from './objects.ts';

interface Question {
  readonly attributes: readonly RadiusAttribute[];
  readonly signal: AbortSignal | undefined;
  answer(code: number, attributes: readonly RadiusAttribute[]): void;
}

/** A backend whose servers do what the test says. */
function backend() {
  const asked: Question[] = [];
  const configuration = factoryConfiguration([dot1xExtConfig, dialInUserEntry], testHardware);
  const slots = new SlotStore(
    () => undefined,
    (error) => expect.fail(String(error)),
  );
  const client: Pick<RadiusClient, 'ask'> = {
    ask: (_way, attributes, { signal } = {}) =>
      new Promise<RadiusOutcome>((resolve) => {
        signal?.addEventListener('abort', () => resolve({ kind: 'silence' }));
        asked.push({
          attributes: attributes({ server: 1, authenticator: new Uint8Array(16), secret: '' }, 0),
          signal,
          answer(code, given) {
            const packet = { code, identifier: 0, authenticator: new Uint8Array(16), attributes: given };
            resolve({ kind: 'answer', packet, server: 1 });
          },
        });
      }),
  };
  slots.update(radiusClient, () => client as RadiusClient);
  // The only parts of its surroundings that a backend uses.
  const context = { configuration: () => configuration, slots, hardware: testHardware } as unknown as ServiceContext;
  const made = new Backend(context);
  let exchange = 0;
  const eap = buildEap(EapCode.response, 1, EapType.identity, new TextEncoder().encode('ann'));
  return {
    asked,
    ask(port: number, station: string, former = 0) {
      exchange += 1;
      return made.ask({ port, exchange, station, former, identity: 'ann', eap });
    },
    isAborted: () => asked.map(({ signal }) => signal?.aborted),
  };
}

const eapMessage = {
  type: Attribute.eapMessage,
  value: buildEap(EapCode.request, 2, EapType.md5Challenge, Uint8Array.of(1, 7)),
};

test('a station that asks anew is not waited for any more where it asked before', async () => {
  const made = backend();
  const first = made.ask(2, 'A');
  void made.ask(2, 'B');
  void made.ask(3, 'A');
  void made.ask(2, 'A');
  expect(await first).toEqual({ kind: 'silence' });
  expect(made.isAborted()).toEqual([true, false, false, false]);
});

test('made-up stations of one port leave the servers to those of others', () => {
  const made = backend();
  void made.ask(3, 'honest');
  for (let at = 0; at < 100; at += 1) void made.ask(2, `made up ${at}`);
  const waiting = made.isAborted().filter((aborted) => !aborted);
  expect(made.isAborted()[0]).toBe(false);
  expect(waiting).toHaveLength(STATIONS_MAXIMUM + 1);
});

test('the first State of a challenge goes back, and no more; no time at all to answer in is none', async () => {
  const made = backend();
  const challenge = made.ask(2, 'A');
  const state = (octet: number) => ({ type: Attribute.state, value: new Uint8Array(200).fill(octet) });
  const time = numberAttribute(Attribute.sessionTimeout, 0);
  made.asked[0]?.answer(RadiusCode.accessChallenge, [state(1), state(2), time, eapMessage]);
  expect(await challenge).toMatchObject({ kind: 'challenge', timeout: undefined });
  void made.ask(2, 'A', 1);
  expect(made.asked[1]?.attributes.filter(({ type }) => type === Attribute.state)).toEqual([state(1)]);
});

test('a session has the name that the server gives it, and else the one that the station told everybody', async () => {
  const made = backend();
  const success = { type: Attribute.eapMessage, value: buildEapOutcome(EapCode.success, 1) };
  const named = made.ask(2, 'A');
  made.asked[0]?.answer(RadiusCode.accessAccept, [success, textAttribute(Attribute.userName, 'ann')]);
  expect(await named).toMatchObject({ kind: 'accept', user: 'ann' });
  const unnamed = made.ask(2, 'A');
  made.asked[1]?.answer(RadiusCode.accessAccept, [success]);
  expect(await unnamed).toMatchObject({ kind: 'accept', user: undefined });
});
