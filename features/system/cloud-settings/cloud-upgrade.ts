import { createHash } from 'node:crypto';
import { request } from 'node:https';
import { cloudBond } from '../../../device/cloud/ownership.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { SpokenError, saidBy } from '../../../model/values/spoken-error.ts';
import type { SwitchAnswer } from '../../../protocols/cloud/messages.ts';
import { FIRMWARE_PATH, type UpgradeReport, type Upgrading } from '../../../protocols/cloud/upgrade.ts';
import { firmwareFromAfar } from '../../tools/firmware-upgrade/slots.ts';
import { findCloud } from './cloud-address.ts';
import { type CloudDoor, doorOf, optionsOf } from './cloud-exchange.ts';
import { cloudCaller } from './remote-calls.ts';
import { cloudIdentity } from './slots.ts';

/** Firmware that a cloud wants the switch to have: fetched from there, and handed to whoever puts it into its slot. */
export class CloudUpgrade {
  readonly #context: ServiceContext;
  /** The cloud is to be told. */
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
    const take = slots.get(firmwareFromAfar);
    if (!take) return { status: 'refused', reason: say('This switch takes no firmware now.') };
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
    return octetsFrom(doorOf(await findCloud(this.#context, place), identity, identity.issued), wanted);
  }
}

/** The octets of a bundle as they come, no more and no others than were announced. */
async function* octetsFrom(door: CloudDoor, { digest, size }: Upgrading): AsyncIterable<Uint8Array> {
  const asked = request({ ...optionsOf(door), method: 'GET', path: `${FIRMWARE_PATH}${digest}` });
  try {
    const response = await new Promise<NodeJS.ReadableStream & { statusCode?: number }>((resolve, reject) => {
      asked.on('response', resolve);
      asked.on('error', reject);
      asked.on('timeout', () => asked.destroy(new SpokenError(say('The cloud does not answer.'))));
      asked.end();
    });
    if (response.statusCode !== 200) throw new SpokenError(say('The cloud does not have this firmware.'));
    const hash = createHash('sha256');
    let length = 0;
    for await (const piece of response) {
      const octets = Buffer.from(piece);
      length += octets.length;
      if (length > size) throw new SpokenError(say('The cloud sends other firmware than it said.'));
      hash.update(octets);
      yield octets;
    }
    if (hash.digest('hex') !== digest) throw new SpokenError(say('The cloud sends other firmware than it said.'));
  } finally {
    asked.destroy();
  }
}
