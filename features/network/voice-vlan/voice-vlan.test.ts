import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { theDevice } from '../../../device/management.ts';
import { changesBetween } from '../../../model/configuration/change.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import { buildEthernet, EtherType } from '../../../protocols/frames/ethernet.ts';
import { dot1xPortExtEntry } from '../../security/port-access-control/objects.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { dot1qStaticUnicastEntry } from '../static-unicast/objects.ts';
import { Bench } from '../test-bench.ts';
import { factory, messagesOf, planOf, testHardware } from '../testing.ts';
import { TrunkMode, trunkGroupEntry } from '../trunk/objects.ts';
import { dot1qVlan, LearningConstraint } from '../vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { PHONE_FRAMES } from './device-settings.ts';
import { MemberState, TagMode, voiceVlan, voiceVlanOuiEntry, voiceVlanPortEntry } from './objects.ts';
import { voiceVlanRules } from './rules.ts';

const CISCO_PHONE = '00-03-6B-12-34-56';
const OTHER_PHONE = '00-11-22-12-34-56';
const vlan20 = { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '6' };

const enabled = (before: Configuration) =>
  before
    .withRow(dot1qVlanStaticEntry, vlan20)
    .withGroup(voiceVlan, { voiceVlanStatus: 1, voiceVlanId: 20 })
    .withRow(voiceVlanPortEntry, { ifIndex: 1, voiceVlanPortAuto: 1 });

describe('the voice VLAN', () => {
  const before = factory();

  it('exists while it is in use', () => {
    const missing = before.withGroup(voiceVlan, { voiceVlanStatus: 1, voiceVlanId: 20 });
    expect(messagesOf(before, missing)).toEqual(['VLAN 20 does not exist.']);
    const used = enabled(before);
    expect(messagesOf(before, used)).toEqual([]);
    expect(messagesOf(used, used.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 }))).toEqual([
      'VLAN 20 is in use by the voice VLAN.',
    ]);
  });

  it('is neither a VLAN of guests nor asymmetric', () => {
    const used = enabled(before);
    const guests = (base: Configuration) =>
      base.withRow(dot1xPortExtEntry, { dot1xPaePortNumber: 3, dot1xPortGuestVlan: 20 });
    const message = 'VLAN 20 cannot be both the voice VLAN and a guest VLAN.';
    const after = guests(used);
    const changes = changesBetween([dot1xPortExtEntry], used, after);
    const problems = voiceVlanRules.flatMap((rule) => [
      ...rule.check({ before: used, after, changes, hardware: testHardware }),
    ]);
    expect(problems.map((problem) => [problem.object, wordsOf(problem.message)])).toEqual([
      ['dot1xPortExtEntry', message],
    ]);
    const withGuests = guests(before.withRow(dot1qVlanStaticEntry, vlan20));
    expect(messagesOf(withGuests, enabled(withGuests))).toEqual([message]);
    const asymmetric = (base: Configuration) =>
      base.withGroup(dot1qVlan, {
        dot1qConstraintTypeDefault: LearningConstraint.shared,
        asymmetricVlanStatus: 1,
      });
    const other = 'Voice VLAN cannot be used together with asymmetric VLAN.';
    expect(messagesOf(used, asymmetric(used))).toEqual([other]);
    expect(messagesOf(asymmetric(before), enabled(asymmetric(before)))).toEqual([other]);
    expect(messagesOf(used, used.withGroup(voiceVlan, { voiceVlanStatus: 2 }))).toEqual([]);
  });

  it('is listened for at ports that are to join it, and are no members yet', () => {
    const ports = (configuration: Configuration) =>
      planOf(configuration)
        .punts.get(PHONE_FRAMES)
        ?.matches.map((match) => match.ports);
    const used = enabled(before);
    expect(new Set(ports(used))).toEqual(new Set([portListOf([1])]));
    const member = { ...vlan20, dot1qVlanStaticEgressPorts: '1,6' };
    expect(ports(used.withRow(dot1qVlanStaticEntry, member))).toBeUndefined();
  });

  it('is joined neither by single members of a trunk nor by a mirror target', () => {
    const used = enabled(before);
    const auto = (base: Configuration, ifIndex: number) =>
      base.withRow(voiceVlanPortEntry, { ifIndex, voiceVlanPortAuto: 1 });
    const trunk = (base: Configuration, trunkMemberPorts: string) =>
      base.withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.manual, trunkMemberPorts });
    const mirror = (base: Configuration, mirrorTargetPort: number) =>
      base.withRow(mirrorSessionEntry, {
        mirrorSessionId: 1,
        mirrorSessionStatus: 1,
        mirrorTargetPort,
        mirrorIngressPorts: '5',
      });
    expect(messagesOf(used, trunk(used, '1,2'))).toEqual(['Port 1 is in use by the voice VLAN.']);
    const trunked = trunk(used, '3,4');
    expect(messagesOf(trunked, auto(trunked, 3))).toEqual(['Port 3 is a member of trunk 1.']);
    expect(messagesOf(used, mirror(used, 1))).toEqual(['Port 1 is in use by the voice VLAN.']);
    const mirrored = mirror(used, 2);
    expect(messagesOf(mirrored, auto(mirrored, 2))).toEqual(['Port 2 is a mirroring target port.']);
  });
});

describe('an OUI', () => {
  it('is three octets, or an address that begins with them', () => {
    const { voiceVlanOuiAddress: oui } = voiceVlanOuiEntry.fields;
    for (const text of ['00-11-22', '001122', '00:11:22:33:44:55']) {
      expect(oui.read(text)).toEqual({ ok: true, value: '00-11-22-00-00-00' });
    }
    for (const wrong of ['01-00-5E', '00-00-00', '00-00-00-00-00-01', '00-11', 'x']) {
      expect(oui.read(wrong).ok).toBe(false);
    }
  });
});

describe('on the switch', () => {
  let bench: Bench;
  let directory: string;
  let unconfigured: Configuration;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'faceplate-voice-'));
    bench = new Bench();
    await bench.start(directory);
    unconfigured = bench.context.configuration();
  });

  beforeEach(async () => {
    await bench.change(() => unconfigured);
    await bench.datapath.flush({});
    await bench.change(enabled);
  });

  afterAll(async () => {
    await bench.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const states = async () => (await bench.live(voiceVlanPortEntry)).map((row) => row.voiceVlanPortState);
  const stateOf = async (port: number) => (await states())[port - 1];
  /** Lets a phone be heard at port 1, until its port has joined. */
  const heard = async (phone = CISCO_PHONE) => {
    bench.reach(1, { from: phone });
    await expect.poll(() => stateOf(1)).toBe(MemberState.dynamic);
    await bench.change((running) => running);
  };
  /** Lets minutes pass, each with the look at the table that is due in it. */
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute += 1) {
      bench.clock.advance(60_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('a phone brings its port in and lands there with priority; who sits beside it stays where he is', async () => {
    const since = bench.context.log.entries()[0]?.sequence ?? 0;
    expect(await states()).toEqual([1, 1, 1, 1, 1, MemberState.static]);
    await heard();
    expect(bench.reach(1, { from: CISCO_PHONE })).toEqual(['6:20']);
    expect(bench.reach(6, { vlan: 20, to: CISCO_PHONE })).toEqual(['1']);
    expect(bench.reach(1)).toEqual(['2', '3', '4', '5', '6']);
    expect(bench.log(since)).toContain('Port 1 joined voice VLAN 20: a phone was detected.');
  });

  it('the first frame of a phone already goes its way, and one that no bridge forwards goes none', async () => {
    const sent = (destination: string, etherType: number) =>
      buildEthernet({ destination, source: CISCO_PHONE, etherType, payload: new Uint8Array(60) });
    expect(await bench.passes(1, sent('FF-FF-FF-FF-FF-FF', EtherType.experimental))).toEqual(['6:20']);
    expect(await bench.addresses()).toEqual([`20 ${CISCO_PHONE} 1`]);
    for (const reserved of [
      sent('01-80-C2-00-00-07', EtherType.experimental),
      sent('FF-FF-FF-FF-FF-FF', EtherType.eapol),
    ]) {
      await bench.change((running) => running.withGroup(voiceVlan, { voiceVlanStatus: 2 }));
      await bench.change(enabled);
      expect(await bench.passes(1, reserved)).toEqual([]);
    }
  });

  it('a port that does not listen is not joined', async () => {
    expect(bench.reach(2, { from: CISCO_PHONE })).toEqual(['1', '3', '4', '5', '6']);
    expect(await stateOf(2)).toBe(MemberState.none);
  });

  it('its frames leave as the port says', async () => {
    await bench.change((running) =>
      running.withRow(voiceVlanPortEntry, { ifIndex: 1, voiceVlanPortTagMode: TagMode.tagged }),
    );
    await heard();
    expect(bench.reach(6, { vlan: 20 })).toEqual(['1:20']);
  });

  it('an hour after the phone is forgotten the port leaves, not before', async () => {
    await heard();
    bench.reach(1, { from: CISCO_PHONE });
    // Five minutes in the address table, then an hour.
    await minutes(62);
    expect(await stateOf(1)).toBe(MemberState.dynamic);
    await minutes(5);
    expect(await stateOf(1)).toBe(MemberState.none);
  });

  it('neither a station that is none nor a phone that is pinned there keeps the port', async () => {
    await bench.change((running) =>
      running.withRow(dot1qStaticUnicastEntry, {
        dot1qVlanIndex: 1,
        dot1qStaticUnicastAddress: '00-01-E3-00-00-01',
        dot1qStaticUnicastAllowedToGoTo: 1,
      }),
    );
    await heard();
    for (let minute = 0; minute < 67; minute += 1) {
      bench.reach(1);
      await minutes(1);
    }
    expect(await bench.addresses()).toHaveLength(2);
    expect(await stateOf(1)).toBe(MemberState.none);
  });

  it('a phone of an OUI that was added is one, and what is built in stays', async () => {
    const values = { voiceVlanOuiAddress: '00-11-22-00-00-00', voiceVlanOuiDescription: 'Ours' };
    await bench.context.management.perform([{ kind: 'create', object: voiceVlanOuiEntry, values }], theDevice);
    await heard(OTHER_PHONE);
    await bench.context.management.perform([{ kind: 'deleteAll', object: voiceVlanOuiEntry, values: {} }], theDevice);
    expect(bench.context.configuration().rows(voiceVlanOuiEntry)).toHaveLength(8);
  });

  it('where it is switched off every port leaves at once', async () => {
    await heard();
    await bench.change((running) => running.withGroup(voiceVlan, { voiceVlanStatus: 2 }));
    expect(await stateOf(1)).toBe(MemberState.none);
    expect(bench.reach(1, { from: CISCO_PHONE })).toEqual(['2', '3', '4', '5', '6']);
  });
});
