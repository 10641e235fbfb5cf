import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { managementStations } from '../../device/guard/management-stations.ts';
import { theDevice } from '../../device/management.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Values } from '../../model/wire/call.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildArp, parseArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { buildIpv4, IpProtocol } from '../../protocols/frames/ipv4.ts';
import { buildUdp } from '../../protocols/frames/udp.ts';
import { tagOf } from '../../protocols/frames/vlan-tag.ts';
import { ChassisIdSubtype, PortIdSubtype } from '../../protocols/lldp/identifier.ts';
import { bareInformation } from '../../protocols/lldp/information.ts';
import { lldpState } from '../network/lldp/slots.ts';
import { mirrorSessionEntry } from '../network/mirroring/objects.ts';
import { multicastVlanEntry } from '../network/multicast-vlan/objects.ts';
import { Bench, settled } from '../network/test-bench.ts';
import { TrunkMode, trunkGroupEntry } from '../network/trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { voiceVlan } from '../network/voice-vlan/objects.ts';
import { surveillanceMode } from './device.ts';
import { aSVGroupEntry, aSVIpcEntry, aSVNvrEntry, ReplyState } from './found-objects.ts';
import { surveillanceState } from './slots.ts';
import { aSVDeviceEntry, aSVGlobal, aSVOuiEntry, aSVPortEntry, DeviceType, HealthState } from './vlan-objects.ts';

const CAMERA = '00-40-8C-00-00-01';
const RECORDER = '02-00-00-00-00-09';
const CAMERA_ADDRESS = '192.0.2.3';
const RECORDER_ADDRESS = '192.0.2.9';
/** Milliseconds from one look to the next. */
const LOOK = 10_000;

const enabled = (before: Configuration) =>
  before
    .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 })
    .withGroup(aSVGlobal, { aSVState: 1, aSVVlanId: 20, aSVTaggedPortList: '6' });

let bench: Bench;
let directory: string;
let unconfigured: Configuration;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'faceplate-surveillance-'));
  bench = new Bench([surveillanceMode]);
  await bench.start(directory);
  unconfigured = bench.context.configuration();
});

beforeEach(async () => {
  await bench.change(() => unconfigured);
  bench.context.slots.update(managementStations, () => []);
  await bench.datapath.flush({});
  await bench.change(enabled);
});

afterAll(async () => {
  await bench.stop();
  await rm(directory, { recursive: true, force: true });
});

const octet = (value: number) => value.toString(16).padStart(2, '0').toUpperCase();
const row = async (port: number): Promise<Values> => (await bench.live(aSVPortEntry))[port - 1] ?? {};
const typeOf = async (port: number) => (await row(port)).aSVPortDeviceType;
/** Waits until everything that was set off reached the datapath. */
const inForce = () => bench.change((running) => running);
const cameraFound = async (port = 1) => {
  bench.reach(port, { from: CAMERA });
  await expect.poll(() => typeOf(port)).toBe(DeviceType.camera);
  await inForce();
};
/** Lets a station send a frame as a MAC does. */
const sent = (port: number, frame: Uint8Array) => bench.send(port, padFrame(frame));
const arp = (port: number, mac: string, address: string, targetAddress: string) =>
  sent(
    port,
    buildEthernet({
      destination: BROADCAST_MAC,
      source: mac,
      etherType: EtherType.arp,
      payload: buildArp({
        operation: 'request',
        senderMac: mac,
        senderAddress: address,
        targetMac: '00-00-00-00-00-00',
        targetAddress,
      }),
    }),
  );
/** Lets looks pass, each with what is done in it. */
const looks = async (count: number) => {
  for (let look = 0; look < count; look += 1) {
    bench.clock.advance(LOOK);
    await settled();
    await settled();
  }
};
/** The questions for an address that came to a port since it was asked last. */
const questions = (port: number) =>
  bench.received(port).flatMap((frame) => {
    const ethernet = parseEthernet(frame);
    const packet = ethernet?.etherType === EtherType.arp ? parseArp(ethernet.payload) : undefined;
    return packet?.operation === 'request' && packet.senderAddress === '0.0.0.0' ? [packet] : [];
  });
const answer = (port: number, mac: string, address: string) =>
  sent(
    port,
    buildEthernet({
      destination: bench.context.hardware.baseMacAddress,
      source: mac,
      etherType: EtherType.arp,
      payload: buildArp({
        operation: 'reply',
        senderMac: mac,
        senderAddress: address,
        targetMac: bench.context.hardware.baseMacAddress,
        targetAddress: '0.0.0.0',
      }),
    }),
  );
const picture = (port: number) =>
  sent(
    port,
    buildEthernet({
      destination: RECORDER,
      source: CAMERA,
      etherType: EtherType.ipv4,
      payload: buildIpv4({
        source: CAMERA_ADDRESS,
        destination: RECORDER_ADDRESS,
        protocol: IpProtocol.udp,
        dscp: 0,
        timeToLive: 64,
        payload: buildUdp(
          { sourcePort: 5004, destinationPort: 6000, content: new Uint8Array(200) },
          CAMERA_ADDRESS,
          RECORDER_ADDRESS,
        ),
      }),
    }),
  );

describe('a camera', () => {
  it('that is heard by its maker’s address is of the surveillance VLAN from then on, with priority; the uplink has it tagged', async () => {
    const since = bench.context.log.entries()[0]?.sequence ?? 0;
    expect(await typeOf(6)).toBe(DeviceType.uplink);
    await cameraFound();
    expect(bench.reach(1, { from: CAMERA })).toEqual(['6:20']);
    expect(bench.reach(6, { vlan: 20, to: CAMERA })).toEqual(['1']);
    expect(bench.reach(1)).toEqual(['2', '3', '4', '5', '6']);
    expect(bench.log(since)).toContain(`Camera ${CAMERA} was found at port 1.`);
    bench.received(6);
    arp(1, CAMERA, CAMERA_ADDRESS, RECORDER_ADDRESS);
    expect(bench.received(6).map(tagOf)).toMatchObject([{ vid: 20, priority: 5 }]);
    expect(await row(1)).toMatchObject({ aSVPortMac: CAMERA, aSVPortModel: 'Axis', aSVPortGroup: 101 });
  });

  it('stays where it is at a port without detection, at an uplink, and where it is not accepted', async () => {
    await bench.change((running) => running.withRow(aSVPortEntry, { ifIndex: 2, aSVPortState: 2 }));
    expect(bench.reach(2, { from: CAMERA })).toEqual(['1', '3', '4', '5', '6']);
    await settled();
    expect(await typeOf(2)).not.toBe(DeviceType.camera);
    bench.reach(6, { from: CAMERA });
    await settled();
    expect(await typeOf(6)).toBe(DeviceType.uplink);
    await bench.change((running) =>
      running.withRow(aSVDeviceEntry, {
        aSVDeviceMac: CAMERA,
        aSVDeviceAccepted: 2,
        aSVDeviceDescription: 'Management',
      }),
    );
    await cameraFound(3);
    expect(bench.reach(3, { from: CAMERA })).toEqual(['1', '2', '4', '5', '6']);
    expect(await bench.live(aSVIpcEntry)).toMatchObject([
      { aSVIpcState: 2, aSVIpcDescription: 'Management', ifIndex: 3 },
    ]);
  });

  it('is none at the target of a mirror', async () => {
    await bench.change((running) =>
      running.withRow(mirrorSessionEntry, {
        mirrorSessionId: 1,
        mirrorSessionStatus: 1,
        mirrorTargetPort: 2,
        mirrorIngressPorts: '5',
      }),
    );
    bench.reach(2, { from: CAMERA });
    await settled();
    await looks(1);
    expect(await typeOf(2)).not.toBe(DeviceType.camera);
  });

  it('is none where an administrator calls from there', async () => {
    bench.context.slots.update(managementStations, () => [{ port: 1, vlan: 1, clientMac: CAMERA }]);
    bench.reach(1, { from: CAMERA });
    await settled();
    expect(await typeOf(1)).not.toBe(DeviceType.camera);
    expect(bench.reach(1, { from: CAMERA })).toEqual(['2', '3', '4', '5', '6']);
  });

  it('is asked for its address; one that does not answer any more is a fault, and none once it answers', async () => {
    await cameraFound();
    arp(1, CAMERA, CAMERA_ADDRESS, RECORDER_ADDRESS);
    await expect.poll(async () => (await row(1)).aSVPortIp).toBe(CAMERA_ADDRESS);
    bench.received(1);
    await looks(1);
    expect(questions(1)).toMatchObject([{ targetAddress: CAMERA_ADDRESS }]);
    answer(1, CAMERA, CAMERA_ADDRESS);
    await expect.poll(async () => (await bench.live(aSVIpcEntry))[0]?.aSVIpcReply).toBe(ReplyState.replied);
    expect((await row(1)).healthState).toBe(HealthState.normal);
    await looks(4);
    expect(await row(1)).toMatchObject({
      healthState: HealthState.fault,
      healthReason: 'The device is plugged in and does not respond.',
    });
    // An answer in its name from elsewhere is none of its own.
    answer(6, CAMERA, CAMERA_ADDRESS);
    await settled();
    expect((await row(1)).healthState).toBe(HealthState.fault);
    answer(1, CAMERA, CAMERA_ADDRESS);
    await expect.poll(async () => (await row(1)).healthState).toBe(HealthState.normal);
  });

  it('has no address that is told in its name from elsewhere', async () => {
    await cameraFound();
    picture(6);
    await settled();
    expect((await row(1)).aSVPortIp).toBe('');
    picture(1);
    await expect.poll(async () => (await row(1)).aSVPortIp).toBe(CAMERA_ADDRESS);
  });

  it('that is plugged into another port moves there, where there is another camera already, too', async () => {
    const second = '00-40-8C-00-00-02';
    await cameraFound();
    bench.reach(3, { from: second });
    await expect.poll(() => typeOf(3)).toBe(DeviceType.camera);
    await inForce();
    await looks(2);
    bench.reach(3, { from: CAMERA });
    await looks(1);
    await expect
      .poll(async () => (await bench.live(aSVIpcEntry)).map(({ ifIndex, aSVIpcMac }) => `${ifIndex} ${aSVIpcMac}`))
      .toEqual([`3 ${CAMERA}`, `3 ${second}`]);
    await inForce();
    expect(bench.reach(3, { from: CAMERA })).toEqual(['6:20']);
  });

  it('whose link is down is a fault until it is forgotten', async () => {
    await bench.change((running) => running.withGroup(aSVGlobal, { aSVAgingTime: 1 }));
    await cameraFound();
    bench.setLink(1, 'down');
    await settled();
    expect((await row(1)).healthState).toBe(HealthState.fault);
    await looks(7);
    expect((await row(1)).healthState).toBe(HealthState.noDevice);
    bench.setLink(1, 'up');
  });

  it('of a trunk is at the trunk', async () => {
    await bench.change((running) =>
      running.withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.manual, trunkMemberPorts: '3,4' }),
    );
    bench.reach(4, { from: CAMERA });
    await expect.poll(() => typeOf(3)).toBe(DeviceType.camera);
    await inForce();
    expect(bench.reach(4, { from: CAMERA })).toEqual(['6:20']);
    await bench.change((running) => running.withoutRow(trunkGroupEntry, { trunkId: 1 }));
  });

  it('leaves the VLAN where the surveillance VLAN is switched off, and moves where it is another one', async () => {
    await cameraFound();
    await bench.change((running) =>
      running.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 30 }).withGroup(aSVGlobal, { aSVVlanId: 30 }),
    );
    expect(bench.reach(1, { from: CAMERA })).toEqual(['6:30']);
    await bench.change((running) => running.withGroup(aSVGlobal, { aSVState: 2 }));
    await settled();
    expect(bench.context.slots.get(surveillanceState).devices.size).toBe(0);
    expect(bench.reach(1, { from: CAMERA })).toEqual(['2', '3', '4', '5', '6']);
  });
});

describe('who has the pictures of a camera', () => {
  const pictures = async (count: number, port = 1) => {
    for (let sent = 0; sent < count; sent += 1) {
      picture(port);
      // Pictures are sampled: two a second.
      bench.clock.advance(1000);
      await settled();
      await settled();
    }
  };

  it('is a recorder once he answers for his address, and of the VLAN like the camera; both are a group', async () => {
    bench.reach(2, { from: RECORDER });
    await cameraFound();
    await pictures(6);
    await looks(1);
    const asked = questions(2).filter(({ targetAddress }) => targetAddress === RECORDER_ADDRESS);
    expect(asked.length).toBeGreaterThan(0);
    answer(2, RECORDER, RECORDER_ADDRESS);
    await expect.poll(() => typeOf(2)).toBe(DeviceType.recorder);
    await inForce();
    expect(bench.reach(2, { from: RECORDER })).toEqual(['1', '6:20']);
    bench.reach(1, { from: CAMERA });
    await pictures(1);
    await expect
      .poll(() => bench.live(aSVGroupEntry))
      .toMatchObject([{ aSVGroupNvrMac: RECORDER, aSVGroupIpcMac: CAMERA, aSVGroupNumber: 1, ifIndex: 1 }]);
    expect(await bench.live(aSVNvrEntry)).toMatchObject([
      { aSVNvrIpcNumber: 1, aSVNvrIp: RECORDER_ADDRESS, ifIndex: 2 },
    ]);
    expect((await row(1)).aSVPortGroup).toBe(1);
  });

  const groups = async () =>
    (await bench.live(aSVGroupEntry)).map(
      (row) => `${row.aSVGroupNumber}: ${row.aSVGroupIpcMac} at ${row.ifIndex} to ${row.aSVGroupNvrMac}`,
    );
  const together = (port: number) => [`1: ${CAMERA} at ${port} to ${RECORDER}`];
  const recorderFound = async (port: number) => {
    await expect
      .poll(async () => {
        answer(port, RECORDER, RECORDER_ADDRESS);
        await settled();
        return typeOf(port);
      })
      .toBe(DeviceType.recorder);
    await inForce();
  };
  const movesTo = async (mac: string, port: number) => {
    // A device does not move within ten seconds of its appearance.
    await looks(2);
    bench.reach(port, { from: mac });
    await looks(1);
    await inForce();
    bench.reach(port, { from: mac });
  };

  it('is in the same group after each of them was plugged in elsewhere, whichever came first', async () => {
    bench.reach(2, { from: RECORDER });
    await cameraFound();
    await pictures(6);
    await recorderFound(2);
    bench.reach(2, { from: RECORDER });
    await pictures(1);
    await expect.poll(groups).toEqual(together(1));
    await movesTo(CAMERA, 3);
    await pictures(1, 3);
    await expect.poll(groups).toEqual(together(3));
    await movesTo(RECORDER, 4);
    await pictures(2, 3);
    await expect.poll(groups).toEqual(together(3));
    expect(await bench.live(aSVNvrEntry)).toMatchObject([{ ifIndex: 4, aSVNvrGroup: 1, aSVNvrIpcNumber: 1 }]);
    expect(await typeOf(1)).toBe(DeviceType.none);
    expect(bench.reach(4, { from: RECORDER })).toEqual(['3', '6:20']);
  });

  it('is found where he starts behind cameras that were moved before, and again after he was forgotten', async () => {
    await bench.change((running) => running.withGroup(aSVGlobal, { aSVAgingTime: 1 }));
    await cameraFound();
    await movesTo(CAMERA, 3);
    for (const port of [5, 2]) {
      bench.reach(port, { from: RECORDER });
      await pictures(6, 3);
      await recorderFound(port);
      bench.reach(port, { from: RECORDER });
      await pictures(1, 3);
      await expect.poll(groups).toEqual(together(3));
      // Only the camera goes on: the recorder is forgotten, and its group with it.
      bench.setLink(port, 'down');
      for (let look = 0; look < 8; look += 1) {
        bench.reach(3, { from: CAMERA });
        await looks(1);
      }
      expect(await groups()).toEqual([]);
      expect(await row(3)).toMatchObject({ aSVPortDeviceType: DeviceType.camera, aSVPortGroup: 103 });
      bench.setLink(port, 'up');
    }
  });

  it('is nobody who lends his address: a router', async () => {
    bench.reach(2, { from: RECORDER });
    await cameraFound();
    await pictures(6);
    await looks(1);
    answer(2, RECORDER, '192.0.2.1');
    await settled();
    expect(await typeOf(2)).toBe(DeviceType.nonSurveillance);
  });
});

describe('a device that speaks ONVIF', () => {
  const hello = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing"
    xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:n="http://www.onvif.org/ver10/network/wsdl"><e:Header>
    <w:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Hello</w:Action></e:Header><e:Body><d:Hello>
    <d:Types>n:NetworkVideoTransmitter</d:Types><d:Scopes>onvif://www.onvif.org/hardware/Dome%207</d:Scopes></d:Hello></e:Body></e:Envelope>`;
  const STRANGER = '02-00-00-00-00-33';

  /** Says hello as a camera, or something else. */
  const announce = (port: number, from: string, source: string, words = hello) => {
    const datagram = { sourcePort: 3702, destinationPort: 3702, content: new TextEncoder().encode(words) };
    const payload = buildUdp(datagram, source, '239.255.255.250');
    const packet = {
      source,
      destination: '239.255.255.250',
      protocol: IpProtocol.udp,
      dscp: 0,
      timeToLive: 1,
      payload,
    };
    const said = { destination: '01-00-5E-7F-FF-FA', source: from, etherType: EtherType.ipv4 };
    sent(port, buildEthernet({ ...said, payload: buildIpv4(packet) }));
  };

  it('is a camera of the surveillance VLAN, whoever made it', async () => {
    const source = '192.0.2.33';
    announce(4, STRANGER, source);
    await expect.poll(() => row(4)).toMatchObject({ aSVPortModel: 'Dome 7', aSVPortIp: source, aSVPortMac: STRANGER });
    await inForce();
    expect(bench.reach(4, { from: STRANGER })).toEqual(['6:20']);
  });

  it('is not found by its last word, and stays where it is plugged in after it', async () => {
    const bye = hello.replaceAll('Hello', 'Bye');
    announce(4, STRANGER, '192.0.2.33', bye);
    await settled();
    expect(bench.context.slots.get(surveillanceState).devices.has(STRANGER)).toBe(false);
    announce(4, STRANGER, '192.0.2.33');
    await expect.poll(() => row(4)).toMatchObject({ aSVPortMac: STRANGER });
    announce(3, STRANGER, '192.0.2.34', bye);
    await settled();
    expect(await row(4)).toMatchObject({ aSVPortMac: STRANGER, aSVPortIp: '192.0.2.33' });
  });

  it('thousands of times in other names is heard now and then, and leaves room and quiet for the honest ones', async () => {
    const since = bench.context.log.entries()[0]?.sequence ?? 0;
    for (let second = 0; second < 30; second += 1) {
      for (let at = 0; at < 200; at += 1) {
        const name = second * 200 + at;
        announce(4, `02-00-00-01-${octet(name >> 8)}-${octet(name & 255)}`, '192.0.2.44');
      }
      bench.clock.advance(1000);
      await settled();
    }
    const cameras = bench.context.slots.get(surveillanceState).devices;
    expect(cameras.size).toBeLessThanOrEqual(64);
    expect(bench.log(since).length).toBeLessThan(150);
    announce(3, STRANGER, '192.0.2.33');
    await expect.poll(() => row(3)).toMatchObject({ aSVPortMac: STRANGER });
    await looks(2);
    expect(await row(3)).toMatchObject({ aSVPortMac: STRANGER });
  });
});

describe('a neighbour that tells by LLDP what it is', () => {
  const told = (port: number, mac: string, systemName: string) => {
    const octets = Uint8Array.from(mac.split('-'), (digits) => Number.parseInt(digits, 16));
    const chassis = { subtype: ChassisIdSubtype.macAddress, octets };
    const information = { ...bareInformation(chassis, { subtype: PortIdSubtype.macAddress, octets }), systemName };
    const neighbour = {
      port,
      index: 1,
      information,
      octets,
      since: 0,
      changedAt: 0,
      expiresAt: Number.POSITIVE_INFINITY,
    };
    bench.context.slots.update(lldpState, (present) => ({ ...present, neighbours: new Map([['one', neighbour]]) }));
  };
  const found = async () =>
    [...(await bench.live(aSVIpcEntry)), ...(await bench.live(aSVNvrEntry))].map(
      (one) => `${one.ifIndex} ${one.aSVIpcMac ?? one.aSVNvrMac}`,
    );
  afterEach(() => bench.context.slots.update(lldpState, () => lldpState.empty));

  it('is that, but moves no camera in whose name it speaks, and is nobody without an address of its own', async () => {
    told(2, '02-00-00-00-00-22', 'ip camera of the management');
    await expect.poll(found).toEqual(['2 02-00-00-00-00-22']);
    await cameraFound(1);
    await looks(2);
    told(3, CAMERA, 'ip camera');
    await settled();
    expect(await found()).toContain(`1 ${CAMERA}`);
    for (const nobody of ['FF-FF-FF-FF-FF-FF', '01-00-5E-00-00-01', '00-00-00-00-00-00']) told(4, nobody, 'ip camera');
    await settled();
    expect(await found()).toHaveLength(2);
    await inForce();
    expect(bench.reach(1, { from: CAMERA })).toEqual(['2', '6:20']);
  });

  it('that calls itself something else each second fills neither the log nor the VLAN with news', async () => {
    const since = bench.context.log.entries()[0]?.sequence ?? 0;
    for (let second = 0; second < 60; second += 1) {
      told(2, '02-00-00-00-00-22', second % 2 === 0 ? 'ip camera' : 'nvr');
      bench.clock.advance(1000);
      await settled();
    }
    expect(bench.log(since).filter((line) => line.includes('was found'))).toHaveLength(2);
  });
});

describe('the surveillance VLAN', () => {
  const refused = (edit: (running: Configuration) => Configuration) =>
    bench.change(edit).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );

  it('exists while it is in use, and is nobody else’s', async () => {
    expect(await refused((running) => running.withGroup(aSVGlobal, { aSVVlanId: 40 }))).toBe('VLAN 40 does not exist.');
    expect(await refused((running) => running.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 }))).toBe(
      'VLAN 20 is in use by the surveillance VLAN.',
    );
    expect(await refused((running) => running.withGroup(voiceVlan, { voiceVlanStatus: 1, voiceVlanId: 20 }))).toBe(
      'VLAN 20 is already used by the voice VLAN.',
    );
    expect(
      await refused((running) =>
        running
          .withRow(multicastVlanEntry, { multicastVlanId: 50, multicastVlanName: 'tv' })
          .withGroup(aSVGlobal, { aSVVlanId: 50 }),
      ),
    ).toBe('VLAN 50 is already used by a multicast VLAN.');
  });

  it('has a device that an OUI of the administrator’s turns from one kind into another', async () => {
    const oui = { aSVOuiAddr: '02-11-22-00-00-00', aSVOuiMask: 'FF-FF-FF-00-00-00' };
    await bench.change((running) => running.withRow(aSVOuiEntry, { ...oui, aSVOuiComponentType: 6 }));
    bench.reach(1, { from: '02-11-22-33-44-55' });
    await expect.poll(() => typeOf(1)).toBe(DeviceType.recorder);
    await bench.change((running) => running.withRow(aSVOuiEntry, { ...oui, aSVOuiComponentType: 5 }));
    await looks(1);
    await expect.poll(() => typeOf(1)).toBe(DeviceType.camera);
  });

  it('takes devices by OUIs of an administrator’s own, and keeps those that are built in', async () => {
    const values = { aSVOuiAddr: '02-11-22-00-00-00', aSVOuiMask: 'FF-FF-FF-00-00-00', aSVOuiComponentType: 3 };
    await bench.context.management.perform([{ kind: 'create', object: aSVOuiEntry, values }], theDevice);
    bench.reach(1, { from: '02-11-22-33-44-55' });
    await expect.poll(() => typeOf(1)).toBe(DeviceType.recorder);
    await bench.context.management.perform([{ kind: 'deleteAll', object: aSVOuiEntry, values: {} }], theDevice);
    expect(bench.context.configuration().rows(aSVOuiEntry)).toHaveLength(12);
    expect(await typeOf(1)).toBe(DeviceType.nonSurveillance);
    const builtIn = { aSVOuiAddr: '00-40-8C-00-00-00', aSVOuiMask: 'FF-FF-FF-00-00-00' };
    expect(await refused((running) => running.withRow(aSVOuiEntry, { ...builtIn, aSVOuiComponentType: 3 }))).toBe(
      'The device type of a built-in OUI cannot be changed.',
    );
  });

  it('has no masks shorter than three octets', () => {
    const { aSVOuiMask: mask, aSVOuiAddr: address } = aSVOuiEntry.fields;
    expect(mask.read('FF-FF-FE-00-00-00').ok).toBe(false);
    expect(mask.read('FF-FF-FF-F0-00-00').ok).toBe(true);
    for (const wrong of ['01-00-5E-00-00-00', '00-00-00-00-00-01', 'x']) {
      expect(address.read(wrong).ok).toBe(false);
    }
  });
});
