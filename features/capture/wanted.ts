import { type CaptureDirection, type CaptureMatch, type CapturePlan, versionOf } from '../../datapath/capture.ts';
import { millisecondsIn } from '../../model/schema/milliseconds.ts';
import { type Message, say } from '../../model/values/message.ts';
import { parsePortList } from '../../model/values/port-list.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import { CaptureWay, captureCtrl } from './objects.ts';

/** What a capture is to hold, and when it is to end. */
export interface CaptureWanted {
  readonly plan: CapturePlan;
  /** Octets of each frame at most. */
  readonly octets: number;
  /** Octets of the file at most. */
  readonly size: number;
  /** Milliseconds at most. */
  readonly time: number;
}

type Given = Partial<{ readonly [Name in keyof typeof captureCtrl.fields]: string | number }>;

const directions: Readonly<Record<number, CaptureDirection>> = {
  [CaptureWay.both]: 'both',
  [CaptureWay.received]: 'received',
  [CaptureWay.sent]: 'sent',
};

const KILOBYTE = 1000;

/** Reads a request; what it does not say is as by default. */
export function wantedOf(given: Given): CaptureWanted {
  const of = (name: keyof Given & keyof typeof captureCtrl.fields) => given[name] ?? captureCtrl.fields[name].default;
  const number = (name: keyof Given & keyof typeof captureCtrl.fields) => Number(of(name));
  const [etherType, mac, address] = [of('captureEtherType'), of('captureMac'), of('captureAddress')].map(String);
  const [vlan, protocol, port] = [number('captureVlan'), number('captureProtocol'), number('captureTransportPort')];
  const match: CaptureMatch = {
    ...(vlan !== 0 && { vlan }),
    ...(mac !== undefined && mac !== '' && { mac }),
    ...(address !== undefined && address !== '' && { address }),
    ...(etherType !== undefined && etherType !== '' && { etherType: Number.parseInt(etherType, 16) }),
    ...(protocol !== 0 && { ipProtocol: protocol }),
    ...(port !== 0 && { transportPort: port }),
  };
  return {
    plan: {
      ports: parsePortList(String(of('capturePorts'))) ?? 0n,
      direction: directions[number('captureDirection')] ?? 'both',
      match,
      rate: number('captureRate'),
    },
    octets: number('captureOctets'),
    size: number('captureSize') * KILOBYTE,
    time: millisecondsIn(captureCtrl, { captureTime: number('captureTime') })('captureTime'),
  };
}

const withPorts: readonly number[] = [6, 17];
const types: Readonly<Record<4 | 6, number>> = { 4: EtherType.ipv4, 6: EtherType.ipv6 };
const ofVersion4: readonly number[] = [1, 2];
const ofVersion6: readonly number[] = [58];

/** Why no frame can match a filter, with the column at fault; undefined if some can. */
export function nonsense(
  match: CaptureMatch,
): { readonly column: keyof typeof captureCtrl.fields; readonly message: Message } | undefined {
  const { address, etherType, ipProtocol, transportPort } = match;
  if (etherType !== undefined && etherType < 0x600) {
    return { column: 'captureEtherType', message: say('EtherType must be at least 0600.') };
  }
  if (transportPort !== undefined && ipProtocol !== undefined && !withPorts.includes(ipProtocol)) {
    return { column: 'captureTransportPort', message: say('Only TCP and UDP have ports.') };
  }
  const version = address === undefined ? undefined : versionOf(address);
  const isOfIp = ipProtocol !== undefined || transportPort !== undefined;
  const possible = [EtherType.ipv4, EtherType.ipv6, ...(isOfIp ? [] : [EtherType.arp])] as readonly number[];
  const needs = version !== undefined || isOfIp;
  if (needs && etherType !== undefined && !possible.includes(etherType)) {
    return { column: 'captureEtherType', message: say('Frames of this EtherType do not carry IP packets.') };
  }
  const asked = etherType === EtherType.arp ? EtherType.ipv4 : etherType;
  if (version !== undefined && asked !== undefined && asked !== types[version]) {
    return { column: 'captureAddress', message: say('The address does not belong to this EtherType.') };
  }
  const family = version ?? (etherType === EtherType.ipv4 ? 4 : etherType === EtherType.ipv6 ? 6 : undefined);
  const isOther =
    ipProtocol !== undefined &&
    ((family === 4 && ofVersion6.includes(ipProtocol)) || (family === 6 && ofVersion4.includes(ipProtocol)));
  return isOther
    ? { column: 'captureProtocol', message: say('This protocol belongs to the other version of IP.') }
    : undefined;
}

/** A filter in words. */
export function filterWords({ direction, match }: CapturePlan): Message {
  const { vlan, mac, address, etherType, ipProtocol, transportPort } = match;
  const parts: Message[] = [
    ...(direction === 'received' ? [say('received frames')] : []),
    ...(direction === 'sent' ? [say('sent frames')] : []),
    ...(vlan === undefined ? [] : [say('VLAN {{vlan}}', { vlan })]),
    ...(mac === undefined ? [] : [say('{{address}}', { address: mac })]),
    ...(address === undefined ? [] : [say('{{address}}', { address })]),
    ...(etherType === undefined
      ? []
      : [say('EtherType {{type}}', { type: `0x${etherType.toString(16).padStart(4, '0')}` })]),
    ...(ipProtocol === undefined ? [] : [say('{{protocol}}', { protocol: protocolName(ipProtocol) })]),
    ...(transportPort === undefined ? [] : [say('UDP or TCP port {{port}}', { port: transportPort })]),
  ];
  return parts.length === 0 ? say('all frames') : say('{{parts}}', { parts });
}

function protocolName(protocol: number): string {
  const { values, show } = captureCtrl.fields.captureProtocol;
  const known = Object.values(values).find((one) => one === protocol);
  return known === undefined ? String(protocol) : show(known);
}
