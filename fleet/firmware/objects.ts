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
  index: { fleetFirmwareDigest: text({ label: 'SHA-256', maxLength: 64, access: 'create' }) },
  columns: {
    fleetFirmwareVersion: text({ label: 'Version', maxLength: 32, access: 'ro' }),
    /** With blanks between them. */
    fleetFirmwareModels: text({ label: 'Models', maxLength: 4096, access: 'ro' }),
    /** Octets. */
    fleetFirmwareSize: integer({ label: 'Size', min: 0, max: Number.MAX_SAFE_INTEGER, access: 'ro' }),
    fleetFirmwareAt: moment('Uploaded'),
    fleetFirmwareBy: text({ label: 'By', maxLength: 64, access: 'ro' }),
  },
  rows: { max: FIRMWARE_KEPT },
  rowName: ({ fleetFirmwareVersion: version }) => say('firmware {{version}}', { version }),
});
