import { describe, expect, it } from 'vitest';
import { SOME_MOMENT } from '../some-moment.ts';
import type { LldpInformation } from './information.ts';
import { type LldpEvent, stepLldp } from './lldp.ts';
import { lldpduIn, readLldpdu } from './lldpdu.ts';
import type { LldpNews } from './receive.ts';
import { idleLldp, type LldpPort, type LldpSettings, type LldpState } from './state.ts';
import { lldpSettings, neighbourFrame, openPort, phone, switchPort } from './testing.ts';

const SECOND = 1000;

/** The engine with a clock of its own. */
class Agent {
  state: LldpState = idleLldp;
  settings: LldpSettings;
  now = SOME_MOMENT;
  /** Each frame: when, by which port, and for how long it is good. */
  sent: [seconds: number, port: number, timeToLive: number][] = [];
  said: LldpInformation[] = [];
  news: string[] = [];

  constructor(settings: LldpSettings) {
    this.settings = settings;
    this.tell({ kind: 'configure', former: settings });
  }

  tell(event: LldpEvent): void {
    const step = stepLldp(this.settings, this.state, event, this.now);
    this.state = step.state;
    for (const { port, frame } of step.send) {
      const read = readLldpdu(lldpduIn(frame) ?? new Uint8Array());
      if (!read) throw new Error('A frame was sent that nobody can read.');
      this.sent.push([(this.now - SOME_MOMENT) / SECOND, port, read.timeToLive]);
      this.said.push(read.information);
    }
    this.news.push(...step.news.map(wordsOf));
  }

  configure(change: Partial<LldpSettings>): void {
    const former = this.settings;
    this.settings = { ...former, ...change };
    this.tell({ kind: 'configure', former });
  }

  /** Changes one port. */
  port(port: number, change: Partial<LldpPort>): void {
    const present = this.settings.ports.get(port) ?? openPort(port);
    this.configure({ ports: new Map(this.settings.ports).set(port, { ...present, ...change }) });
  }

  hear(port: number, octets: Uint8Array): void {
    this.tell({ kind: 'frame', port, octets });
  }

  /** Lets time pass, and returns what was sent meanwhile, with the second. */
  pass(seconds: number): [number, number, number][] {
    const end = this.now + seconds * SECOND;
    this.sent = [];
    while (this.state.wakeAt <= end) {
      this.now = Math.max(this.now, this.state.wakeAt);
      this.tell({ kind: 'wake' });
    }
    this.now = end;
    return this.sent;
  }

  get neighbours(): string[] {
    return [...this.state.neighbours.values()].map(({ port, information }) => `${port} ${information.systemName}`);
  }
}

function wordsOf(news: LldpNews): string {
  if (news.kind === 'tooMany') return `${news.port} tooMany`;
  const { port, information } = news.neighbour;
  return `${port} ${information.systemName} ${news.kind === 'gone' ? news.why : news.kind}`;
}

describe('a port that speaks', () => {
  it('does so at once, and once in each interval; what it says is good for the hold time and a second', () => {
    const agent = new Agent(lldpSettings([1, 2]));
    expect(agent.sent).toEqual([
      [0, 1, 121],
      [0, 2, 121],
    ]);
    expect(agent.pass(61).map(([at, port]) => `${at} ${port}`)).toEqual(['30 1', '30 2', '60 1', '60 2']);
  });

  it('says what is good for 65535 seconds at most', () => {
    expect(new Agent(lldpSettings([1], { transmitInterval: 32_768_000, holdMultiplier: 10 })).sent).toEqual([
      [0, 1, 65_535],
    ]);
  });

  it('says something new after the delay, and then not before the interval', () => {
    const agent = new Agent(lldpSettings([1]));
    agent.pass(10);
    agent.port(1, { information: switchPort(1, { systemName: 'other' }) });
    // Two seconds since its last frame are long over.
    expect(agent.sent).toEqual([[10, 1, 121]]);
    expect(agent.said.at(-1)?.systemName).toBe('other');
    agent.port(1, { information: switchPort(1, { systemName: 'third' }) });
    expect(agent.pass(31)).toEqual([[12, 1, 121]]);
    expect(agent.said.at(-1)?.systemName).toBe('third');
  });

  it('says goodbye when it is switched off, and keeps silent for the delay', () => {
    const agent = new Agent(lldpSettings([1]));
    agent.pass(10);
    agent.port(1, { transmit: false });
    expect(agent.sent).toEqual([[10, 1, 0]]);
    agent.sent = [];
    agent.port(1, { transmit: true });
    expect(agent.sent).toEqual([]);
    expect(agent.pass(5)).toEqual([[12, 1, 121]]);
  });

  it('says goodbye at every port when LLDP is switched off', () => {
    const agent = new Agent(lldpSettings([1, 2]));
    agent.pass(10);
    agent.configure({ ports: new Map() });
    expect(agent.sent).toEqual([
      [10, 1, 0],
      [10, 2, 0],
    ]);
    expect(agent.pass(100)).toEqual([]);
  });

  it('says nothing where the link is down, and speaks at once when it comes up', () => {
    const agent = new Agent(lldpSettings([1]));
    agent.pass(10);
    agent.port(1, { up: false });
    expect(agent.pass(100)).toEqual([]);
    agent.port(1, { up: true });
    expect(agent.sent).toEqual([[110, 1, 121]]);
  });

  it('follows a shorter interval at once, and a longer one after its next frame', () => {
    const agent = new Agent(lldpSettings([1]));
    agent.pass(1);
    agent.configure({ transmitInterval: 5000 });
    // The time to live is different: that is announced first.
    expect(agent.pass(12).map(([at]) => at)).toEqual([2, 7, 12]);
  });

  it('speaks fast to somebody new: a frame each second, as many as are asked for', () => {
    const agent = new Agent(lldpSettings([1, 2], { fastStart: 4 }));
    agent.pass(10.5);
    agent.sent = [];
    agent.hear(1, neighbourFrame('phone'));
    expect(agent.sent).toEqual([[10.5, 1, 121]]);
    expect(
      agent
        .pass(20)
        .filter(([, port]) => port === 1)
        .map(([at]) => at),
    ).toEqual([11.5, 12.5, 13.5]);
  });

  it('never sends more than a few frames without a pause, whoever comes and goes', () => {
    const agent = new Agent(lldpSettings([1]));
    agent.pass(10);
    agent.sent = [];
    for (let turn = 0; turn < 100; turn += 1) {
      agent.hear(1, neighbourFrame(`guest ${turn}`));
      agent.hear(1, neighbourFrame(`guest ${turn}`, {}, 0));
    }
    expect(agent.sent.length).toBe(1);
    expect(agent.pass(10).length).toBeLessThanOrEqual(10);
  });

  it('speaks LLDP-MED only while an endpoint is there that does', () => {
    const agent = new Agent(lldpSettings([]));
    agent.port(1, { toEndpoint: switchPort(1, { med: { capabilities: 1, deviceClass: 4 } }) });
    expect(agent.said.at(-1)?.med).toBeUndefined();
    agent.pass(10);
    agent.hear(1, neighbourFrame('switch', { med: { capabilities: 1, deviceClass: 4 } }));
    expect(agent.said.at(-1)?.med).toBeUndefined();
    agent.pass(10);
    agent.hear(1, neighbourFrame('phone', { med: phone }));
    expect(agent.said.at(-1)?.med).toEqual({ capabilities: 1, deviceClass: 4 });
    agent.hear(1, neighbourFrame('phone', {}, 0));
    agent.pass(5);
    expect(agent.said.at(-1)?.med).toBeUndefined();
  });
});

describe('a port that listens', () => {
  it('remembers who speaks there as long as that says, and learns what is new', () => {
    const agent = new Agent(lldpSettings([1]));
    agent.hear(1, neighbourFrame('a', {}, 20));
    agent.pass(10);
    agent.hear(1, neighbourFrame('a', {}, 20));
    agent.pass(15);
    expect(agent.neighbours).toEqual(['1 a']);
    agent.hear(1, neighbourFrame('a', { portDescription: 'new' }, 20));
    expect(agent.news).toEqual(['1 a come', '1 a changed']);
    agent.pass(20);
    expect(agent.neighbours).toEqual([]);
    expect(agent.news.at(-1)).toBe('1 a aged');
    expect(agent.state.statistics.get(1)?.ageouts).toBe(1);
    expect(agent.state.table).toMatchObject({
      inserts: 1,
      deletes: 1,
      ageouts: 1,
      drops: 0,
      lastChange: SOME_MOMENT + 45 * SECOND,
    });
  });

  it('tells neighbours apart by chassis and port, and gives each an index that it keeps', () => {
    const agent = new Agent(lldpSettings([1, 2]));
    agent.hear(1, neighbourFrame('a'));
    agent.hear(1, neighbourFrame('a', { portId: { subtype: 7, octets: Uint8Array.of(1) } }));
    agent.hear(2, neighbourFrame('a'));
    agent.hear(1, neighbourFrame('a', { portDescription: 'new' }));
    expect([...agent.state.neighbours.values()].map(({ port, index }) => [port, index])).toEqual([
      [1, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it('forgets who says goodbye, and everybody where the link goes down or nobody listens any more', () => {
    const agent = new Agent(lldpSettings([1, 2, 3]));
    for (const port of [1, 2, 3]) agent.hear(port, neighbourFrame('a'));
    agent.hear(1, neighbourFrame('a', {}, 0));
    agent.port(2, { up: false });
    agent.port(3, { receive: false });
    expect(agent.neighbours).toEqual([]);
    expect(agent.news.slice(3)).toEqual(['1 a shutdown', '2 a link', '3 a settings']);
    expect(agent.state.table).toMatchObject({ inserts: 3, deletes: 3, ageouts: 0 });
    agent.hear(2, neighbourFrame('a'));
    agent.hear(3, neighbourFrame('a'));
    expect(agent.neighbours).toEqual([]);
    expect(agent.state.statistics.get(3)?.received).toBe(1);
  });

  it('remembers eight at a port, and says once that there are more', () => {
    const agent = new Agent(lldpSettings([1, 2]));
    for (let at = 0; at < 12; at += 1) agent.hear(1, neighbourFrame(`n${at}`, {}, 60));
    expect(agent.state.neighbours.size).toBe(8);
    expect(agent.news.filter((line) => line === '1 tooMany')).toHaveLength(1);
    expect(agent.state.table.drops).toBe(4);
    agent.hear(2, neighbourFrame('n9'));
    expect(agent.neighbours).toContain('2 n9');
    // A neighbor that left makes room.
    agent.hear(1, neighbourFrame('n0', {}, 0));
    agent.hear(1, neighbourFrame('n9', {}, 60));
    expect(agent.neighbours).toContain('1 n9');
  });

  it('says again that there are more only when the one that it said it of could be gone', () => {
    const agent = new Agent(lldpSettings([1, 2]));
    for (let at = 0; at < 8; at += 1) agent.hear(1, neighbourFrame(`n${at}`, {}, 600));
    agent.hear(1, neighbourFrame('x', {}, 300));
    // Somebody who is good for less does not shorten that.
    agent.hear(1, neighbourFrame('y', {}, 10));
    agent.pass(100);
    agent.hear(1, neighbourFrame('z', {}, 10));
    expect(agent.news.filter((line) => line === '1 tooMany')).toHaveLength(1);
    agent.pass(201);
    agent.hear(1, neighbourFrame('z', {}, 10));
    expect(agent.news.filter((line) => line === '1 tooMany')).toHaveLength(2);
  });

  it('goes on with the first index behind the last one, past those that are still in use', () => {
    const agent = new Agent(lldpSettings([1]));
    for (const name of ['a', 'b', 'c']) agent.hear(1, neighbourFrame(name));
    agent.state = { ...agent.state, nextIndex: 2_147_483_647 };
    for (const name of ['d', 'e']) agent.hear(1, neighbourFrame(name));
    const indexes = [...agent.state.neighbours.values()].map(({ index }) => index);
    expect(indexes).toEqual([1, 2, 3, 2_147_483_647, 4]);
  });

  it('remembers 256 in all', () => {
    const ports = Array.from({ length: 52 }, (_, at) => at + 1);
    const agent = new Agent(lldpSettings(ports));
    for (const port of ports) for (let at = 0; at < 8; at += 1) agent.hear(port, neighbourFrame(`n${at}`));
    expect(agent.state.neighbours.size).toBe(256);
    expect(agent.state.table.drops).toBe(52 * 8 - 256);
  });

  it('counts what it hears, and begins anew where it is asked to', () => {
    const agent = new Agent(lldpSettings([1, 2]));
    const broken = neighbourFrame('a');
    broken[14] = 0x04;
    agent.hear(1, neighbourFrame('a', { unknown: [] }));
    agent.hear(1, broken);
    agent.hear(2, broken);
    expect(agent.state.statistics.get(1)).toMatchObject({ sent: 2, received: 2, discarded: 1, errors: 1 });
    agent.tell({ kind: 'clear', port: 1 });
    expect(agent.state.statistics.get(1)).toBeUndefined();
    expect(agent.state.statistics.get(2)).toMatchObject({ received: 1 });
    expect(agent.state.table.inserts).toBe(1);
    agent.tell({ kind: 'clear' });
    expect(agent.state.statistics.size).toBe(0);
    expect(agent.state.table).toMatchObject({ inserts: 0, lastChange: SOME_MOMENT });
    expect(agent.neighbours).toEqual(['1 a']);
  });
});
