import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Cancel } from '../../../datapath/clock.ts';
import { cloudBond } from '../../../device/cloud/ownership.ts';
import { refuseWhileProvisional } from '../../../device/configuration/doubt.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { Refusal } from '../../../device/refusal.ts';
import { formatAnswer, formatFailure } from '../../../device/switch/answers.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { LARGEST_FILE } from '../../../model/wire/file-size.ts';
import type { SwitchAnswer } from '../../../protocols/cloud/messages.ts';
import {
  type Fetching,
  FILE_PIECE,
  type Reading,
  type Receiving,
  type Sending,
  type Writing,
} from '../../../protocols/cloud/transfer.ts';
import { cloudCaller } from './remote-calls.ts';

/** Maximum number of files in transfer, and milliseconds after which an idle one is given up. */
const MOST = 4;
const SILENCE = 60_000;

/** A file on its way: it is on the disk, and goes from there when the way ends, however that comes about. */
interface OnItsWay {
  readonly name: string;
  readonly path: string;
  readonly file: FileHandle;
  readonly size: number;
  /** Octets that were written. */
  written: number;
  cancel: Cancel;
}

/** Files that go to and from the switch over the line to the cloud, on behalf of its users. */
export class CloudTransfers {
  readonly #context: ServiceContext;
  readonly #underWay = new Map<string, OnItsWay>();
  /** Files that are made ready, or taken, now. */
  #worked = 0;

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** Makes a file ready. Never rejects. */
  fetch({ user, session, name, query }: Fetching): Promise<SwitchAnswer<'fetch'>> {
    return this.#work(async () => {
      const caller = cloudCaller(user, session);
      const { path, ...named } = await this.#context.transfers.fetch(name, query, caller);
      const file = await open(path).finally(() => rm(path, { force: true }));
      const { size } = await file.stat();
      if (size > LARGEST_FILE) {
        await file.close();
        throw new Refusal(ErrorCode.resourceUnavailable, tooLong);
      }
      return { id: this.#begin({ name, path, file, size, written: size, cancel() {} }), size, ...named };
    });
  }

  /** A piece of a file that was made ready; after the last one it is gone. Rejects with a `Refusal`. */
  async read({ id, at }: Reading): Promise<SwitchAnswer<'read'>> {
    const found = this.#goOn(id);
    const { buffer, bytesRead } = await found.file.read({ buffer: Buffer.alloc(FILE_PIECE), position: at });
    if (at + bytesRead >= found.size) await this.#end(id);
    return { octets: buffer.toString('base64', 0, bytesRead) };
  }

  /** Makes a place for a file. Never rejects. */
  send({ user, session, name, size }: Sending): Promise<SwitchAnswer<'send'>> {
    return this.#work(async () => {
      this.#refuseForeign();
      const { path, maximumSize } = this.#context.transfers.placeFor(name, cloudCaller(user, session));
      if (size > maximumSize) throw new Refusal(ErrorCode.wrongValue, tooLong);
      const file = await open(path, 'wx+', 0o600);
      return { id: this.#begin({ name, path, file, size, written: 0, cancel() {} }) };
    });
  }

  /** Writes the next piece. Rejects with a `Refusal`. */
  async write({ id, at, octets }: Writing): Promise<SwitchAnswer<'write'>> {
    const found = this.#goOn(id);
    const piece = Buffer.from(octets, 'base64');
    if (at !== found.written || at + piece.length > found.size) throw notThere();
    found.written += piece.length;
    await found.file.write(piece, 0, piece.length, at);
    return {};
  }

  /** Takes a file that was sent whole, once. Never rejects. */
  async receive({ id, user, session, fileName, fields }: Receiving): Promise<SwitchAnswer<'receive'>> {
    const found = this.#underWay.get(id);
    // It has one owner now, and is not given up however long it takes.
    this.#underWay.delete(id);
    found?.cancel();
    this.#worked += 1;
    try {
      if (!found || found.written < found.size) throw notThere();
      this.#refuseForeign();
      const { name, path, size } = found;
      const file = { name: fileName, path, size };
      return {
        answer: formatAnswer(await this.#context.transfers.receive(name, file, fields, cloudCaller(user, session))),
      };
    } catch (error) {
      return { answer: this.#failure(error) };
    } finally {
      this.#worked -= 1;
      if (found) await remove(found);
    }
  }

  stop(): void {
    for (const id of [...this.#underWay.keys()]) void this.#end(id);
  }

  #begin(file: OnItsWay): string {
    const id = randomUUID();
    this.#underWay.set(id, file);
    this.#goOn(id);
    return id;
  }

  #goOn(id: string): OnItsWay {
    const found = this.#underWay.get(id);
    if (!found) throw notThere();
    found.cancel();
    found.cancel = this.#context.clock.after(SILENCE, () => void this.#end(id));
    return found;
  }

  async #end(id: string): Promise<void> {
    const found = this.#underWay.get(id);
    if (!found) return;
    this.#underWay.delete(id);
    found.cancel();
    await remove(found);
  }

  /** Begins with a file where there is room for one more, from now on and not only once that is done. Never rejects. */
  async #work<Answer>(work: () => Promise<Answer>): Promise<Answer | { readonly answer: string }> {
    if (this.#underWay.size + this.#worked >= MOST) {
      const message = say('Other files are being transferred over the connection to the cloud; try again.');
      return { answer: this.#failure(new Refusal(ErrorCode.resourceUnavailable, message)) };
    }
    this.#worked += 1;
    try {
      return await work();
    } catch (error) {
      return { answer: this.#failure(error) };
    } finally {
      this.#worked -= 1;
    }
  }

  /** Throws where the cloud may change nothing, or not now. */
  #refuseForeign(): void {
    const { slots, guard } = this.#context;
    if (!slots.get(cloudBond).owns) throw managedLocally();
    refuseWhileProvisional(guard);
  }

  #failure(error: unknown): string {
    return formatFailure(error, this.#context.log);
  }
}

async function remove({ file, path }: OnItsWay): Promise<void> {
  await file.close();
  await rm(path, { force: true });
}

const tooLong = say('The file is too long.');

const managedLocally = () =>
  new Refusal(ErrorCode.notWritable, say('This switch is managed locally; the cloud only reads it.'));

const notThere = () => new Refusal(ErrorCode.noSuchName, say('The transfer of the file has ended; start again.'));
