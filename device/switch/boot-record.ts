import { randomBytes } from 'node:crypto';
import { type Message, say } from '../../model/values/message.ts';
import { readCheckedFile, writeCheckedFile } from '../flash/checked-file.ts';
import { isDamaged } from '../flash/checked-text.ts';
import { reasonOf, Unsettled } from '../flash/failure-reason.ts';
import type { FlashFiles } from '../flash/flash-files.ts';
import { type Log, Severity } from '../log/log.ts';
import { RebootCause } from '../power-control.ts';

/** Data that outlive every start, factory reset or not. */
export interface BootRecord {
  /** Starts so far, this one among them. */
  readonly starts: number;
  /** The folder is that of a switch that never started: no factory reset makes it one again. */
  readonly isFirst: boolean;
  /** Why this start happened. */
  readonly cause: RebootCause;
  /** "02-…": made up once, locally administered (IEEE 802-2014 8.4). */
  readonly baseMacAddress: string;
  /** The file could not be read: it may be intact, and stays as it is. */
  readonly isSpared: boolean;
}

interface Kept {
  readonly starts: number;
  readonly baseMacAddress: string;
  /** Why the next start will happen, where that was said beforehand. */
  readonly nextCause?: RebootCause;
}

const FORMAT = 'faceplate-boot';

/**
 * Takes down another start, in two files, so that damage to one costs nothing. `crashed`: the switch's thread ended by
 * itself, and its process starts it again. Never rejects: a switch whose flash fails has an address for this start, and
 * whatever the address comes to, the log says so.
 */
export async function recordBoot(
  files: FlashFiles,
  paths: readonly string[],
  crashed: boolean,
  log: Log,
): Promise<BootRecord> {
  const found = await Promise.all(paths.map((path) => readCheckedFile(files, path, FORMAT)));
  const records = found.map((file) => (file.kind === 'whole' ? readKept(file.body) : undefined));
  const kept = records
    .filter((record) => record !== undefined)
    .reduce<Kept | undefined>((best, one) => (best && best.starts >= one.starts ? best : one), undefined);
  const unreadable = kept ? undefined : found.find((file) => file.kind === 'unreadable');
  const baseMacAddress = kept?.baseMacAddress ?? madeUpAddress();
  const starts = (kept?.starts ?? 0) + 1;
  const cause = kept?.nextCause ?? (crashed ? RebootCause.crash : RebootCause.power);
  const isFirst = found.every(({ kind }) => kind === 'none');
  const record = { starts, isFirst, cause, baseMacAddress, isSpared: unreadable !== undefined };
  if (unreadable) {
    const { reason } = unreadable;
    log.write(
      Severity.critical,
      say(
        'The record of starts cannot be read, because {{reason}}; until the next start the MAC address is {{address}}.',
        { reason, address: baseMacAddress },
      ),
    );
    return record;
  }
  const faults = found.map((file, at) => {
    if (file.kind === 'damaged') return file.fault;
    return file.kind === 'whole' && !records[at] ? isDamaged : undefined;
  });
  const fault = faults.find((one) => one !== undefined);
  const failure = await keep(files, paths, { starts, baseMacAddress });
  if (!kept) {
    log.write(fault || failure ? Severity.critical : Severity.notice, ofNew(baseMacAddress, fault, failure));
  } else if (failure) {
    log.write(
      Severity.error,
      say('The record of starts could not be written, because {{reason}}.', { reason: failure }),
    );
  } else if (fault) {
    log.write(Severity.warning, say('One of the two records of starts {{fault}}; the other one was used.', { fault }));
  }
  return record;
}

/** Takes down why the next start will happen. It is no matter where it cannot be written. */
export async function recordReboot(
  files: FlashFiles,
  paths: readonly string[],
  { starts, baseMacAddress, isSpared }: BootRecord,
  nextCause: RebootCause,
): Promise<void> {
  if (!isSpared) await keep(files, paths, { starts, baseMacAddress, nextCause });
}

function ofNew(address: string, fault: Message | undefined, reason: Message | undefined): Message {
  if (reason) {
    return say('The MAC address {{address}} is lost at the next start, because {{reason}}.', { address, reason });
  }
  return fault
    ? say('The record of starts {{fault}}; the MAC address is now {{address}}.', { fault, address })
    : say('The MAC address is now {{address}}.', { address });
}

/** Writes each of the files; resolves to the reason where none could be. */
async function keep(files: FlashFiles, paths: readonly string[], kept: Kept): Promise<Message | undefined> {
  let written = false;
  let reason: Message | undefined;
  for (const path of paths) {
    try {
      await writeCheckedFile(files, path, FORMAT, `${JSON.stringify(kept)}\n`);
      written = true;
    } catch (error) {
      written ||= error instanceof Unsettled;
      reason ??= reasonOf(error);
    }
  }
  return written ? undefined : reason;
}

function readKept(text: string): Kept | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null || !('starts' in json) || !('baseMacAddress' in json))
      return undefined;
    const { starts, baseMacAddress } = json;
    if (typeof starts !== 'number' || !Number.isSafeInteger(starts)) return undefined;
    if (typeof baseMacAddress !== 'string' || !/^02(?:-[0-9A-F]{2}){5}$/.test(baseMacAddress)) return undefined;
    const next = 'nextCause' in json ? json.nextCause : undefined;
    const nextCause = Object.values(RebootCause).find((cause) => cause === next);
    return { starts, baseMacAddress, ...(nextCause && { nextCause }) };
  } catch {
    return undefined;
  }
}

/** The last octet stays 0, so that port and interface addresses can be counted up from it. */
function madeUpAddress(): string {
  const octets = [2, ...randomBytes(4), 0];
  return octets.map((octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join('-');
}
