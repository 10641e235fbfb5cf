import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cancel, ManualClock } from '../../datapath/clock.ts';
import { portBit } from '../../model/values/port-list.ts';
import { popTag, replaceTag, tagOf } from '../frames/vlan-tag.ts';
import { type LoopEvent, type LoopNews, stepLoopDetection } from './detection.ts';
import { buildProbe, parseProbe } from './probe.ts';
import { idleLoopDetection, type LoopPort, type LoopSettings, type LoopState } from './state.ts';

const address = '02-00-00-00-00-01';
const SECOND = 1000;

/** A port with the VLANs that its frames carry the tag of, and the one that its frames are of without. */
interface TestPort extends LoopPort {
  readonly tagged: readonly number[];
}

const portIn = (tagged: readonly number[] = [], pvid = 1): TestPort => ({
  pvid,
  tagged,
});

function vlansOf(ports: ReadonlyMap<number, TestPort>): LoopSettings['vlans'] {
  const vlans = new Map<number, { members: bigint; untagged: bigint }>();
  const add = (vlan: number, port: number, untagged: boolean) => {
    const present = vlans.get(vlan) ?? { members: 0n, untagged: 0n };
    const bit = portBit(port);
    vlans.set(vlan, { members: present.members | bit, untagged: present.untagged | (untagged ? bit : 0n) });
  };
  for (const [port, { pvid, tagged }] of ports) {
    add(pvid, port, true);
    for (const vlan of tagged) add(vlan, port, false);
  }
  return vlans;
}

const byVlan = (ports: ReadonlyMap<number, TestPort>): LoopSettings =>
  settingsOf([], { mode: 'vlan', ports, vlans: vlansOf(ports) });

function settingsOf(ports: readonly number[], more: Partial<LoopSettings> = {}): LoopSettings {
  return {
    address,
    mode: 'port',
    interval: 10 * SECOND,
    recoverTime: 60 * SECOND,
    ports: new Map(ports.map((port) => [port, portIn()])),
    vlans: new Map(),
    ...more,
  };
}

/** A switch that looks for loops, with what is plugged between its ports; frames arrive at once, as received. */
class Wiring {
  readonly clock = new ManualClock();
  readonly news: LoopNews[] = [];
  /** Each probe that was sent, `port:vlan`. */
  readonly sent: string[] = [];
  /** The frame of the last probe of each. */
  readonly frames = new Map<string, Uint8Array>();
  state: LoopState = idleLoopDetection;
  settings: LoopSettings;
  #drawn = 1000n;
  #told = 0;
  #toldAt = 0;
  #sleep: Cancel = () => undefined;
  /** Each segment joins its ports; a port that is listed twice hears what it sends itself. */
  segments: readonly (readonly number[])[];

  constructor(settings: LoopSettings, segments: readonly (readonly number[])[]) {
    this.settings = settings;
    this.segments = segments;
    this.tell({ kind: 'configure' });
  }

  configure(settings: LoopSettings): void {
    this.settings = settings;
    this.tell({ kind: 'configure' });
  }

  tell(event: LoopEvent): void {
    this.#told = this.clock.now() === this.#toldAt ? this.#told + 1 : 0;
    this.#toldAt = this.clock.now();
    if (this.#told > 10_000) throw new Error('it never comes to rest');
    const step = stepLoopDetection(this.settings, this.state, event, this.clock.now(), () => this.#draw());
    this.state = step.state;
    this.news.push(...step.news);
    const { wakeAt } = this.state;
    this.#sleep();
    if (Number.isFinite(wakeAt)) {
      this.#sleep = this.clock.after(Math.max(0, wakeAt - this.clock.now()), () => this.tell({ kind: 'wake' }));
    }
    for (const { port, frame } of step.send) {
      const content = parseProbe(address, frame);
      const name = `${port}:${content?.vlan}`;
      this.sent.push(name);
      this.frames.set(name, frame);
      for (const segment of this.segments) {
        const at = segment.indexOf(port);
        if (at === -1) continue;
        for (const [other, receiver] of segment.entries()) {
          if (other !== at) this.tell({ kind: 'frame', port: receiver, octets: frame });
        }
      }
    }
  }

  /** The frame of the last probe that was sent by this name. */
  frame(name: string): Uint8Array {
    const frame = this.frames.get(name);
    if (!frame) throw new Error(`${name} was not sent`);
    return frame;
  }

  /** A frame comes in by a port, on a way of its own. */
  hear(port: number, octets: Uint8Array): void {
    this.tell({ kind: 'frame', port, octets });
  }

  #draw(): bigint {
    this.#drawn += 1n;
    return this.#drawn;
  }

  get closed(): string[] {
    return [...this.state.blocks.keys()];
  }
}

describe('loop detection', () => {
  it('closes the higher numbered port of a looped pair, and opens it when the cable is gone', () => {
    const wiring = new Wiring(settingsOf([1, 2, 3]), [[1, 2]]);
    expect(wiring.closed).toEqual(['2 0']);
    expect(wiring.news).toEqual([{ kind: 'looped', place: { port: 2, vlan: 0 }, sender: 1, receiver: 2 }]);
    wiring.segments = [];
    wiring.clock.advance(59 * SECOND);
    expect(wiring.closed).toEqual(['2 0']);
    wiring.clock.advance(SECOND);
    expect(wiring.closed).toEqual([]);
    expect(wiring.news.at(-1)).toEqual({ kind: 'open', place: { port: 2, vlan: 0 }, why: 'gone' });
  });

  it('never opens a loop that is still there, not for a moment', () => {
    const wiring = new Wiring(settingsOf([1, 2]), [[1, 2]]);
    wiring.clock.advance(600 * SECOND);
    expect(wiring.closed).toEqual(['2 0']);
    expect(wiring.news).toHaveLength(1);
    wiring.segments = [];
    wiring.clock.advance(61 * SECOND);
    expect(wiring.closed).toEqual([]);
  });

  it('closes a port that hears itself', () => {
    expect(new Wiring(settingsOf([4]), [[4, 4]]).closed).toEqual(['4 0']);
  });

  it('finds a loop made later within one interval, or at once where a link came up', () => {
    const wiring = new Wiring(settingsOf([1, 2]), []);
    wiring.clock.advance(3 * SECOND);
    wiring.segments = [[1, 2]];
    wiring.clock.advance(6 * SECOND);
    expect(wiring.closed).toEqual([]);
    wiring.clock.advance(SECOND);
    expect(wiring.closed).toEqual(['2 0']);
    const other = new Wiring(settingsOf([1, 2]), []);
    other.segments = [[1, 2]];
    other.tell({ kind: 'probe' });
    expect(other.closed).toEqual(['2 0']);
  });

  it('acts only on ports that take part: of two it closes the one that does', () => {
    expect(new Wiring(settingsOf([3]), [[3, 7]]).closed).toEqual(['3 0']);
    expect(new Wiring(settingsOf([7]), [[3, 7]]).closed).toEqual(['7 0']);
    expect(new Wiring(settingsOf([]), [[3, 7]]).sent).toEqual([]);
  });

  it('keeps a port closed for ever where there is no recover time, until it leaves and comes back', () => {
    const settings = settingsOf([1, 2], { recoverTime: Number.POSITIVE_INFINITY });
    const wiring = new Wiring(settings, [[1, 2]]);
    wiring.segments = [];
    wiring.clock.advance(100_000 * SECOND);
    expect(wiring.closed).toEqual(['2 0']);
    wiring.configure(settingsOf([1], { recoverTime: Number.POSITIVE_INFINITY }));
    expect(wiring.closed).toEqual([]);
    expect(wiring.news.at(-1)).toMatchObject({ kind: 'open', why: 'settings' });
    wiring.configure(settings);
    expect(wiring.closed).toEqual([]);
  });

  it('takes a new recover time for what is closed already', () => {
    const wiring = new Wiring(settingsOf([1, 2], { recoverTime: Number.POSITIVE_INFINITY }), [[1, 2]]);
    wiring.segments = [];
    wiring.clock.advance(100 * SECOND);
    wiring.configure(settingsOf([1, 2]));
    expect(wiring.closed).toEqual(['2 0']);
    wiring.clock.advance(SECOND);
    expect(wiring.closed).toEqual([]);
  });

  it('does not open by a test of before where the recover time was made longer meanwhile', () => {
    const wiring = new Wiring(settingsOf([1, 2]), [[1, 2]]);
    wiring.segments = [];
    wiring.clock.advance(59.5 * SECOND);
    wiring.configure(settingsOf([1, 2], { recoverTime: Number.POSITIVE_INFINITY }));
    wiring.clock.advance(100 * SECOND);
    expect(wiring.closed).toEqual(['2 0']);
    wiring.configure(settingsOf([1, 2], { recoverTime: 300 * SECOND }));
    wiring.clock.advance(139 * SECOND);
    expect(wiring.closed).toEqual(['2 0']);
    wiring.clock.advance(2 * SECOND);
    expect(wiring.closed).toEqual([]);
  });

  it('gives a port back to the administrator, and closes it again at once if it still loops', () => {
    const wiring = new Wiring(settingsOf([1, 2]), [[1, 2]]);
    wiring.segments = [];
    wiring.tell({ kind: 'recover', port: 2 });
    expect(wiring.closed).toEqual([]);
    expect(wiring.news.at(-1)).toMatchObject({ kind: 'open', why: 'recovered' });
    wiring.segments = [[1, 2]];
    wiring.tell({ kind: 'recover', port: 1 });
    expect(wiring.closed).toEqual(['2 0']);
    wiring.tell({ kind: 'recover', port: 2 });
    expect(wiring.closed).toEqual(['2 0']);
    expect(wiring.news.map(({ kind }) => kind)).toEqual(['looped', 'open', 'looped', 'open', 'looped']);
  });

  it('leaves one port of a hub open, and closes the others', () => {
    expect(new Wiring(settingsOf([1, 2, 3, 4]), [[2, 4, 3]]).closed.toSorted()).toEqual(['3 0', '4 0']);
  });

  it('in VLAN mode closes only the VLANs that loop', () => {
    const ports = new Map([
      [1, portIn([10, 20])],
      [2, portIn([10])],
      [3, portIn([20], 5)],
    ]);
    const settings = byVlan(ports);
    // Port 2 is not in VLAN 20: what comes in there in it goes no further.
    expect(new Wiring(settings, [[1, 2]]).closed.toSorted()).toEqual(['2 1', '2 10']);
    expect(new Wiring(settings, [[1, 3]]).closed.toSorted()).toEqual(['3 20', '3 5']);
    const wiring = new Wiring(settings, [[1, 2]]);
    const without10 = new Map(ports).set(2, portIn());
    wiring.configure(byVlan(without10));
    expect(wiring.closed).toEqual(['2 1']);
    wiring.configure(settingsOf([], { mode: 'port', ports: without10 }));
    expect(wiring.closed).toEqual(['2 0']);
  });

  it('sends many probes in bursts, every one within a round, none twice', () => {
    const vlans = Array.from({ length: 150 }, (_, at) => at + 2);
    const ports = new Map([1, 2, 3].map((port) => [port, portIn(vlans)]));
    const wiring = new Wiring(byVlan(ports), []);
    expect(wiring.sent).toHaveLength(100);
    wiring.clock.advance(9 * SECOND);
    expect(new Set(wiring.sent).size).toBe(3 * 151);
    expect(wiring.sent).toHaveLength(3 * 151);
    wiring.clock.advance(10 * SECOND);
    expect(wiring.sent).toHaveLength(2 * 3 * 151);
  });

  it('believes nobody but itself', () => {
    const silent = new Wiring(settingsOf([1, 2]), []);
    const own = silent.frame('1:0');
    const token = parseProbe(address, own)?.token ?? 0n;
    const spoilt = (change: (frame: Uint8Array) => Uint8Array) => change(own.slice());
    const frames = [
      buildProbe('02-00-00-00-00-02', { port: 1, vlan: 0, token }, false),
      // A station that knows the switch's address, but not the port's token.
      buildProbe(address, { port: 1, vlan: 0, token: 1n }, false),
      buildProbe(address, { port: 9, vlan: 0, token }, false),
      // A station that has heard what port 1 sends, and would speak for port 2.
      buildProbe(address, { port: 2, vlan: 0, token }, false),
      buildProbe(address, { port: 1, vlan: 1, token }, false),
      spoilt((frame) => frame.subarray(0, 30)),
      spoilt((frame) => frame.with(0, 0xff)),
      spoilt((frame) => frame.with(13, 1)),
      spoilt((frame) => frame.with(16, 2)),
    ];
    for (const octets of frames) silent.hear(2, octets);
    expect(silent.closed).toEqual([]);
    silent.hear(2, own);
    expect(silent.closed).toEqual(['2 0']);
  });

  it('is not taken in by a probe that somebody kept: its tokens are others each round', () => {
    const wiring = new Wiring(settingsOf([1, 2]), []);
    const kept = wiring.frame('1:0');
    wiring.clock.advance(19 * SECOND);
    // A round later it may still have been under way.
    expect(wiring.sent).toHaveLength(4);
    const again = new Wiring(settingsOf([1, 2]), []);
    again.clock.advance(19 * SECOND);
    again.hear(2, kept);
    expect(again.closed).toEqual(['2 0']);
    wiring.clock.advance(SECOND);
    wiring.hear(2, kept);
    expect(wiring.closed).toEqual([]);
    wiring.hear(2, wiring.frame('1:0'));
    expect(wiring.closed).toEqual(['2 0']);
  });

  it('believes a probe that takes a second to come back, however many links come up meanwhile', () => {
    const wiring = new Wiring(settingsOf([1, 2]), []);
    wiring.clock.advance(20 * SECOND);
    const slow = wiring.frame('1:0');
    for (let times = 0; times < 9; times += 1) {
      wiring.clock.advance(0.1 * SECOND);
      wiring.tell({ kind: 'probe' });
    }
    wiring.hear(2, slow);
    expect(wiring.closed).toEqual(['2 0']);
  });

  it('knows the probes of a port again that joined in the middle of a round', () => {
    const vlans = Array.from({ length: 150 }, (_, at) => at + 2);
    const ports = new Map([1, 2].map((port) => [port, portIn(vlans)]));
    const wiring = new Wiring(byVlan(ports), [[3, 3]]);
    wiring.configure(byVlan(new Map(ports).set(3, portIn())));
    wiring.clock.advance(SECOND);
    expect(wiring.closed).toEqual(['3 1']);
  });

  it('sends no more than a burst at once however many links come up, and leaves none of them out', () => {
    const ports = Array.from({ length: 48 }, (_, at) => at + 1);
    const wiring = new Wiring(settingsOf(ports), []);
    for (const _port of ports) wiring.tell({ kind: 'probe' });
    wiring.clock.advance(49);
    expect(wiring.sent).toHaveLength(100);
    wiring.sent.length = 0;
    wiring.clock.advance(50);
    expect(wiring.sent.length).toBeLessThanOrEqual(100);
    expect(new Set(wiring.sent).size).toBe(48);
    wiring.sent.length = 0;
    wiring.clock.advance(9 * SECOND);
    expect(wiring.sent.length).toBeLessThanOrEqual(48);
  });

  it('finishes the round that is under way before it begins another, however often links come up', () => {
    const vlans = Array.from({ length: 150 }, (_, at) => at + 2);
    const wiring = new Wiring(byVlan(new Map([1, 2, 3].map((port) => [port, portIn(vlans)]))), []);
    for (let bursts = 0; bursts < 4; bursts += 1) {
      wiring.clock.advance(50);
      wiring.tell({ kind: 'probe' });
    }
    expect(new Set(wiring.sent).size).toBe(3 * 151);
  });

  it('leaves closed places alone when links come up, and opens none before its time', () => {
    const wiring = new Wiring(settingsOf([1, 2], { interval: 1000 * SECOND }), [[1, 2]]);
    wiring.segments = [];
    wiring.sent.length = 0;
    wiring.clock.advance(30 * SECOND);
    wiring.tell({ kind: 'probe' });
    expect(wiring.sent).toEqual(['1:0']);
    wiring.clock.advance(29.5 * SECOND);
    expect(wiring.sent).toEqual(['1:0', '2:0']);
    wiring.tell({ kind: 'probe' });
    expect(wiring.closed).toEqual(['2 0']);
    wiring.clock.advance(0.5 * SECOND);
    expect(wiring.closed).toEqual([]);
  });

  it('tests many closed places in bursts as well, and opens each a second after its own test', () => {
    const vlans = Array.from({ length: 150 }, (_, at) => at + 2);
    const ports = new Map([1, 2].map((port) => [port, portIn(vlans)]));
    const settings = { ...byVlan(ports), interval: 1000 * SECOND };
    const wiring = new Wiring(settings, [[1, 2]]);
    wiring.clock.advance(SECOND);
    expect(wiring.closed).toHaveLength(151);
    wiring.segments = [];
    wiring.sent.length = 0;
    const most: number[] = [];
    for (let at = SECOND; at < 59.5 * SECOND; at += 50) {
      const before = wiring.sent.length;
      wiring.clock.advance(50);
      most.push(wiring.sent.length - before);
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(200);
    expect(wiring.sent.toSorted()).toEqual(Array.from({ length: 151 }, (_, at) => `2:${at + 1}`).toSorted());
    expect(wiring.closed).toHaveLength(151);
    wiring.clock.advance(2 * SECOND);
    expect(wiring.closed).toEqual([]);
    expect(new Set(wiring.news.filter(({ kind }) => kind === 'open').map(({ place }) => place.vlan)).size).toBe(151);
  });

  it('tests no more than a burst at once where many places are due at the same moment', () => {
    const vlans = Array.from({ length: 150 }, (_, at) => at + 2);
    const ports = new Map([1, 2].map((port) => [port, portIn(vlans)]));
    const settings = { ...byVlan(ports), interval: 1000 * SECOND };
    const wiring = new Wiring({ ...settings, recoverTime: Number.POSITIVE_INFINITY }, [[1, 2]]);
    wiring.clock.advance(100 * SECOND);
    wiring.segments = [];
    wiring.sent.length = 0;
    wiring.configure(settings);
    expect(wiring.sent).toHaveLength(100);
    wiring.clock.advance(50);
    expect(wiring.sent.filter((probe) => probe.startsWith('2:'))).toHaveLength(151);
    wiring.clock.advance(1.1 * SECOND);
    expect(wiring.closed).toEqual([]);
  });

  it('sends without a tag where it looks for loops of whole ports', () => {
    const wiring = new Wiring(settingsOf([1, 2]), []);
    expect(tagOf(wiring.frame('1:0'))).toBeUndefined();
    expect(wiring.frame('1:0')).toHaveLength(60);
  });

  it('keeps its rounds while a loop lasts', () => {
    const wiring = new Wiring(settingsOf([1, 2, 3, 4]), [[1, 2]]);
    wiring.clock.advance(65 * SECOND);
    wiring.segments = [
      [1, 2],
      [3, 4],
    ];
    wiring.clock.advance(10 * SECOND);
    expect(wiring.closed).toEqual(['2 0', '4 0']);
  });

  it('closes the higher numbered port whichever way round the probes go', () => {
    const wiring = new Wiring(settingsOf([1, 2]), []);
    wiring.hear(1, wiring.frame('2:0'));
    expect(wiring.closed).toEqual(['2 0']);
    expect(wiring.news).toEqual([{ kind: 'looped', place: { port: 2, vlan: 0 }, sender: 2, receiver: 1 }]);
  });

  it('closes no second port where the lower end of a loop is closed already', () => {
    const wiring = new Wiring(settingsOf([1, 2, 3]), [[1, 2]]);
    wiring.hear(3, wiring.frame('2:0'));
    expect(wiring.closed).toEqual(['2 0']);
    expect(wiring.news).toHaveLength(1);
  });

  it('in VLAN mode sends with the tag that the port has in the VLAN, and closes the VLAN that a probe comes back in', () => {
    const ports = new Map([1, 2].map((port) => [port, portIn([10, 20])]));
    const wiring = () => new Wiring(byVlan(ports), []);
    const [closes, translates, untagged, prioritized] = [wiring(), wiring(), wiring(), wiring()];
    expect(tagOf(closes.frame('1:10'))?.vid).toBe(10);
    expect(tagOf(closes.frame('1:1'))).toBeUndefined();
    closes.hear(2, closes.frame('1:10'));
    expect(closes.closed).toEqual(['2 10']);
    translates.hear(2, replaceTag(translates.frame('1:10'), 20));
    expect(translates.closed).toEqual(['2 20']);
    untagged.hear(2, popTag(untagged.frame('1:10')));
    expect(untagged.closed).toEqual(['2 1']);
    prioritized.hear(2, replaceTag(prioritized.frame('1:10'), 0));
    expect(prioritized.closed).toEqual(['2 1']);
  });

  it('thinks nothing of a probe of a VLAN that is gone meanwhile', () => {
    const wiring = new Wiring(byVlan(new Map([1, 2].map((port) => [port, portIn([10])]))), []);
    const late = wiring.frame('1:10');
    wiring.configure(byVlan(new Map([1, 2].map((port) => [port, portIn()]))));
    wiring.hear(2, late);
    expect(wiring.closed).toEqual([]);
  });

  it('finds its probe again behind a tag, whatever its priority', () => {
    const probe = { port: 3, vlan: 20, token: 5n };
    const tagged = buildProbe(address, probe, true);
    expect(parseProbe(address, tagged)).toEqual(probe);
    expect(parseProbe(address, replaceTag(tagged, 30))).toEqual(probe);
    expect(buildProbe(address, probe, false)).toHaveLength(60);
  });

  it('writes its probe as the Configuration Testing Protocol has it', () => {
    const frame = buildProbe(address, { port: 3, vlan: 20, token: 0x0102_0304_0506_0708n }, true);
    expect(Buffer.from(frame.subarray(0, 36)).toString('hex')).toBe(
      'cf0000000000' +
        '020000000001' +
        '8100e014' +
        '9000' +
        '0000' +
        '0100' +
        '0000' +
        '0003' +
        '0014' +
        '0102030405060708',
    );
    const skipping = frame.with(18, 2);
    expect(parseProbe(address, skipping)).toBeUndefined();
    expect(parseProbe(address, buildProbe(address, { port: 3, vlan: 0, token: 9n }, false).subarray(0, 32))).toEqual({
      port: 3,
      vlan: 0,
      token: 9n,
    });
  });

  it('is woken in vain before its time, and rests where no port takes part', () => {
    const wiring = new Wiring(settingsOf([1, 2]), []);
    const { state } = wiring;
    wiring.tell({ kind: 'wake' });
    expect(wiring.state).toBe(state);
    expect(wiring.sent).toEqual(['1:0', '2:0']);
    wiring.configure(settingsOf([]));
    expect(wiring.state).toMatchObject({
      pending: [],
      roundAt: Number.POSITIVE_INFINITY,
      wakeAt: Number.POSITIVE_INFINITY,
    });
  });

  it('begins a single round when it is woken late, and the next one an interval after', () => {
    const settings = settingsOf([1, 2]);
    const draw = () => 1n;
    const { state } = stepLoopDetection(settings, idleLoopDetection, { kind: 'configure' }, 0, draw);
    const late = stepLoopDetection(settings, state, { kind: 'wake' }, 95 * SECOND, draw);
    expect(late.send).toHaveLength(2);
    expect(late.state.wakeAt).toBe(105 * SECOND);
  });

  it('gives the administrator one port back, and leaves the others closed', () => {
    const wiring = new Wiring(settingsOf([1, 2, 3, 4]), [
      [1, 2],
      [3, 4],
    ]);
    wiring.segments = [];
    wiring.tell({ kind: 'recover', port: 4 });
    expect(wiring.closed).toEqual(['2 0']);
    expect(wiring.news.at(-1)).toEqual({ kind: 'open', place: { port: 4, vlan: 0 }, why: 'recovered' });
  });

  it('probes a closed place once before it opens, waits a second for what comes back, and probes both sides anew', () => {
    const wiring = new Wiring(settingsOf([1, 2], { interval: 1000 * SECOND }), [[1, 2]]);
    wiring.segments = [];
    wiring.sent.length = 0;
    wiring.clock.advance(58.999 * SECOND);
    expect(wiring.sent).toEqual([]);
    wiring.clock.advance(1);
    expect(wiring.sent).toEqual(['2:0']);
    wiring.clock.advance(999);
    expect(wiring.closed).toEqual(['2 0']);
    wiring.clock.advance(1);
    expect(wiring.closed).toEqual([]);
    expect(wiring.sent).toEqual(['2:0', '1:0', '2:0']);
  });

  it('opens a place at the end of its recover time, whatever came back before it was probed for the last time', () => {
    const wiring = new Wiring(settingsOf([1, 2], { interval: 1000 * SECOND }), [[1, 2]]);
    wiring.segments = [];
    wiring.clock.advance(30 * SECOND);
    wiring.hear(2, wiring.frame('1:0'));
    wiring.clock.advance(30 * SECOND);
    expect(wiring.closed).toEqual([]);
  });

  it('sends nothing of a round that its port has left meanwhile', () => {
    const vlans = Array.from({ length: 150 }, (_, at) => at + 2);
    const ports = new Map([1, 2].map((port) => [port, portIn(vlans)]));
    const wiring = new Wiring(byVlan(ports), []);
    wiring.sent.length = 0;
    wiring.settings = byVlan(new Map([...ports].slice(0, 1)));
    wiring.clock.advance(SECOND);
    expect(wiring.sent.filter((probe) => probe.startsWith('2:'))).toEqual([]);
    expect(wiring.sent).toHaveLength(101);
  });

  it('never throws and never changes for octets of any kind', () => {
    const settings = settingsOf([1, 2]);
    const { state } = stepLoopDetection(settings, idleLoopDetection, { kind: 'configure' }, 0, () => 7n);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 90 }), fc.integer({ min: 1, max: 64 }), (octets, port) => {
        expect(stepLoopDetection(settings, state, { kind: 'frame', port, octets }, 5, () => 7n).state).toBe(state);
      }),
    );
  });

  it('whatever is plugged, one round leaves every segment with its lowest port open and no loop', () => {
    const wires = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(wires, fc.subarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), fc.boolean(), (drawn, on, mirrored) => {
        const taken = new Set<number>();
        const segments = drawn.flatMap((segment) => {
          const free = segment.filter((port) => !taken.has(port));
          for (const port of free) taken.add(port);
          // A segment that gives every frame back is a loop for each of its ports.
          return free.length === 0 ? [] : [mirrored ? [...free, ...free] : free];
        });
        const wiring = new Wiring(settingsOf(on), segments);
        const isOpen = (port: number) => !wiring.state.blocks.has(`${port} 0`);
        for (const segment of segments) {
          const ports = [...new Set(segment)].sort((a, b) => a - b);
          const watched = ports.filter((port) => on.includes(port));
          if (mirrored) expect(watched.filter(isOpen)).toEqual([]);
          else {
            const open = ports.filter(isOpen);
            // Ports that take no part are never closed; of those that do at most one stays beside none of the others.
            const loose = ports.filter((port) => !on.includes(port));
            expect(open).toEqual(loose.length > 0 ? loose : ports.slice(0, 1));
          }
        }
        wiring.segments = [];
        wiring.clock.advance(61 * SECOND);
        expect(wiring.closed).toEqual([]);
      }),
    );
  });
});
