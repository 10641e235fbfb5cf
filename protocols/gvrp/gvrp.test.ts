import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portListOf, portsOf } from '../../model/values/port-list.ts';
import { lldpFrame } from '../lldp/lldpdu.ts';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { type GvrpEvent, stepGvrp } from './gvrp.ts';
import { AttributeEvent, buildGvrp, parseGvrp, type VlanAttribute } from './pdu.ts';
import { type GvrpPort, type GvrpSettings, type GvrpState, idleGvrp, type StaticVlan } from './state.ts';

const times: GvrpPort = { joinTime: 200, leaveTime: 600, leaveAllTime: 10_000, restricted: false };
const source = '02-00-00-00-00-01';

function settingsOf(ports: readonly number[], more: Partial<GvrpSettings> = {}): GvrpSettings {
  return {
    source,
    ports: new Map(ports.map((port) => [port, times])),
    active: portListOf([1, 2, 3, 4]),
    vlans: new Map(),
    maximumVlans: 256,
    largestVlan: 4094,
    ...more,
  };
}

const vlan = (members: readonly number[], forbidden: readonly number[] = []): StaticVlan => ({
  members: portListOf(members),
  forbidden: portListOf(forbidden),
});

/** Switches on cables, with one clock. */
class Network {
  now = SOME_MOMENT;
  readonly states: GvrpState[];
  readonly settings: GvrpSettings[];
  readonly cables = new Map<string, [number, number]>();
  /** Sent messages, "switch.port event vlan". */
  said: string[] = [];
  /** A VLAN found no place. */
  isFull = false;
  #seed = 1;

  constructor(settings: readonly GvrpSettings[]) {
    this.settings = [...settings];
    this.states = settings.map(() => idleGvrp);
    for (const at of settings.keys()) this.tell(at, { kind: 'configure' });
  }

  plug(a: number, portA: number, b: number, portB: number): this {
    this.cables.set(`${a}.${portA}`, [b, portB]).set(`${b}.${portB}`, [a, portA]);
    return this;
  }

  unplug(a: number, portA: number): void {
    const far = this.cables.get(`${a}.${portA}`);
    this.cables.delete(`${a}.${portA}`);
    if (far) this.cables.delete(`${far[0]}.${far[1]}`);
  }

  configure(at: number, change: Partial<GvrpSettings>): void {
    this.settings[at] = { ...settingsOf([]), ...this.settings[at], ...change };
    this.tell(at, { kind: 'configure' });
  }

  tell(at: number, event: GvrpEvent): void {
    const [settings, state] = [this.settings[at], this.states[at]];
    if (!settings || !state) throw new Error('There is no such switch.');
    const step = stepGvrp(settings, state, event, this.now, () => {
      this.#seed = (this.#seed * 16_807) % 2_147_483_647;
      return this.#seed / 2_147_483_647;
    });
    this.states[at] = step.state;
    this.isFull ||= step.full;
    for (const { port, frame } of step.send) {
      for (const { event: kind, vlan: id } of parseGvrp(frame)?.attributes ?? [])
        this.said.push(`${at}.${port} ${kind} ${id}`);
      const far = this.cables.get(`${at}.${port}`);
      if (far) this.tell(far[0], { kind: 'frame', port: far[1], octets: frame });
    }
  }

  hear(at: number, port: number, ...attributes: readonly VlanAttribute[]): void {
    for (const octets of buildGvrp('02-00-00-00-00-99', attributes)) this.tell(at, { kind: 'frame', port, octets });
  }

  pass(seconds: number): void {
    const end = this.now + seconds * 1000;
    for (;;) {
      const next = Math.min(...this.states.map(({ wakeAt }) => wakeAt));
      if (next > end) break;
      this.now = Math.max(this.now, next);
      for (const [at, { wakeAt }] of this.states.entries()) if (wakeAt <= this.now) this.tell(at, { kind: 'wake' });
    }
    this.now = end;
  }

  /** "20:1,2": the VLANs of a switch and the ports registered there. */
  registered(at: number): string[] {
    return [...(this.states[at]?.registered ?? [])]
      .sort(([a], [b]) => a - b)
      .map(([id, ports]) => `${id}:${portsOf(ports)}`);
  }
}

const join = (id: number): VlanAttribute => ({ event: AttributeEvent.joinIn, vlan: id });
const leave = (id: number): VlanAttribute => ({ event: AttributeEvent.leaveEmpty, vlan: id });

describe('a PDU', () => {
  it('has the octets of the standard', () => {
    const [frame] = buildGvrp(source, [
      { event: AttributeEvent.leaveAll, vlan: 0 },
      { event: AttributeEvent.joinIn, vlan: 20 },
    ]);
    const hex = Buffer.from(frame ?? []).toString('hex');
    expect(hex.slice(0, 56)).toBe('0180c2000021020000000001000e4242030001010200040200140000');
    expect(frame).toHaveLength(60);
  });

  it('is read as it was written, over as many frames as it takes', () => {
    const attributes = Array.from({ length: 4094 }, (_, at) => join(at + 1));
    const frames = buildGvrp(source, attributes);
    expect(frames.length).toBe(11);
    for (const frame of frames) expect(frame.length).toBeLessThanOrEqual(1514);
    expect(frames.flatMap((frame) => parseGvrp(frame)?.attributes ?? [])).toEqual(attributes);
  });

  const change = (at: number, octet: number) => {
    const frame = buildGvrp(source, [join(20), join(21)])[0]?.slice() ?? new Uint8Array();
    frame[at] = octet;
    return parseGvrp(frame)?.attributes.map((attribute) => attribute.vlan);
  };

  it.each([
    ['another destination', 5, 0x0e],
    ['another LLC', 14, 0xaa],
    ['another protocol', 18, 2],
    ['a length beyond its end', 12, 0x05],
  ])('with %s is none', (_what, at, octet) => {
    expect(change(at, octet)).toBeUndefined();
  });

  it.each([
    ['another type of attribute', 19, 2, []],
    ['an event that is not known', 21, 6, [21]],
    ['a VLAN that cannot be', 22, 0x1f, [21]],
    ['an attribute of no length', 20, 1, []],
    ['an attribute that reaches past its end', 24, 200, [20]],
  ])('with %s is read as far as it can be', (_what, at, octet, vlans) => {
    expect(change(at, octet)).toEqual(vlans);
  });

  it('is no LLDP', () => {
    expect(parseGvrp(lldpFrame(source, new Uint8Array(46)))).toBeUndefined();
    expect(parseGvrp(new Uint8Array(3))).toBeUndefined();
  });
});

/** Counts the entries of a map that are looked through, not those that are asked for by their key. */
class CountedMap<Key, Value> extends Map<Key, Value> {
  static looks = 0;

  override forEach(each: (value: Value, key: Key, map: Map<Key, Value>) => void): void {
    CountedMap.looks += this.size;
    super.forEach(each);
  }

  override [Symbol.iterator](): MapIterator<[Key, Value]> {
    CountedMap.looks += this.size;
    return super[Symbol.iterator]();
  }

  override keys(): MapIterator<Key> {
    CountedMap.looks += this.size;
    return super.keys();
  }

  override values(): MapIterator<Value> {
    CountedMap.looks += this.size;
    return super.values();
  }
}

describe('a switch full of VLANs that neighbors told of', () => {
  it('looks at none of them for a declaration that it knows, and at them once for one that is new', () => {
    const vlans = Array.from({ length: 1000 }, (_, at) => at + 1);
    const ports = Array.from({ length: 52 }, (_, at) => at + 1);
    const settings = settingsOf(ports, { active: portListOf(ports), maximumVlans: 4094 });
    const step = (state: GvrpState, port: number, attributes: readonly VlanAttribute[]) =>
      buildGvrp(source, attributes).reduce(
        (now, octets) => stepGvrp(settings, now, { kind: 'frame', port, octets }, 0, () => 0.5).state,
        state,
      );
    const begun = stepGvrp(settings, idleGvrp, { kind: 'configure' }, 0, () => 0.5).state;
    const full = [3, 7, 8].reduce((state, port) => step(state, port, vlans.map(join)), begun);
    const counted: GvrpState = {
      ...full,
      registered: new CountedMap(full.registered),
      ports: new Map(
        [...full.ports].map(([port, of]) => [
          port,
          { ...of, applicants: new CountedMap(of.applicants), registrars: new CountedMap(of.registrars) },
        ]),
      ),
    };
    const looks = (attributes: readonly VlanAttribute[]) => {
      CountedMap.looks = 0;
      step(counted, 7, attributes);
      return CountedMap.looks;
    };
    looks([]);
    expect(looks([join(20)])).toBeLessThanOrEqual(2 * vlans.length);
    const few = looks([join(2000)]);
    expect(looks(vlans.slice(0, 300).map((at) => join(2000 + at)))).toBeLessThanOrEqual(few + 2 * vlans.length);
  });
});

describe('a VLAN', () => {
  const chain = () =>
    new Network([
      settingsOf([2], { vlans: new Map([[20, vlan([1])]]) }),
      settingsOf([1, 2]),
      settingsOf([1], { vlans: new Map([[20, vlan([3])]]) }),
    ])
      .plug(0, 2, 1, 1)
      .plug(1, 2, 2, 1);

  it('is carried over every switch between its members, and stays', () => {
    const network = chain();
    network.pass(3);
    expect([0, 1, 2].map((at) => network.registered(at))).toEqual([['20:2'], ['20:1,2'], ['20:1']]);
    network.pass(100);
    expect([0, 1, 2].map((at) => network.registered(at))).toEqual([['20:2'], ['20:1,2'], ['20:1']]);
  });

  it('is taken back where its last member goes', () => {
    const network = chain();
    network.pass(3);
    network.configure(0, { vlans: new Map() });
    network.pass(3);
    // The other end still has a member: the way to it stays.
    expect([0, 1].map((at) => network.registered(at))).toEqual([['20:2'], ['20:2']]);
    network.configure(2, { vlans: new Map() });
    network.pass(3);
    expect([0, 1, 2].map((at) => network.registered(at))).toEqual([[], [], []]);
  });

  it('is taken back when its own leave time is over, also after another one', () => {
    const network = new Network([settingsOf([1])]);
    network.hear(0, 1, join(20), join(30));
    network.hear(0, 1, leave(20));
    network.pass(0.3);
    network.hear(0, 1, leave(30));
    network.pass(0.4);
    expect(network.registered(0)).toEqual(['30:1']);
    network.pass(0.3);
    expect(network.registered(0)).toEqual([]);
  });

  it('is taken back where nobody declares it any more, though nobody said so', () => {
    const network = chain();
    network.pass(3);
    network.unplug(0, 2);
    network.pass(30);
    expect(network.registered(1)).toEqual(['20:2']);
    expect(network.registered(0)).toEqual([]);
  });

  it('is taken back at once where a port takes part no more', () => {
    const network = chain();
    network.pass(3);
    network.configure(1, { ports: new Map([[2, times]]) });
    expect(network.registered(1)).toEqual(['20:2']);
    network.configure(1, { ports: new Map() });
    expect(network.registered(1)).toEqual([]);
    expect(network.states[1]?.wakeAt).toBe(Number.POSITIVE_INFINITY);
  });

  it('is not told of where its only members do not forward', () => {
    const network = new Network([settingsOf([2], { vlans: new Map([[20, vlan([1])]]), active: portListOf([2]) })]);
    network.pass(5);
    expect(network.said.filter((line) => line.endsWith(' 20'))).toEqual([]);
    network.configure(0, { active: portListOf([1, 2]) });
    network.pass(1);
    expect(network.said.filter((line) => line.endsWith(' 20'))).toEqual(['0.2 1 20', '0.2 1 20']);
  });

  it('is not told to the port that it came from', () => {
    const network = new Network([settingsOf([1, 2])]);
    network.hear(0, 1, join(20));
    network.pass(1);
    expect([...new Set(network.said.filter((line) => line.endsWith(' 20')))]).toEqual(['0.2 1 20']);
  });

  it('gains no port that is forbidden to it', () => {
    const network = new Network([settingsOf([1, 2], { vlans: new Map([[20, vlan([3], [1])]]) })]);
    network.hear(0, 1, join(20));
    network.hear(0, 2, join(20));
    expect(network.registered(0)).toEqual(['20:2']);
    expect(network.states[0]?.statistics.get(1)?.failed).toBe(0);
  });

  it('gives a port back that is forbidden from now on', () => {
    const network = new Network([settingsOf([1, 2], { vlans: new Map([[20, vlan([3])]]) })]);
    for (const port of [1, 2]) network.hear(0, port, join(20));
    expect(network.registered(0)).toEqual(['20:1,2']);
    network.configure(0, { vlans: new Map([[20, vlan([3], [1])]]) });
    expect(network.registered(0)).toEqual(['20:2']);
  });

  it('needs to exist where registration is restricted', () => {
    const restricted = new Map([[1, { ...times, restricted: true }]]);
    const network = new Network([settingsOf([], { ports: restricted, vlans: new Map([[20, vlan([3])]]) })]);
    network.hear(0, 1, join(20), join(30));
    expect(network.registered(0)).toEqual(['20:1']);
    expect(network.states[0]?.statistics.get(1)).toEqual({ failed: 1, lastOrigin: '02-00-00-00-00-99' });
    network.configure(0, { vlans: new Map() });
    expect(network.registered(0)).toEqual([]);
  });

  it('may have the largest number there is, and none beyond', () => {
    const network = new Network([settingsOf([1, 2], { largestVlan: 1000 })]);
    network.hear(0, 1, join(1000), join(1001));
    expect(network.registered(0)).toEqual(['1000:1']);
    expect(network.states[0]?.statistics.get(1)?.failed).toBe(1);
  });

  it('finds no place where there are as many as there can be', () => {
    const network = new Network([settingsOf([1, 2], { maximumVlans: 3, vlans: new Map([[1, vlan([1, 2])]]) })]);
    network.hear(0, 1, join(20), join(30), join(40));
    network.hear(0, 2, join(20), join(50));
    expect(network.registered(0)).toEqual(['20:1,2', '30:1']);
    expect(network.states[0]?.statistics.get(1)?.failed).toBe(1);
    expect(network.states[0]?.statistics.get(2)?.failed).toBe(1);
    expect(network.isFull).toBe(true);
  });

  it('that could not come to exist at a port anyway does not say that there is no place', () => {
    const ports = new Map([[1, { ...times, restricted: true }]]);
    const network = new Network([settingsOf([], { ports, maximumVlans: 1, vlans: new Map([[1, vlan([1])]]) })]);
    network.hear(0, 1, join(20));
    expect(network.states[0]?.statistics.get(1)?.failed).toBe(1);
    expect(network.isFull).toBe(false);
  });

  it('finds no place at a port that has brought nearly all there can be, and does at another one', () => {
    const settings = { maximumVlans: 17, vlans: new Map([[1, vlan([1, 2])]]) };
    const network = new Network([settingsOf([1, 2], settings)]);
    network.hear(0, 1, ...Array.from({ length: 16 }, (_, at) => join(20 + at)));
    expect(network.registered(0)).toHaveLength(14);
    expect(network.states[0]?.statistics.get(1)?.failed).toBe(2);
    network.hear(0, 2, join(50), join(51), join(52));
    expect(network.registered(0)).toHaveLength(16);
    const alone = new Network([settingsOf([1], settings)]);
    alone.hear(0, 1, ...Array.from({ length: 16 }, (_, at) => join(20 + at)));
    expect(alone.registered(0)).toHaveLength(16);
  });

  it('is not given back by a leave that somebody else’s join answers', () => {
    const network = new Network([settingsOf([1])]);
    network.hear(0, 1, join(20));
    network.hear(0, 1, leave(20));
    network.pass(0.5);
    network.hear(0, 1, join(20));
    network.pass(2);
    expect(network.registered(0)).toEqual(['20:1']);
    network.hear(0, 1, leave(20));
    network.pass(0.7);
    expect(network.registered(0)).toEqual([]);
  });

  it('stays with the members that an administrator gave it', () => {
    const network = new Network([settingsOf([1, 2], { vlans: new Map([[20, vlan([1])]]) })]);
    network.hear(0, 1, join(20), leave(20));
    network.pass(3);
    expect(network.registered(0)).toEqual([]);
    // Port 2 announces it as long as it exists.
    expect(network.said).toContain('0.2 1 20');
  });
});

const FRAMES = framesToTry(4000);
const FRAMES_OF_A_RUN = 100;

const attribute = fc.record({
  event: fc.constantFrom(...Object.values(AttributeEvent)),
  vlan: fc.integer({ min: 1, max: 40 }),
});

const frames = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 120 }) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.array(attribute, { minLength: 1, maxLength: 20 }),
        fc.array(fc.tuple(fc.nat({ max: 90 }), fc.nat({ max: 255 })), { maxLength: 3 }),
        fc.option(fc.nat({ max: 90 })),
      )
      .map(([attributes, changes, end]) => {
        const frame = buildGvrp('02-00-00-00-00-99', attributes)[0]?.slice() ?? new Uint8Array();
        for (const [at, octet] of changes) if (12 + at < frame.length) frame[12 + at] = octet;
        return end === null ? frame : frame.subarray(0, end);
      }),
  },
);

it(
  `survives whatever comes in, registers no more than there can be, and stays in legal states (FACEPLATE_SEED=${seed})`,
  () => {
    const course = fc.array(fc.tuple(fc.nat({ max: 4 }), frames, fc.nat({ max: 2000 }), fc.nat({ max: 19 })), {
      minLength: FRAMES_OF_A_RUN,
      maxLength: FRAMES_OF_A_RUN,
    });
    fc.assert(
      fc.property(course, (events) => {
        const network = new Network([
          settingsOf([1, 2, 3], { maximumVlans: 12, vlans: new Map([[5, vlan([4], [2])]]) }),
          settingsOf([1, 2]),
        ]).plug(0, 3, 1, 1);
        for (const [port, octets, pause, chance] of events) {
          network.tell(0, { kind: 'frame', port, octets });
          if (chance < 10) network.pass(pause / 1000);
          if (chance === 19) {
            const restricted = pause % 2 === 0;
            network.configure(0, {
              ports: new Map([1, 2, 3].slice(pause % 3).map((at) => [at, { ...times, restricted }])),
            });
          }
          const [state, settings] = [network.states[0], network.settings[0]];
          if (!state || !settings) throw new Error('There is no such switch.');
          expect(state.registered.size).toBeLessThanOrEqual(12);
          for (const [id, ports] of state.registered) {
            expect(ports).not.toBe(0n);
            for (const at of portsOf(ports)) expect(state.ports.get(at)?.registrars.has(id)).toBe(true);
            if (id === 5) expect(portsOf(ports)).not.toContain(2);
          }
          for (const { applicants, registrars, speakAt } of state.ports.values()) {
            expect(applicants.size).toBeLessThanOrEqual(4094);
            expect(registrars.size).toBeLessThanOrEqual(12);
            expect(speakAt).toBeGreaterThanOrEqual(network.now);
          }
          expect([...state.statistics.keys()].every((at) => at <= 3)).toBe(true);
        }
      }),
      { numRuns: Math.ceil(FRAMES / FRAMES_OF_A_RUN), seed },
    );
  },
  patience(FRAMES),
);
