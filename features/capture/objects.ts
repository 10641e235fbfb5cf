import { CAPTURE_RATE_MAXIMUM } from '../../model/capture/rate.ts';
import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { hex } from '../../model/schema/kinds/hex.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { ipAddress } from '../../model/schema/kinds/ip-address.ts';
import { mac } from '../../model/schema/kinds/mac.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH } from '../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../model/values/port-list.ts';

const page = '/Capture';

const MAXIMUM = 2_147_483_647;

/** Lines that are kept for reading: the last frames. */
export const CAPTURE_LINES = 200;

/** Begins a capture with a filter and limits, and ends it (docs/specification/system.md, "Capture"). */
export const captureCtrl = group('captureCtrl', {
  title: 'Capture',
  page,
  fields: {
    capturePorts: portList({
      label: 'Ports',
      required: true,
      all: 'every',
      access: 'action',
      help: 'Frames of these ports are captured; forwarding stays as it is.',
    }),
    captureDirection: enumeration({
      label: 'Direction',
      access: 'action',
      choices: { both: [0, 'Both'], received: [1, 'Received by the switch'], sent: [2, 'Sent by the switch'] },
      help: 'Received frames include those that are dropped later, sent frames those of the switch itself.',
    }),
    captureVlan: integer({
      label: 'VLAN',
      access: 'action',
      min: 1,
      max: 4094,
      fixed: [0],
      default: 0,
      words: { 0: 'Any' },
      help: 'Untagged frames belong to the PVID of their port; 0 captures all VLANs.',
    }),
    captureMac: mac({
      label: 'MAC address',
      access: 'action',
      optional: true,
      help: 'Source or destination; empty captures all.',
    }),
    captureAddress: ipAddress({
      label: 'IP address',
      access: 'action',
      optional: true,
      addresses: 'any',
      help: 'Source or destination, of ARP too; empty captures all.',
    }),
    captureEtherType: hex({
      label: 'EtherType',
      access: 'action',
      maxLength: 4,
      help: 'Hexadecimal, 0806 for ARP; empty captures all.',
    }),
    captureProtocol: enumeration({
      label: 'Protocol',
      access: 'action',
      choices: {
        any: [0, 'Any'],
        icmp: [1, 'ICMP'],
        igmp: [2, 'IGMP'],
        tcp: [6, 'TCP'],
        udp: [17, 'UDP'],
        gre: [47, 'GRE'],
        esp: [50, 'ESP'],
        icmpv6: [58, 'ICMPv6'],
        ospf: [89, 'OSPF'],
        vrrp: [112, 'VRRP'],
      },
      help: 'IP protocol, of IPv4 and IPv6.',
    }),
    captureTransportPort: integer({
      label: 'UDP or TCP port',
      access: 'action',
      min: 1,
      max: 65_535,
      fixed: [0],
      default: 0,
      words: { 0: 'Any' },
      help: 'Source or destination; 0 captures all.',
    }),
    captureRate: integer({
      label: 'Rate limit',
      unit: 'frames/s',
      access: 'action',
      min: 1,
      max: CAPTURE_RATE_MAXIMUM,
      default: 200,
      help: 'Frames over the limit are counted, not captured.',
    }),
    captureOctets: integer({
      label: 'Frame size limit',
      unit: 'bytes',
      access: 'action',
      min: 64,
      max: 9216,
      default: 9216,
      help: 'Captures only the beginning of longer frames.',
    }),
    captureSize: integer({
      label: 'Size limit',
      unit: 'kB',
      access: 'action',
      min: 16,
      max: 8192,
      default: 1024,
      help: 'The capture ends when its file has this size. The switch holds it in memory.',
    }),
    captureTime: integer({
      label: 'Time limit',
      unit: 's',
      access: 'action',
      min: 1,
      max: 600,
      default: 60,
      help: 'The capture ends after this time.',
    }),
    captureStop: integer({
      label: 'Stop',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Ends the capture; its frames can be downloaded for 10 minutes.',
    }),
    captureDiscard: integer({
      label: 'Discard',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Deletes the captured frames.',
    }),
  },
  privateMib: {
    number: 215,
    columns: [
      'capturePorts',
      'captureDirection',
      'captureVlan',
      'captureMac',
      'captureAddress',
      'captureEtherType',
      'captureProtocol',
      'captureTransportPort',
      'captureRate',
      'captureOctets',
      'captureSize',
      'captureTime',
      'captureStop',
      'captureDiscard',
    ],
  },
});

const captureStatus = enumeration({
  label: 'State',
  access: 'ro',
  choices: { none: [0, 'No capture'], running: [1, 'Running'], ended: [2, 'Ended'] },
});

/** State of the capture. */
export const CaptureStatus = captureStatus.values;

/** Values of `captureDirection`. */
export const CaptureWay = captureCtrl.fields.captureDirection.values;

/** The present capture, or the last one. */
export const captureState = group('captureState', {
  title: 'Capture state',
  help: 'The capture that runs or ended last.',
  page,
  fields: {
    captureStatus,
    captureOfPorts: portList({ label: 'Captured ports', access: 'ro' }),
    captureBy: text({ label: 'Started by', access: 'ro', maxLength: 255 }),
    captureStarted: dateTime({ label: 'Started', never: '' }),
    captureRunTime: gauge({ label: 'Duration', unit: 's' }),
    captureFilter: text({ label: 'Filter', access: 'ro', maxLength: 1024 }),
    /** The filter as a `Message` in JSON. */
    captureFilterSaid: text({ label: 'Filter message', access: 'ro', maxLength: MESSAGE_TEXT_LENGTH }),
    captureFrames: gauge({ label: 'Frames' }),
    captureFileSize: gauge({ label: 'File size', unit: 'bytes' }),
    captureLost: gauge({ label: 'Over the rate limit' }),
    captureLeftOut: gauge({ label: 'Left out' }),
    captureEnd: text({ label: 'Reason for the end', access: 'ro', maxLength: 255 }),
    /** The reason as a `Message` in JSON. */
    captureEndSaid: text({ label: 'End message', access: 'ro', maxLength: MESSAGE_TEXT_LENGTH }),
  },
  privateMib: {
    number: 216,
    columns: [
      'captureStatus',
      'captureOfPorts',
      'captureBy',
      'captureStarted',
      'captureRunTime',
      'captureFilter',
      'captureFilterSaid',
      'captureFrames',
      'captureFileSize',
      'captureLost',
      'captureLeftOut',
      'captureEnd',
      'captureEndSaid',
    ],
  },
});

const captureLineDirection = enumeration({
  label: 'Direction',
  access: 'ro',
  choices: { received: [1, 'Received'], sent: [2, 'Sent'] },
});

/** Which way a captured frame went. */
export const CaptureLineWay = captureLineDirection.values;

/** The last frames of the capture, one line each. */
export const captureLineEntry = table('captureLineEntry', {
  title: 'Captured frame',
  help: 'Captured frames in words.',
  page,
  index: { captureLineIndex: integer({ label: 'No.', access: 'ro', min: 1, max: MAXIMUM }) },
  columns: {
    /** "2026-11-26 08:19:00.123". */
    captureLineTime: text({ label: 'Time', access: 'ro', maxLength: 32 }),
    captureLinePort: integer({ label: 'Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM }),
    captureLineDirection,
    captureLineSource: text({ label: 'Source', access: 'ro', maxLength: 64 }),
    captureLineDestination: text({ label: 'Destination', access: 'ro', maxLength: 64 }),
    captureLineProtocol: text({ label: 'Protocol', access: 'ro', maxLength: 32 }),
    captureLineLength: gauge({ label: 'Length', unit: 'bytes' }),
    captureLineWords: text({ label: 'Content', access: 'ro', maxLength: 1024 }),
    /** The content as a `Message` in JSON. */
    captureLineSaid: text({ label: 'Message', access: 'ro', maxLength: MESSAGE_TEXT_LENGTH }),
  },
  rows: { max: CAPTURE_LINES },
  privateMib: {
    number: 217,
    columns: [
      'captureLineIndex',
      'captureLineTime',
      'captureLinePort',
      'captureLineDirection',
      'captureLineSource',
      'captureLineDestination',
      'captureLineProtocol',
      'captureLineLength',
      'captureLineWords',
      'captureLineSaid',
    ],
  },
});
