import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { addressed, aged, asked, exchanged, heard, narrowed, replied, ripeCandidates, sighted } from './devices.ts';
import { noDevices, type SurveillanceState } from './state.ts';

const CAMERA = '00-40-8C-00-00-01';
const RECORDER = '02-00-00-00-00-09';
const camera = { mac: CAMERA, port: 3, kind: 'camera', evidence: 'address' } as const;
const recorder = { mac: RECORDER, port: 7, kind: 'recorder', evidence: 'onvif' } as const;
const other = { mac: RECORDER, port: 7, vlan: 1, address: '192.0.2.9' };

const both = sighted(sighted(noDevices, camera, 0), recorder, 0);
const device = (state: SurveillanceState, mac = CAMERA) => state.devices.get(mac);

const octet = (value: number) => value.toString(16).padStart(2, '0').toUpperCase();

describe('devices of surveillance', () => {
  it('are what they say of themselves before what their addresses say', () => {
    const said = sighted(noDevices, { ...camera, kind: 'recorder', evidence: 'onvif', model: 'NVR 1' }, 0);
    expect(device(sighted(said, camera, 1))).toMatchObject({ kind: 'recorder', evidence: 'onvif', model: 'NVR 1' });
    const guessed = sighted(sighted(noDevices, camera, 0), { ...camera, kind: 'other', evidence: 'lldp' }, 1);
    expect(device(guessed)).toMatchObject({ kind: 'other', evidence: 'lldp' });
  });

  it('are 64 cameras and 16 recorders at most; who is known is still heard', () => {
    let state = noDevices;
    for (let at = 0; at < 70; at += 1) {
      const mac = `00-40-8C-00-01-${at.toString(16).padStart(2, '0').toUpperCase()}`;
      state = sighted(state, { ...camera, mac }, at);
      state = sighted(state, { ...recorder, mac: mac.replace('00-40', '02-40') }, at);
    }
    const kinds = [...state.devices.values()].map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'camera')).toHaveLength(64);
    expect(kinds.filter((kind) => kind === 'recorder')).toHaveLength(16);
    const again = sighted(state, { ...camera, mac: '00-40-8C-00-01-00' }, 99);
    expect(device(again, '00-40-8C-00-01-00')).toMatchObject({ port: 3, lastHeard: 99 });
  });

  it('that one port makes up in thousands leave room for an honest one at another', () => {
    let state = noDevices;
    for (let at = 0; at < 2000; at += 1) {
      state = sighted(state, { ...camera, mac: `00-40-8C-01-${octet(at >> 8)}-${octet(at & 255)}`, port: 9 }, at);
    }
    const honest = sighted(state, camera, 3000);
    expect([honest.devices.size, device(honest)?.port]).toEqual([64, 3]);
    const after = sighted(honest, { ...camera, mac: '00-40-8C-01-FF-FF', port: 9 }, 3001);
    expect(after.devices.has('00-40-8C-01-FF-FF')).toBe(false);
    expect(device(after)?.port).toBe(3);
  });

  it('move with their cables, and do not come and go with each frame of who speaks in their name', () => {
    const forged = { ...camera, port: 5 };
    expect(device(sighted(sighted(noDevices, camera, 0), forged, 9999))?.port).toBe(3);
    const moved = sighted(sighted(noDevices, camera, 0), forged, 10_000);
    expect(device(moved)).toMatchObject({ port: 5, reply: 'noAddress' });
    expect(device(sighted(moved, camera, 19_999))?.port).toBe(5);
  });

  it('that say now this, now that, do not come and go: by evidence as good as before nobody becomes less', () => {
    const says = (state: SurveillanceState, kind: 'camera' | 'recorder' | 'other', now: number) =>
      sighted(state, { ...camera, kind, evidence: 'lldp' }, now);
    let state = says(noDevices, 'camera', 0);
    const kinds = new Set<string | undefined>();
    for (let at = 1; at < 100; at += 1) {
      state = says(state, (['recorder', 'other', 'camera'] as const)[at % 3] ?? 'other', at * 1000);
      if (at > 2) kinds.add(device(state)?.kind);
    }
    expect([...kinds]).toEqual(['recorder']);
    expect(device(state)).toMatchObject({ group: 1, port: 3 });
  });

  it('that turn out to be recorders stream to nobody any more', () => {
    const streaming = exchanged(both, { camera: CAMERA, other }, 0);
    expect([...streaming.streams]).toEqual([[CAMERA, RECORDER]]);
    const turned = sighted(streaming, { ...camera, kind: 'recorder', evidence: 'onvif' }, 1);
    expect(turned.streams.size).toBe(0);
  });

  it('recorders lead groups by the lowest number that is free', () => {
    const second = '02-00-00-00-00-0A';
    const two = sighted(both, { ...recorder, mac: second }, 0);
    expect([device(two, RECORDER)?.group, device(two, second)?.group, device(two)?.group]).toEqual([1, 2, 0]);
    const without = narrowed(two, ({ mac }) => mac !== RECORDER);
    expect(device(sighted(without, recorder, 1), RECORDER)?.group).toBe(1);
  });

  it('are forgotten after the aging time and not before', () => {
    const state = heard(sighted(noDevices, camera, 0), CAMERA, 500);
    expect(aged(state, { now: 1499, ageing: 1000 })).toBe(state);
    expect(aged(state, { now: 1500, ageing: 1000 }).devices.size).toBe(0);
  });

  it('are silent after three questions that they have not answered, until they answer', () => {
    let state = addressed(sighted(noDevices, camera, 0), CAMERA, '192.0.2.3', 0);
    state = replied(asked(state, CAMERA), CAMERA, '192.0.2.3', 1);
    expect(device(state)?.reply).toBe('replied');
    for (let question = 1; question <= 3; question += 1) state = asked(state, CAMERA);
    expect(device(state)?.reply).toBe('replied');
    state = asked(state, CAMERA);
    expect(device(state)?.reply).toBe('silent');
    expect(device(replied(state, CAMERA, '192.0.2.3', 9))).toMatchObject({ reply: 'replied', unanswered: 0 });
  });

  it('are asked for no address that nobody knows', () => {
    const state = sighted(noDevices, camera, 0);
    expect(asked(state, CAMERA)).toBe(state);
    expect(device(state)?.reply).toBe('noAddress');
  });
});

describe('who has pictures', () => {
  const often = (state: SurveillanceState, times: number, now = 0) => {
    let next = state;
    for (let at = 0; at < times; at += 1) next = exchanged(next, { camera: CAMERA, other }, now + at);
    return next;
  };

  it('is the recorder of the camera where he is known as one', () => {
    expect(often(both, 1).streams.get(CAMERA)).toBe(RECORDER);
    const gone = narrowed(often(both, 1), ({ mac }) => mac === CAMERA);
    expect(gone.streams.size).toBe(0);
  });

  it('may be one after five frames within half a minute', () => {
    const alone = sighted(noDevices, camera, 0);
    expect(ripeCandidates(often(alone, 4))).toEqual([]);
    expect(ripeCandidates(often(alone, 5))).toMatchObject([{ mac: RECORDER, address: '192.0.2.9', port: 7 }]);
    expect(ripeCandidates(often(often(alone, 4), 1, 40_000))).toEqual([]);
  });

  it('is asked for no more once he is known', () => {
    const ripe = often(sighted(noDevices, camera, 0), 5);
    const known = sighted(ripe, { ...recorder, evidence: 'stream' }, 9);
    expect(ripeCandidates(known)).toEqual([]);
    expect(often(known, 1).streams.get(CAMERA)).toBe(RECORDER);
  });

  it('is nobody where what sends is no camera', () => {
    const state = sighted(noDevices, { ...camera, kind: 'other' }, 0);
    expect(often(state, 9)).toBe(state);
  });

  it('are 32 candidates at most, and 8 at one port', () => {
    const filled = (ports: number) => {
      let state = sighted(noDevices, camera, 0);
      for (let at = 0; at < 100; at += 1) {
        const one = { ...other, mac: `02-00-00-00-01-${at}`, port: 1 + (at % ports) };
        state = exchanged(state, { camera: CAMERA, other: one }, 0);
      }
      return state.candidates.size;
    };
    expect([filled(1), filled(8)]).toEqual([8, 32]);
  });
});

const count = framesToTry(3000);

test(
  `${count} random doings leave no more than there is room for, seed ${seed}`,
  () => {
    const mac = fc.nat(400).map((at) => `02-00-00-00-${octet(at >> 8)}-${octet(at & 255)}`);
    const port = fc.integer({ min: 1, max: 6 });
    const address = fc.constantFrom('192.0.2.1', '192.0.2.2');
    const kind = fc.constantFrom('camera', 'recorder', 'other');
    const evidence = fc.constantFrom('address', 'onvif', 'lldp', 'stream');
    type Doing = (state: SurveillanceState, now: number) => SurveillanceState;
    const sighting = fc.record({ mac, port, kind, evidence, address: fc.option(address, { nil: undefined }) });
    const doing = fc.oneof(
      {
        weight: 6,
        arbitrary: sighting.map(
          (seen): Doing =>
            (state, now) =>
              sighted(state, seen, now),
        ),
      },
      fc.tuple(mac, address).map(
        ([who, at]): Doing =>
          (state, now) =>
            addressed(state, who, at, now),
      ),
      fc.tuple(mac, address).map(
        ([who, at]): Doing =>
          (state, now) =>
            replied(state, who, at, now),
      ),
      mac.map(
        (who): Doing =>
          (state) =>
            asked(state, who),
      ),
      fc.record({ camera: mac, other: fc.record({ mac, port, vlan: fc.constant(1), address }) }).map(
        (heardOf): Doing =>
          (state, now) =>
            exchanged(state, heardOf, now),
      ),
      fc.nat(60_000).map(
        (ageing): Doing =>
          (state, now) =>
            aged(state, { now, ageing }),
      ),
      port.map(
        (gone): Doing =>
          (state) =>
            narrowed(state, (one) => one.port !== gone),
      ),
    );
    let state = noDevices;
    let now = 0;
    fc.assert(
      fc.property(doing, fc.nat(500), (next, passed) => {
        now += passed;
        state = next(state, now);
        const devices = [...state.devices.values()];
        const of = (wanted: string) => devices.filter((one) => one.kind === wanted);
        expect(of('camera').length).toBeLessThanOrEqual(64);
        expect(of('other').length).toBeLessThanOrEqual(64);
        expect(state.candidates.size).toBeLessThanOrEqual(32);
        const groups = of('recorder').map(({ group }) => group);
        expect(new Set(groups).size).toBe(groups.length);
        for (const group of groups) expect(group >= 1 && group <= 16).toBe(true);
        for (const [from, to] of state.streams) {
          expect([state.devices.get(from)?.kind, state.devices.get(to)?.kind]).toEqual(['camera', 'recorder']);
        }
      }),
      { numRuns: count, seed },
    );
  },
  patience(count),
);
