import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { password } from '../../../model/schema/kinds/password.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group } from '../../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH, say } from '../../../model/values/message.ts';

/** Whether a step on the way to the cloud went well. */
const checked = (label: string) =>
  enumeration({
    label,
    choices: { passed: [1, 'Passed'], failed: [2, 'Failed'], notTried: [3, 'Not tried'] },
    default: 3,
    access: 'ro',
    help: 'Step of connecting to the cloud; the first one that failed is the cause.',
  });

/**
 * The cloud that manages the switch, or may (docs/specification/product.md 3; docs/specification/system.md, "Cloud Settings" and
 * "Wizard").
 */
export const sysCloudCtrl = group('sysCloudCtrl', {
  title: 'Cloud',
  page: '/System/CloudSettings',
  fields: {
    systemCloudState: status({
      label: 'Cloud management',
      default: 2,
      help: 'While it is enabled and the cloud has claimed the switch, most settings are made there.',
    }),
    systemCloudFingerprint: text({
      label: 'Fingerprint of the cloud',
      maxLength: 95,
      characters: /[0-9A-Fa-f:]/,
      pattern: {
        matches: /^[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){31}$/,
        refusal: say('{{label}} must be 32 pairs of hexadecimal digits with colons between.', {
          label: say('Fingerprint of the cloud'),
        }),
      },
      help: 'SHA-256 fingerprint of the certificate authority of the cloud. Empty: one that browsers trust.',
    }),
    systemCloudAccount: text({
      label: 'Account',
      maxLength: 64,
      pattern: { matches: /^.{5,}$/, refusal: say('{{label}} must be 5 to 64 characters.', { label: say('Account') }) },
      help: 'Empty: the switch waits until it is claimed by its code.',
    }),
    systemCloudPassword: password({
      label: 'Cloud password',
      optional: true,
      access: 'action',
      help: 'Sent to the cloud once, encrypted, and never stored.',
    }),
    systemCloudOwnPassword: password({
      label: 'Password of this switch',
      access: 'action',
      help: 'Required for taking local control.',
    }),
    systemCloudConnectState: enumeration({
      label: 'Status',
      choices: {
        fail: [0, 'Failed'],
        connecting: [1, 'Connecting'],
        success: [2, 'Connected'],
        disconnected: [3, 'Not connected'],
      },
      default: 3,
      access: 'ro',
      help: 'State of the connection to the cloud.',
    }),
    systemCloudServer: text({
      label: 'Server',
      maxLength: 260,
      access: 'ro',
      help: 'Cloud that the switch connects to.',
    }),
    systemCloudDeviceId: text({
      label: 'Device ID',
      maxLength: 32,
      access: 'ro',
      help: 'Identifies the switch in the cloud.',
    }),
    systemCloudClaimCode: text({
      label: 'Claim code',
      maxLength: 14,
      access: 'ro',
      help: 'Entered in the cloud to claim the switch.',
    }),
    systemCloudOwner: enumeration({
      label: 'Managed by',
      choices: { local: [1, 'This switch'], cloud: [2, 'The cloud'] },
      access: 'ro',
      help: 'Page with the settings.',
    }),
    systemCloudAwaitsSetup: enumeration({
      label: 'Waiting for the setup wizard',
      choices: { 1: 'Yes', 2: 'No' },
      default: 2,
      access: 'ro',
      help: 'The cloud has claimed this switch, and manages it once the setup wizard is finished.',
    }),
    systemCloudLastError: enumeration({
      label: 'Last error',
      choices: {
        0: 'None',
        1: 'The switch has no address',
        2: 'The name of the cloud has no address',
        3: 'The cloud is unreachable',
        4: 'The identity of the cloud could not be verified',
        5: 'The clock of the switch is wrong',
        6: 'Account or certificate refused',
        7: 'Another account has claimed this switch',
        8: 'The cloud does not respond in time',
        9: 'This switch is not claimed yet',
      },
      access: 'ro',
      help: 'Why the last attempt to connect failed.',
    }),
    /** The cause of the last error as a `Message` in JSON; "" for none beside the error itself. */
    systemCloudReasonSaid: text({
      label: 'Reason',
      maxLength: MESSAGE_TEXT_LENGTH,
      access: 'ro',
      help: 'Cause of the last error as JSON, for other languages.',
    }),
    systemCloudSince: dateTime({ label: 'Connected since', help: 'When the present connection was established.' }),
    systemCloudAddressCheck: checked('Address'),
    systemCloudGatewayCheck: checked('Gateway'),
    systemCloudDnsCheck: checked('DNS'),
    systemCloudClockCheck: checked('Clock'),
    systemCloudServerCheck: checked('Server'),
  },
  privateMib: {
    number: 191,
    columns: [
      'systemCloudState',
      'systemCloudFingerprint',
      'systemCloudAccount',
      'systemCloudPassword',
      'systemCloudOwnPassword',
      'systemCloudConnectState',
      'systemCloudServer',
      'systemCloudDeviceId',
      'systemCloudClaimCode',
      'systemCloudOwner',
      'systemCloudLastError',
      'systemCloudReasonSaid',
      'systemCloudSince',
      'systemCloudAddressCheck',
      'systemCloudGatewayCheck',
      'systemCloudDnsCheck',
      'systemCloudClockCheck',
      'systemCloudServerCheck',
      'systemCloudAwaitsSetup',
    ],
  },
});

/** State of the connection. */
export const CloudConnectState = sysCloudCtrl.fields.systemCloudConnectState.values;

/** Owner of the switch's settings. */
export const CloudOwner = sysCloudCtrl.fields.systemCloudOwner.values;

/** Result of a check. */
export const Check = sysCloudCtrl.fields.systemCloudServerCheck.values;
