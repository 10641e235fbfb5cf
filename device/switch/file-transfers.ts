import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { DeviceContext, DeviceFeature, Download, Upload } from '../feature.ts';
import type { Caller } from '../management.ts';
import { Refusal } from '../refusal.ts';
import type { FileToSend, TransferControl, UploadPlace } from '../transfer-control.ts';
import { chunksOf, type TemporaryFiles } from './temporary-files.ts';

/** Files that features give and take, as they lie on the disk meanwhile. */
export class FileTransfers implements TransferControl {
  readonly #context: () => DeviceContext;
  readonly #temporary: TemporaryFiles;
  readonly #downloads: ReadonlyMap<string, Download>;
  readonly #uploads: ReadonlyMap<string, Upload>;

  constructor(features: readonly DeviceFeature[], temporary: TemporaryFiles, context: () => DeviceContext) {
    this.#context = context;
    this.#temporary = temporary;
    this.#downloads = new Map(features.flatMap(({ downloads = [] }) => downloads).map((one) => [one.name, one]));
    this.#uploads = new Map(features.flatMap(({ uploads = [] }) => uploads).map((one) => [one.name, one]));
  }

  async fetch(name: string, query: Readonly<Record<string, string>>, caller: Caller): Promise<FileToSend> {
    const { content, ...named } = await found(this.#downloads.get(name), name).fetch(this.#context(), query, caller);
    return { ...named, path: await this.#temporary.write(content) };
  }

  placeFor(name: string, caller: Pick<Caller, 'session'>): UploadPlace {
    const upload = found(this.#uploads.get(name), name);
    upload.accept?.(this.#context(), caller);
    return { maximumSize: upload.maximumSize, path: this.#temporary.path() };
  }

  receive(
    name: string,
    { path, ...named }: { readonly name: string; readonly path: string; readonly size: number },
    fields: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<unknown> {
    const file = { ...named, chunks: () => chunksOf(path) };
    return found(this.#uploads.get(name), name).receive(this.#context(), file, fields, caller);
  }
}

function found<T>(one: T | undefined, name: string): T {
  if (one) return one;
  const message = say('There is nothing named "{{name}}" to send or fetch.', { name: name.slice(0, 64) });
  throw new Refusal(ErrorCode.noSuchName, message);
}
