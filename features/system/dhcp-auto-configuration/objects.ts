import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration, status, truth } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group } from '../../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH } from '../../../model/values/message.ts';

/**
 * Fetching the configuration from where a DHCP server says, at a start (docs/specification/system.md, "DHCP Auto Configuration").
 */
export const dhcpAutoConfigCtrl = group('dhcpAutoConfigCtrl', {
  title: 'DHCP auto configuration',
  page: '/System/DHCPAutoConfiguration',
  fields: {
    dhcpAutoConfigState: status({
      label: 'Auto configuration',
      default: 2,
      help: 'At each start the interface of VLAN 1 requests an address and a configuration file by DHCP.',
    }),
    dhcpAutoConfigTimeout: integer({
      label: 'Wait for DHCP',
      unit: 's',
      min: 1,
      max: 65_535,
      default: 50,
      help: 'Time to wait for a lease at the start before the saved configuration is used.',
    }),
    dhcpAutoConfigOverwrite: truth({
      label: 'Overwrite saved configuration',
      default: 2,
      help: 'Saves the fetched configuration. The same file is then not applied again, so that later changes stay.',
    }),
    dhcpAutoConfigStatus: enumeration({
      label: 'Status',
      choices: {
        idle: [0, 'Idle'],
        waiting: [1, 'Waiting for a lease'],
        downloading: [2, 'Downloading'],
        applying: [3, 'Applying'],
        done: [4, 'Done'],
        noFile: [5, 'No file'],
        fileInvalid: [6, 'File invalid'],
        serverSilent: [7, 'Server silent'],
      },
      access: 'ro',
      help: 'Outcome of the last start.',
    }),
    dhcpAutoConfigServer: text({
      label: 'TFTP server',
      maxLength: 253,
      access: 'ro',
      help: 'Server that the DHCP lease named.',
    }),
    dhcpAutoConfigFile: text({ label: 'File', maxLength: 255, access: 'ro', help: 'File that the DHCP lease named.' }),
    dhcpAutoConfigTime: dateTime({ label: 'When', help: 'Time of the last attempt.' }),
    dhcpAutoConfigReason: text({ label: 'Reason', maxLength: 1024, access: 'ro', help: 'Why no file was applied.' }),
    /** The reason as a `Message` in JSON. */
    dhcpAutoConfigReasonSaid: text({
      label: 'Message',
      maxLength: MESSAGE_TEXT_LENGTH,
      access: 'ro',
      help: 'The same with its values as JSON, for other languages.',
    }),
  },
  privateMib: {
    number: 131,
    columns: [
      'dhcpAutoConfigState',
      'dhcpAutoConfigTimeout',
      'dhcpAutoConfigOverwrite',
      'dhcpAutoConfigStatus',
      'dhcpAutoConfigServer',
      'dhcpAutoConfigFile',
      'dhcpAutoConfigTime',
      'dhcpAutoConfigReason',
      'dhcpAutoConfigReasonSaid',
    ],
  },
});

/** State of auto configuration. */
export const AutoConfigStatus = dhcpAutoConfigCtrl.fields.dhcpAutoConfigStatus.values;
