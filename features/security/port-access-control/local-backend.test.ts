import { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import type { KeyPair } from '../../../device/console-settings.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { createCertificate } from '../../../device/http/certificate.ts';
import { SlotStore } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { LocalAnswer } from '../../../protocols/eap/local-server.ts';
import { buildEap, EapCode, EapType, parseEap } from '../../../protocols/eap/packet.ts';
import { avp } from '../../../protocols/eap/testing.ts';
import { FRAGMENT_MAXIMUM } from '../../../protocols/eap/tls-fragments.ts';
import { LocalBackend, TUNNELS_MAXIMUM } from './local-backend.ts';

type Answer = Awaited<ReturnType<LocalBackend['ask']>>;

const text = (words: string) => new TextEncoder().encode(words);
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const closing: (() => void)[] = [];
let pair: KeyPair;

beforeAll(async () => {
  pair = await createCertificate(['127.0.0.1']);
});

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A backend that knows ann, whose chain of certificates takes several fragments. */
function backend(
  around: { readonly certificate?: KeyPair } = { certificate: { ...pair, certificate: pair.certificate.repeat(8) } },
  password = 'hello',
) {
  const clock = new ManualClock();
  const rows = [{ dialInUserName: 'ann', dialInUserPassword: password, dialInUserVlan: 0 }];
  const slots = new SlotStore(
    () => undefined,
    (error) => expect.fail(String(error)),
  );
  const configuration: Pick<Configuration, 'rows'> = { rows: () => rows as never };
  const console = { ownCertificate: async () => around.certificate };
  // The only parts of its surroundings that a backend uses.
  const context = { clock, slots, console, configuration: () => configuration } as unknown as ServiceContext;
  const made = new LocalBackend(context);
  closing.push(() => made.stop());
  return { made, clock };
}

/** A station with TTLS and PAP. */
class Station {
  readonly #backend: LocalBackend;
  readonly #port: number;
  readonly #address: string;
  readonly #sent: Uint8Array[] = [];
  readonly #wire: Duplex;
  readonly #tls: TLSSocket;
  #received: Uint8Array[] = [];
  #answer: Answer | undefined;
  /** Fragments that it has acknowledged. */
  acknowledged = 0;

  constructor(made: LocalBackend, port: number, address: string, password = 'hello', ciphers?: string) {
    this.#backend = made;
    this.#port = port;
    this.#address = address;
    this.#wire = new Duplex({
      read: () => undefined,
      write: (octets: Uint8Array, _encoding, done) => {
        this.#sent.push(octets);
        done();
      },
    });
    this.#tls = connect({
      socket: this.#wire,
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
      ...(ciphers && { ciphers }),
    });
    this.#tls.on('error', () => undefined);
    this.#tls.on('secureConnect', () => {
      this.#tls.write(Uint8Array.from([...avp(1, text('ann')), ...avp(2, text(password))]));
    });
    closing.push(() => this.#tls.destroy());
  }

  /** Says who it is, and asks for TTLS. */
  async begin(): Promise<void> {
    await this.#say(buildEap(EapCode.response, 1, EapType.identity, text('anonymous')), true);
    await this.#respond(EapType.nak, Uint8Array.of(EapType.ttls));
  }

  /** Answers one request; resolves to what is said to that. */
  async step(): Promise<Answer | undefined> {
    const data = this.#request().data;
    const [flags = 0] = data;
    const isMore = (flags & 0x40) !== 0;
    if ((flags & 0x20) === 0) this.#received.push(data.subarray((flags & 0x80) === 0 ? 1 : 5));
    if (isMore) {
      this.acknowledged += 1;
      return this.#respond(EapType.ttls, Uint8Array.of(0));
    }
    const octets = Buffer.concat(this.#received.splice(0));
    if (octets.length > 0) this.#wire.push(octets);
    for (let turns = 0; turns < 8; turns += 1) await turn();
    return this.#respond(EapType.ttls, Uint8Array.from([0, ...Buffer.concat(this.#sent.splice(0))]));
  }

  /** Answers until it is over. */
  async finish(): Promise<Answer['kind'] | undefined> {
    while (this.#answer?.kind === 'challenge') await this.step();
    return this.#answer?.kind;
  }

  /** Says something else than TLS. */
  babble(): Promise<Answer | undefined> {
    return this.#respond(EapType.ttls, Uint8Array.from([0, ...new Uint8Array(40).fill(7)]));
  }

  #request() {
    const packet = this.#answer?.kind === 'challenge' ? parseEap(this.#answer.eap) : undefined;
    if (!packet) throw new Error('nothing is asked');
    return packet;
  }

  #respond(type: number, data: Uint8Array): Promise<Answer | undefined> {
    return this.#say(buildEap(EapCode.response, this.#request().identifier, type, data));
  }

  async #say(eap: Uint8Array, isFirst = false): Promise<Answer | undefined> {
    const former = !isFirst && this.#answer?.kind === 'challenge' ? this.#answer.conversation : undefined;
    const question = { port: this.#port, station: this.#address, exchange: 1, former: 0, identity: '', eap };
    this.#answer = await this.#backend.ask(question, former);
    return this.#answer;
  }
}

const endOf = async (station: Station): Promise<LocalAnswer['kind'] | undefined> => {
  await station.begin();
  return station.finish();
};

test('a station proves its password through TLS, whose certificates come in fragments', async () => {
  const { made } = backend();
  const station = new Station(made, 2, 'A');
  expect(await endOf(station)).toBe('accept');
  expect(station.acknowledged).toBe(Math.floor((pair.certificate.length * 8 * 0.73) / FRAGMENT_MAXIMUM));
  expect(await endOf(new Station(made, 2, 'B', 'wrong'))).toBe('reject');
});

test('without a certificate nobody is offered a tunnel', async () => {
  const { made } = backend({});
  const eap = buildEap(EapCode.response, 1, EapType.identity, text('ann'));
  const question = { port: 2, station: 'A', exchange: 1, former: 0, identity: '', eap };
  const answer = await made.ask(question, undefined);
  expect(answer.kind === 'challenge' && parseEap(answer.eap)?.type).toBe(EapType.md5Challenge);
});

test('a station that has no secure cipher gets an alert, and is refused then', async () => {
  const { made } = backend();
  const station = new Station(made, 2, 'A', 'hello', 'AES128-SHA');
  await station.begin();
  expect((await station.step())?.kind).toBe('challenge');
  expect((await station.step())?.kind).toBe('reject');
});

test('octets that are no TLS are refused', async () => {
  const { made } = backend();
  const station = new Station(made, 2, 'A');
  await station.begin();
  expect((await station.babble())?.kind).toBe('reject');
});

test('made-up stations of one port push out each other, and nobody at another port', async () => {
  const { made } = backend();
  const honest = new Station(made, 3, 'A');
  await honest.begin();
  await honest.step();
  const [first, ...others] = Array.from({ length: TUNNELS_MAXIMUM }, (_, at) => new Station(made, 2, `made up ${at}`));
  for (const each of [first, ...others]) {
    await each?.begin();
    await each?.step();
  }
  expect(await first?.finish()).toBe('reject');
  expect(await honest.finish()).toBe('accept');
});

test('stations that were refused are in the way of nobody', async () => {
  const { made } = backend();
  const waiting = new Station(made, 2, 'A');
  await waiting.begin();
  await waiting.step();
  for (let at = 0; at < TUNNELS_MAXIMUM; at += 1) {
    const refused = new Station(made, 2, `refused ${at}`);
    await refused.begin();
    expect((await refused.babble())?.kind).toBe('reject');
  }
  expect(await waiting.finish()).toBe('accept');
});

test('a station that begins again has another tunnel', async () => {
  const { made } = backend();
  const former = new Station(made, 2, 'A');
  await former.begin();
  await former.step();
  expect(await endOf(new Station(made, 2, 'A'))).toBe('accept');
});

test('an empty password lets nobody in, not even a user whose password is not known', async () => {
  const { made } = backend(undefined, '');
  expect(await endOf(new Station(made, 2, 'A', ''))).toBe('reject');
});

test('a tunnel is closed two minutes after its station was heard last', async () => {
  const { made, clock } = backend({ certificate: pair });
  const station = new Station(made, 2, 'A');
  const left = new Station(made, 2, 'B');
  for (const each of [station, left]) {
    await each.begin();
    await each.step();
  }
  clock.advance(119_000);
  await station.step();
  clock.advance(119_000);
  expect(await station.finish()).toBe('accept');
  expect(await left.finish()).toBe('reject');
});
