import { mac } from '../../../model/schema/kinds/mac.ts';
import { oid } from '../../../model/schema/kinds/oid.ts';
import { printable, text } from '../../../model/schema/kinds/text.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { group } from '../../../model/schema/object.ts';

/** Characters of a name, location or contact at most (docs/specification/system.md, "System Management"). */
const NAME_LENGTH = 50;

/** How the switch is called and what it is (RFC 3418, system group). */
export const system = group('system', {
  title: 'System',
  page: '/System/SystemManagement',
  oid: '1.3.6.1.2.1.1',
  fields: {
    sysDescr: text({
      mib: { column: 1 },
      label: 'System description',
      maxLength: 255,
      access: 'ro',
      help: 'Model and software version.',
    }),
    sysObjectID: oid({
      mib: { column: 2 },
      label: 'Object ID',
      access: 'ro',
      help: 'Identifies the model to SNMP managers.',
    }),
    sysName: text({
      mib: { column: 5 },
      label: 'System name',
      maxLength: NAME_LENGTH,
      characters: printable,
      trim: true,
      help: 'Also offered to DHCP servers as host name.',
    }),
    sysLocation: text({
      mib: { column: 6 },
      label: 'Location',
      maxLength: NAME_LENGTH,
      characters: printable,
      help: 'Place of the switch, for managers and, as LLDP-MED location, for endpoints.',
    }),
    sysContact: text({
      mib: { column: 4 },
      label: 'Contact',
      maxLength: NAME_LENGTH,
      characters: printable,
      help: 'Person responsible for the switch.',
    }),
    sysUpTime: ticks({
      mib: { column: 3 },
      label: 'Uptime',
      access: 'ro',
      help: 'Time since the start of the switch.',
    }),
  },
});

/** The device's identity (docs/specification/product.md 3, "sysSystemCtrl"). */
export const sysSystemCtrl = group('sysSystemCtrl', {
  title: 'Device',
  help: 'Identity of this switch.',
  page: '/System/SystemManagement',
  fields: {
    modelName: text({ label: 'Model', maxLength: 32, access: 'ro' }),
    sysHardwareVersion: text({ label: 'Hardware version', maxLength: 64, access: 'ro' }),
    sysBootVersion: text({ label: 'Boot version', maxLength: 64, access: 'ro' }),
    sysSoftwareVersion: text({ label: 'Firmware version', maxLength: 64, access: 'ro' }),
    sysSerialNumber: text({ label: 'Serial number', maxLength: 32, access: 'ro' }),
    systemSwitchBaseMacAddress: mac({ label: 'MAC address', access: 'ro' }),
  },
  privateMib: {
    number: 16,
    columns: [
      'modelName',
      'sysHardwareVersion',
      'sysBootVersion',
      'sysSoftwareVersion',
      'sysSerialNumber',
      'systemSwitchBaseMacAddress',
    ],
  },
});
