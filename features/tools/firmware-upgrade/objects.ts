import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration, truth } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { host } from '../../../model/schema/kinds/host.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH, say } from '../../../model/values/message.ts';

const images = { installed: [0, 'As installed'], slot1: [1, 'Slot 1'], slot2: [2, 'Slot 2'] } as const;

/**
 * Loading firmware and choosing what is started (docs/specification/system.md, "Firmware Upgrade"). `fwStart` 1 begins an upgrade
 * with the choices beside it: the file is then sent, or the device fetches it. Nothing of this is part of the configuration.
 */
export const fwUpgradeCtrl = group('fwUpgradeCtrl', {
  title: 'Firmware upgrade',
  page: '/Tools/FirmwareUpgrade',
  fields: {
    fwMethod: enumeration({
      label: 'Method',
      choices: { http: [1, 'HTTP'], tftp: [2, 'TFTP'] },
      access: 'action',
      help: 'HTTP uploads the file from the browser, TFTP fetches it from a server.',
    }),
    fwServerAddr: host({
      label: 'TFTP server',
      access: 'action',
      help: 'Address or name of the server that has the file.',
    }),
    fwServerVlan: vlanId({
      label: 'VLAN',
      min: 1,
      fixed: [0],
      default: 0,
      words: { 0: 'any' },
      access: 'action',
      help: 'The VLAN of a server with a link-local address; 0 for any.',
    }),
    fwFileName: text({
      label: 'File name',
      minLength: 1,
      maxLength: 64,
      characters: /[\x21-\x7e]/,
      pattern: { matches: /^(?!.*\.\.)/, refusal: say('File name must be a file name without "..".') },
      access: 'action',
      help: 'Name and path on the server.',
    }),
    fwRetryCount: integer({
      label: 'Retry count',
      min: 1,
      max: 20,
      default: 5,
      access: 'action',
      help: 'Number of restarts of an interrupted transfer.',
    }),
    fwRebootAfter: truth({
      label: 'Reboot when done',
      default: 1,
      access: 'action',
      help: 'Otherwise the new version runs from the next restart on.',
    }),
    fwAllowOlder: truth({
      label: 'Allow an older version',
      default: 2,
      access: 'action',
      help: 'An older version may not understand settings that were saved by the present one.',
    }),
    /** 1 begins the upgrade. */
    fwStart: integer({
      label: 'Start',
      min: 1,
      max: 1,
      access: 'action',
      help: 'Starts the upgrade. The running version is never overwritten.',
    }),
    fwBootImage: enumeration({
      label: 'Use at next start',
      choices: images,
      access: 'action',
      help: 'Slot that the next restart uses. As installed: the version that came with the boot program, which no upgrade changes.',
    }),
    /** The slot to empty. */
    fwDeleteImage: integer({
      label: 'Delete',
      min: 1,
      max: 2,
      access: 'action',
      help: 'Empties this slot; not the one in use.',
    }),
    fwRunningImage: enumeration({
      label: 'Running',
      choices: { ...images, unmanaged: [3, 'Started without a boot program'] },
      access: 'ro',
      help: 'Slot of the version that runs.',
    }),
    fwNextImage: enumeration({
      label: 'Next start',
      choices: images,
      access: 'ro',
      help: 'Slot that the next restart uses.',
    }),
    fwRunningVersion: text({ label: 'Version', maxLength: 32, access: 'ro', help: 'Version that runs.' }),
    fwTrustedKeys: gauge({ label: 'Trusted keys', help: 'Keys that may sign an upgrade; with none, all are refused.' }),
    fwOperStatus: enumeration({
      label: 'Step',
      choices: {
        idle: [0, 'Idle'],
        receiving: [1, 'Receiving'],
        checking: [2, 'Checking'],
        erasing: [3, 'Erasing'],
        writing: [4, 'Writing'],
        verifying: [5, 'Verifying'],
        success: [6, 'Success'],
        failed: [7, 'Failed'],
        rebooting: [8, 'Rebooting'],
      },
      access: 'ro',
      help: 'State of the upgrade; from Erasing on, do not switch the power off.',
    }),
    fwProgress: gauge({ label: 'Progress', unit: '%', help: 'Share of the step that is done.' }),
    fwBytesDone: gauge({ label: 'Bytes done', unit: 'bytes', help: 'Received or written so far.' }),
    fwBytesTotal: gauge({ label: 'Bytes in total', unit: 'bytes', help: 'Size of the file; 0 if unknown.' }),
    fwRetryNow: gauge({ label: 'Attempt', help: 'Number of the present transfer.' }),
    fwLastError: text({ label: 'Reason', maxLength: 1024, access: 'ro', help: 'Why the upgrade failed.' }),
    /** The reason as a `Message` in JSON. */
    fwLastErrorSaid: text({
      label: 'Message',
      maxLength: MESSAGE_TEXT_LENGTH,
      access: 'ro',
      help: 'The same with its values as JSON, for other languages.',
    }),
    fwElapsed: gauge({ label: 'Elapsed', unit: 's', help: 'Time since the start of the upgrade.' }),
  },
  privateMib: {
    number: 110,
    columns: [
      'fwMethod',
      'fwServerAddr',
      'fwServerVlan',
      'fwFileName',
      'fwRetryCount',
      'fwRebootAfter',
      'fwAllowOlder',
      'fwStart',
      'fwBootImage',
      'fwDeleteImage',
      'fwRunningImage',
      'fwNextImage',
      'fwRunningVersion',
      'fwTrustedKeys',
      'fwOperStatus',
      'fwProgress',
      'fwBytesDone',
      'fwBytesTotal',
      'fwRetryNow',
      'fwLastError',
      'fwLastErrorSaid',
      'fwElapsed',
    ],
  },
});

/** The columns that name a TFTP server and a file there. */
export const fwServer = {
  object: fwUpgradeCtrl,
  address: 'fwServerAddr',
  vlan: 'fwServerVlan',
  fileName: 'fwFileName',
} as const;

/** How it gets there. */
export const FirmwareMethod = fwUpgradeCtrl.fields.fwMethod.values;

/** State of the upgrade. */
export const FirmwareStatus = fwUpgradeCtrl.fields.fwOperStatus.values;

/** The running image, and that of the next start. */
export const FirmwareImage = fwUpgradeCtrl.fields.fwRunningImage.values;

/** The two slots that firmware is put into (docs/specification/system.md, "Firmware Upgrade"). */
export const fwImageEntry = table('fwImageEntry', {
  title: 'Firmware slot',
  help: 'The versions on flash, and from where they came.',
  page: '/Tools/FirmwareUpgrade',
  index: { fwImageId: integer({ label: 'Slot', access: 'ro', min: 1, max: 2 }) },
  columns: {
    fwImageVersion: text({ label: 'Version', access: 'ro', maxLength: 32 }),
    fwImageSize: gauge({ label: 'Size', unit: 'bytes', words: { 0: 'empty' } }),
    fwImageUpdateTime: dateTime({ label: 'Installed' }),
    fwImageFromAddr: text({ label: 'Source', access: 'ro', maxLength: 64 }),
    fwImageUser: text({ label: 'By', access: 'ro', maxLength: 32 }),
    fwImageState: enumeration({
      label: 'State',
      choices: {
        running: [1, 'Running'],
        nextBoot: [2, 'Next start'],
        standBy: [3, 'Standby'],
        empty: [4, 'Empty'],
        bad: [5, 'Damaged'],
      },
      access: 'ro',
    }),
  },
  rows: { max: 2, fixed: true },
  rowName: ({ fwImageId }) => say('firmware slot {{slot}}', { slot: fwImageId }),
  privateMib: {
    number: 111,
    columns: [
      'fwImageId',
      'fwImageVersion',
      'fwImageSize',
      'fwImageUpdateTime',
      'fwImageFromAddr',
      'fwImageUser',
      'fwImageState',
    ],
  },
});

/** State of a slot. */
export const ImageState = fwImageEntry.fields.fwImageState.values;

/** The CGI name under which a bundle is sent. */
export const FIRMWARE_UPLOAD = 'firmware_upgrade';
