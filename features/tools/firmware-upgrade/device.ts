import {
  type CallersRequest,
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  type LiveRowOf,
  live,
  operation,
  type Service,
  type Upload,
} from '../../../device/feature.ts';
import { imageOf, type SlotNumber, slotNumbers } from '../../../device/firmware/image.ts';
import type { StartChoice } from '../../../device/firmware/start-choice.ts';
import { FlashStatus } from '../../../device/flash/flash-control.ts';
import type { Caller } from '../../../device/management.ts';
import { NameError } from '../../../device/names/name-resolver.ts';
import { scopedAddress } from '../../../device/names/scoped-address.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { softwareVersion } from '../../../device/software-version.ts';
import type { TftpServer } from '../../../device/tftp-client.ts';
import { BUNDLE_MAXIMUM } from '../../../model/firmware/bundle-head.ts';
import { sizeOf } from '../../../model/firmware/bundle-manifest.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { formatMessage, say, wordsOf } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { sysCloudCtrl } from '../../system/cloud-settings/objects.ts';
import { deviceTimeAt } from '../../system/system-time/objects.ts';
import {
  FIRMWARE_UPLOAD,
  FirmwareImage,
  FirmwareMethod,
  FirmwareStatus,
  fwImageEntry,
  fwUpgradeCtrl,
  ImageState,
} from './objects.ts';
import { firmwareFromAfar } from './slots.ts';
import { expectedUpload, type UpgradeChoices, upgradeState } from './upgrade-state.ts';

/** Milliseconds that a bundle may take that a session said it would send: as long as the web server lets a request take. */
const UPLOAD_TIME = 600_000;

const { fwRetryCount } = fwUpgradeCtrl.fields;

const place = (column: keyof typeof fwUpgradeCtrl.fields) => placeIn(fwUpgradeCtrl, undefined, column);

function choicesOf({ fwRebootAfter, fwAllowOlder }: Values): UpgradeChoices {
  return { rebootAfter: fwRebootAfter !== TruthValue.no, allowOlder: fwAllowOlder === TruthValue.yes };
}

/** Refuses what needs the boot program, and what must not meet an upgrade. */
function refuseNow({ firmware, flash, guard }: DeviceContext): void {
  if (firmware.running === undefined) {
    const message = say(
      'The agent was started without its boot program, which is required for starting other firmware.',
    );
    throw new Refusal(ErrorCode.inconsistentValue, message);
  }
  if (flash.status === FlashStatus.writing || flash.status === FlashStatus.verifying) {
    const message = say('The firmware cannot be changed while the configuration is being saved.');
    throw new Refusal(ErrorCode.resourceUnavailable, message);
  }
  const waiting = guard.provisional();
  if (waiting) {
    const message = say('A change by {{user}} is waiting for confirmation; try again in {{seconds}} s.', {
      user: waiting.user,
      seconds: waiting.secondsLeft,
    });
    throw new Refusal(ErrorCode.resourceUnavailable, message);
  }
}

const asksSomething = ({ fwStart, fwBootImage, fwDeleteImage }: Values) =>
  fwStart !== undefined || fwBootImage !== undefined || fwDeleteImage !== undefined;

const overTftp = ({ fwMethod }: Values) => fwMethod === FirmwareMethod.tftp;

/** Refuses what does not fit together before anything is begun. */
function checkRequest(context: DeviceContext, values: Values): void {
  if (!asksSomething(values)) return;
  refuseNow(context);
  if (values.fwStart === undefined || !overTftp(values)) return;
  if (!values.fwServerAddr) {
    throw new Refusal(ErrorCode.inconsistentValue, say('TFTP server must be given.'), place('fwServerAddr'));
  }
  if (!values.fwFileName) {
    throw new Refusal(ErrorCode.inconsistentValue, say('File name must be given.'), place('fwFileName'));
  }
}

/** Has the guard judge the restart behind an upgrade, which begins with what is saved, whatever runs now. */
async function judgeUpgrade(context: DeviceContext, request: CallersRequest): Promise<void> {
  if (choicesOf(request.values).rebootAfter) await context.judgeStart(context.startup(), request);
}

async function begin(context: DeviceContext, request: CallersRequest): Promise<void> {
  const { values, caller } = request;
  const choices = choicesOf(values);
  await judgeUpgrade(context, request);
  if (!overTftp(values)) {
    const until = context.clock.now() + UPLOAD_TIME;
    context.slots.update(expectedUpload, () => ({ ...choices, session: caller.session, until }));
    return;
  }
  const { beginUpgradeFromServer } = await import('./upgrade.ts');
  beginUpgradeFromServer(
    context,
    { caller, choices },
    {
      server: () => serverOf(context, values),
      fileName: String(values.fwFileName),
      attempts: Number(values.fwRetryCount ?? fwRetryCount.default),
    },
  );
}

async function serverOf({ names }: DeviceContext, values: Values): Promise<TftpServer> {
  try {
    const [address = ''] = await names.resolve(String(values.fwServerAddr));
    return { address: scopedAddress(address, Number(values.fwServerVlan ?? 0)) };
  } catch (reason) {
    throw new SpokenError(reason instanceof NameError ? reason.said : say('The server has no address.'));
  }
}

const upgrading = operation(fwUpgradeCtrl, {
  concludes: asksSomething,
  async prepare(context, { values }) {
    checkRequest(context, values);
    return values;
  },
  async rehearse(context, request) {
    if (request.values.fwStart === 1) await judgeUpgrade(context, request);
  },
  async operate(context, request) {
    const { values, caller } = request;
    const image = imageOf(values.fwBootImage);
    if (image !== undefined) await (await import('./upgrade.ts')).chooseImage(context, image, caller);
    const deleted = slotNumbers.find((slot) => slot === values.fwDeleteImage);
    if (deleted) await (await import('./upgrade.ts')).deleteImage(context, deleted, caller);
    if (values.fwStart === 1) await begin(context, request);
  },
});

/** The upload that this session announced; throws a `Refusal` where it announced none, or must not go on now. */
function announced(context: DeviceContext, { session }: Pick<Caller, 'session'>): UpgradeChoices {
  refuseNow(context);
  const expected = context.slots.get(expectedUpload);
  if (expected && expected.session === session && expected.until >= context.clock.now()) return expected;
  throw new Refusal(ErrorCode.noSuchName, say('No firmware is expected; start the upgrade again.'));
}

/** Processes a bundle to its end; the status shows the progress. */
const upload: Upload = {
  name: FIRMWARE_UPLOAD,
  maximumSize: BUNDLE_MAXIMUM,
  accept(context, caller) {
    announced(context, caller);
  },
  async receive(context, file, _fields, caller) {
    const choices = announced(context, caller);
    context.slots.update(expectedUpload, () => undefined);
    const { upgradeFromUpload } = await import('./upgrade.ts');
    await upgradeFromUpload(context, { caller, choices }, () => file.chunks());
    return {};
  },
};

async function upgradeColumns(context: DeviceContext): Promise<LiveOf<typeof fwUpgradeCtrl>> {
  const { firmware, slots, clock } = context;
  const { status, done, total, attempt, error, startedAt, endedAt } = slots.get(upgradeState);
  const { readChoice, nextImage } = await import('../../../device/firmware/start-choice.ts');
  const { choice } = await readChoice(firmware.files, firmware.places.choice);
  return {
    fwRunningImage: firmware.running ?? FirmwareImage.unmanaged,
    fwNextImage: nextImage(choice),
    fwRunningVersion: softwareVersion,
    fwTrustedKeys: (await firmware.trustedKeys()).length,
    fwOperStatus: status,
    fwProgress: total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0,
    fwBytesDone: done,
    fwBytesTotal: total,
    fwRetryNow: attempt,
    fwLastError: error ? wordsOf(error) : '',
    fwLastErrorSaid: formatMessage(error),
    fwElapsed: status === FirmwareStatus.idle ? 0 : Math.floor(((endedAt ?? clock.now()) - startedAt) / 1000),
  };
}

async function imageRows(context: DeviceContext): Promise<LiveRowOf<typeof fwImageEntry>[]> {
  const { firmware } = context;
  const { readChoice } = await import('../../../device/firmware/start-choice.ts');
  const { choice } = await readChoice(firmware.files, firmware.places.choice);
  return Promise.all(slotNumbers.map((slot) => imageRow(context, slot, choice)));
}

async function imageRow(
  context: DeviceContext,
  slot: SlotNumber,
  choice: StartChoice,
): Promise<LiveRowOf<typeof fwImageEntry>> {
  const { readSeal } = await import('../../../device/firmware/seal.ts');
  const { nextImage } = await import('../../../device/firmware/start-choice.ts');
  const { files, places, running } = context.firmware;
  const found = await readSeal(files, places, slot);
  const seal = found.kind === 'sealed' ? found.seal : undefined;
  const stateOf = () => {
    if (slot === running) return ImageState.running;
    if (found.kind === 'empty') return ImageState.empty;
    if (!seal || choice.failed?.image === slot) return ImageState.bad;
    return slot === nextImage(choice) ? ImageState.nextBoot : ImageState.standBy;
  };
  return {
    fwImageId: slot,
    fwImageVersion: seal?.manifest.version ?? '',
    fwImageSize: seal ? sizeOf(seal.manifest.files) : 0,
    fwImageUpdateTime: seal ? formatDateTime(deviceTimeAt(context.configuration(), seal.installedAt)) : '',
    fwImageFromAddr: seal?.from ?? '',
    fwImageUser: seal?.user ?? '',
    fwImageState: stateOf(),
  };
}

/** Takes bundles that a cloud has, as long as one manages the switch. */
const fromAfar: Service = {
  name: 'firmware from afar',
  reads: [sysCloudCtrl],
  wanted: (configuration) => configuration.group(sysCloudCtrl).systemCloudState === Status.enabled,
  start(context) {
    context.offer(firmwareFromAfar, async (bundle) => {
      refuseNow(context);
      await (await import('./upgrade.ts')).upgradeFromAfar(context, bundle);
    });
    return {};
  },
};

/** Tools > Firmware Upgrade and its status. */
export const firmwareUpgrade: DeviceFeature = {
  objects: [fwUpgradeCtrl, fwImageEntry],
  live: [live(fwUpgradeCtrl, { group: upgradeColumns }), live(fwImageEntry, { rows: imageRows })],
  operations: [upgrading],
  uploads: [upload],
  services: [fromAfar],
};
