import { describe, expect, it } from 'vitest';
import { addressed, aged, asked, exchanged, heard, narrowed, replied, ripeCandidates, sighted } from './devices.ts';
import { noDevices, type SurveillanceState } from './state.ts';

const CAMERA = '00-40-8C-00-00-01';
const RECORDER = '02-00-00-00-00-09';
const camera = { mac: CAMERA, port: 3, kind: 'camera', evidence: 'address' } as const;
const recorder = { mac: RECORDER, port: 7, kind: 'recorder', evidence: 'onvif' } as const;
const other = { mac: RECORDER, port: 7, vlan: 1, address: '192.0.2.9' };

const both = sighted(sighted(noDevices, camera, 0), recorder, 0);
const device = (state: SurveillanceState, mac = CAMERA) => state.devices.get(mac);

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
    expect(
      device(sighted(state, { ...camera, mac: '00-40-8C-00-01-00', port: 5 }, 99), '00-40-8C-00-01-00'),
    ).toMatchObject({
      port: 5,
      lastHeard: 99,
    });
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

  it('are 32 candidates at most', () => {
    let state = sighted(noDevices, camera, 0);
    for (let at = 0; at < 100; at += 1) {
      state = exchanged(state, { camera: CAMERA, other: { ...other, mac: `02-00-00-00-01-${at}` } }, 0);
    }
    expect(state.candidates.size).toBe(32);
  });
});
