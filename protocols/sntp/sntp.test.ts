import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { say, wordsOf } from '../../model/values/message.ts';
import { idleSntp, type Moment, type SntpEvent, type SntpState, type SntpStep, stepSntp } from './client.ts';
import { measureSntp } from './measurement.ts';
import { buildSntpRequest, parseSntpReply, putTimestamp, SNTP_LENGTH } from './packet.ts';

const cookie = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);

interface Reply {
  readonly leap?: number;
  readonly version?: number;
  readonly mode?: number;
  readonly stratum?: number;
  readonly reference?: string;
  readonly cookie?: Uint8Array;
  readonly received: number;
  readonly transmitted?: number;
}

function replyOf(reply: Reply): Uint8Array {
  const octets = new Uint8Array(SNTP_LENGTH);
  octets[0] = ((reply.leap ?? 0) << 6) | ((reply.version ?? 4) << 3) | (reply.mode ?? 4);
  octets[1] = reply.stratum ?? 2;
  octets.set(new TextEncoder().encode(reply.reference ?? ''), 12);
  octets.set(reply.cookie ?? cookie, 24);
  putTimestamp(octets, 32, reply.received);
  putTimestamp(octets, 40, reply.transmitted ?? reply.received);
  return octets;
}

describe('packets', () => {
  test('a request is a client of version 4 and says nothing but its cookie', () => {
    const request = buildSntpRequest(cookie);
    expect(request).toHaveLength(48);
    expect(request[0]).toBe(0x23);
    expect(request.subarray(1, 40).every((octet) => octet === 0)).toBe(true);
    expect(request.subarray(40)).toEqual(cookie);
  });

  test('times read back to the millisecond, on both sides of 2036', () => {
    const time = fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(time, time, (received, transmitted) => {
        const reply = parseSntpReply(replyOf({ received, transmitted }));
        expect(reply?.received).toBeCloseTo(received, 2);
        expect(reply?.transmitted).toBeCloseTo(transmitted, 2);
      }),
    );
  });
});

describe('the edges of a packet', () => {
  test('are the cookie of eight octets and a name of four', () => {
    const long = Uint8Array.from({ length: 12 }, (_, at) => at + 1);
    expect(buildSntpRequest(long).subarray(40)).toEqual(long.subarray(0, 8));
    const octets = replyOf({ received: 0, stratum: 0, reference: 'RATEX' });
    expect(parseSntpReply(octets)?.reference).toBe('RATE');
    octets[12] = 0x20;
    expect(parseSntpReply(octets)?.reference).toBe('ATE');
  });

  test('the eras meet where the top bit of the seconds is set', () => {
    const octets = replyOf({ received: 0 });
    const view = new DataView(octets.buffer);
    view.setUint32(32, 0x8000_0000);
    view.setUint32(36, 0);
    view.setUint32(40, 0x7fff_ffff);
    view.setUint32(44, 0x8000_0000);
    expect(parseSntpReply(octets)).toMatchObject({
      received: (2 ** 31 - 2_208_988_800) * 1000,
      transmitted: (2 ** 31 - 1 + 2 ** 32 - 2_208_988_800) * 1000 + 500,
    });
  });
});

describe('a measurement', () => {
  test('finds the offset of the clock and the length of the way', () => {
    const span = fc.integer({ min: 0, max: 2000 });
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), span, span, (offset, way, service) => {
        const sentAt = Date.UTC(2026, 0);
        const received = sentAt + way + offset;
        const octets = replyOf({ received, transmitted: received + service });
        const measured = measureSntp({ cookie, sentAt }, octets, sentAt + 2 * way + service);
        if (measured?.kind !== 'time') throw new Error('no time');
        expect(measured.offset).toBeCloseTo(offset, 1);
        expect(measured.delay).toBeCloseTo(2 * way, 1);
      }),
    );
  });

  const request = { cookie, sentAt: Date.UTC(2026, 0) };
  const received = request.sentAt + 10;
  const measure = (reply: Partial<Reply>) => measureSntp(request, replyOf({ received, ...reply }), request.sentAt + 20);

  test('is not taken from anybody who did not see the request, nor from noise', () => {
    expect(measure({ cookie: new Uint8Array(8) })).toBeUndefined();
    expect(measure({ mode: 5 })).toBeUndefined();
    expect(measure({ mode: 3 })).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (octets) => {
        measureSntp(request, octets, request.sentAt);
      }),
    );
  });

  test('is refused from a server that cannot know', () => {
    expect(measure({ leap: 3 })).toEqual({ kind: 'unusable', reason: say('its own clock is not set') });
    expect(measure({ stratum: 16 })?.kind).toBe('unusable');
    expect(measure({ version: 0 })?.kind).toBe('unusable');
    expect(measure({ transmitted: received - 1000 })?.kind).toBe('unusable');
    expect(measure({ transmitted: received + 1000 })?.kind).toBe('unusable');
    expect(measure({ version: 5 })).toEqual({ kind: 'unusable', reason: say('it uses another version') });
    expect(measure({ stratum: 0, reference: 'RATE' })).toEqual({ kind: 'refused', code: 'RATE' });
    expect(measure({ stratum: 0, reference: 'a \x7f!' })).toEqual({ kind: 'refused', code: 'a!' });
    expect(measure({ transmitted: received + 1000 })).toMatchObject({ reason: say('its times are inconsistent') });
  });

  test('is of the request with exactly this cookie', () => {
    for (let at = 0; at < 8; at += 1) {
      const other = cookie.slice();
      other[at] = 99;
      expect(measure({ cookie: other }), `octet ${at}`).toBeUndefined();
    }
    expect(measure({})?.kind).toBe('time');
  });

  test('allows a way that is up to a millisecond shorter than none', () => {
    const measured = (way: number) =>
      measureSntp(
        request,
        replyOf({ received: request.sentAt, transmitted: request.sentAt + 500 }),
        request.sentAt + way,
      );
    expect(measured(499)).toMatchObject({ kind: 'time', delay: 0, offset: 0.5 });
    expect(measured(498)?.kind).toBe('unusable');
    expect(measured(510)).toMatchObject({ delay: 10, offset: -5 });
  });

  test('is taken from every version and every stratum that can know', () => {
    expect(measure({ version: 1 })?.kind).toBe('time');
    expect(measure({ stratum: 15 })).toMatchObject({ kind: 'time', stratum: 15 });
    expect(measureSntp(request, replyOf({ received }).subarray(0, 47), request.sentAt + 20)).toBeUndefined();
  });
});

describe('the client', () => {
  const settings = { servers: ['192.0.2.1', 'ntp.example'], pollInterval: 60_000 };
  const wall = Date.UTC(2026, 0);
  const at = (monotonic: number): Moment => ({ monotonic, wall: wall + monotonic });
  const step = (state: SntpState, event: SntpEvent, monotonic: number) =>
    stepSntp(settings, state, event, at(monotonic), cookie);
  const datagram = (server: string, reply: Partial<Reply>, monotonic: number): SntpEvent => ({
    kind: 'datagram',
    server,
    octets: replyOf({ received: wall + monotonic, ...reply }),
  });

  /** Lets the client wake as often as it wants to until `end`; who was asked when, and what was logged. */
  function run(first: SntpStep, end: number) {
    const asked: [number, string][] = first.send ? [[0, first.send.server]] : [];
    const warnings: string[] = first.warning ? [wordsOf(first.warning)] : [];
    let { state } = first;
    while (state.wakeAt <= end) {
      const monotonic = state.wakeAt;
      const next = step(state, { kind: 'wake' }, monotonic);
      if (next.send) asked.push([monotonic, next.send.server]);
      if (next.warning) warnings.push(wordsOf(next.warning));
      state = next.state;
    }
    return { asked, warnings, state };
  }

  test('asks at once, sets the clock, and polls after the interval', () => {
    const begun = step(idleSntp, { kind: 'start' }, 0);
    expect(begun.send?.server).toBe('192.0.2.1');
    const heard = step(begun.state, datagram('192.0.2.1', { received: wall + 5000, stratum: 1 }, 100), 100);
    expect(heard.adjust?.offset).toBeCloseTo(4950, 1);
    expect(heard.adjust).toMatchObject({ server: '192.0.2.1', stratum: 1 });
    expect(heard.state.wakeAt).toBe(60_100);
    expect(step(heard.state, { kind: 'wake' }, 60_100).send?.server).toBe('192.0.2.1');
  });

  test('asks each server three times, then waits for the next poll', () => {
    const { asked, warnings } = run(step(idleSntp, { kind: 'start' }, 0), 89_000);
    expect(asked).toEqual([
      [0, '192.0.2.1'],
      [5000, '192.0.2.1'],
      [10_000, '192.0.2.1'],
      [15_000, 'ntp.example'],
      [20_000, 'ntp.example'],
      [25_000, 'ntp.example'],
    ]);
    expect(warnings).toEqual(['Time server 192.0.2.1 does not respond.', 'Time server ntp.example does not respond.']);
  });

  test('rounds that fail are tried again ever more slowly, up to the poll interval', () => {
    const hourly = { servers: ['192.0.2.1'], pollInterval: 3_600_000 };
    const rounds: number[] = [];
    let { state } = stepSntp(hourly, idleSntp, { kind: 'start' }, at(0), cookie);
    while (state.wakeAt < 11_000_000) {
      const monotonic = state.wakeAt;
      const next = stepSntp(hourly, state, { kind: 'wake' }, at(monotonic), cookie);
      if (next.warning) rounds.push((next.state.wakeAt - monotonic) / 1000);
      state = next.state;
    }
    expect(rounds).toEqual([64, 128, 256, 512, 1024, 2048, 3600, 3600]);
  });

  test('a server whose name has no address gives way to the next one', () => {
    const begun = step(idleSntp, { kind: 'start' }, 0);
    const turned = step(begun.state, { kind: 'unreachable', server: '192.0.2.1', reason: 'There is no way there.' }, 1);
    expect(turned.send?.server).toBe('ntp.example');
    expect(turned.warning && wordsOf(turned.warning)).toBe('Time server 192.0.2.1: There is no way there.');
  });

  test('a late datagram of another server, or a forged one, changes nothing', () => {
    const begun = step(idleSntp, { kind: 'start' }, 0);
    expect(step(begun.state, datagram('ntp.example', {}, 10), 10)).toEqual({ state: begun.state });
    const forged = datagram('192.0.2.1', { cookie: new Uint8Array(8) }, 10);
    expect(step(begun.state, forged, 10)).toEqual({ state: begun.state });
    const rested = step(begun.state, datagram('192.0.2.1', {}, 10), 10);
    expect(step(rested.state, datagram('192.0.2.1', {}, 20), 20)).toEqual({ state: rested.state });
  });

  test('nothing is sent before its time, nor for a server that is not being asked', () => {
    const begun = step(idleSntp, { kind: 'start' }, 0);
    expect(step(begun.state, { kind: 'wake' }, 4999)).toEqual({ state: begun.state });
    const other: SntpEvent = { kind: 'unreachable', server: 'ntp.example', reason: say('no way there') };
    expect(step(begun.state, other, 10)).toEqual({ state: begun.state });
    expect(step(idleSntp, other, 10)).toEqual({ state: idleSntp });
    expect(step(idleSntp, datagram('ntp.example', {}, 10), 10)).toEqual({ state: idleSntp });
  });

  test.each<[string, Partial<Reply>, string]>([
    ['whose clock is not set', { leap: 3 }, 'Time server 192.0.2.1 cannot be used: its own clock is not set.'],
    ['that is restricted', { stratum: 0, reference: 'RSTR' }, 'Time server 192.0.2.1 refuses to serve this device.'],
    ['in a hurry', { stratum: 0, reference: 'RATE' }, 'Time server 192.0.2.1 requests fewer queries.'],
  ])('a server %s gives way to the next one, and the log says why', (_what, reply, warning) => {
    const begun = step(idleSntp, { kind: 'start' }, 0);
    const turned = step(begun.state, datagram('192.0.2.1', reply, 10), 10);
    expect(turned.warning && wordsOf(turned.warning)).toBe(warning);
    expect(turned.send?.server).toBe('ntp.example');
  });

  test('a server that denies is not asked again until the settings change', () => {
    const begun = step(idleSntp, { kind: 'start' }, 0);
    const denied = step(begun.state, datagram('192.0.2.1', { stratum: 0, reference: 'DENY' }, 10), 10);
    expect(denied.warning && wordsOf(denied.warning)).toBe('Time server 192.0.2.1 refuses to serve this device.');
    const { asked } = run(denied, 200_000);
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.every(([, server]) => server === 'ntp.example')).toBe(true);
    expect(step(denied.state, { kind: 'start' }, 20).send?.server).toBe('192.0.2.1');
  });

  test('one behind the first that denies is passed over in every later round', () => {
    const first = step(idleSntp, { kind: 'start' }, 0);
    const second = step(first.state, { kind: 'unreachable', server: '192.0.2.1' }, 10);
    expect(second.send?.server).toBe('ntp.example');
    const denied = step(second.state, datagram('ntp.example', { stratum: 0, reference: 'RSTR' }, 20), 20);
    const { asked } = run(denied, 200_000);
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.every(([, server]) => server === '192.0.2.1')).toBe(true);
  });

  test('one that denies is still passed over after another one has given the time', () => {
    const begun = step(idleSntp, { kind: 'start' }, 0);
    const denied = step(begun.state, datagram('192.0.2.1', { stratum: 0, reference: 'DENY' }, 10), 10);
    const synced = step(denied.state, datagram('ntp.example', {}, 20), 20);
    expect(synced.adjust?.server).toBe('ntp.example');
    expect(step(synced.state, { kind: 'wake' }, synced.state.wakeAt).send?.server).toBe('ntp.example');
  });

  test('a server that is asked too often is asked half as often', () => {
    const one = { ...settings, servers: ['192.0.2.1'] };
    const begun = stepSntp(one, idleSntp, { kind: 'start' }, at(0), cookie);
    const told = datagram('192.0.2.1', { stratum: 0, reference: 'RATE' }, 10);
    expect(stepSntp(one, begun.state, told, at(10), cookie).state.wakeAt).toBe(120_010);
  });

  test('is asked an eighth as often at the least, and as often as before once it gives the time', () => {
    const one = { ...settings, servers: ['192.0.2.1'] };
    const answer = (state: SntpState, now: number, reply: Partial<Reply>) =>
      stepSntp(one, state, datagram('192.0.2.1', reply, now), at(now), cookie);
    const wake = (state: SntpState, now: number) => stepSntp(one, state, { kind: 'wake' }, at(now), cookie);
    let { state } = stepSntp(one, idleSntp, { kind: 'start' }, at(0), cookie);
    const pauses: number[] = [];
    let now = 0;
    for (const reply of [1, 2, 3, 4, 5].map(() => ({ stratum: 0, reference: 'RATE' }))) {
      state = answer(state, now, reply).state;
      pauses.push(state.wakeAt - now);
      now = state.wakeAt;
      state = wake(state, now).state;
    }
    expect(pauses).toEqual([120_000, 240_000, 480_000, 480_000, 480_000]);
    state = answer(state, now, {}).state;
    now = state.wakeAt;
    // Three requests without an answer: no more patience than before.
    for (let round = 0; round < 4; round += 1) {
      state = wake(state, now).state;
      if (round < 3) now = state.wakeAt;
    }
    expect(state.wakeAt - now).toBe(60_000);
  });

  describe('once it is in time', () => {
    const far = 400 * 86_400_000;

    /** Answers each request with a time that is off by what `offsets` says in turn; when, and what came of it. */
    function told(offsets: readonly number[]) {
      let { state } = step(idleSntp, { kind: 'start' }, 0);
      const answer = (monotonic: number, received: number) =>
        step(state, datagram('192.0.2.1', { received: wall + monotonic + received }, monotonic), monotonic);
      ({ state } = answer(0, -far));
      return offsets.map((offset) => {
        const monotonic = state.wakeAt;
        ({ state } = step(state, { kind: 'wake' }, monotonic));
        const heard = answer(monotonic, offset);
        ({ state } = heard);
        return heard;
      });
    }

    test('is moved by no single answer that is far off, and says so', () => {
      const [forged, right] = told([far, 2000]);
      expect(forged?.adjust).toBeUndefined();
      expect(forged?.warning && wordsOf(forged.warning)).toBe(
        'Time server 192.0.2.1 returns a time far from the previous one; it is queried again first.',
      );
      expect(right?.adjust?.offset).toBeCloseTo(2000, 1);
    });

    test('believes a difference that is told three times in a row, a minute apart', () => {
      const [first, second, third] = told([far, far + 1000, far]);
      expect([first?.adjust, second?.adjust]).toEqual([undefined, undefined]);
      expect((second?.state.wakeAt ?? 0) - (first?.state.wakeAt ?? 0)).toBe(64_000);
      expect(third?.adjust?.offset).toBeCloseTo(far, 1);
      const changing = told([far, -far, far, -far, 2 * far]);
      expect(changing.every(({ adjust }) => adjust === undefined)).toBe(true);
      // Another difference is reported for the first time, however often the previous one was.
      const turned = told([far, far, -far, -far, -far]).map(({ adjust }) => adjust !== undefined);
      expect(turned).toEqual([false, false, false, false, true]);
    });

    test('takes tellings for the same that are ten seconds apart, and not a moment more', () => {
      const believed = (apart: number) => told([far, far + apart, far]).at(-1)?.adjust !== undefined;
      expect([believed(10_000), believed(10_001), believed(-10_000)]).toEqual([true, false, true]);
    });

    test('takes over at once what a clock may be off by', () => {
      const [step] = told([1_000_000]);
      expect(step?.adjust?.offset).toBeCloseTo(1_000_000, 1);
    });
  });

  test('at its beginning it believes the first time, however far it is', () => {
    const { state } = step(idleSntp, { kind: 'start' }, 0);
    const year = 400 * 86_400_000;
    expect(step(state, datagram('192.0.2.1', { received: wall + year }, 0), 0).adjust?.offset).toBeCloseTo(year, 1);
  });

  test('says of a server that it cannot reach, where nothing more is known, just that', () => {
    const begun = step(idleSntp, { kind: 'start' }, 0);
    const turned = step(begun.state, { kind: 'unreachable', server: '192.0.2.1' }, 1);
    expect(turned.warning && wordsOf(turned.warning)).toBe('Time server 192.0.2.1 is unreachable.');
  });

  test('asks three servers in their order, and rests behind the last', () => {
    const three = { ...settings, servers: ['a.example', 'b.example', 'c.example'] };
    let { state } = stepSntp(three, idleSntp, { kind: 'start' }, at(0), cookie);
    const asked: (string | undefined)[] = [state.asked?.server];
    for (let turn = 0; turn < 3; turn += 1) {
      const server = state.asked?.server ?? '';
      ({ state } = stepSntp(three, state, { kind: 'unreachable', server }, at(turn + 1), cookie));
      asked.push(state.asked?.server);
    }
    expect(asked).toEqual(['a.example', 'b.example', 'c.example', undefined]);
    expect(state.wakeAt).toBe(60_003);
  });

  test('knows its cookie even if the caller uses the octets again', () => {
    const mine = cookie.slice();
    const begun = stepSntp(settings, idleSntp, { kind: 'start' }, at(0), mine);
    mine.fill(0);
    expect(step(begun.state, datagram('192.0.2.1', {}, 10), 10).adjust).toBeDefined();
  });

  test('does not believe one millisecond more than a clock may be off by', () => {
    const begun = step(idleSntp, { kind: 'start' }, 0);
    const synced = step(begun.state, datagram('192.0.2.1', {}, 0), 0);
    const asking = step(synced.state, { kind: 'wake' }, 60_000);
    const heard = step(asking.state, datagram('192.0.2.1', { received: wall + 60_000 + 1_000_001 }, 60_000), 60_000);
    expect(heard.adjust).toBeUndefined();
  });

  describe('with an hour between polls', () => {
    const hourly = { servers: ['192.0.2.1'], pollInterval: 3_600_000 };
    const go = (state: SntpState, event: SntpEvent, now: number) =>
      stepSntp(hourly, state, event, at(now), cookie).state;
    const wake = (state: SntpState) => go(state, { kind: 'wake' }, state.wakeAt);
    /** Three requests without an answer; the pause afterwards. */
    const failed = (state: SntpState): [SntpState, number] => {
      const before = wake(wake(state));
      const after = wake(before);
      return [after, after.wakeAt - before.wakeAt];
    };

    test('an answer ends the growing pauses', () => {
      let pause = 0;
      let state = go(idleSntp, { kind: 'start' }, 0);
      for (const expected of [64_000, 128_000]) {
        [state, pause] = failed(state);
        expect(pause).toBe(expected);
        state = wake(state);
      }
      const now = state.wakeAt - 1;
      state = wake(go(state, datagram('192.0.2.1', {}, now), now));
      [state, pause] = failed(state);
      expect(pause).toBe(64_000);
    });

    test('an answer that is doubted ends them as well, and the patience that a server asked for', () => {
      let pause = 0;
      let state = go(idleSntp, { kind: 'start' }, 0);
      state = wake(go(state, datagram('192.0.2.1', {}, 1), 1));
      [state, pause] = failed(state);
      state = wake(state);
      let now = state.wakeAt - 1;
      state = go(state, datagram('192.0.2.1', { stratum: 0, reference: 'RATE' }, now), now);
      expect(state.wakeAt - now).toBe(7_200_000);
      state = wake(state);
      now = state.wakeAt - 1;
      state = go(state, datagram('192.0.2.1', { received: wall + now + 86_400_000 }, now), now);
      expect(state.wakeAt - now).toBe(64_000);
      [state, pause] = failed(wake(state));
      expect(pause).toBe(64_000);
    });

    test('new settings begin with the first server, the shortest pause, and any time', () => {
      let state = go(idleSntp, { kind: 'start' }, 0);
      state = go(state, datagram('192.0.2.1', {}, 1), 1);
      [state] = failed(wake(state));
      expect(go(state, { kind: 'start' }, state.wakeAt)).toMatchObject({
        ...{ patience: 1, failures: 0, isSynced: false, wakeAt: state.wakeAt + 5000 },
        asked: { server: '192.0.2.1', attempt: 1 },
      });
    });
  });

  test('without servers it waits', () => {
    const none = stepSntp({ ...settings, servers: [] }, idleSntp, { kind: 'start' }, at(0), cookie);
    expect(none.send).toBeUndefined();
    expect(none.state.wakeAt).toBe(60_000);
  });
});
