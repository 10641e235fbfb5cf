import { describe, expect, it } from 'vitest';
import { chassisIdText, networkAddressText, portIdText, readIdentifier, textIdentifier } from './identifier.ts';
import { bareInformation, type LldpInformation } from './information.ts';
import { buildLldpdu, readLldpdu } from './lldpdu.ts';
import { civicLocation, locationText } from './med.ts';
import { hexOf, octetsOfText, sameOctets } from './octets.ts';
import { organizationalTlv, type Tlv, TlvType, writeTlvs } from './tlv.ts';

const octets = (...values: readonly number[]) => Uint8Array.from(values);
const mandatory: readonly Tlv[] = [
  { type: TlvType.chassisId, value: octets(4, 2, 0, 0, 0, 0, 1) },
  { type: TlvType.portId, value: octets(7, 0x33) },
  { type: TlvType.timeToLive, value: octets(0, 120) },
];
const read = (...tlvs: readonly Tlv[]) => readLldpdu(writeTlvs([...mandatory, ...tlvs]));
const basic = (type: number, ...value: number[]) => read({ type, value: octets(...value) });
const of = (organization: number, subtype: number, ...value: number[]) =>
  read(organizationalTlv(organization, subtype, octets(...value)));
const [DOT1, DOT3, MED] = [0x0080c2, 0x00120f, 0x0012bb];

/** What an agent says of itself, read again by another one. */
function again(more: Partial<LldpInformation>): LldpInformation | undefined {
  const bare = bareInformation({ subtype: 4, octets: octets(2, 0, 0, 0, 0, 1) }, textIdentifier(7, '1'));
  return readLldpdu(buildLldpdu({ ...bare, ...more }, 120).octets)?.information;
}

describe('octets', () => {
  it('are shown by upper-case digits, two each, and the same only if all are', () => {
    expect(hexOf(octets(0x0a, 0xff, 0x10, 0))).toBe('0AFF1000');
    expect([sameOctets(octets(1, 2), octets(1, 2)), sameOctets(octets(1, 2), octets(1, 3))]).toEqual([true, false]);
    expect([sameOctets(octets(1), octets(1, 2)), sameOctets(octets(1, 2), octets(1))]).toEqual([false, false]);
  });

  it('of a text are cut behind a whole character', () => {
    expect(octetsOfText('aé', 3)).toHaveLength(3);
    expect(octetsOfText('aé', 2)).toEqual(octets(0x61));
    expect(textIdentifier(7, 'x'.repeat(300)).octets).toHaveLength(255);
  });
});

describe('identifiers', () => {
  it('have 1 to 255 octets behind their subtype', () => {
    expect([readIdentifier(octets(4)), readIdentifier(octets())]).toEqual([undefined, undefined]);
    expect(readIdentifier(octets(4, 9))).toEqual({ subtype: 4, octets: octets(9) });
    expect(readIdentifier(new Uint8Array(256))?.octets).toHaveLength(255);
    expect(readIdentifier(new Uint8Array(257))).toBeUndefined();
  });

  it('are shown by their family, as far as they have its length', () => {
    expect(networkAddressText(octets(1, 192, 0, 2, 1))).toBe('192.0.2.1');
    expect(networkAddressText(octets(6, 2, 0, 0, 0, 0, 9))).toBe('02-00-00-00-00-09');
    expect(networkAddressText(octets(6, 2, 0, 0, 0, 0))).toBe('060200000000');
    expect(networkAddressText(octets(7, 2, 0, 0, 0, 0, 9))).toBe('07020000000009');
    expect(networkAddressText(octets(1, 192, 0, 2))).toBe('01C00002');
    expect(networkAddressText(octets(2, ...new Uint8Array(15), 1))).toBe('::1');
    expect(networkAddressText(octets(2, ...new Uint8Array(14), 1))).toBe('02000000000000000000000000000001');
    const mac = octets(2, 0, 0, 0, 0, 9);
    expect([chassisIdText({ subtype: 4, octets: mac }), portIdText({ subtype: 3, octets: mac })]).toEqual([
      '02-00-00-00-00-09',
      '02-00-00-00-00-09',
    ]);
    expect(chassisIdText({ subtype: 5, octets: octets(1, 192, 0, 2, 1) })).toBe('192.0.2.1');
    expect(portIdText({ subtype: 4, octets: octets(1, 192, 0, 2, 1) })).toBe('192.0.2.1');
  });
});

describe('what a neighbor says', () => {
  it.each([TlvType.portDescription, TlvType.systemName, TlvType.systemDescription])(
    'of type %i has up to 255 octets',
    (type) => {
      expect(read({ type, value: new Uint8Array(255).fill(0x61) })?.discarded).toBe(0);
      expect(read({ type, value: new Uint8Array(256).fill(0x61) })?.discarded).toBe(1);
    },
  );

  it('of its capabilities has four octets, and enables only what is supported', () => {
    const capabilities = (...value: number[]) => basic(TlvType.systemCapabilities, ...value)?.information.capabilities;
    expect(capabilities(1, 4, 0, 4)).toEqual({ supported: 0x0104, enabled: 4 });
    expect([capabilities(0, 4, 0, 8), capabilities(0, 4, 0), capabilities(0, 4, 0, 4, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('of a management address is as long as its lengths say', () => {
    const addresses = (...value: number[]) =>
      basic(TlvType.managementAddress, ...value)?.information.managementAddresses;
    expect(addresses(2, 6, 9, 3, 1, 2, 3, 4, 2, 43, 6)).toEqual([
      { family: 6, octets: octets(9), numbering: 3, interfaceNumber: 0x0102_0304, objectIdentifier: octets(43, 6) },
    ]);
    for (const bad of [
      [1, 6, 3, 0, 0, 0, 1, 0],
      [2, 6, 9, 3, 0, 0, 0, 1, 1],
      [2, 6, 9, 3, 0, 0, 0, 1, 0, 0],
      [2, 6, 9, 3, 0, 0, 0, 1],
    ]) {
      expect(addresses(...bad)).toEqual([]);
    }
    expect(addresses(32, 6, ...new Uint8Array(31), 1, 0, 0, 0, 1, 0)).toHaveLength(1);
    expect(addresses(33, 6, ...new Uint8Array(32), 1, 0, 0, 0, 1, 0)).toEqual([]);
  });

  it('of VLANs has their limits', () => {
    const portVlan = (...value: number[]) => of(DOT1, 1, ...value)?.information.portVlan;
    expect([portVlan(0x0f, 0xfe), portVlan(0x0f, 0xff), portVlan(0, 0), portVlan(9)]).toEqual([
      4094,
      undefined,
      0,
      undefined,
    ]);
    const protocol = (...value: number[]) => of(DOT1, 2, ...value)?.information.protocolVlans;
    expect(protocol(2, 0, 30)).toEqual([{ supported: true, enabled: false, vlan: 30 }]);
    expect(protocol(6, 0, 30)).toEqual([{ supported: true, enabled: true, vlan: 30 }]);
    expect(protocol(0, 0, 30)).toEqual([{ supported: false, enabled: false, vlan: 30 }]);
    expect([protocol(4, 0, 30), protocol(2, 0x0f, 0xff), protocol(2, 0)]).toEqual([[], [], []]);
    const named = (...value: number[]) => of(DOT1, 3, ...value)?.information.vlanNames;
    expect(named(0, 20, 1, 0x61)).toEqual([{ vlan: 20, name: 'a' }]);
    expect(named(0, 20, 32, ...new Uint8Array(32).fill(0x61))).toHaveLength(1);
    expect(named(0, 20, 33, ...new Uint8Array(33).fill(0x61))).toEqual([]);
    expect([named(0, 0, 1, 0x61), named(0x0f, 0xff, 1, 0x61), named(0, 20, 0), named(0, 20, 2, 0x61)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    const protocols = (...value: number[]) => of(DOT1, 4, ...value)?.information.protocols;
    expect([protocols(2, 0x88, 9), protocols(0), protocols(3, 0x88, 9)]).toEqual([[octets(0x88, 9)], [], []]);
  });

  it('of a trunk is whole, and aggregated only where it can be', () => {
    for (const [organization, subtype] of [
      [DOT1, 7],
      [DOT3, 3],
    ] as const) {
      const trunk = (...value: number[]) => of(organization, subtype, ...value)?.information.aggregation;
      expect(trunk(3, 0, 1, 0x13, 0x89)).toEqual({ capable: true, aggregated: true, port: 0x0001_1389 });
      expect(trunk(1, 0, 0, 0, 0)).toEqual({ capable: true, aggregated: false, port: 0 });
      expect([trunk(2, 0, 0, 0, 1), trunk(3, 0, 0, 0)]).toEqual([undefined, undefined]);
    }
  });

  it('as a phone or for one has its limits', () => {
    const class5 = of(MED, 1, 0, 0x33, 5)?.information.med;
    expect([of(MED, 1, 0, 0x33, 3)?.information.med, class5]).toEqual([
      { capabilities: 0x33, deviceClass: 3 },
      undefined,
    ]);
    const policy = (...value: number[]) => of(MED, 2, ...value)?.information.policies;
    const rest = { application: 1, unknown: false, tagged: false, vlan: 0, priority: 0, dscp: 0 };
    expect(policy(1, 0x80, 0, 0)).toEqual([{ ...rest, unknown: true }]);
    expect(policy(1, 0x40, 0, 0)).toEqual([{ ...rest, tagged: true }]);
    expect(policy(1, 0x1f, 0xfc, 0)).toEqual([{ ...rest, vlan: 4094 }]);
    expect(policy(1, 0, 0x01, 0xc0)).toEqual([{ ...rest, priority: 7 }]);
    expect(policy(1, 0, 0, 0x3f)).toEqual([{ ...rest, dscp: 63 }]);
    expect([policy(0, 0, 0, 0), policy(1, 0x1f, 0xfe, 0), policy(1, 0, 0)]).toEqual([[], [], []]);
    const power = (...value: number[]) => of(MED, 4, ...value)?.information.extendedPower;
    expect(power(0x52, 1, 0x2c)).toEqual({ device: 1, source: 1, priority: 2, power: 300 });
    expect([power(0x92, 0, 1), power(0x12, 0)]).toEqual([undefined, undefined]);
    const place = (...value: number[]) => of(MED, 3, ...value)?.information.locations;
    expect([place(3, 0x61), place(3)]).toEqual([[{ format: 3, octets: octets(0x61) }], []]);
    const model = (length: number) => of(MED, 10, ...new Uint8Array(length).fill(0x61))?.information.inventory.model;
    expect([model(32), model(33)]).toEqual(['a'.repeat(32), undefined]);
  });

  it('is read as it was said, each text at its own place', () => {
    const inventory = {
      ...{ hardwareRevision: 'hw', firmwareRevision: 'fw', softwareRevision: 'sw', serialNumber: 'sn' },
      ...{ manufacturer: 'maker', model: 'model', assetId: 'asset' },
    };
    const said: Partial<LldpInformation> = {
      ...{ portDescription: 'port', systemName: 'name', systemDescription: 'system', portVlan: 0x0123 },
      protocolVlans: [
        { supported: true, enabled: false, vlan: 0x0234 },
        { supported: true, enabled: true, vlan: 0x0345 },
      ],
      med: { capabilities: 0x0102, deviceClass: 4 },
      policies: [{ application: 3, unknown: false, tagged: true, vlan: 0x0abc, priority: 5, dscp: 0x2a }],
      extendedPower: { device: 0, source: 2, priority: 1, power: 0x0123 },
      managementAddresses: [
        {
          family: 1,
          octets: octets(192, 0, 2, 1),
          numbering: 2,
          interfaceNumber: 0x0203_0405,
          objectIdentifier: octets(1),
        },
      ],
      capabilities: { supported: 0x0114, enabled: 0x0104 },
      inventory,
    };
    expect(again(said)).toMatchObject(said);
    expect(
      again({ med: { capabilities: 1, deviceClass: 1 }, inventory: { model: 'm'.repeat(40) } })?.inventory.model,
    ).toBe('m'.repeat(32));
  });
});

describe('a place', () => {
  it('is a civic address of the switch of up to 240 octets, of which the texts are shown', () => {
    expect([...civicLocation('ab').octets]).toEqual([6, 1, 0x5a, 0x5a, 22, 2, 0x61, 0x62]);
    expect(civicLocation('x'.repeat(300)).octets).toHaveLength(1 + 5 + 240);
    expect(locationText(civicLocation('Keller'))).toBe('Keller');
    const two = octets(9, 1, 0x5a, 0x5a, 22, 1, 0x61, 23, 2, 0x62, 0x63);
    expect(locationText({ format: 2, octets: two })).toBe('a, bc');
    expect(locationText({ format: 2, octets: octets(5, 1, 0x5a, 0x5a, 22, 0) })).toBe('');
    expect([
      locationText({ format: 3, octets: octets(0x31) }),
      locationText({ format: 1, octets: octets(0x31) }),
    ]).toEqual(['1', '']);
  });
});
