import { describe, expect, it } from 'vitest';
import { portListOf } from '../../model/values/port-list.ts';
import { buildEthernet } from '../frames/ethernet.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { type Applicant, type ApplicantEvent, isMember, nextApplicant, transmission } from './applicant.ts';
import { type GvrpEvent, stepGvrp } from './gvrp.ts';
import { GVRP_ADDRESS } from './gvrp-address.ts';
import { AttributeEvent, buildGvrp, parseGvrp, type VlanAttribute } from './pdu.ts';
import { type GvrpPort, type GvrpSettings, idleGvrp, type StaticVlan } from './state.ts';

const source = '02-00-00-00-00-01';
const { leaveAll, joinEmpty, joinIn, leaveEmpty, leaveIn, empty } = AttributeEvent;

describe('an applicant', () => {
  const states: readonly Applicant[] = ['VA', 'AA', 'QA', 'LA', 'VP', 'AP', 'QP', 'VO', 'AO', 'QO', 'LO'];

  it.each<[ApplicantEvent, string]>([
    ['joinIn', 'AA QA QA LA AP QP QP AO QO QO AO'],
    ['joinEmpty', 'VA VA VA VO VP VP VP VO VO VO VO'],
    ['empty', 'VA VA VA LA VP VP VP VO VO VO VO'],
    ['leaveIn', 'VA VA VA LA VP VP VP LO LO LO VO'],
    ['leaveEmpty', 'VP VP VP VO VP VP VP LO LO LO VO'],
    ['leaveAll', 'VP VP VP VO VP VP VP LO LO LO VO'],
    ['reqJoin', 'VA AA QA VA VP AP QP VP AP QP VP'],
    ['reqLeave', 'LA LA LA LA VO AO QO VO AO QO LO'],
  ])('goes by %s from each state to the one of the standard (IEEE 802.1D-1998 table 12-3)', (event, next) => {
    expect(states.map((state) => nextApplicant(state, event)).join(' ')).toBe(next);
  });

  it('says what its state has to say, and is then in the next one', () => {
    const said = (registered: boolean) =>
      states.map((state) => {
        const sent = transmission(state, registered);
        return sent ? `${sent.event}${sent.next}` : '-';
      });
    expect(said(false).join(' ')).toBe('1AA 1QA - 3VO 1AA 1QA - - - - 5VO');
    expect(said(true).join(' ')).toBe('2AA 2QA - 3VO 2AA 2QA - - - - 5VO');
  });

  it('declares while it is active or passive, and not while it leaves or observes', () => {
    expect(states.filter(isMember)).toEqual(['VA', 'AA', 'QA', 'VP', 'AP', 'QP']);
  });
});

describe('a PDU', () => {
  /** A frame with this content behind its LLC and protocol identifier. */
  const framed = (
    content: readonly number[],
    { llc = [0x42, 0x42, 3], protocol = [0, 1], to = GVRP_ADDRESS, longer = 0 } = {},
  ) => {
    const payload = Uint8Array.from([...llc, ...protocol, ...content]);
    return buildEthernet({ destination: to, source, etherType: payload.length + longer, payload });
  };
  const read = (content: readonly number[], more: Parameters<typeof framed>[1] = {}) =>
    parseGvrp(framed(content, more))?.attributes;

  it('has each event, and VLANs from 1 to 4094', () => {
    const all = [joinEmpty, joinIn, leaveEmpty, leaveIn, empty].map((event, at) => ({
      event,
      vlan: at === 0 ? 1 : 4090 + at,
    }));
    const [frame] = buildGvrp(source, [{ event: leaveAll, vlan: 0 }, ...all]);
    expect(frame && parseGvrp(frame)).toEqual({ source, attributes: [{ event: leaveAll, vlan: 0 }, ...all] });
    const vlans = [
      [0, 0],
      [0, 1],
      [0x0f, 0xfe],
      [0x0f, 0xff],
    ].map(([high = 0, low = 0]) => read([1, 4, joinIn, high, low, 0, 0])?.length);
    expect(vlans).toEqual([0, 1, 1, 0]);
  });

  it('is read but for attributes of unknown types, events and lengths', () => {
    const good = [4, joinIn, 0, 9];
    const nine = [{ event: joinIn, vlan: 9 }];
    expect(read([1, 4, 6, 0, 8, ...good, 0, 0])).toEqual(nine);
    expect(read([1, 5, joinIn, 0, 8, 0, ...good, 0, 0])).toEqual(nine);
    expect(read([1, 3, joinIn, 0, ...good, 0, 0])).toEqual(nine);
    expect(read([1, 4, leaveAll, 0, 8, ...good, 0, 0])).toEqual(nine);
    expect(read([2, 4, joinIn, 0, 8, 0, 1, ...good, 0, 0])).toEqual(nine);
    expect(read([1, ...good, 1, ...good, 0, 0])).toEqual(nine);
    expect(read([1, ...good, 9, joinIn, 0, 8])).toEqual(nine);
    expect(read([1, ...good])).toEqual(nine);
    expect(read([1, 2, leaveAll, 0, 0])).toEqual([{ event: leaveAll, vlan: 0 }]);
    expect(read([])).toEqual([]);
    expect(read([0, 1, ...good])).toEqual([]);
  });

  it('is none of another address, LLC or protocol, or that says it were longer than it is', () => {
    const content = [1, 4, joinIn, 0, 9, 0, 0];
    expect(read(content)).toHaveLength(1);
    expect(read(content, { to: '01-80-C2-00-00-20' })).toBeUndefined();
    for (const at of [0, 1, 2]) expect(read(content, { llc: [0x42, 0x42, 3].with(at, 7) })).toBeUndefined();
    expect(read(content, { protocol: [0, 2] })).toBeUndefined();
    expect(read(content, { longer: 1 })).toBeUndefined();
    expect(read(content, { longer: -2 })).toEqual([{ event: joinIn, vlan: 9 }]);
  });

  it('has 373 attributes at most', () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, at): VlanAttribute => ({ event: joinIn, vlan: at + 1 }));
    expect(buildGvrp(source, of(373)).map(({ length }) => length)).toEqual([14 + 5 + 1 + 373 * 4 + 2]);
    expect(buildGvrp(source, of(374))).toHaveLength(2);
    expect(buildGvrp(source, [])).toEqual([]);
  });
});

const times: GvrpPort = { joinTime: 200, leaveTime: 600, leaveAllTime: 10_000, restricted: false };
const vlan = (members: readonly number[], forbidden: readonly number[] = []): StaticVlan => ({
  members: portListOf(members),
  forbidden: portListOf(forbidden),
});

/** Ports 1 to 3 of one switch; `draws` are the unpredictable numbers in turn, else 0.5. */
function participants(more: Partial<GvrpSettings> = {}, draws: number[] = []) {
  let settings: GvrpSettings = {
    ...{ source, ports: new Map([1, 2, 3].map((port) => [port, times])), active: portListOf([1, 2, 3]) },
    ...{ vlans: new Map(), maximumVlans: 256, largestVlan: 4094, ...more },
  };
  let state = idleGvrp;
  let now = SOME_MOMENT;
  let full = 0;
  const said: string[] = [];
  const tell = (event: GvrpEvent) => {
    const step = stepGvrp(settings, state, event, now, () => draws.shift() ?? 0.5);
    state = step.state;
    full += Number(step.full);
    for (const { port, frame } of step.send) {
      for (const one of parseGvrp(frame)?.attributes ?? []) said.push(`${port}: ${one.event} ${one.vlan}`);
    }
  };
  tell({ kind: 'configure' });
  return {
    ...{ said, state: () => state, full: () => full },
    configure(change: Partial<GvrpSettings>) {
      settings = { ...settings, ...change };
      tell({ kind: 'configure' });
    },
    hear(port: number, event: VlanAttribute['event'], id: number, from = '02-00-00-00-00-99') {
      for (const octets of buildGvrp(from, [{ event, vlan: id }])) tell({ kind: 'frame', port, octets });
    },
    pass(milliseconds: number) {
      const end = now + milliseconds;
      while (state.wakeAt <= end) {
        now = Math.max(now, state.wakeAt);
        tell({ kind: 'wake' });
      }
      now = end;
    },
    at: (id: number) => state.registered.get(id),
    wakesIn: () => state.wakeAt - now,
  };
}

describe('a participant', () => {
  it('speaks within its join time, and asks everybody between its leave-all time and half as much again', () => {
    const asks = (draw: number) => {
      const one = participants({ ports: new Map([[1, times]]) }, [draw]);
      return one.wakesIn();
    };
    expect([asks(0), asks(0.5)]).toEqual([10_000, 12_500]);
    const one = participants({ vlans: new Map([[9, vlan([2])]]) }, [0.5, 0.5, 0.5, 0.25]);
    one.pass(49);
    expect(one.said).toEqual([]);
    one.pass(1);
    expect(one.said).toEqual(['1: 1 9']);
  });

  it('says a declaration twice, IN where it is registered and EMPTY where not', () => {
    const one = participants();
    one.hear(1, joinIn, 9);
    one.pass(1000);
    expect(one.said).toEqual(['2: 1 9', '3: 1 9', '2: 1 9', '3: 1 9']);
    one.said.length = 0;
    one.hear(2, joinIn, 9);
    one.pass(1000);
    // Port 1 has heard it declared there once.
    expect(one.said).toEqual(['1: 2 9']);
    expect(one.at(9)).toBe(portListOf([1, 2]));
  });

  it('gives a registration back exactly after its leave time, which a further leave does not prolong', () => {
    const one = participants();
    one.hear(1, joinIn, 9);
    one.hear(1, joinIn, 10);
    one.hear(1, leaveEmpty, 9);
    one.pass(300);
    one.hear(1, leaveIn, 9);
    one.pass(299);
    expect(one.at(9)).toBe(portListOf([1]));
    one.pass(1);
    expect([one.at(9), one.at(10)]).toEqual([undefined, portListOf([1])]);
  });

  it.each([
    [joinIn, true],
    [joinEmpty, true],
    [empty, false],
    [leaveIn, false],
    [leaveEmpty, false],
  ])('keeps what event %i says within the leave time: %s', (event, stays) => {
    const one = participants();
    one.hear(1, joinIn, 9);
    one.hear(1, leaveEmpty, 9);
    one.pass(100);
    one.hear(1, event, 9);
    one.pass(1000);
    expect(one.at(9) !== undefined).toBe(stays);
  });

  it('keeps a registration at a port where somebody says EMPTY of its VLAN', () => {
    const one = participants();
    one.hear(1, joinIn, 9);
    one.hear(1, empty, 9);
    one.pass(1000);
    expect(one.at(9)).toBe(portListOf([1]));
  });

  it('asks nobody else soon after somebody has asked all, and gives back what is not declared again', () => {
    const one = participants();
    for (const id of [9, 10]) one.hear(1, joinIn, id);
    one.pass(9000);
    one.said.length = 0;
    one.hear(1, leaveAll, 0);
    one.pass(100);
    one.hear(1, joinIn, 9);
    one.pass(500);
    expect([one.at(9), one.at(10)]).toEqual([portListOf([1]), undefined]);
    one.pass(11_800);
    expect(one.said.filter((line) => line === '1: 0 0')).toEqual([]);
    one.pass(300);
    expect(one.said.filter((line) => line === '1: 0 0')).toHaveLength(1);
  });

  it('notes who was heard last at each port, and counts what could not be registered there', () => {
    const one = participants({ largestVlan: 100, vlans: new Map([[200, vlan([])]]) });
    one.hear(1, joinIn, 101, '02-00-00-00-00-AA');
    one.hear(1, joinIn, 100);
    one.hear(1, joinIn, 200);
    one.hear(1, leaveEmpty, 102);
    one.hear(2, joinIn, 100, '02-00-00-00-00-BB');
    expect(one.state().statistics).toEqual(
      new Map([
        [1, { failed: 1, lastOrigin: '02-00-00-00-00-99' }],
        [2, { failed: 0, lastOrigin: '02-00-00-00-00-BB' }],
      ]),
    );
    expect([one.at(100), one.at(101), one.at(200)]).toEqual([portListOf([1, 2]), undefined, portListOf([1])]);
    expect(one.full()).toBe(0);
  });

  it('has one in eight of the room kept for other ports, and none for a single port', () => {
    const brings = (ports: readonly number[], made = 0) => {
      const one = participants({
        ...{ ports: new Map(ports.map((port) => [port, times])), maximumVlans: 16 + made },
        vlans: new Map(Array.from({ length: made }, (_, at) => [4000 + at, vlan([])])),
      });
      for (let id = 1; id <= 20; id += 1) one.hear(1, joinIn, id);
      const first = one.state().registered.size;
      for (let id = 1; id <= 20; id += 1) one.hear(2, joinIn, 100 + id);
      return [first, one.state().registered.size, one.full() > 0];
    };
    expect(brings([1, 2])).toEqual([14, 16, true]);
    expect(brings([1, 2], 5)).toEqual([14, 16, true]);
    expect(brings([1])).toEqual([16, 16, true]);
  });

  it('counts towards what one port may bring alone no VLAN that another port brings, too', () => {
    const one = participants({ maximumVlans: 16 });
    for (let id = 1; id <= 10; id += 1) for (const port of [1, 2]) one.hear(port, joinIn, id);
    for (let id = 11; id <= 16; id += 1) one.hear(1, joinIn, id);
    expect(one.state().registered.size).toBe(16);
    expect(one.full()).toBe(0);
  });

  it('may also register at a full table what is there already, at another port', () => {
    const one = participants({ maximumVlans: 1 });
    one.hear(1, joinIn, 9);
    one.hear(2, joinIn, 9);
    one.hear(2, joinIn, 10);
    expect([one.at(9), one.at(10), one.full()]).toEqual([portListOf([1, 2]), undefined, 1]);
  });

  it('leaves registrations of other ports when one is gone, and keeps those of a port whose VLAN is made', () => {
    const one = participants();
    for (const port of [1, 2]) one.hear(port, joinIn, 9);
    one.configure({ ports: new Map([2, 3].map((port) => [port, times])) });
    expect(one.at(9)).toBe(portListOf([2]));
    one.configure({ vlans: new Map([[9, vlan([3])]]) });
    expect(one.at(9)).toBe(portListOf([2]));
    one.configure({ vlans: new Map([[9, vlan([2, 3])]]) });
    expect(one.at(9)).toBeUndefined();
  });

  it('says its VLANs in the order of their numbers', () => {
    const one = participants({
      vlans: new Map([
        [30, vlan([1])],
        [9, vlan([1])],
        [200, vlan([1])],
      ]),
    });
    one.pass(150);
    expect(one.said.filter((line) => line.startsWith('2'))).toEqual(['2: 1 9', '2: 1 30', '2: 1 200']);
  });

  it('leaves the state of before as it was, and does nothing before its time', () => {
    const one = participants();
    one.hear(1, joinIn, 9);
    const before = one.state();
    const [applicants, registered] = [new Map(before.ports.get(2)?.applicants), new Map(before.registered)];
    one.hear(2, joinIn, 9);
    one.hear(1, leaveEmpty, 9);
    one.pass(5000);
    expect([new Map(before.ports.get(2)?.applicants), new Map(before.registered)]).toEqual([applicants, registered]);
    const settings = { ...{ source, ports: new Map(), active: 0n, vlans: new Map(), maximumVlans: 1, largestVlan: 1 } };
    expect(stepGvrp(settings, before, { kind: 'wake' }, before.wakeAt - 1, () => 0)).toEqual({
      ...{ state: before, send: [], full: false },
    });
  });

  it('keeps where registration is restricted those of VLANs that exist, and gives others back', () => {
    const one = participants({ vlans: new Map([[9, vlan([])]]) });
    for (const id of [9, 10]) for (const port of [1, 2]) one.hear(port, joinIn, id);
    one.configure({ ports: new Map([1, 2, 3].map((port) => [port, { ...times, restricted: port === 1 }])) });
    expect([one.at(9), one.at(10)]).toEqual([portListOf([1, 2]), portListOf([2])]);
  });
});
