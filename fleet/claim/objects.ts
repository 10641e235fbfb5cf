import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { moment } from '../moment.ts';

/** How switches find and identify the cloud, and the state of its clock. */
export const fleetPlace = group('fleetPlace', {
  title: 'Cloud',
  page: '/Claim',
  fields: {
    fleetPlaceAddress: text({
      label: 'Switches connect to',
      help: 'Address and port to enter at the switch.',
      maxLength: 260,
      access: 'ro',
    }),
    fleetPlaceFingerprint: text({
      label: 'Fingerprint of the cloud',
      help: 'SHA-256 of the certificate authority that switches verify the cloud by.',
      maxLength: 95,
      access: 'ro',
    }),
    fleetPlaceClock: enumeration({
      label: 'Clock of the cloud',
      help: 'Certificates are valid only if this clock is right.',
      choices: {
        plausible: [1, 'Plausible'],
        beforeAuthority: [2, 'Wrong: before the cloud was made'],
        beforeEntries: [3, 'Wrong: before the cloud was used last'],
      },
      access: 'ro',
    }),
  },
});

export const PlaceClock = fleetPlace.fields.fleetPlaceClock.values;

/** Claims that wait for their switch. */
export const fleetClaimEntry = table('fleetClaimEntry', {
  title: 'Claim',
  page: '/Claim',
  index: {
    fleetClaimSerial: text({
      label: 'Serial number',
      maxLength: 32,
      access: 'create',
      trim: true,
      pattern: {
        matches: /^[0-9A-Za-z:-]{1,32}$/,
        refusal: say('{{label}} must be letters and digits, as shown by the switch under Device ID.', {
          label: say('Serial number'),
        }),
      },
      help: 'Device ID of the switch: System > Cloud Settings, or the cloud step of its setup wizard.',
    }),
  },
  columns: {
    fleetClaimCode: text({
      label: 'Claim code',
      maxLength: 14,
      minLength: 12,
      access: 'create',
      trim: true,
      pattern: {
        matches: /^[A-Za-z2-7]{4}-?[A-Za-z2-7]{4}-?[A-Za-z2-7]{4}$/,
        refusal: say('{{label}} must be twelve letters and digits from 2 to 7, such as K7QF-3M2A-XWPD.', {
          label: say('Claim code'),
        }),
      },
      help: 'Shown on the switch next to its Device ID.',
    }),
    fleetClaimUser: text({ label: 'Claimed by', help: 'User who entered the claim.', maxLength: 64, access: 'ro' }),
    fleetClaimUntil: moment('Waits until', 'The claim expires at this time if the switch has not connected.'),
    fleetClaimWrongCodes: integer({
      label: 'Wrong codes received',
      help: 'Connections of this serial number with another code, such as a typing error.',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      access: 'ro',
    }),
  },
  rows: { max: () => 100_000 },
  rowName: ({ fleetClaimSerial: serial }) => say('claim of switch {{serial}}', { serial }),
});
