import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { moment } from '../moment.ts';

/** Bundles that are kept of a tenant at most: each may have 64 MB. */
export const FIRMWARE_KEPT = 16;

/** The CGI name under which a bundle is sent to the cloud. */
export const FLEET_FIRMWARE_UPLOAD = 'fleet_firmware';

/** Firmware that was brought to the cloud, for rollouts. */
export const fleetFirmwareEntry = table('fleetFirmwareEntry', {
  title: 'Firmware',
  page: '/Firmware',
  index: {
    fleetFirmwareDigest: text({
      label: 'SHA-256',
      help: 'Checksum of the file; switches verify it.',
      maxLength: 64,
      access: 'create',
    }),
  },
  columns: {
    fleetFirmwareVersion: text({ label: 'Version', help: 'Version of the firmware.', maxLength: 32, access: 'ro' }),
    /** With blanks between them. */
    fleetFirmwareModels: text({
      label: 'Models',
      help: 'Models that the firmware is for. Rollouts skip all others.',
      maxLength: 4096,
      access: 'ro',
    }),
    /** Octets. */
    fleetFirmwareSize: integer({
      label: 'Size',
      help: 'Size of the file in bytes.',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      access: 'ro',
    }),
    fleetFirmwareAt: moment('Uploaded', 'Time of the upload.'),
    fleetFirmwareBy: text({ label: 'By', help: 'User who uploaded the file.', maxLength: 64, access: 'ro' }),
  },
  rows: { max: FIRMWARE_KEPT },
  rowName: ({ fleetFirmwareVersion: version }) => say('firmware {{version}}', { version }),
});
