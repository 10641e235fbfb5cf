import { open } from 'node:fs/promises';
import type { DeviceContext } from '../../../device/feature.ts';
import type { ImageId, SlotNumber } from '../../../device/firmware/image.ts';
import { slotNumbers } from '../../../device/firmware/image.ts';
import { eraseSlot, type InstallStep, install, notEnoughFlash } from '../../../device/firmware/install.ts';
import { BundleFault, type BundlePieces } from '../../../device/firmware/read-bundle.ts';
import { isWholeSlot, readSeal } from '../../../device/firmware/seal.ts';
import { choosing, erasing, nextImage, readChoice, writeChoice } from '../../../device/firmware/start-choice.ts';
import { reasonOf } from '../../../device/flash/failure-reason.ts';
import { Severity } from '../../../device/log/log.ts';
import { type Caller, callerName } from '../../../device/management.ts';
import { RebootCause } from '../../../device/power-control.ts';
import { Refusal } from '../../../device/refusal.ts';
import { softwareVersion } from '../../../device/software-version.ts';
import { fetchPiecesByTftp, TftpFailure, type TftpServer } from '../../../device/tftp-client.ts';
import { BUNDLE_MAXIMUM } from '../../../model/firmware/bundle-head.ts';
import type { BundleManifest } from '../../../model/firmware/bundle-manifest.ts';
import { type Message, say, wordsOf } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import { isNewerVersion } from '../../../model/values/version.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { FirmwareStatus } from './objects.ts';
import type { BundleFromAfar } from './slots.ts';
import { type UpgradeChoices, type UpgradeState, upgradeState } from './upgrade-state.ts';

const statusOf: Readonly<Record<InstallStep, UpgradeState['status']>> = {
  checking: FirmwareStatus.checking,
  erasing: FirmwareStatus.erasing,
  writing: FirmwareStatus.writing,
  verifying: FirmwareStatus.verifying,
};

/** A bundle on its way. */
interface Arrival {
  readonly caller: Caller;
  readonly choices: UpgradeChoices;
}

/** Takes a bundle that was sent, to its end. Rejects with a `Refusal` that says what the status says, too. */
export async function upgradeFromUpload(context: DeviceContext, arrival: Arrival, open: () => BundlePieces) {
  await upgrade(context, arrival, () => put(context, arrival, open));
}

/**
 * Fetches and installs a bundle in the background: the status shows the progress. Throws a `Refusal` if one is already
 * running.
 */
export function beginUpgradeFromServer(
  context: DeviceContext,
  arrival: Arrival,
  from: { readonly server: () => Promise<TftpServer>; readonly fileName: string; readonly attempts: number },
): void {
  const path = context.firmware.places.download;
  const { files } = context.firmware;
  const work = async () => {
    try {
      await files.makeFolder(context.firmware.places.directory);
      await fetchTo(context, path, await from.server(), from);
      return await put(context, arrival, () => files.pieces(path));
    } finally {
      await files.remove(path).catch(() => {});
    }
  };
  // Errors are reported by the status and the log.
  upgrade(context, arrival, work).catch(() => {});
}

/** Takes a bundle that a cloud has, to its end. Rejects with a `Refusal` that says what the status says, too. */
export async function upgradeFromAfar(context: DeviceContext, { caller, fetch }: BundleFromAfar): Promise<void> {
  const { files, places } = context.firmware;
  const arrival = { caller, choices: { rebootAfter: true, allowOlder: false } };
  await upgrade(context, arrival, async () => {
    try {
      await files.makeFolder(places.directory);
      await files.writePieces(places.download, await fetch());
      return await put(context, arrival, () => files.pieces(places.download));
    } finally {
      await files.remove(places.download).catch(() => {});
    }
  });
}

/** Milliseconds between the word that the switch restarts and that. */
const REBOOT_PAUSE = 2_500;

/** Does the work of an upgrade while changes are locked, and starts the new image if requested. */
async function upgrade(
  context: DeviceContext,
  { caller, choices }: Arrival,
  work: () => Promise<{ readonly image: SlotNumber; readonly version: string }>,
): Promise<void> {
  const { slots, clock, log, power, hold } = context;
  const release = hold.begin(say('A firmware upgrade is running.'));
  const user = callerName(caller);
  slots.update(upgradeState, () => ({
    status: FirmwareStatus.receiving,
    done: 0,
    total: 0,
    attempt: 1,
    error: undefined,
    startedAt: clock.now(),
    endedAt: undefined,
  }));
  const end = (status: UpgradeState['status'], error?: Message) =>
    slots.update(upgradeState, (present) => ({ ...present, status, error, endedAt: clock.now() }));
  try {
    const { image, version } = await work();
    await startNext(context, image);
    log.write(
      Severity.notice,
      say('Firmware {{version}} was installed in slot {{slot}} by {{user}} and is started next.', {
        version,
        slot: image,
        user,
      }),
    );
    if (!choices.rebootAfter) {
      release();
      return end(FirmwareStatus.success);
    }
    // Changes made from now on would be lost by the restart.
    end(FirmwareStatus.rebooting);
    // Sessions that follow the upgrade are notified first.
    clock.after(REBOOT_PAUSE, () => power.reboot(RebootCause.firmware));
  } catch (error) {
    const reason = failureOf(error);
    release();
    end(FirmwareStatus.failed, reason);
    log.write(Severity.error, say('The firmware upgrade by {{user}} failed: {{reason}}', { user, reason }));
    throw new Refusal(ErrorCode.commitFailed, reason);
  }
}

/** Puts a bundle into the slot that does not run. */
async function put(context: DeviceContext, { caller, choices }: Arrival, open: () => BundlePieces) {
  const { firmware, wallClock } = context;
  const image = await slotToFill(context);
  const installation = {
    files: firmware.files,
    places: firmware.places,
    trusted: await firmware.trustedKeys(),
    wanted: (manifest: BundleManifest) => refuseUnwanted(context, manifest, choices),
    progress: (step: InstallStep, done: number, total: number) =>
      report(context, { status: statusOf[step], done, total }),
  };
  const { version } = await install(installation, image, open, {
    installedAt: wallClock.now(),
    user: wordsOf(callerName(caller)),
    from: caller.remoteAddress ?? '',
  });
  return { image, version };
}

/** Number of progress steps of an upgrade of some megabytes: finer ones would not be seen. */
const TOLD_EVERY = 128 * 1024;

function report({ slots }: DeviceContext, now: Pick<UpgradeState, 'status' | 'done' | 'total'>): void {
  slots.update(upgradeState, (present) => {
    const isStep = now.status !== present.status || now.done === now.total;
    return isStep || now.done - present.done >= TOLD_EVERY ? { ...present, ...now } : present;
  });
}

function refuseUnwanted({ hardware }: DeviceContext, manifest: BundleManifest, { allowOlder }: UpgradeChoices): void {
  const { models, version } = manifest;
  if (!models.includes(hardware.modelName)) {
    throw new BundleFault(say('The image is for model {{model}}.', { model: models.join(', ') }));
  }
  if (!allowOlder && isNewerVersion(softwareVersion, version)) {
    throw new BundleFault(
      say('The image has version {{version}}, which is older than {{present}} of this switch.', {
        version,
        present: softwareVersion,
      }),
    );
  }
}

/**
 * The slot for a new image: never the running one, and an empty one before the fallback. It is not started until it is
 * selected again.
 */
async function slotToFill({ firmware }: DeviceContext): Promise<SlotNumber> {
  const { files, places, running = 0 } = firmware;
  const { choice } = await readChoice(files, places.choice);
  const worth = async (slot: SlotNumber) => {
    if (slot === choice.proven) return Number.POSITIVE_INFINITY;
    const found = await readSeal(files, places, slot);
    return found.kind === 'sealed' ? found.seal.installedAt : 0;
  };
  const free = await Promise.all(
    slotNumbers.filter((slot) => slot !== running).map(async (slot) => ({ slot, worth: await worth(slot) })),
  );
  const [best] = free.sort((a, b) => a.worth - b.worth);
  const slot = best?.slot ?? 1;
  if (slot === choice.proven) await writeChoice(files, places.choice, { proven: running });
  else if (slot === choice.trial?.image) await writeChoice(files, places.choice, { proven: choice.proven });
  return slot;
}

/** Lets the next start begin with this image. Rejects with the system's error. */
async function startNext({ firmware }: DeviceContext, image: ImageId): Promise<void> {
  const { files, places } = firmware;
  const { choice } = await readChoice(files, places.choice);
  await files.makeFolder(places.directory);
  await writeChoice(files, places.choice, choosing(erasing(choice, image), image));
}

/** Chooses the image of the next start. Rejects with a `Refusal` where it cannot be started. */
export async function chooseImage(context: DeviceContext, image: ImageId, caller: Caller): Promise<void> {
  const { firmware, hardware, log } = context;
  if (image !== 0) {
    const found = await readSeal(firmware.files, firmware.places, image);
    const isFit = found.kind === 'sealed' && found.seal.manifest.models.includes(hardware.modelName);
    if (!isFit || !(await isWholeSlot(firmware.files, firmware.places, image))) {
      const message = say('Slot {{slot}} contains no valid firmware.', { slot: image });
      throw new Refusal(ErrorCode.inconsistentValue, message);
    }
  }
  await onFlash(() => startNext(context, image));
  const who = callerName(caller);
  log.write(
    Severity.notice,
    image === 0
      ? say('{{who}} selected the installed firmware for the next start.', { who })
      : say('{{who}} selected the firmware of slot {{slot}} for the next start.', { who, slot: image }),
  );
}

/** Empties a slot. Rejects with a `Refusal` where it runs or is to be started. */
export async function deleteImage(context: DeviceContext, slot: SlotNumber, caller: Caller): Promise<void> {
  const { files, places, running } = context.firmware;
  const { choice } = await readChoice(files, places.choice);
  if (slot === running || slot === nextImage(choice) || slot === choice.proven) {
    const message = say('Slot {{slot}} is running or will be started next.', { slot });
    throw new Refusal(ErrorCode.inconsistentValue, message);
  }
  await onFlash(async () => {
    if ((await readSeal(files, places, slot)).kind === 'empty') return;
    await eraseSlot(files, places, slot);
    if (erasing(choice, slot) !== choice) await writeChoice(files, places.choice, erasing(choice, slot));
  });
  const who = callerName(caller);
  context.log.write(Severity.notice, say('{{who}} deleted the firmware of slot {{slot}}.', { who, slot }));
}

/** Milliseconds that one attempt may take: nothing can be changed meanwhile. */
const FETCH_TIME = 15 * 60_000;

/** Fetches a file to `path`, from its beginning after each failure that may pass. */
async function fetchTo(
  context: DeviceContext,
  path: string,
  server: TftpServer,
  { fileName, attempts }: { readonly fileName: string; readonly attempts: number },
): Promise<void> {
  const { slots, clock } = context;
  for (let attempt = 1; ; attempt += 1) {
    slots.update(upgradeState, (present) => ({ ...present, attempt, done: 0 }));
    const began = clock.now();
    const file = await open(path, 'w', 0o600);
    try {
      let done = 0;
      await fetchPiecesByTftp(server, fileName, BUNDLE_MAXIMUM, async (piece) => {
        if (clock.now() - began > FETCH_TIME) {
          throw new BundleFault(say('The server {{address}} is too slow.', { address: server.address }));
        }
        await file.writeFile(piece);
        done += piece.length;
        report(context, { status: FirmwareStatus.receiving, done, total: 0 });
      });
      return;
    } catch (error) {
      if (!(error instanceof TftpFailure && error.mayPass) || attempt >= attempts) throw error;
    } finally {
      await file.close();
    }
  }
}

/** Does something to the flash. Rejects with a `Refusal` where that fails. */
async function onFlash(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Refusal(ErrorCode.commitFailed, failureOf(error));
  }
}

/** Why an upgrade failed, in one sentence. */
function failureOf(error: unknown): Message {
  if (error instanceof SpokenError) return error.said;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return notEnoughFlash;
  return say('The flash could not be written, because {{reason}}.', { reason: reasonOf(error) });
}
