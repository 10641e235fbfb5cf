import { refuse } from '../../model/schema/field.ts';
import { enumeration, status } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { mac } from '../../model/schema/kinds/mac.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { vlanId } from '../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH, say } from '../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../model/values/port-list.ts';
import { ouiAddress } from '../oui-address.ts';

const page = '/SurveillanceSettings';

/** The VLAN of cameras and recorders, and how many of them there are (docs/specification/system.md B, "Surveillance Settings"). */
export const aSVGlobal = group('aSVGlobal', {
  title: 'Surveillance VLAN',
  page,
  fields: {
    aSVState: status({
      label: 'Surveillance VLAN state',
      default: 2,
      help: 'Detects cameras and recorders, and assigns their traffic to a VLAN with priority.',
    }),
    aSVVlanId: vlanId({ label: 'VLAN ID', min: 2, default: 4094, help: 'A VLAN only for cameras and recorders.' }),
    aSVPriority: integer({
      label: 'CoS',
      min: 0,
      max: 7,
      default: 5,
      help: '802.1p priority of the untagged frames of cameras and recorders.',
    }),
    aSVAgingTime: integer({
      label: 'Aging time',
      unit: 'min',
      min: 1,
      max: 65_535,
      default: 720,
      help: 'Time that a silent device is kept.',
    }),
    aSVOnvifPort: integer({
      label: 'ONVIF discovery (RTSP) port',
      min: 1025,
      max: 65_535,
      fixed: [554],
      default: 554,
      help: 'TCP port of the video streams of cameras. Identifies recorders.',
    }),
    aSVTaggedPortList: portList({
      label: 'Uplink ports (tagged)',
      help: 'Ports to other switches: tagged members of the surveillance VLAN, without device detection.',
    }),
    aSVIpcCount: gauge({ label: 'Cameras', help: 'Number of detected cameras.' }),
    aSVNvrCount: gauge({ label: 'Recorders', help: 'Number of detected recorders.' }),
    aSVOtherCount: gauge({ label: 'Other devices', help: 'Number of other devices with a surveillance OUI.' }),
    aSVUplinkUtilization: gauge({
      label: 'Uplink load',
      unit: '%',
      help: 'Higher of both directions over the last 30 s.',
    }),
  },
  factory: ({ portCount }) => ({ aSVTaggedPortList: portCount > 1 ? `${portCount - 1}-${portCount}` : '' }),
  privateMib: {
    number: 184,
    columns: [
      'aSVState',
      'aSVVlanId',
      'aSVPriority',
      'aSVAgingTime',
      'aSVOnvifPort',
      'aSVTaggedPortList',
      'aSVIpcCount',
      'aSVNvrCount',
      'aSVOtherCount',
      'aSVUplinkUtilization',
    ],
  },
});

/** At which ports devices are looked for, and what is there. */
export const aSVPortEntry = table('aSVPortEntry', {
  title: 'Surveillance of port',
  page,
  index: { ifIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    aSVPortState: status({
      label: 'Detection',
      default: 1,
      help: 'Assigns detected cameras and recorders at the port to the surveillance VLAN.',
    }),
    aSVPortDeviceType: enumeration({
      label: 'Device',
      access: 'ro',
      choices: {
        none: [0, 'None'],
        camera: [1, 'Camera'],
        recorder: [2, 'Recorder'],
        otherSurveillance: [3, 'Other surveillance'],
        nonSurveillance: [4, 'Non-surveillance'],
        uplink: [5, 'Uplink'],
      },
      help: 'Kind of the device that was detected at the port.',
    }),
    aSVPortIp: text({ label: 'IP address', access: 'ro', maxLength: 32 }),
    aSVPortMac: text({ label: 'MAC address', access: 'ro', maxLength: 32 }),
    aSVPortModel: text({ label: 'Model', access: 'ro', maxLength: 32 }),
    aSVPortSpeed: gauge({ label: 'Link', unit: 'Mbit/s', words: { 0: 'No link' }, help: 'Speed of the link.' }),
    aSVPortThroughput: gauge({
      label: 'Throughput',
      unit: 'Mbit/s',
      scale: 1000,
      decimals: 1,
      help: 'Traffic in both directions.',
    }),
    /** Port Group Details of it: 1 to 16, or 100 and the port; 0 for none. */
    aSVPortGroup: gauge({ label: 'Group', help: 'Recorder group that the device belongs to.' }),
    healthState: enumeration({
      label: 'Health',
      access: 'ro',
      choices: {
        normal: [1, 'Works'],
        attention: [2, 'Attention'],
        fault: [3, 'Fault'],
        noDevice: [4, 'No device'],
      },
      default: 4,
      help: 'The worst of link, cable, loop, errors, power and device.',
    }),
    healthReason: text({ label: 'Cause', access: 'ro', maxLength: 1024, help: 'Why the port needs attention.' }),
    /** The same as a `Message` in JSON. */
    healthReasonSaid: text({
      label: 'Message',
      access: 'ro',
      maxLength: MESSAGE_TEXT_LENGTH,
      help: 'The same with its values as JSON, for other languages.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: ({ ports }) => [...ports.keys()].map((ifIndex) => ({ ifIndex })),
  rowName: ({ ifIndex }) => say('port {{port}}', { port: ifIndex }),
  privateMib: {
    number: 185,
    columns: [
      'ifIndex retired',
      'aSVPortState',
      'aSVPortDeviceType',
      'aSVPortIp',
      'aSVPortMac',
      'aSVPortModel',
      'aSVPortSpeed',
      'aSVPortThroughput',
      'aSVPortGroup',
      'healthState',
      'healthReason',
      'healthReasonSaid',
    ],
  },
});

/** Wire values of `aSVPortDeviceType`. */
export const DeviceType = aSVPortEntry.fields.aSVPortDeviceType.values;

/** Wire values of `healthState`. */
export const HealthState = aSVPortEntry.fields.healthState.values;

/** The prefixes that every switch knows, by who makes the cameras. */
export const builtInOuis: ReadonlyMap<string, string> = new Map([
  ['00-02-D1-00-00-00', 'Vivotek'],
  ['00-03-C5-00-00-00', 'Mobotix'],
  ['00-04-7D-00-00-00', 'Pelco'],
  ['00-07-5F-00-00-00', 'Bosch'],
  ['00-09-18-00-00-00', 'Hanwha'],
  ['00-18-85-00-00-00', 'Avigilon'],
  ['00-40-8C-00-00-00', 'Axis'],
  ['28-57-BE-00-00-00', 'Hikvision'],
  ['3C-EF-8C-00-00-00', 'Dahua'],
  ['44-19-B6-00-00-00', 'Hikvision'],
  ['90-02-A9-00-00-00', 'Dahua'],
  ['AC-CC-8E-00-00-00', 'Axis'],
]);

/** The mask of a prefix of three octets: no shorter one is taken. */
export const OUI_MASK = 'FF-FF-FF-00-00-00';

/** Prefixes that an administrator may add (docs/specification/system.md 0.7). */
const USER_OUIS = 16;

const anyMask = mac({
  label: 'Mask',
  access: 'create',
  default: OUI_MASK,
  help: 'Significant bits of the address, at least the first three octets.',
});

const ouiMask: typeof anyMask = {
  ...anyMask,
  read(input) {
    const reading = anyMask.read(input);
    if (!reading.ok || reading.value.startsWith('FF-FF-FF-')) return reading;
    return refuse(say('Invalid MAC address.'));
  },
};

const aSVOuiComponentType = enumeration({
  label: 'Device type',
  choices: {
    other: [1, 'Other'],
    builtIn: [2, 'Camera (built in)'],
    videoManagementServer: [3, 'Video management server'],
    client: [4, 'Client'],
    videoEncoder: [5, 'Camera or video encoder'],
    networkStorage: [6, 'Network storage'],
  },
  help: 'Kind of the devices with this OUI. Built-in entries cannot be changed.',
});

/** Wire values of `aSVOuiComponentType`. */
export const ComponentType = aSVOuiComponentType.values;

/** OUIs of cameras and recorders. */
export const aSVOuiEntry = table('aSVOuiEntry', {
  title: 'Surveillance OUI',
  page,
  index: {
    aSVOuiAddr: ouiAddress({ label: 'OUI', help: "The first three octets of a vendor's addresses." }),
    aSVOuiMask: ouiMask,
  },
  columns: {
    aSVOuiComponentType,
    aSVOuiDescription: text({ label: 'Description', maxLength: 32, help: 'For example the vendor of the devices.' }),
  },
  rows: {
    max: builtInOuis.size + USER_OUIS,
    builtIn: (row) => builtInOuis.has(String(row.aSVOuiAddr)) && row.aSVOuiMask === OUI_MASK,
  },
  factory: () =>
    [...builtInOuis].map(([aSVOuiAddr, aSVOuiDescription]) => ({
      aSVOuiAddr,
      aSVOuiMask: OUI_MASK,
      aSVOuiComponentType: ComponentType.builtIn,
      aSVOuiDescription,
    })),
  rowName: ({ aSVOuiAddr }) => say('surveillance OUI {{oui}}', { oui: String(aSVOuiAddr).slice(0, 8) }),
  privateMib: {
    number: 186,
    columns: ['aSVOuiAddr', 'aSVOuiMask', 'aSVOuiComponentType', 'aSVOuiDescription', 'RowStatus'],
  },
});

/** An administrator's settings of single devices; one that is not here is accepted as the detected type. */
export const aSVDeviceEntry = table('aSVDeviceEntry', {
  title: 'Surveillance device',
  page: '/HealthDiagnostic',
  index: { aSVDeviceMac: mac({ label: 'MAC address', access: 'create', addresses: 'unicast' }) },
  columns: {
    aSVDeviceAccepted: status({
      label: 'Accepted',
      default: 1,
      help: 'Devices that are not accepted stay in their VLAN.',
    }),
    aSVDeviceDescription: text({
      label: 'Description',
      maxLength: 32,
      help: 'Name or place of the device in the lists.',
    }),
  },
  rows: { max: 144 },
  rowName: ({ aSVDeviceMac }) => say('the device {{mac}}', { mac: String(aSVDeviceMac) }),
  privateMib: { number: 187, columns: ['aSVDeviceMac', 'aSVDeviceAccepted', 'aSVDeviceDescription', 'RowStatus'] },
});
