import { describe, expect, test } from 'vitest';
import { NO_PORTS, portListOf } from '../../model/values/port-list.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { actorOf, keyOf } from './actor.ts';
import { stepLacp } from './aggregation.ts';
import { buildLacpdu, buildMarkerResponse, type LacpParty, parseSlowFrame, StateBit } from './lacpdu.ts';
import { select } from './selection.ts';
import { idleLacp, type LacpPort, type LacpPortSettings, type LacpState, noPartner } from './state.ts';
import { LacpSwitch, member } from './testing.ts';
import { memberStatus, viewOfTrunk } from './trunk-view.ts';

const A = '02-00-00-00-00-0A';
const B = '02-00-00-00-00-0B';
const C = '02-00-00-00-00-0C';
const partner: LacpParty = {
  ...{ systemPriority: 32_768, system: B, key: 7, portPriority: 32_768, port: 1 },
  state: StateBit.activity | StateBit.aggregation,
};
const noCounts = {
  ...{ lacpdusReceived: 0, lacpdusSent: 0, markersReceived: 0, markerResponsesReceived: 0, markerResponsesSent: 0 },
  ...{ unknownReceived: 0, illegalReceived: 0 },
};

/** A port with a partner that was heard. */
function port(more: Partial<LacpPort> = {}, settings: Partial<LacpPortSettings> = {}): LacpPort {
  const never = Number.POSITIVE_INFINITY;
  return {
    ...{ settings: { ...member, ...settings }, receive: 'current', mux: 'detached', selected: 'unselected', partner },
    ...{ partnerUntil: never, waitUntil: never, periodicAt: never, needToTransmit: false, sentAt: [], answeredAt: [] },
    counts: noCounts,
    ...more,
  };
}

describe('of the links of a trunk', () => {
  const chosen = (ports: Readonly<Record<number, LacpPort>>, places = 8, systemPriority = 32_768, system = A) => {
    const all = new Map(Object.entries(ports).map(([number, one]) => [Number(number), one]));
    const settings = { system, systemPriority, places, ports: new Map() };
    const selection = select(settings, all);
    expect([...selection.keys()].sort()).toEqual([...all.keys()].sort());
    return [...selection].filter(([, one]) => one === 'selected').map(([number]) => number);
  };
  const at = (number: number, more: Partial<LacpParty> = {}, settings: Partial<LacpPortSettings> = {}) =>
    port({ partner: { ...partner, port: number, ...more } }, settings);

  test('only those to another switch that can aggregate are chosen, and only while they are believed', () => {
    expect(chosen({ 1: at(1), 2: at(2, { system: '00-00-00-00-00-00' }), 3: at(3, { system: A }) })).toEqual([1]);
    expect(chosen({ 2: at(2, { system: '00-00-00-00-00-00' }) })).toEqual([]);
    expect(chosen({ 1: at(1), 2: at(2, { state: StateBit.activity }) })).toEqual([1]);
    const receives = (['disabled', 'expired', 'defaulted', 'current'] as const).map(
      (receive) => chosen({ 1: port({ receive }) }).length,
    );
    expect(receives).toEqual([0, 1, 0, 1]);
  });

  test('those are alike that have the same system, priority of it, and key on either side', () => {
    for (const other of [{ system: C }, { systemPriority: 1 }, { key: 8 }]) {
      expect(chosen({ 1: at(1), 2: at(2), 3: at(3, other) }), JSON.stringify(other)).toEqual([1, 2]);
    }
    expect(chosen({ 1: at(1), 2: at(2), 3: at(3, {}, { speed: 100 }) })).toEqual([1, 2]);
    expect(chosen({ 1: at(1), 2: at(2, { portPriority: 1 }), 3: at(3, {}, { priority: 1 }) })).toEqual([1, 2, 3]);
  });

  test('the better system says by its own priorities which have a place: the lower number of two', () => {
    const links = {
      1: at(3, { portPriority: 30 }, { priority: 10 }),
      2: at(2, { portPriority: 20 }, { priority: 20 }),
      3: at(1, { portPriority: 10 }, { priority: 30 }),
    };
    expect(chosen(links, 1)).toEqual([1]);
    expect(chosen(links, 1, 32_769)).toEqual([3]);
    expect(chosen(links, 1, 32_767, C)).toEqual([1]);
    expect(chosen(links, 1, 32_768, C)).toEqual([3]);
    expect(chosen(links, 2)).toEqual([1, 2]);
  });

  test('of ports with the same priority the lower number has the place, on the side that says', () => {
    const links = { 3: at(1), 2: at(2), 1: at(3) };
    expect(chosen(links, 1)).toEqual([1]);
    expect(chosen(links, 1, 32_769)).toEqual([3]);
    const equal = { 2: at(1), 1: at(1) };
    expect([chosen(equal, 1), chosen(equal, 1, 32_769)]).toEqual([[1], [1]]);
  });

  test('a port’s priority weighs more than any number of a port', () => {
    expect(chosen({ 1: at(65_535, { portPriority: 1 }), 2: at(1, { portPriority: 2 }) }, 1, 32_769)).toEqual([1]);
  });

  test('of groups the one in use stays, then the larger is chosen, then the one with the best port', () => {
    const other = { system: C };
    expect(
      chosen({ 1: at(1), 2: at(2), 3: port({ partner: { ...partner, ...other }, selected: 'selected' }) }),
    ).toEqual([3]);
    const half = { partner: { ...partner, ...other } };
    const used = { 3: port({ ...half, selected: 'selected' }), 4: port(half) };
    expect(chosen({ 1: at(1), 2: at(2), 5: at(5), ...used })).toEqual([3, 4]);
    expect(chosen({ 1: at(1, other), 2: at(2), 3: at(3) })).toEqual([2, 3]);
    expect(chosen({ 1: at(1, other), 2: at(2) })).toEqual([1]);
    expect(chosen({ 1: at(1, other, { priority: 9 }), 2: at(2, {}, { priority: 8 }) })).toEqual([2]);
    expect(chosen({ 9: at(1, other, { priority: 8 }), 1: at(2, {}, { priority: 9 }) })).toEqual([9]);
  });

  test('each trunk has its own', () => {
    const links = { 1: at(1), 2: at(2, {}, { trunk: 2 }), 3: at(3, {}, { trunk: 2 }) };
    expect(chosen(links, 1)).toEqual([1, 2]);
  });
});

describe('what a port says of itself', () => {
  test('is its key of trunk and speed, its priority and number, and a bit for each fact', () => {
    const settings = { system: A, systemPriority: 5, places: 8, ports: new Map() };
    const said = (more: Partial<LacpPort>, own: Partial<LacpPortSettings> = {}) =>
      actorOf(settings, 12, port(more, own)).state;
    expect(actorOf(settings, 12, port({}, { priority: 99, trunk: 3 }))).toMatchObject({
      ...{ systemPriority: 5, system: A, key: (3 << 4) | 3, portPriority: 99, port: 12 },
    });
    expect(
      [10, 100, 1000, 2500, 5000, 10_000, 25_000, 40_000, 100_000].map((speed) => keyOf({ ...member, speed }) & 15),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(said({})).toBe(0x05);
    expect([said({}, { active: false }), said({}, { shortTimeout: true })]).toEqual([0x04, 0x07]);
    const muxes = (['waiting', 'attached', 'collecting', 'distributing'] as const).map((mux) => said({ mux }));
    expect(muxes).toEqual([0x05, 0x0d, 0x1d, 0x3d]);
    expect([said({ receive: 'defaulted' }), said({ receive: 'expired' })]).toEqual([0x45, 0x85]);
  });

  test('is written with the partner as it is known', () => {
    const one = new LacpSwitch(A, { 4: { ...member, priority: 99 } });
    one.tell({ kind: 'configure' }, SOME_MOMENT);
    one.tell(
      { kind: 'frame', port: 4, octets: buildLacpdu(B, { ...partner, port: 300, key: 0x1234 }, noPartner) },
      SOME_MOMENT,
    );
    const [, last] = one.sent;
    const read = last && parseSlowFrame(last.frame);
    expect(read).toMatchObject({
      actor: { port: 4, portPriority: 99 },
      partner: { ...partner, port: 300, key: 0x1234 },
    });
  });
});

describe('markers', () => {
  const marker = (...content: number[]) => {
    const frame = buildLacpdu(B, partner, noPartner);
    frame.fill(0, 15);
    frame.set([2, 1, 1, 16, ...content], 14);
    return frame;
  };
  const content = Array.from({ length: 14 }, (_, at) => at + 1);

  test('are answered by exactly what they carry, and nothing behind it', () => {
    const frame = marker(...content, 99, 99);
    const read = parseSlowFrame(frame);
    expect(read).toEqual({ kind: 'marker', content: Uint8Array.from([16, ...content]) });
    const answer = buildMarkerResponse(A, Uint8Array.from([16, ...content, 99, 99]));
    expect([...answer.subarray(14, 34)]).toEqual([2, 1, 2, 16, ...content, 0, 0]);
    expect(answer).toHaveLength(124);
  });

  test('of another length or cut short are illegal, and each kind has its counter', () => {
    const one = new LacpSwitch(A, { 1: member, 2: member });
    one.tell({ kind: 'configure' }, SOME_MOMENT);
    const frames = [
      ...[marker(...content), marker(...content).with(17, 15), marker(...content).slice(0, 123)],
      ...[marker(...content).with(16, 2), marker(...content).with(14, 9), buildLacpdu(B, partner, noPartner)],
      marker(...content).with(16, 3),
    ];
    for (const octets of frames) one.tell({ kind: 'frame', port: 1, octets }, SOME_MOMENT);
    expect(one.state.ports.get(1)?.counts).toEqual({
      ...{ lacpdusReceived: 1, lacpdusSent: 2, markersReceived: 1, markerResponsesReceived: 1 },
      ...{ markerResponsesSent: 1, unknownReceived: 1, illegalReceived: 3 },
    });
    expect(one.state.ports.get(2)?.counts).toEqual({ ...noCounts, lacpdusSent: 1 });
  });

  test('are answered again one second after the first of five', () => {
    const one = new LacpSwitch(A, { 1: member });
    const answered = (now: number) => {
      one.sent.length = 0;
      one.tell({ kind: 'frame', port: 1, octets: marker(...content) }, SOME_MOMENT + now);
      return one.sent.filter(({ frame }) => frame[14] === 2).length;
    };
    expect([0, 1, 2, 3, 4, 5, 999, 1000, 1000, 1001].map(answered)).toEqual([1, 1, 1, 1, 1, 0, 0, 1, 0, 1]);
  });
});

describe('a port in time', () => {
  /** What a step makes of one port, with what a partner says. */
  const step = (
    state: LacpState,
    now: number,
    settings: LacpPortSettings = member,
    said?: LacpParty,
    of = noPartner,
  ) => {
    const all = { system: A, systemPriority: 32_768, places: 8, ports: new Map([[1, settings]]) };
    const event = said
      ? ({ kind: 'frame', port: 1, octets: buildLacpdu(B, said, of) } as const)
      : ({ kind: 'wake' } as const);
    return stepLacp(all, state, event, now);
  };
  const known = (state: LacpState) => state.ports.get(1);

  test.each([
    [false, 90_000],
    [true, 3000],
  ])('believes its partner exactly as long as it asks for: short timeout %s', (shortTimeout, time) => {
    const settings = { ...member, shortTimeout };
    let { state } = step(idleLacp, 0, settings);
    ({ state } = step(state, 10, settings, partner));
    expect(known(state)?.partnerUntil).toBe(10 + time);
    ({ state } = step(state, 9 + time, settings));
    expect(known(state)?.receive).toBe('current');
    ({ state } = step(state, 10 + time, settings));
    expect(known(state)).toMatchObject({ receive: 'expired', partnerUntil: 10 + time + 3000 });
    ({ state } = step(state, 10 + time + 2999, settings));
    expect(known(state)?.receive).toBe('expired');
    ({ state } = step(state, 10 + time + 3000, settings));
    expect(known(state)).toMatchObject({ receive: 'defaulted', partner: noPartner });
  });

  test('counts a LACPDU also without a link, and takes nothing from it', () => {
    const settings = { ...member, speed: 0 };
    let { state } = step(idleLacp, 0, settings);
    ({ state } = step(state, 10, settings, partner));
    expect(known(state)).toMatchObject({ receive: 'disabled', partner: noPartner, counts: { lacpdusReceived: 1 } });
  });

  test('is in sync only with a partner that is, that knows it, and of which one speaks first', () => {
    const inSync = (said: number, own: Partial<LacpPortSettings>, of: (actor: LacpParty) => LacpParty) => {
      const settings = { ...member, ...own };
      const { state } = step(idleLacp, 0, settings);
      const present = known(state);
      if (!present) throw new Error('no port');
      const actor = actorOf({ system: A, systemPriority: 32_768, places: 8, ports: new Map() }, 1, present);
      const heard = step(state, 10, settings, { ...partner, state: said }, of(actor));
      return ((known(heard.state)?.partner.state ?? 0) & StateBit.synchronization) !== 0;
    };
    const { activity, aggregation, synchronization } = StateBit;
    const full = activity | aggregation | synchronization;
    const same = (actor: LacpParty) => actor;
    const passive = (actor: LacpParty) => ({ ...actor, state: actor.state & ~activity });
    expect(inSync(full, {}, same)).toBe(true);
    expect(inSync(full & ~synchronization, {}, same)).toBe(false);
    expect(inSync(full, {}, (actor) => ({ ...actor, port: 2 }))).toBe(false);
    expect(inSync(full & ~aggregation, {}, (actor) => ({ ...actor, port: 2 }))).toBe(true);
    expect(inSync(full & ~activity, {}, same)).toBe(true);
    expect(inSync(full & ~activity, {}, passive)).toBe(false);
    expect(inSync(full & ~activity, { active: false }, same)).toBe(false);
    expect(inSync(full, { active: false }, same)).toBe(true);
  });

  test('answers a partner that has it wrong, and not one that has it right', () => {
    const settings = { ...member };
    const answers = (bit: number) => {
      let { state } = step(idleLacp, 0, settings);
      ({ state } = step(state, 10, settings, partner));
      const present = known(state);
      if (!present) throw new Error('no port');
      const actor = actorOf({ system: A, systemPriority: 32_768, places: 8, ports: new Map() }, 1, present);
      ({ state } = step(state, 1000, settings));
      return step(state, 1500, settings, partner, { ...actor, state: actor.state ^ bit }).send.length;
    };
    expect(answers(0)).toBe(0);
    const { activity, timeout, synchronization, aggregation, collecting, distributing } = StateBit;
    expect([activity, timeout, synchronization, aggregation, collecting, distributing].map(answers)).toEqual([
      ...[1, 1, 1, 1],
      ...[0, 0],
    ]);
  });

  test('speaks each 30 s, each second to a partner in a hurry, and not at all if neither speaks first', () => {
    const periods = (own: Partial<LacpPortSettings>, said: number) => {
      const settings = { ...member, ...own };
      let { state } = step(idleLacp, 0, settings);
      ({ state } = step(state, 10, settings, { ...partner, state: said }));
      return (known(state)?.periodicAt ?? 0) - 10;
    };
    const { activity, aggregation, timeout } = StateBit;
    expect(periods({}, activity | aggregation | timeout)).toBe(990);
    expect(periods({ active: false }, activity | aggregation)).toBe(30_000);
    expect(periods({ active: false }, activity | aggregation | timeout)).toBe(1000);
    expect(periods({ active: false }, aggregation | timeout)).toBe(Number.POSITIVE_INFINITY);
  });

  test('is woken for a LACPDU that was held back a second after the first of the three before it', () => {
    const one = new LacpSwitch(A, { 1: member });
    one.tell({ kind: 'configure' }, SOME_MOMENT);
    // As long as a partner is expected, it sends every second anyway.
    let now = SOME_MOMENT;
    while (known(one.state)?.receive !== 'defaulted') {
      now = one.state.wakeAt;
      one.tell({ kind: 'wake' }, now);
    }
    const first = now + 5000;
    one.sent.length = 0;
    for (const [place, at] of [0, 300, 600, 700].entries()) one.set(1, { shortTimeout: place % 2 === 0 }, first + at);
    expect(one.sent).toHaveLength(3);
    expect(one.state.wakeAt).toBe(first + 1000);
    one.tell({ kind: 'wake' }, one.state.wakeAt);
    expect(one.sent).toHaveLength(4);
  });

  test('waits two seconds for others of its trunk, and not for those of another one', () => {
    const one = new LacpSwitch(A, { 1: member, 2: member, 3: { ...member, trunk: 2 } });
    one.tell({ kind: 'configure' }, 0);
    const hears = (number: number, now: number, key = 7) =>
      one.tell(
        { kind: 'frame', port: number, octets: buildLacpdu(B, { ...partner, port: number, key }, noPartner) },
        now,
      );
    hears(1, 0);
    hears(3, 1500, 8);
    const muxes = () => [...one.state.ports.values()].map(({ mux }) => mux);
    one.tell({ kind: 'wake' }, 1999);
    expect(muxes()).toEqual(['waiting', 'detached', 'waiting']);
    one.tell({ kind: 'wake' }, 2000);
    expect(muxes()).toEqual(['attached', 'detached', 'waiting']);
    hears(2, 2500);
    one.tell({ kind: 'wake' }, 3500);
    expect(muxes()).toEqual(['attached', 'waiting', 'attached']);
  });

  test('is moved by a change of trunk, speed or priority, and only told by one of its timeout', () => {
    const bundled = port({ mux: 'attached', selected: 'selected', partnerUntil: 1e9 });
    const state: LacpState = { ports: new Map([[1, bundled]]), wakeAt: 0 };
    const moved = (change: Partial<LacpPortSettings>) => {
      const moves = step(state, 10, { ...member, ...change });
      return [known(moves.state)?.mux, moves.send.length];
    };
    expect(moved({})).toEqual(['attached', 0]);
    expect(moved({ shortTimeout: true })).toEqual(['attached', 1]);
    expect(moved({ priority: 1 })).toEqual(['waiting', 1]);
    expect(moved({ speed: 100 })).toEqual(['waiting', 1]);
    expect(moved({ trunk: 2 })).toEqual(['detached', 1]);
  });
});

describe('a trunk’s view', () => {
  test('has what each member does, of its own trunk, and nobody alone while any has a partner', () => {
    const ports = new Map([
      [1, port({ mux: 'collecting' })],
      [2, port({ mux: 'distributing' })],
      [3, port({ mux: 'distributing' }, { trunk: 2 })],
      [4, port({ mux: 'attached' })],
      [5, port({ receive: 'defaulted', partner: noPartner })],
    ]);
    const view = viewOfTrunk({ ports, wakeAt: 0 }, 1);
    expect(view).toEqual({ collecting: portListOf([1, 2]), distributing: portListOf([2]), individual: undefined });
    const alone = new Map([
      [5, port({ receive: 'defaulted', partner: noPartner }, { priority: 9 })],
      [6, port({ receive: 'defaulted', partner: noPartner }, { priority: 8 })],
      [7, port({ receive: 'expired', partner: noPartner }, { priority: 1 })],
      [8, port({ receive: 'disabled' }, { priority: 1 })],
    ]);
    const individual = viewOfTrunk({ ports: alone, wakeAt: 0 }, 1);
    expect(individual).toEqual({ collecting: portListOf([6]), distributing: portListOf([6]), individual: 6 });
    expect(viewOfTrunk({ ports: alone, wakeAt: 0 }, 2)).toEqual({
      ...{ collecting: NO_PORTS, distributing: NO_PORTS, individual: undefined },
    });
  });

  test('names a member by its link, its being alone, and whether it sends', () => {
    const view = { collecting: portListOf([1]), distributing: portListOf([1]), individual: 1 };
    expect([
      memberStatus(port({ receive: 'disabled' }), 1, view),
      memberStatus(port({ receive: 'defaulted' }), 1, view),
      memberStatus(port({ receive: 'defaulted' }), 2, view),
      memberStatus(port({ mux: 'distributing' }), 2, undefined),
      memberStatus(port({ mux: 'collecting' }), 2, undefined),
    ]).toEqual(['linkDown', 'individual', 'standby', 'bundled', 'standby']);
  });
});
