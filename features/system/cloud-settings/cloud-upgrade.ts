import { createHash } from 'node:crypto';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { cloudBond } from '../../../device/cloud/ownership.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { SpokenError, saidBy } from '../../../model/values/spoken-error.ts';
import type { SwitchAnswer } from '../../../protocols/cloud/messages.ts';
import { FIRMWARE_PATH, type UpgradeReport, type Upgrading } from '../../../protocols/cloud/upgrade.ts';
import { firmwareFromAfar } from '../../tools/firmware-upgrade/slots.ts';
import { findCloud } from './cloud-address.ts';
import { type CloudEndpoint, endpointOf, optionsOf } from './cloud-exchange.ts';
import { cloudCaller } from './remote-calls.ts';
import { cloudIdentity } from './slots.ts';

/** Firmware that a cloud wants the switch to have: fetched from there, and passed on for installation in a slot. */
export class CloudUpgrade {
  readonly #context: ServiceContext;
  /** The cloud has to be notified. */
  readonly #changed: () => void;
  #last: UpgradeReport | undefined;

  constructor(context: ServiceContext, changed: () => void) {
    this.#context = context;
    this.#changed = changed;
  }

  get report(): UpgradeReport | undefined {
    return this.#last;
  }

  /** Begins, unless that was asked before. How it ends is reported. */
  ask(wanted: Upgrading): SwitchAnswer<'upgrade'> {
    const { slots } = this.#context;
    const { id, user } = wanted;
    if (this.#last?.id === id) return { status: 'underWay' };
    if (!slots.get(cloudBond).owns) {
      return { status: 'refused', reason: say('This switch is managed locally; the cloud only reads it.') };
    }
    if (this.#last?.status === 'underWay') return { status: 'refused', reason: say('A firmware upgrade is running.') };
    const take = slots.get(firmwareFromAfar);
    if (!take) return { status: 'refused', reason: say('This switch accepts no firmware now.') };
    this.#last = { id, status: 'underWay' };
    take({ caller: cloudCaller(user), fetch: () => this.#fetch(wanted) }).catch((error: unknown) => {
      this.#failed(id, say('{{reason}}', { reason: saidBy(error) }));
    });
    return { status: 'underWay' };
  }

  #failed(id: string, reason: Message): void {
    if (this.#last?.id !== id) return;
    this.#last = { id, status: 'failed', reason };
    this.#changed();
  }

  async #fetch(wanted: Upgrading): Promise<AsyncIterable<Uint8Array>> {
    const { cloud: place, slots } = this.#context;
    const identity = slots.get(cloudIdentity);
    if (!place || !identity?.issued) throw new SpokenError(say('This switch has no cloud.'));
    const { issued } = identity;
    return octetsOf(
      this.#context,
      async () => endpointOf(await findCloud(this.#context, place), identity, issued),
      wanted,
    );
  }
}

/** Milliseconds that a bundle may take, and between two octets of it: nothing can be changed at the switch meanwhile. */
const FETCH_TIME = 15 * 60_000;
const SILENCE = 120_000;

/** Milliseconds before it is gone on with after the connection broke off, at first and at most. */
const PAUSE = { first: 1_000, longest: 30_000 };

/** The connection broke off: what is missing may be had over another one. */
class BrokenOff extends SpokenError {}

/**
 * The octets of a bundle as they arrive, exactly as announced; resumed after a lost connection. Rejects with a
 * `SpokenError`.
 */
async function* octetsOf(
  { clock }: Pick<ServiceContext, 'clock'>,
  endpoint: () => Promise<CloudEndpoint>,
  { digest, size }: Upgrading,
): AsyncIterable<Uint8Array> {
  const began = clock.now();
  const hash = createHash('sha256');
  let length = 0;
  let heard = began;
  for (let pause = PAUSE.first; length < size; pause = Math.min(2 * pause, PAUSE.longest)) {
    try {
      for await (const octets of octetsFrom(endpoint, digest, length)) {
        length += octets.length;
        if (length > size) throw new SpokenError(otherFirmware);
        hash.update(octets);
        heard = clock.now();
        pause = PAUSE.first;
        yield octets;
      }
    } catch (error) {
      if (!(error instanceof BrokenOff) || clock.now() - heard >= SILENCE) throw error;
    }
    if (clock.now() - began >= FETCH_TIME) throw new BrokenOff(say('The cloud is too slow.'));
    const wait = pause;
    if (length < size) await new Promise<void>((resolve) => clock.after(wait, resolve));
  }
  if (hash.digest('hex') !== digest) throw new SpokenError(otherFirmware);
}

const otherFirmware = say('The cloud sends other firmware than announced.');

/** Octets from this place on, over one connection. Rejects with a `BrokenOff`, or where the cloud does not have them. */
async function* octetsFrom(
  endpoint: () => Promise<CloudEndpoint>,
  digest: string,
  from: number,
): AsyncIterable<Uint8Array> {
  const path = `${FIRMWARE_PATH}${digest}`;
  let asked: ClientRequest | undefined;
  try {
    const options = optionsOf(await endpoint());
    const sent = request({ ...options, method: 'GET', path, headers: { range: `bytes=${from}-` } });
    asked = sent;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.on('timeout', () => sent.destroy(new BrokenOff(say('The cloud does not respond.'))));
      sent.end();
    });
    const { statusCode = 500 } = response;
    if (statusCode !== 206) {
      const message = say('The cloud does not have this firmware.');
      throw statusCode < 500 && statusCode !== 429 ? new SpokenError(message) : new BrokenOff(message);
    }
    for await (const piece of response) yield Buffer.from(piece);
  } catch (error) {
    throw error instanceof SpokenError ? error : new BrokenOff(say('The connection to the cloud broke off.'));
  } finally {
    asked?.destroy();
  }
}
