import { randomBytes } from 'node:crypto';
import { type FlashFiles, replaceFile } from '../flash/flash-files.ts';
import { RebootCause } from '../power-control.ts';

/** What outlives every start, factory reset or not. */
export interface BootRecord {
  /** Starts so far, this one among them. */
  readonly starts: number;
  /** Why this start happened. */
  readonly cause: RebootCause;
  /** "02-…": made up once, locally administered (IEEE 802-2014 8.4). */
  readonly baseMacAddress: string;
}

interface Kept {
  readonly starts: number;
  readonly baseMacAddress: string;
  /** Why the next start will happen, where that was said beforehand. */
  readonly nextCause?: RebootCause;
}

/** Takes down another start. `crashed`: the switch's thread ended by itself, and its process starts it again. */
export async function recordBoot(files: FlashFiles, path: string, crashed: boolean): Promise<BootRecord> {
  const kept = readKept(await files.read(path).catch(() => undefined));
  const baseMacAddress = kept?.baseMacAddress ?? madeUpAddress();
  const starts = (kept?.starts ?? 0) + 1;
  const cause = kept?.nextCause ?? (crashed ? RebootCause.crash : RebootCause.power);
  await keep(files, path, { starts, baseMacAddress });
  return { starts, cause, baseMacAddress };
}

/** Takes down why the next start will happen. */
export function recordReboot(
  files: FlashFiles,
  path: string,
  record: BootRecord,
  nextCause: RebootCause,
): Promise<void> {
  return keep(files, path, { starts: record.starts, baseMacAddress: record.baseMacAddress, nextCause });
}

function keep(files: FlashFiles, path: string, kept: Kept): Promise<void> {
  return replaceFile(files, path, `${JSON.stringify(kept)}\n`);
}

function readKept(text: string | undefined): Kept | undefined {
  if (text === undefined) return undefined;
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
