import { describe, expect, it } from 'vitest';
import { chassisIdText, networkAddressText, portIdText } from './identifier.ts';
import { bareInformation, type LldpInformation } from './information.ts';
import { buildLldpdu, buildShutdown, lldpduIn, lldpFrame, readLldpdu } from './lldpdu.ts';
import { civicLocation, locationText } from './med.ts';
import { textOf } from './octets.ts';
import { switchPort } from './testing.ts';
import { organizationalTlv, type Tlv, TlvType, writeTlvs } from './tlv.ts';

const octets = (...values: readonly number[]) => Uint8Array.from(values);
const hex = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const everything: LldpInformation = switchPort(3, {
  portDescription: 'Port 3',
  systemDescription: 'A switch',
  managementAddresses: [
    { family: 1, octets: octets(192, 0, 2, 1), numbering: 2, interfaceNumber: 70_001, objectIdentifier: octets() },
    { family: 6, octets: octets(2, 0, 0, 0, 0, 1), numbering: 1, interfaceNumber: 0, objectIdentifier: octets(43, 6) },
  ],
  portVlan: 20,
  protocolVlans: [{ supported: true, enabled: true, vlan: 30 }],
  vlanNames: [{ vlan: 20, name: 'Büro' }],
  protocols: [octets(0x88, 0x09, 0x01, 0x01)],
  macPhy: { negotiationSupported: true, negotiationEnabled: true, advertised: 0x6c01, mauType: 30 },
  power: {
    sourcing: true,
    supported: true,
    enabled: true,
    pairsControllable: false,
    pairs: 1,
    powerClass: 4,
  },
  aggregation: { capable: true, aggregated: true, port: 5001 },
  maximumFrame: 1522,
  med: { capabilities: 0x2f, deviceClass: 4 },
  policies: [{ application: 1, unknown: false, tagged: true, vlan: 200, priority: 5, dscp: 46 }],
  locations: [civicLocation('Keller, Regal 2')],
  extendedPower: { device: 0, source: 1, priority: 3, power: 300 },
  inventory: { model: 'TPE-1021WS', serialNumber: '0815' },
  foreign: [],
});

const power = { sourcing: true, supported: true, enabled: true, pairsControllable: false } as const;

const mandatory: readonly Tlv[] = [
  { type: TlvType.chassisId, value: octets(4, 2, 0, 0, 0, 0, 1) },
  { type: TlvType.portId, value: octets(7, 0x33) },
  { type: TlvType.timeToLive, value: octets(0, 120) },
];
const readTlv = (...tlvs: readonly Tlv[]) => readLldpdu(writeTlvs([...mandatory, ...tlvs]));

describe('an LLDPDU', () => {
  it('says everything that it was built of', () => {
    const built = buildLldpdu(everything, 121);
    expect(built.namesLeftOut).toBe(0);
    expect(readLldpdu(built.octets)).toEqual({
      information: everything,
      timeToLive: 121,
      discarded: 0,
      unrecognized: 0,
      truncated: false,
    });
  });

  it('has the octets of the standards', () => {
    const { octets: built } = buildLldpdu(
      {
        ...bareInformation({ subtype: 4, octets: octets(2, 0, 0, 0, 0, 1) }, { subtype: 7, octets: octets(0x33) }),
        portVlan: 20,
      },
      120,
    );
    expect(built).toEqual(hex('0207040200000000010402073306020078fe060080c20100140000'));
  });

  it('stands in a frame to the nearest bridge alone, without a tag', () => {
    const lldpdu = buildShutdown(everything);
    const frame = lldpFrame('02-00-00-00-00-01', lldpdu);
    expect(frame).toHaveLength(60);
    expect(frame.subarray(0, 14)).toEqual(hex('0180c200000e02000000000188cc'));
    expect(readLldpdu(lldpduIn(frame) ?? octets())).toMatchObject({
      timeToLive: 0,
      information: { portId: everything.portId },
    });
    const elsewhere = frame.slice();
    elsewhere[5] = 0x03;
    expect(lldpduIn(elsewhere)).toBeUndefined();
  });

  it('leaves out the names of VLANs that find no room, the last ones first', () => {
    const vlanNames = Array.from({ length: 200 }, (_, at) => ({ vlan: at + 1, name: `VLAN of floor ${at + 1}` }));
    const { octets: built, namesLeftOut } = buildLldpdu({ ...everything, vlanNames }, 120);
    expect(built.length).toBeLessThanOrEqual(1500);
    expect(built.length).toBeGreaterThan(1460);
    const read = readLldpdu(built)?.information.vlanNames ?? [];
    expect(read).toEqual(vlanNames.slice(0, 200 - namesLeftOut));
    expect(namesLeftOut).toBeGreaterThan(100);
  });

  it('is full to the last octet of a frame before a name is left out', () => {
    const vlanNames = Array.from({ length: 32 }, (_, at) => ({ vlan: at + 1, name: 'v'.repeat(32) }));
    const built = (description: number) => {
      const more = { systemDescription: 'd'.repeat(description), vlanNames };
      const { octets: lldpdu, namesLeftOut } = buildLldpdu(switchPort(3, more), 120);
      return { length: lldpdu.length, namesLeftOut };
    };
    expect(built(153)).toEqual({ length: 1500, namesLeftOut: 0 });
    expect(built(154)).toEqual({ length: 1460, namesLeftOut: 1 });
  });

  it('is never longer than a frame, however much there is to say', () => {
    const managementAddresses = Array.from({ length: 200 }, (_, at) => ({
      family: 1,
      octets: octets(192, 0, 2, at),
      numbering: 2,
      interfaceNumber: at,
      objectIdentifier: octets(),
    }));
    const built = buildLldpdu({ ...everything, managementAddresses }, 120);
    expect(built.octets.length).toBeLessThanOrEqual(1500);
    const read = readLldpdu(built.octets);
    expect(read).toMatchObject({ discarded: 0, truncated: false, information: { systemName: 'switch' } });
    expect(read?.information.managementAddresses.length).toBeGreaterThan(80);
    expect(built.namesLeftOut).toBe(1);
  });

  it.each([
    ['no chassis ID', mandatory.slice(1)],
    ['no port ID', [mandatory[0], mandatory[2]]],
    ['no time to live', mandatory.slice(0, 2)],
    ['another order', [mandatory[1], mandatory[0], mandatory[2]]],
    ['an empty chassis ID', [{ type: 1, value: octets(4) }, ...mandatory.slice(1)]],
    ['a chassis ID that is too long', [{ type: 1, value: new Uint8Array(257).fill(7) }, ...mandatory.slice(1)]],
    ['a time to live of one octet', [...mandatory.slice(0, 2), { type: 3, value: octets(1) }]],
    ['a second time to live', [...mandatory, mandatory[2]]],
  ])('with %s is discarded', (_what, tlvs) => {
    expect(readLldpdu(writeTlvs(tlvs as Tlv[]))).toBeUndefined();
  });

  const name = (length: number) => 'n'.repeat(length);
  const address = (length: number, identifier = 0) => ({
    ...{ family: 1, octets: new Uint8Array(length).fill(7), numbering: 2, interfaceNumber: 1 },
    objectIdentifier: new Uint8Array(identifier).fill(1),
  });
  const policy = (vlan: number) => ({ application: 1, unknown: false, tagged: true, vlan, priority: 5, dscp: 46 });
  it.each<[string, Partial<LldpInformation>, Partial<LldpInformation>]>([
    ['a port VLAN', { portVlan: 4094 }, { portVlan: 4095 }],
    [
      'a protocol VLAN',
      { protocolVlans: [{ supported: true, enabled: true, vlan: 4094 }] },
      { protocolVlans: [{ supported: true, enabled: true, vlan: 4095 }] },
    ],
    ['the first VLAN with a name', { vlanNames: [{ vlan: 1, name: 'n' }] }, { vlanNames: [{ vlan: 0, name: 'n' }] }],
    ['the last one', { vlanNames: [{ vlan: 4094, name: name(32) }] }, { vlanNames: [{ vlan: 4095, name: 'n' }] }],
    ['an address', { managementAddresses: [address(31)] }, { managementAddresses: [address(32)] }],
    ['a short one', { managementAddresses: [address(1)] }, { managementAddresses: [address(0)] }],
    ['its identifier', { managementAddresses: [address(4, 128)] }, { managementAddresses: [address(4, 129)] }],
    ['the VLAN of a policy', { policies: [policy(4094)] }, { policies: [policy(4095)] }],
    [
      'a class of power',
      { power: { ...power, pairs: 2, powerClass: 5 } },
      { power: { ...power, pairs: 2, powerClass: 6 } },
    ],
    ['pairs', { power: { ...power, pairs: 1, powerClass: 1 } }, { power: { ...power, pairs: 3, powerClass: 1 } }],
    ['a device class', { med: { capabilities: 1, deviceClass: 4 } }, { med: { capabilities: 1, deviceClass: 5 } }],
  ])('reads %s up to its end, and nothing beyond', (_what, last, beyond) => {
    const bare = bareInformation(
      { subtype: 4, octets: octets(2, 0, 0, 0, 0, 1) },
      { subtype: 7, octets: octets(0x33) },
    );
    const read = (more: Partial<LldpInformation>) => {
      const { octets: built } = buildLldpdu({ ...bare, ...more }, 120);
      return readLldpdu(built)?.information;
    };
    expect(read(last)).toEqual({ ...bare, ...last });
    expect(read(beyond)).toEqual(bare);
  });

  it('may end without its end TLV', () => {
    const whole = writeTlvs(mandatory);
    expect(readLldpdu(whole.subarray(0, -2))).toMatchObject({ truncated: false, timeToLive: 120 });
  });

  it('keeps what stands before a TLV that reaches past its end', () => {
    const whole = writeTlvs([...mandatory, { type: TlvType.systemName, value: octets(0x61, 0x62, 0x63) }]);
    const read = readLldpdu(whole.subarray(0, -3));
    expect(read).toMatchObject({ truncated: true, discarded: 1, timeToLive: 120 });
    expect(read?.information.systemName).toBeUndefined();
  });

  it.each([
    ['capabilities in force that it does not have', { type: 7, value: octets(0, 4, 0, 0x14) }],
    ['capabilities of another length', { type: 7, value: octets(0, 4, 0, 4, 0) }],
    ['a management address that is cut off', { type: 8, value: octets(5, 1, 192, 0, 2, 1, 2, 0, 0, 0, 1) }],
    ['a management address of 32 octets', { type: 8, value: octets(33, ...new Uint8Array(40)) }],
    ['an organization without a subtype', { type: 127, value: octets(0, 0x80, 0xc2) }],
    ['a PVID above 4094', organizationalTlv(0x0080c2, 1, octets(0x0f, 0xff))],
    ['a protocol VLAN that is enabled and not supported', organizationalTlv(0x0080c2, 2, octets(4, 0, 1))],
    ['a VLAN with an empty name', organizationalTlv(0x0080c2, 3, octets(0, 1, 0))],
    ['a VLAN name that is cut off', organizationalTlv(0x0080c2, 3, octets(0, 1, 4, 0x61))],
    ['a protocol that is cut off', organizationalTlv(0x0080c2, 4, octets(3, 0x88))],
    ['a link that is aggregated and cannot be', organizationalTlv(0x00120f, 3, octets(2, 0, 0, 0, 1))],
    ['a MAC/PHY status of four octets', organizationalTlv(0x00120f, 1, octets(3, 0, 0, 0))],
    ['power of class 5', organizationalTlv(0x00120f, 2, octets(7, 1, 6))],
    ['a device class that is not defined', organizationalTlv(0x0012bb, 1, octets(0, 1, 5))],
    ['a policy for no application', organizationalTlv(0x0012bb, 2, octets(0, 0, 0, 0))],
    ['an inventory text that is too long', organizationalTlv(0x0012bb, 10, new Uint8Array(33).fill(0x61))],
  ])('loses %s, and nothing else', (_what, tlv) => {
    const name = { type: TlvType.systemName, value: octets(0x61) };
    expect(readTlv(tlv, name)).toMatchObject({ discarded: 1, unrecognized: 0, information: { systemName: 'a' } });
  });

  it('takes only the first of what may stand once', () => {
    const name = (text: string) => ({ type: TlvType.systemName, value: new TextEncoder().encode(text) });
    expect(readTlv(name('one'), name('two'))).toMatchObject({ discarded: 1, information: { systemName: 'one' } });
    const vlan = organizationalTlv(0x0080c2, 3, octets(0, 1, 1, 0x61));
    expect(readTlv(vlan, vlan)).toMatchObject({ discarded: 1, information: { vlanNames: [{ vlan: 1, name: 'a' }] } });
  });

  it('keeps as it is what nobody here reads', () => {
    const read = readTlv(
      { type: 9, value: octets(1, 2) },
      organizationalTlv(0x000142, 1, octets(3)),
      organizationalTlv(0x0080c2, 99, octets()),
    );
    expect(read).toMatchObject({
      unrecognized: 3,
      discarded: 0,
      information: {
        unknown: [{ type: 9, value: octets(1, 2) }],
        foreign: [
          { organization: 0x000142, subtype: 1, octets: octets(3) },
          { organization: 0x0080c2, subtype: 99, octets: octets() },
        ],
      },
    });
  });

  it('reads power of IEEE 802.3at, which is longer', () => {
    const at = organizationalTlv(0x00120f, 2, octets(7, 1, 4, 0x13, 0, 255, 0, 255));
    expect(readTlv(at)?.information.power).toMatchObject({ sourcing: true, pairs: 1, powerClass: 4 });
  });
});

describe('what a neighbour says of itself', () => {
  it('is shown as people write it', () => {
    expect(chassisIdText({ subtype: 4, octets: octets(0xaa, 1, 2, 3, 4, 0xff) })).toBe('AA-01-02-03-04-FF');
    expect(chassisIdText({ subtype: 4, octets: octets(1, 2) })).toBe('0102');
    expect(chassisIdText({ subtype: 5, octets: octets(1, 192, 0, 2, 7) })).toBe('192.0.2.7');
    expect(portIdText({ subtype: 3, octets: octets(2, 0, 0, 0, 0, 1) })).toBe('02-00-00-00-00-01');
    expect(portIdText({ subtype: 4, octets: octets(2, ...new Uint8Array(15), 1) })).toBe('::1');
    expect(portIdText({ subtype: 5, octets: octets(0x65, 0x30) })).toBe('e0');
    expect(networkAddressText(octets(9, 9))).toBe('0909');
    expect(locationText(civicLocation('Keller'))).toBe('Keller');
  });

  it('is shown without the zeros that fill it up, however many they are', () => {
    expect(textOf(octets(0x61, 0x62, 0, 0, 0))).toBe('ab');
    expect(textOf(octets(0, 0))).toBe('');
  });

  it('brings no control characters in, nor turns the direction of writing', () => {
    expect(textOf(hex('61000a0d1b5b6200'))).toBe('a\uFFFD\uFFFD\uFFFD\uFFFD[b');
    expect(textOf(new TextEncoder().encode('a\u202eb'))).toBe('a\uFFFDb');
    expect(textOf(octets(0xc3, 0x28))).toBe('\uFFFD(');
  });
});
