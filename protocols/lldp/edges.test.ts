import { describe, expect, it } from 'vitest';
import { SOME_MOMENT } from '../some-moment.ts';
import { type LldpEvent, stepLldp } from './lldp.ts';
import { lldpduIn, readLldpdu } from './lldpdu.ts';
import type { LldpNews } from './receive.ts';
import { isEndpoint } from './receive.ts';
import { idleLldp, type LldpSettings, noStatistics } from './state.ts';
import { lldpSettings, neighbourFrame, openPort, phone, switchPort } from './testing.ts';

/** An agent with ports 1 and 2, its clock, and what it has sent: "port@milliseconds time to live". */
function agent(more: Partial<LldpSettings> = {}) {
  let settings = lldpSettings([1, 2], more);
  let state = idleLldp;
  let now = SOME_MOMENT;
  const sent: string[] = [];
  const news: LldpNews[] = [];
  const tell = (event: LldpEvent) => {
    const step = stepLldp(settings, state, event, now);
    state = step.state;
    news.push(...step.news);
    for (const { port, frame } of step.send) {
      const octets = lldpduIn(frame);
      sent.push(`${port}@${now - SOME_MOMENT} ${octets && readLldpdu(octets)?.timeToLive}`);
    }
  };
  const made = {
    ...{ sent, news, tell, state: () => state },
    hear: (port: number, octets: Uint8Array) => tell({ kind: 'frame', port, octets }),
    configure(change: Partial<LldpSettings>) {
      const former = settings;
      settings = { ...settings, ...change };
      tell({ kind: 'configure', former });
    },
    pass(milliseconds: number) {
      const end = now + milliseconds;
      while (state.wakeAt <= end) {
        now = Math.max(now, state.wakeAt);
        tell({ kind: 'wake' });
      }
      now = end;
    },
    of: (port: number) => sent.splice(0).filter((line) => line.startsWith(`${port}@`)),
    names: () => [...state.neighbours.values()].map(({ port, information }) => `${port} ${information.systemName}`),
    counts: (port = 1) => state.statistics.get(port) ?? noStatistics,
  };
  made.configure({});
  return made;
}

describe('speaking', () => {
  it('says for how long it is good: the interval as often as it is held, and a second', () => {
    expect(agent().of(1)).toEqual(['1@0 121']);
    expect(agent({ transmitInterval: 5000, holdMultiplier: 2 }).of(1)).toEqual(['1@0 11']);
    expect(agent({ transmitInterval: 3_600_000, holdMultiplier: 10 }).of(1)).toEqual(['1@0 36001']);
    expect(agent({ transmitInterval: 32_767_000, holdMultiplier: 2 }).of(1)).toEqual(['1@0 65535']);
  });

  it('follows a change of one port after its delay at that port, and not at another one', () => {
    const one = agent();
    one.sent.length = 0;
    one.pass(500);
    const changed = openPort(1, { information: switchPort(1, { systemName: 'other' }) });
    one.configure({
      ports: new Map([
        [1, changed],
        [2, openPort(2)],
      ]),
    });
    one.pass(1499);
    expect(one.sent).toEqual([]);
    one.pass(1);
    expect(one.sent).toEqual(['1@2000 121']);
  });

  it('pauses exactly its delay after it was switched off, at that port', () => {
    const one = agent();
    one.pass(10_000);
    one.sent.length = 0;
    one.configure({
      ports: new Map([
        [1, openPort(1, { transmit: false })],
        [2, openPort(2)],
      ]),
    });
    expect(one.sent).toEqual(['1@10000 0']);
    one.sent.length = 0;
    one.configure({
      ports: new Map([
        [1, openPort(1)],
        [2, openPort(2)],
      ]),
    });
    one.pass(1999);
    expect(one.sent).toEqual([]);
    one.pass(1);
    expect(one.sent).toEqual(['1@12000 121']);
  });

  it('says no goodbye by a link that is down, and pauses for none', () => {
    const one = agent();
    one.pass(10_000);
    one.sent.length = 0;
    one.configure({
      ports: new Map([
        [1, openPort(1, { up: false })],
        [2, openPort(2)],
      ]),
    });
    one.configure({
      ports: new Map([
        [1, openPort(1)],
        [2, openPort(2)],
      ]),
    });
    expect(one.sent).toEqual(['1@10000 121']);
  });

  it('speaks fast at the port where somebody new is, a second apart, and only once while that lasts', () => {
    const one = agent({ fastStart: 3 });
    one.pass(10_000);
    one.sent.length = 0;
    one.hear(1, neighbourFrame('a'));
    one.pass(500);
    one.hear(1, neighbourFrame('b'));
    one.pass(10_000);
    expect(one.sent).toEqual(['1@10000 121', '1@11000 121', '1@12000 121']);
    one.hear(1, neighbourFrame('a'));
    one.pass(1000);
    expect(one.sent).toHaveLength(3);
  });

  it('sends five frames at once at most, and one more each second', () => {
    const one = agent({ transmitDelay: 0, fastStart: 1 });
    one.pass(20_000);
    one.sent.length = 0;
    for (let at = 0; at < 8; at += 1) {
      one.configure({
        ports: new Map([[1, openPort(1, { information: switchPort(1, { systemName: `name ${at}` }) })]]),
      });
    }
    expect(one.of(1)).toHaveLength(5);
    one.pass(999);
    expect(one.of(1)).toEqual([]);
    one.pass(1);
    expect(one.of(1)).toEqual(['1@21000 121']);
  });

  it('counts each frame at its own port, the goodbye too', () => {
    const one = agent();
    one.pass(30_000);
    one.configure({
      ports: new Map([
        [1, openPort(1)],
        [2, openPort(2, { transmit: false })],
      ]),
    });
    expect([one.counts(1), one.counts(2)]).toEqual([
      { ...noStatistics, sent: 2 },
      { ...noStatistics, sent: 3 },
    ]);
  });
});

describe('listening', () => {
  it('remembers a neighbor to the moment at which what it said is over', () => {
    const one = agent();
    one.hear(1, neighbourFrame('a', {}, 60));
    one.hear(2, neighbourFrame('b', {}, 61));
    one.pass(59_999);
    expect(one.names()).toEqual(['1 a', '2 b']);
    one.pass(1);
    expect(one.names()).toEqual(['2 b']);
    expect(one.news.at(-1)).toMatchObject({ kind: 'gone', why: 'aged', neighbour: { port: 1 } });
    expect([one.counts(1).ageouts, one.counts(2).ageouts]).toEqual([1, 0]);
    expect(one.state().table).toEqual({
      lastChange: SOME_MOMENT + 60_000,
      inserts: 2,
      deletes: 1,
      drops: 0,
      ageouts: 1,
    });
  });

  it('notes when a neighbor was first heard, and when it said something new', () => {
    const one = agent();
    one.hear(1, neighbourFrame('a'));
    one.pass(1000);
    one.hear(1, neighbourFrame('a'));
    const [same] = one.state().neighbours.values();
    expect(same).toMatchObject({
      since: SOME_MOMENT,
      changedAt: SOME_MOMENT,
      expiresAt: SOME_MOMENT + 121_000,
      index: 1,
    });
    expect(one.state().table.lastChange).toBe(SOME_MOMENT);
    one.hear(1, neighbourFrame('a', { systemDescription: 'new' }, 100));
    const [changed] = one.state().neighbours.values();
    expect(changed).toMatchObject({
      since: SOME_MOMENT,
      changedAt: SOME_MOMENT + 1000,
      expiresAt: SOME_MOMENT + 101_000,
    });
    expect(one.state().table).toMatchObject({ lastChange: SOME_MOMENT + 1000, inserts: 1, deletes: 0 });
    expect(one.news.map(({ kind }) => kind)).toEqual(['come', 'changed']);
  });

  it('takes a neighbor at two ports for two, and forgets the one that says goodbye', () => {
    const one = agent();
    for (const port of [1, 2]) one.hear(port, neighbourFrame('a'));
    one.hear(2, neighbourFrame('a', {}, 0));
    expect(one.names()).toEqual(['1 a']);
    expect(one.news.at(-1)).toMatchObject({ kind: 'gone', why: 'shutdown', neighbour: { port: 2 } });
    one.hear(2, neighbourFrame('b', {}, 0));
    expect(one.state().table).toMatchObject({ inserts: 2, deletes: 1, ageouts: 0 });
  });

  it('forgets neighbors of a port that is deaf or down, each for its reason, and no others', () => {
    const one = agent({ ports: new Map([1, 2, 3].map((port) => [port, openPort(port)])) });
    for (const port of [1, 2, 3]) one.hear(port, neighbourFrame(`n${port}`));
    one.news.length = 0;
    one.configure({
      ports: new Map([
        [1, openPort(1, { receive: false })],
        [2, openPort(2, { up: false })],
        [3, openPort(3)],
      ]),
    });
    expect(one.names()).toEqual(['3 n3']);
    expect(one.news).toMatchObject([
      { why: 'settings', neighbour: { port: 1 } },
      { why: 'link', neighbour: { port: 2 } },
    ]);
    for (const port of [1, 2]) one.hear(port, neighbourFrame('late'));
    expect([one.names(), one.counts(1).received, one.counts(2).received]).toEqual([['3 n3'], 1, 1]);
  });

  it('drops the ninth of a port, counts it, and says so again only once the longest of them is over', () => {
    const one = agent();
    for (let at = 0; at < 8; at += 1) one.hear(1, neighbourFrame(`n${at}`, {}, 1000));
    one.news.length = 0;
    one.hear(1, neighbourFrame('x', {}, 60));
    one.pass(59_999);
    one.hear(1, neighbourFrame('y', {}, 10));
    one.pass(1);
    one.hear(1, neighbourFrame('z', {}, 5));
    expect(one.news.filter(({ kind }) => kind === 'tooMany')).toHaveLength(1);
    one.pass(9999);
    one.hear(1, neighbourFrame('y', {}, 5));
    expect(one.news.filter(({ kind }) => kind === 'tooMany')).toEqual([
      { kind: 'tooMany', port: 1 },
      { kind: 'tooMany', port: 1 },
    ]);
    expect(one.state().table).toMatchObject({ inserts: 8, drops: 4 });
    one.hear(2, neighbourFrame('x'));
    expect(one.names()).toContain('2 x');
  });

  it('counts what it hears by column, and clears one port or all, but not when the table changed', () => {
    const one = agent();
    one.hear(1, neighbourFrame('a'));
    const bad = neighbourFrame('a');
    bad[14] = 0xff;
    one.hear(1, bad);
    one.hear(2, neighbourFrame('b'));
    expect(one.counts(1)).toEqual({ ...noStatistics, sent: 2, received: 2, errors: 1, discarded: 1 });
    one.tell({ kind: 'clear', port: 1 });
    expect([one.counts(1), one.counts(2).received, one.state().table.inserts]).toEqual([noStatistics, 1, 2]);
    one.tell({ kind: 'clear' });
    expect([one.counts(2), one.state().table]).toEqual([
      noStatistics,
      { lastChange: SOME_MOMENT, inserts: 0, deletes: 0, drops: 0, ageouts: 0 },
    ]);
    expect(one.names()).toEqual(['1 a', '2 b']);
  });

  it('takes classes I to III of LLDP-MED for endpoints', () => {
    const classes = [0, 1, 2, 3, 4].map((deviceClass) => isEndpoint(switchPort(1, { med: { ...phone, deviceClass } })));
    expect(classes).toEqual([false, true, true, true, false]);
    expect(isEndpoint(switchPort(1))).toBe(false);
  });

  it('answers a phone at its port in its own way, as long as it is there', () => {
    const toEndpoint = switchPort(1, { systemName: 'for phones' });
    const one = agent({ ports: new Map([1, 2].map((port) => [port, openPort(port, { toEndpoint })])), fastStart: 1 });
    one.pass(10_000);
    one.sent.length = 0;
    one.hear(1, neighbourFrame('phone', { med: phone }, 20));
    one.pass(3000);
    expect(one.sent).toEqual(['1@10000 121']);
    one.pass(17_000);
    expect(one.of(1)).toEqual(['1@10000 121', '1@30000 121']);
  });
});
