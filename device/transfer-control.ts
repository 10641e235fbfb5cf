import type { Caller } from './management.ts';

/** Destination of an uploaded file; its writer removes it, also when its sender breaks off. */
export interface UploadPlace {
  readonly path: string;
  /** Octets at most. */
  readonly maximumSize: number;
}

/** A file that waits to be sent; who sends it removes it, also when its receiver breaks off. */
export interface FileToSend {
  readonly fileName: string;
  readonly contentType: string;
  readonly path: string;
}

/**
 * Files that are fetched from the switch and sent to it, by whatever way. Each method rejects with a `Refusal`, or what went
 * wrong.
 */
export interface TransferControl {
  /** Makes the file of this name ready. */
  fetch(name: string, query: Readonly<Record<string, string>>, caller: Caller): Promise<FileToSend>;
  /** The place for a file of this name; throws a `Refusal` if it is not wanted now. */
  placeFor(name: string, caller: Pick<Caller, 'session'>): UploadPlace;
  /** Moves a completely written file to its place; its writer removes it after that. */
  receive(
    name: string,
    file: { readonly name: string; readonly path: string; readonly size: number },
    fields: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<unknown>;
}
