import { describe, expect, test } from 'vitest';
import { NO_PORTS, portListOf } from '../../model/values/port-list.ts';
import { actorOf, sameParty } from './actor.ts';
import { buildLacpdu, parseSlowFrame, StateBit } from './lacpdu.ts';
import { noPartner } from './state.ts';
import { LacpPair, LacpSwitch, member } from './testing.ts';
import { memberStatus } from './trunk-view.ts';

const A = '02-00-00-00-00-0A';
const B = '02-00-00-00-00-0B';

function pair(one = {}, other = {}, count = 2) {
  const ports = (change: object) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, { ...member, ...change }]));
  const cables = Array.from({ length: count }, (_, at): [number, number] => [at + 1, at + 1]);
  return new LacpPair(new LacpSwitch(A, ports(one)), new LacpSwitch(B, ports(other)), cables);
}

const both = portListOf([1, 2]);
const full = { collecting: both, distributing: both, individual: undefined };
const nothing = { collecting: NO_PORTS, distributing: NO_PORTS, individual: undefined };

test('a party is another one where any of its columns differs, of its state only in the bits that count', () => {
  const party = { ...noPartner, system: A };
  const bits = StateBit.aggregation;
  expect(sameParty(party, { ...party, state: party.state ^ StateBit.activity }, bits)).toBe(true);
  expect(sameParty(party, { ...party, state: party.state ^ bits }, bits)).toBe(false);
  for (const column of ['systemPriority', 'system', 'key', 'portPriority', 'port'] as const) {
    expect(sameParty(party, { ...party, [column]: column === 'system' ? B : party[column] + 1 }, bits), column).toBe(
      false,
    );
  }
});

describe('two switches', () => {
  test.each([
    ['both active', {}, {}],
    ['one passive', {}, { active: false }],
    ['the other passive', { active: false }, {}],
    ['one in a hurry', { shortTimeout: true }, {}],
  ])('bundle their links two seconds after they agree: %s', (_what, one, other) => {
    const links = pair(one, other);
    links.pass(1900);
    expect([links.one.trunk(), links.other.trunk()]).toEqual([nothing, nothing]);
    links.pass(200);
    expect([links.one.trunk(), links.other.trunk()]).toEqual([full, full]);
    links.pass(600_000);
    expect([links.one.trunk(), links.other.trunk()]).toEqual([full, full]);
  });

  test('stay bundled for the timeout of the partner, from the moment that one of them leaves', () => {
    const links = pair({}, { shortTimeout: true });
    links.pass(10_700);
    expect(links.other.trunk()).toEqual(full);
    links.one.tell({ kind: 'leave' }, links.now);
    links.pass(0);
    links.cables = [];
    links.pass(2950);
    expect(links.other.trunk()).toEqual(full);
    links.pass(100);
    expect(links.other.trunk()).not.toEqual(full);
  });

  test('that are both passive never speak, and forward by one port each', () => {
    const links = pair({ active: false }, { active: false });
    links.pass(60_000);
    const alone = { collecting: 1n, distributing: 1n, individual: 1 };
    expect([links.one.trunk(), links.other.trunk()]).toEqual([alone, alone]);
    expect(links.one.state.ports.get(1)?.counts.lacpdusSent).toBe(0);
  });

  test('collect before they distribute: nobody sends what the other does not take', () => {
    const links = pair();
    for (let step = 0; step < 300; step += 1) {
      links.pass(20);
      expect(links.one.trunk().distributing & ~links.other.trunk().collecting).toBe(NO_PORTS);
      expect(links.other.trunk().distributing & ~links.one.trunk().collecting).toBe(NO_PORTS);
    }
    expect(links.one.trunk()).toEqual(full);
  });

  test.each([
    ['collects but does not distribute while the partner does not collect', 'collecting', 1, 0],
    ['neither collects nor distributes while the partner is out of sync', 'synchronization', 0, 0],
    ['goes on while the partner only stops distributing', 'distributing', 1, 1],
  ] as const)('with independent control: one %s', (_what, stopped, collecting, distributing) => {
    const links = pair({}, {}, 1);
    links.pass(3000);
    const agreed = links.one.trunk();
    const { settings, state } = links.other;
    const port = state.ports.get(1);
    if (!port) throw new Error('no port');
    const says = (bits: number) => {
      const actor = { ...actorOf(settings, 1, port), state: bits };
      const ours = actorOf(links.one.settings, 1, links.one.state.ports.get(1) ?? port);
      links.one.tell({ kind: 'frame', port: 1, octets: buildLacpdu(B, actor, ours) }, links.now);
      return [links.one.trunk().collecting, links.one.trunk().distributing].map(Number);
    };
    const { state: every } = actorOf(settings, 1, port);
    links.one.sent.length = 0;
    expect(says(every & ~StateBit[stopped])).toEqual([collecting, distributing]);
    // The partner is notified, at most three times a second.
    links.one.tell({ kind: 'wake' }, links.now + 1000);
    expect(links.one.sent.length).toBe(distributing === 1 ? 0 : 1);
    links.now += 1000;
    expect(says(every)).toEqual([1, 1]);
    expect(links.one.trunk()).toEqual(agreed);
  });

  test('a partner with coupled control, which collects and distributes at once, is distributed to as soon as it says so', () => {
    const links = pair({}, {}, 1);
    links.pass(1900);
    expect(links.one.trunk()).toEqual(nothing);
    const port = links.other.state.ports.get(1);
    if (!port) throw new Error('no port');
    const coupled = StateBit.synchronization | StateBit.collecting | StateBit.distributing;
    const actor = { ...actorOf(links.other.settings, 1, port), state: 0x05 };
    const ours = () => actorOf(links.one.settings, 1, links.one.state.ports.get(1) ?? port);
    const says = (bits: number) => {
      const frame = buildLacpdu(B, { ...actor, state: actor.state | bits }, ours());
      links.one.tell({ kind: 'frame', port: 1, octets: frame }, links.now);
      return [links.one.trunk().collecting, links.one.trunk().distributing].map(Number);
    };
    // Ready itself only once it has waited for others to come along, however ready the partner is.
    expect(says(coupled)).toEqual([0, 0]);
    links.cables = [];
    links.pass(200);
    expect([links.one.trunk().collecting, links.one.trunk().distributing].map(Number)).toEqual([1, 1]);
    expect(says(0)).toEqual([0, 0]);
    expect(says(coupled)).toEqual([1, 1]);
  });

  test('lose a link that goes down at once, and take it back', () => {
    const links = pair();
    links.pass(3000);
    links.one.set(1, { speed: 0 }, links.now);
    links.other.set(1, { speed: 0 }, links.now);
    links.pass(0);
    expect(links.one.trunk().distributing).toBe(2n);
    expect(links.other.trunk().distributing).toBe(2n);
    links.one.set(1, { speed: 1000 }, links.now);
    links.other.set(1, { speed: 1000 }, links.now);
    links.pass(3000);
    expect(links.one.trunk()).toEqual(full);
  });

  test.each([
    ['short', true, 3000],
    ['long', false, 90_000],
  ])('lose a link that falls silent after the timeout: %s', (_what, shortTimeout, timeout) => {
    const links = pair({ shortTimeout }, { shortTimeout });
    links.pass(3000);
    links.cables = [[2, 2]];
    links.pass(timeout - 1100);
    const early = links.one.trunk().distributing;
    links.pass(timeout === 3000 ? 1200 : 31_200);
    expect(early).toBe(both);
    expect([links.one.trunk().distributing, links.other.trunk().distributing]).toEqual([2n, 2n]);
  });

  test('say it a second apart to who is in a hurry, each 30 seconds else', () => {
    const links = pair({ shortTimeout: true }, { shortTimeout: false });
    links.pass(10_000);
    const sent = () => [links.one, links.other].map(({ state }) => state.ports.get(1)?.counts.lacpdusSent ?? 0);
    const [one = 0, other = 0] = sent();
    links.pass(60_000);
    const [later = 0, otherLater = 0] = sent();
    expect(later - one).toBe(2);
    expect(otherLater - other).toBe(60);
  });

  test('send three LACPDUs a second at most, whatever changes', () => {
    const links = pair();
    links.pass(5000);
    const before = links.one.state.ports.get(1)?.counts.lacpdusSent ?? 0;
    for (let change = 0; change < 50; change += 1) {
      links.one.set(1, { shortTimeout: change % 2 === 0 }, links.now);
      links.pass(10);
    }
    links.pass(499);
    expect((links.one.state.ports.get(1)?.counts.lacpdusSent ?? 0) - before).toBe(3);
    links.pass(1000);
    // Active, aggregation, in sync, collecting, distributing.
    expect(links.other.state.ports.get(1)?.partner.state).toBe(0x3d);
  });

  test('bundle links of one speed only: the more, the better', () => {
    const links = pair({}, {}, 3);
    links.one.set(1, { speed: 100 }, 0);
    links.other.set(1, { speed: 100 }, 0);
    links.pass(5000);
    expect(links.one.trunk().distributing).toBe(portListOf([2, 3]));
    const port = links.one.state.ports.get(1);
    expect(port && memberStatus(port, 1, links.one.trunk())).toBe('standby');
  });

  test('stay with the links in use as long as one of them is there, also where others would be more', () => {
    const links = pair({}, {}, 3);
    const set = (port: number, speed: number) => {
      links.one.set(port, { speed }, links.now);
      links.other.set(port, { speed }, links.now);
    };
    set(3, 100);
    for (const port of [1, 2]) set(port, 0);
    links.pass(5000);
    expect(links.one.trunk().distributing).toBe(portListOf([3]));
    for (const port of [1, 2]) set(port, 1000);
    links.pass(5000);
    expect(links.one.trunk().distributing).toBe(portListOf([3]));
    set(3, 0);
    links.pass(5000);
    expect(links.one.trunk().distributing).toBe(both);
  });

  test('that have more links than places use those of best priority, which the better system says', () => {
    const links = pair({}, {}, 3);
    links.one.settings = { ...links.one.settings, places: 2 };
    links.other.settings = { ...links.other.settings, places: 2 };
    links.one.set(3, { priority: 1 }, 0);
    links.other.set(1, { priority: 1 }, 0);
    links.pass(5000);
    expect(links.one.trunk().distributing).toBe(portListOf([1, 3]));
    expect(links.other.trunk().distributing).toBe(portListOf([1, 3]));
    links.one.set(3, { speed: 0 }, links.now);
    links.other.set(3, { speed: 0 }, links.now);
    links.pass(5000);
    expect(links.one.trunk().distributing).toBe(both);
  });

  test('keep apart what belongs to different trunks', () => {
    const links = pair();
    links.one.set(2, { trunk: 2 }, 0);
    links.other.set(2, { trunk: 2 }, 0);
    links.pass(5000);
    expect([links.one.trunk(1).distributing, links.one.trunk(2).distributing]).toEqual([1n, 2n]);
  });

  test('do not bundle links to different switches', () => {
    const one = new LacpSwitch(A, { 1: member, 2: member, 3: member });
    const other = new LacpSwitch(B, { 1: member, 2: member });
    const third = new LacpSwitch('02-00-00-00-00-0C', { 3: member });
    const links = new LacpPair(one, other, [
      [1, 1],
      [2, 2],
    ]);
    links.pass(3000);
    const frame = buildLacpdu(B, actorOf(third.settings, 3, other.state.ports.get(1) as never), noPartner);
    one.tell({ kind: 'frame', port: 3, octets: frame }, links.now);
    links.pass(3000);
    expect(one.trunk().distributing).toBe(both);
  });
});

describe('a trunk without a partner', () => {
  const alone = () => {
    const one = new LacpSwitch(A, { 1: member, 2: { ...member, priority: 1 } });
    return new LacpPair(one, new LacpSwitch(B, { 1: member }), []);
  };

  test('forwards by its best member alone, once it has waited in vain', () => {
    const links = alone();
    links.pass(2900);
    expect(links.one.trunk()).toEqual(nothing);
    links.pass(200);
    expect(links.one.trunk()).toEqual({ collecting: 2n, distributing: 2n, individual: 2 });
    links.one.set(2, { speed: 0 }, links.now);
    expect(links.one.trunk().distributing).toBe(1n);
  });

  test('stops doing so as soon as any member has one', () => {
    const links = alone();
    links.pass(5000);
    links.cables = [[1, 1]];
    links.pass(31_000);
    expect(links.one.trunk()).toEqual({ collecting: 1n, distributing: 1n, individual: undefined });
  });

  test('is what a switch is that is cabled to itself', () => {
    const one = new LacpSwitch(A, { 1: member, 2: member });
    one.tell({ kind: 'configure' }, 0);
    const links = new LacpPair(one, new LacpSwitch(A, { 1: member, 2: member }), [
      [1, 2],
      [2, 1],
    ]);
    links.pass(10_000);
    expect(one.trunk().distributing).toBe(NO_PORTS);
  });
});

describe('frames', () => {
  const actor = { systemPriority: 1, system: B, key: 0xabcd, portPriority: 2, port: 3, state: 0x3d };

  test('are read as they were written', () => {
    const frame = buildLacpdu(B, actor, noPartner);
    expect(frame).toHaveLength(124);
    expect(parseSlowFrame(frame)).toEqual({ kind: 'lacpdu', actor, partner: noPartner });
  });

  test.each([
    ['cut short', (frame: Uint8Array) => frame.slice(0, 120)],
    ['with another length of the actor', (frame: Uint8Array) => frame.with(17, 19)],
    ['with another length of the partner', (frame: Uint8Array) => frame.with(37, 0)],
    ['with another length of the collector', (frame: Uint8Array) => frame.with(57, 20)],
    ['whose system is a group', (frame: Uint8Array) => frame.with(20, 1)],
  ])('are illegal and counted: %s', (_what, broken) => {
    const frame = broken(buildLacpdu(B, actor, noPartner));
    expect(parseSlowFrame(frame)).toEqual({ kind: 'illegal' });
    const one = new LacpSwitch(A, { 1: member });
    one.tell({ kind: 'frame', port: 1, octets: frame }, 0);
    expect(one.state.ports.get(1)?.counts).toMatchObject({ illegalReceived: 1, lacpdusReceived: 0 });
  });

  test('of any version and with any types are read, as version 1 has it', () => {
    const frame = buildLacpdu(B, actor, noPartner).with(15, 2).with(16, 99).with(120, 7);
    expect(parseSlowFrame(frame)).toMatchObject({ kind: 'lacpdu', actor });
  });

  test('of another protocol, address or sender are none of ours', () => {
    const frame = buildLacpdu(B, actor, noPartner);
    expect(parseSlowFrame(frame.with(5, 3))).toBeUndefined();
    expect(parseSlowFrame(frame.with(13, 0))).toBeUndefined();
    expect(parseSlowFrame(frame.with(6, 1))).toBeUndefined();
    expect(parseSlowFrame(frame.with(14, 3))).toEqual({ kind: 'unknown' });
  });

  test('with a marker are sent back, five a second at most', () => {
    const one = new LacpSwitch(A, { 1: member });
    one.tell({ kind: 'configure' }, 0);
    one.sent.length = 0;
    const marker = buildLacpdu(B, actor, noPartner).with(14, 2).with(16, 1).with(17, 16).with(23, 77);
    for (let at = 0; at < 9; at += 1) one.tell({ kind: 'frame', port: 1, octets: marker }, 10 + at);
    const answers = one.sent.filter(({ frame }) => frame[14] === 2);
    expect(answers).toHaveLength(5);
    expect([answers[0]?.frame[16], answers[0]?.frame[17], answers[0]?.frame[23]]).toEqual([2, 16, 77]);
    expect(one.state.ports.get(1)?.counts).toMatchObject({ markersReceived: 9, markerResponsesSent: 5 });
    one.tell({ kind: 'frame', port: 1, octets: marker }, 1020);
    expect(one.sent.filter(({ frame }) => frame[14] === 2)).toHaveLength(6);
    expect(parseSlowFrame(answers[0]?.frame ?? new Uint8Array())).toEqual({ kind: 'markerResponse' });
  });

  test('say who is expired and who is defaulted', () => {
    const one = new LacpSwitch(A, { 1: member });
    one.tell({ kind: 'configure' }, 0);
    one.tell({ kind: 'wake' }, 3000);
    const states = one.sent.map(({ frame }) => {
      const read = parseSlowFrame(frame);
      return read?.kind === 'lacpdu' ? read.actor.state & (StateBit.expired | StateBit.defaulted) : 0;
    });
    expect(states).toEqual([StateBit.expired, StateBit.defaulted]);
  });
});
