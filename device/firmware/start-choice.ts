import { isRecord } from '../../model/values/json-record.ts';
import { readCheckedFile, writeCheckedFile } from '../flash/checked-file.ts';
import { Unsettled } from '../flash/failure-reason.ts';
import type { FlashFiles } from '../flash/flash-files.ts';
import { type ImageId, imageOf } from './image.ts';

/** How often an image is started that has never served before it is given up. */
export const ATTEMPTS = 3;

/** Why an image is no longer started. */
type GivenUp = 'didNotServe' | 'damaged';

/** Which image the next start begins with, as flash holds it. */
export interface StartChoice {
  /** The image that has served, and that is fallen back to. */
  readonly proven: ImageId;
  /** Another one that is to be tried, and how often it was. */
  readonly trial?: { readonly image: ImageId; readonly attempts: number };
  /** The last image that was abandoned, and whether that was logged. */
  readonly failed?: { readonly image: ImageId; readonly why: GivenUp; readonly isTold?: boolean };
}

/** The choice of a switch without any firmware except the installed one. */
export const factoryChoice: StartChoice = { proven: 0 };

const FORMAT = 'faceplate-start';

/** The image that is meant to be started next. */
export function nextImage({ proven, trial }: StartChoice): ImageId {
  return trial?.image ?? proven;
}

/** The choice after somebody chose `image`. One that was proven needs no trial. */
export function choosing(choice: StartChoice, image: ImageId): StartChoice {
  const { proven } = choice;
  return image === proven ? { proven } : { proven, trial: { image, attempts: 0 } };
}

/** The choice once `image` serves. */
export function serving(image: ImageId): StartChoice {
  return { proven: image };
}

/** The choice once a slot holds something else: what it was given up for is no longer there. */
export function erasing(choice: StartChoice, image: ImageId): StartChoice {
  const { failed, ...rest } = choice;
  return failed && failed.image !== image ? choice : rest;
}

/**
 * The image to start, and the choice to store before. An image on trial is tried once more, unless it had its attempts;
 * if neither it nor the proven one is intact, the installed one starts, which always is.
 */
export function beginStart(
  choice: StartChoice,
  isWhole: (image: ImageId) => boolean,
): { readonly image: ImageId; readonly choice: StartChoice } {
  const { proven, trial, failed } = choice;
  if (trial) {
    const { image, attempts } = trial;
    const why: GivenUp | undefined = !isWhole(image) ? 'damaged' : attempts >= ATTEMPTS ? 'didNotServe' : undefined;
    if (!why) return { image, choice: { proven, trial: { image, attempts: attempts + 1 } } };
    return beginStart({ proven, failed: { image, why } }, isWhole);
  }
  if (isWhole(proven)) return { image: proven, choice };
  return { image: 0, choice: { proven: 0, failed: failed ?? { image: proven, why: 'damaged' } } };
}

/** Result of `readChoice`. */
export interface FoundChoice {
  readonly choice: StartChoice;
  /** The file was damaged or could not be read: the installed program starts. */
  readonly isLost: boolean;
}

/** The choice on flash. Never rejects. */
export async function readChoice(files: FlashFiles, path: string): Promise<FoundChoice> {
  const found = await readCheckedFile(files, path, FORMAT);
  if (found.kind === 'none') return { choice: factoryChoice, isLost: false };
  const choice = found.kind === 'whole' ? parsed(found.body) : undefined;
  return { choice: choice ?? factoryChoice, isLost: choice === undefined };
}

/** Keeps a choice; it is whole on the disk when this resolves. Rejects with the system's error where the former one holds. */
export async function writeChoice(files: FlashFiles, path: string, choice: StartChoice): Promise<void> {
  await writeCheckedFile(files, path, FORMAT, `${JSON.stringify(choice)}\n`).catch((error: unknown) => {
    if (!(error instanceof Unsettled)) throw error;
  });
}

function parsed(text: string): StartChoice | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (!isRecord(json)) return undefined;
    const proven = imageOf(json.proven);
    if (proven === undefined) return undefined;
    return { proven, ...trialIn(json.trial), ...failedIn(json.failed) };
  } catch {
    return undefined;
  }
}

function trialIn(json: unknown): Pick<StartChoice, 'trial'> {
  const image = isRecord(json) ? imageOf(json.image) : undefined;
  if (!isRecord(json) || image === undefined) return {};
  const { attempts } = json;
  return { trial: { image, attempts: typeof attempts === 'number' ? attempts : ATTEMPTS } };
}

function failedIn(json: unknown): Pick<StartChoice, 'failed'> {
  const image = isRecord(json) ? imageOf(json.image) : undefined;
  if (!isRecord(json) || image === undefined) return {};
  const why = json.why === 'damaged' ? 'damaged' : 'didNotServe';
  return { failed: { image, why, ...(json.isTold === true && { isTold: true }) } };
}
