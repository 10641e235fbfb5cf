import type { Fields } from '../../model/schema/field.ts';
import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { enumeration, status } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { mac } from '../../model/schema/kinds/mac.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { PORT_LIST_MAXIMUM } from '../../model/values/port-list.ts';

const page = '/HealthDiagnostic';

const port = integer({ label: 'Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM });
const words = (label: string) => text({ label, access: 'ro', maxLength: 32 });
const throughput = () => gauge({ label: 'Throughput', unit: 'Mbit/s', scale: 1000, decimals: 1 });

const reply = () =>
  enumeration({
    label: 'Reply',
    access: 'ro',
    choices: { replied: [1, 'Replied'], silent: [2, 'Silent'], noAddress: [3, 'Not checked yet'] },
    default: 3,
  });

/** By what a device is known. */
const evidence = () =>
  enumeration({
    label: 'Known by',
    access: 'ro',
    choices: { address: [1, 'MAC address'], lldp: [2, 'LLDP'], onvif: [3, 'ONVIF'], stream: [4, 'Its video streams'] },
  });

/** The cameras and other devices that are known. */
export const aSVIpcEntry = table('aSVIpcEntry', {
  title: 'Camera',
  help: 'Cameras that were detected, with what they say of themselves.',
  page,
  index: { ifIndex: port, aSVIpcMac: mac({ label: 'MAC address', access: 'ro' }) },
  columns: {
    aSVIpcIp: words('IP address'),
    aSVIpcModel: words('Model'),
    aSVIpcManufacturer: words('Manufacturer'),
    aSVIpcThroughput: throughput(),
    aSVIpcType: enumeration({
      label: 'Device',
      access: 'ro',
      choices: { camera: [1, 'Camera'], other: [3, 'Other surveillance'] },
    }),
    aSVIpcEvidence: evidence(),
    aSVIpcReply: reply(),
    aSVIpcState: status({ label: 'Accepted', access: 'ro', default: 1 }),
    aSVIpcDescription: words('Description'),
    /** Its group: 1 to 16, or 100 and the port. */
    aSVIpcGroup: gauge({ label: 'Group' }),
    aSVIpcLastSeen: dateTime({ label: 'Last seen' }),
  },
  rows: { max: 128 },
  privateMib: {
    number: 188,
    columns: [
      'ifIndex retired',
      'aSVIpcMac',
      'aSVIpcIp',
      'aSVIpcModel',
      'aSVIpcManufacturer',
      'aSVIpcThroughput',
      'aSVIpcType',
      'aSVIpcEvidence',
      'aSVIpcReply',
      'aSVIpcState',
      'aSVIpcDescription',
      'aSVIpcGroup',
      'aSVIpcLastSeen',
    ],
  },
});

/** The recorders that are known. */
export const aSVNvrEntry = table('aSVNvrEntry', {
  title: 'Recorder',
  help: 'Recorders that were detected, and the number of cameras whose video they receive.',
  page,
  index: { ifIndex: port, aSVNvrMac: mac({ label: 'MAC address', access: 'ro' }) },
  columns: {
    aSVNvrIp: words('IP address'),
    aSVNvrModel: words('Model'),
    aSVNvrManufacturer: words('Manufacturer'),
    aSVNvrIpcNumber: gauge({ label: 'Cameras of this recorder' }),
    aSVNvrThroughput: throughput(),
    aSVNvrEvidence: evidence(),
    aSVNvrReply: reply(),
    aSVNvrState: status({ label: 'Accepted', access: 'ro', default: 1 }),
    aSVNvrDescription: words('Description'),
    aSVNvrGroup: gauge({ label: 'Group' }),
    aSVNvrLastSeen: dateTime({ label: 'Last seen' }),
  },
  rows: { max: 16 },
  privateMib: {
    number: 189,
    columns: [
      'ifIndex retired',
      'aSVNvrMac',
      'aSVNvrIp',
      'aSVNvrModel',
      'aSVNvrManufacturer',
      'aSVNvrIpcNumber',
      'aSVNvrThroughput',
      'aSVNvrEvidence',
      'aSVNvrReply',
      'aSVNvrState',
      'aSVNvrDescription',
      'aSVNvrGroup',
      'aSVNvrLastSeen',
    ],
  },
});

/** Which cameras stream to which recorder. */
export const aSVGroupEntry = table('aSVGroupEntry', {
  title: 'Surveillance group',
  help: 'Which recorder receives the video of which cameras.',
  page,
  index: {
    ifIndex: port,
    aSVGroupNvrMac: mac({ label: 'Recorder', access: 'ro' }),
    aSVGroupIpcMac: mac({ label: 'Camera', access: 'ro' }),
  } satisfies Fields,
  columns: { aSVGroupNumber: gauge({ label: 'Group' }) },
  rows: { max: 64 },
  privateMib: { number: 190, columns: ['ifIndex retired', 'aSVGroupNvrMac', 'aSVGroupIpcMac', 'aSVGroupNumber'] },
});

/** Wire values of `aSVIpcReply` and `aSVNvrReply`. */
export const ReplyState = aSVIpcEntry.fields.aSVIpcReply.values;

/** Wire values of `aSVIpcEvidence` and `aSVNvrEvidence`. */
export const EvidenceKind = aSVIpcEntry.fields.aSVIpcEvidence.values;
