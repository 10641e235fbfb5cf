import { beforeEach, expect, test } from 'vitest';
import { type Cancel, ManualClock } from '../../datapath/clock.ts';
import type { PortState, PuntedFrame } from '../../datapath/datapath.ts';
import { emptyPlan } from '../../datapath/plan.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { group } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import type { DeviceContext, Service, ServiceContext } from '../feature.ts';
import { Listeners } from '../listeners.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { SlotStore, slot } from '../slot.ts';
import { SourceAdmission } from '../source-admission.ts';
import { FrameListeners } from '../switch/datapath-events.ts';
import { ServiceHost } from './service-host.ts';

const settings = group('settings', { title: 'Settings', fields: { a: integer({ label: 'A', min: 0, max: 9 }) } });
const heard = slot<readonly string[]>('heard', []);
const learned = slot<readonly string[]>('learned', []);
const place = slot<{ readonly run: number } | undefined>('place', undefined);
const frame: PuntedFrame = { kind: 'bpdu', port: 1, vlan: undefined, frame: new Uint8Array(60) };
const linkUp: PortState = { port: 1, link: 'up', speed: 1000, duplex: 'full' };

let clock: ManualClock;
let wallClock: DeviceWallClock;
let log: LogBuffer;
let frames: FrameListeners;
let links: Listeners<PortState>;
let plans: Listeners<void>;
let slots: SlotStore;
let sources: SourceAdmission;
let addresses: Listeners<void>;
let host: ServiceHost;
/** Subscriptions of services that were not cancelled. */
let followed: number;

beforeEach(() => {
  clock = new ManualClock();
  wallClock = new DeviceWallClock(clock, () => clock.now());
  log = new LogBuffer(wallClock);
  const unexpected = (error: unknown) => {
    throw error;
  };
  frames = new FrameListeners(unexpected, new EventCounts());
  links = new Listeners(unexpected);
  plans = new Listeners(unexpected);
  slots = new SlotStore(() => undefined, unexpected);
  sources = new SourceAdmission(clock, log, unexpected);
  addresses = new Listeners(unexpected);
  followed = 0;
  const context: Partial<DeviceContext> = {
    clock: counted(clock),
    wallClock: counted(wallClock),
    log: counted(log),
    slots: counted(slots),
    counts: new EventCounts(),
    sources: counted(sources),
    places: counted({ of: () => [], follow: (listener) => addresses.add(listener) }),
    configuration: () => Configuration.empty,
    ...counted<Pick<DeviceContext, 'onFrame' | 'onPlan' | 'onPort'>>({
      onFrame: (kinds, listener) => frames.add(kinds, listener),
      onPlan: (listener) => plans.add(() => listener(emptyPlan)),
      onPort: (listener) => links.add(listener),
    }),
  };
  // The services of these tests ask for nothing else.
  host = new ServiceHost(context as DeviceContext);
});

/** `target`, with what its functions give back to end something counted until that is called. */
function counted<Target extends object>(target: Target): Target {
  const wrapped =
    (method: (...given: unknown[]) => unknown) =>
    (...given: unknown[]) => {
      const end = method.apply(target, given);
      if (typeof end !== 'function') return end;
      followed += 1;
      return () => {
        followed -= 1;
        end();
      };
    };
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? wrapped(member as (...given: unknown[]) => unknown) : member;
    },
  });
}

/** Lets everything that waits for a promise, and nothing that waits for time, go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const messages = () => log.entries().map(englishOf);

/** A service that runs `start`, and how often it was started and stopped. */
function service(name: string, start: (context: ServiceContext, run: number) => void | Promise<void>) {
  const counts = { started: 0, stopped: 0, changed: 0 };
  const made: Service = {
    name,
    reads: [settings],
    async start(context) {
      counts.started += 1;
      await start(context, counts.started);
      return {
        changed: () => {
          counts.changed += 1;
        },
        stop: () => {
          counts.stopped += 1;
        },
      };
    },
  };
  return { counts, made };
}

const boom = () => {
  throw new Error('boom');
};
const rejected = async () => {
  await Promise.resolve();
  boom();
};

/** Each place that a service is called at, and what calls it. */
const places: [string, (context: ServiceContext, work: () => unknown) => Cancel, () => void][] = [
  ['in a timer', ({ clock: own }, work) => own.after(10, work), () => clock.advance(10)],
  ['in a timer', ({ clock: own }, work) => own.every(10, work), () => clock.advance(10)],
  ['on a frame', (context, work) => context.onFrame(['bpdu'], work), () => frames.tell(frame)],
  ['on a change of forwarding', (context, work) => context.onPlan(work), () => plans.tell()],
  ['on a change of a port', (context, work) => context.onPort(work), () => links.tell(linkUp)],
  [
    'on a change of a slot',
    (context, work) => context.slots.follow([heard], work),
    () => slots.update(heard, () => []),
  ],
  [
    'on a log entry',
    (context, work) => context.log.follow(({ message }) => (message.text === 'Hello.' ? work() : undefined)),
    () => log.write(5, say('Hello.')),
  ],
  [
    'on a change of the access list',
    (context, work) => context.sources.follow(work),
    () => sources.put(sources.permits('http', '192.0.2.1') ? [] : undefined),
  ],
  ['on a change of the addresses', (context, work) => context.places.follow(work), () => addresses.tell()],
  ['on a step of the clock', (context, work) => context.wallClock.onStep(work), () => wallClock.step(5)],
];

test('what a run decided is empty when the next one starts, and only that', async () => {
  const seen: (readonly string[])[] = [];
  const { made } = service('faulty', ({ clock: own, slots: ownSlots }) => {
    seen.push(ownSlots.get(heard));
    ownSlots.update(heard, () => ['decided']);
    ownSlots.update(learned, () => ['learned']);
    own.after(10, boom);
  });
  await host.start([{ ...made, decides: [heard] }]);
  clock.advance(10);
  await settled();
  expect(slots.get(heard)).toEqual(['decided']);
  clock.advance(1_000);
  await settled();
  expect(seen).toEqual([[], []]);
  expect(slots.get(learned)).toEqual(['learned']);
});

for (const [how, fault] of [
  ['throws', boom],
  ['rejects', rejected],
] as const) {
  test.each(places)(`a service that ${how} %s is named, and alone started again`, async (when, listen, happen) => {
    const calls = { faulty: 0, sound: 0 };
    const faulty = service('faulty', (context, run) => {
      listen(context, () => {
        calls.faulty += 1;
        return run === 1 ? fault() : undefined;
      });
    });
    const sound = service('sound', (context) => {
      listen(context, () => {
        calls.sound += 1;
      });
    });
    await host.start([faulty.made, sound.made]);
    happen();
    await settled();
    expect(calls).toEqual({ faulty: 1, sound: 1 });
    expect(messages()[0]).toBe(`The service faulty failed ${when} and is started again in 1 s: boom`);
    expect(faulty.counts).toMatchObject({ started: 1, stopped: 1 });
    clock.advance(1000);
    await settled();
    happen();
    await settled();
    expect(calls.faulty).toBe(2);
    expect(faulty.counts).toMatchObject({ started: 2, stopped: 1 });
    expect(sound.counts).toMatchObject({ started: 1, stopped: 0 });
  });
}

test('a service that cannot start is started again, ever later, and keeps no other from starting', async () => {
  const faulty = service('faulty', boom);
  const sound = service('sound', () => undefined);
  await host.start([faulty.made, sound.made]);
  expect(sound.counts.started).toBe(1);
  const starts: number[] = [];
  for (let second = 0; second < 200; second += 1) {
    const before = faulty.counts.started;
    clock.advance(1000);
    await settled();
    if (faulty.counts.started > before) starts.push(second + 1);
  }
  expect(starts).toEqual([1, 3, 7, 15, 31, 63, 127, 191]);
});

test('a service that ran well for a minute is started again after the first pause', async () => {
  const { made, counts } = service('frail', ({ clock: own }, run) => {
    if (run < 4) boom();
    own.after(60_000, boom);
  });
  await host.start([made]);
  for (let second = 0; second < 7; second += 1) {
    clock.advance(1000);
    await settled();
  }
  expect(counts.started).toBe(4);
  clock.advance(60_000);
  await settled();
  expect(messages()[0]).toMatch(/again in 1 s/);
});

test('what a stopped service asked for is over: timers, frames, ports, slots, handle', async () => {
  let calls = 0;
  const count = () => {
    calls += 1;
  };
  let kept: ServiceContext | undefined;
  const { made } = service('one', (context) => {
    kept = context;
    for (const [, listen] of places) listen(context, count);
    context.offer(place, { run: 1 });
  });
  await host.start([made]);
  expect(slots.get(place)).toEqual({ run: 1 });
  await host.stop();
  expect(slots.get(place)).toBeUndefined();
  for (const [, , happen] of places) happen();
  if (kept) for (const [, listen] of places) listen(kept, count);
  for (const [, , happen] of places) happen();
  await settled();
  expect(calls).toBe(0);
});

test.each(places)('a service that stops gives up what it is told %s', async (_, listen) => {
  let kept: ServiceContext | undefined;
  const { made } = service('one', (context) => {
    kept = context;
    listen(context, () => undefined);
  });
  await host.start([made]);
  expect(followed).toBe(1);
  await host.stop();
  expect(followed).toBe(0);
  // What it asks for later is given up at once.
  if (kept) listen(kept, () => undefined);
  expect(followed).toBe(0);
});

test.each(places)('a service can give up itself what it is told %s', async (_, listen, happen) => {
  let calls = 0;
  let cancel: Cancel = () => undefined;
  const { made } = service('one', (context) => {
    cancel = listen(context, () => {
      calls += 1;
    });
  });
  await host.start([made]);
  cancel();
  expect(followed).toBe(0);
  happen();
  await settled();
  expect(calls).toBe(0);
});

test('every service hears that the switch is about to end, whatever one of them does about it', async () => {
  const heard: string[] = [];
  const leaving = (name: string): Service => ({
    name,
    reads: [],
    start: () => ({
      leaving() {
        heard.push(name);
        if (name === 'a') boom();
      },
    }),
  });
  await host.start([leaving('a'), leaving('b')]);
  host.leave();
  expect(heard).toEqual(['a', 'b']);
  expect(messages()[0]).toBe('The service a failed at its end and is started again in 1 s: boom');
});

test('a handle that another run offered stays when the former run is cleared away', async () => {
  const { made } = service('one', (context, run) => {
    context.offer(place, { run });
    if (run === 1) context.clock.after(5, boom);
  });
  await host.start([made]);
  clock.advance(5);
  expect(slots.get(place)).toBeUndefined();
  await settled();
  clock.advance(1000);
  await settled();
  expect(slots.get(place)).toEqual({ run: 2 });
});

test('services stop in the reverse order of their start, whatever one of them throws', async () => {
  const order: string[] = [];
  const named = (name: string): Service => ({
    name,
    reads: [],
    start() {
      order.push(`start ${name}`);
      return {
        async stop() {
          await settled();
          order.push(`stop ${name}`);
          if (name === 'b') boom();
        },
      };
    },
  });
  await host.start([named('a'), named('b'), named('c')]);
  await host.stop();
  expect(order).toEqual(['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a']);
  expect(messages()).toEqual(['The service b could not be stopped: boom']);
});

test('a service that waits to be started again is not, once all have stopped', async () => {
  const { made, counts } = service('faulty', boom);
  await host.start([made]);
  await host.stop();
  clock.advance(100_000);
  await settled();
  expect(counts.started).toBe(1);
});

test('a change that comes while a service starts is told once it runs, and only to those that read the object', async () => {
  let go: () => void = () => undefined;
  const slow = service('slow', () => new Promise((resolve) => (go = resolve)));
  const other: Service = { name: 'other', reads: [], start: () => ({ changed: boom }) };
  const starting = host.start([slow.made, other]);
  await settled();
  host.changed(new Set([settings]));
  expect(slow.counts.changed).toBe(0);
  go();
  await starting;
  expect(slow.counts.changed).toBe(1);
  host.changed(new Set([settings]));
  expect(slow.counts.changed).toBe(2);
  expect(messages()).toEqual([]);
});

test('a change that comes while a service starts again is told to the new run only', async () => {
  let go: () => void = () => undefined;
  const { made, counts } = service('slow', (context, run) => {
    if (run === 1) context.clock.after(5, boom);
    else return new Promise((resolve) => (go = resolve));
    return undefined;
  });
  await host.start([made]);
  clock.advance(5);
  await settled();
  clock.advance(1000);
  await settled();
  await host.changed(new Set([settings]));
  expect(counts).toMatchObject({ started: 2, changed: 0 });
  go();
  await settled();
  expect(counts.changed).toBe(1);
});

test('one that is wanted only sometimes runs only then, and hears of what ends it', async () => {
  let isWanted = false;
  const { made, counts } = service('at times', () => undefined);
  const wanted = { ...made, wanted: () => isWanted };
  await host.start([wanted]);
  expect(counts).toEqual({ started: 0, stopped: 0, changed: 0 });
  isWanted = true;
  await host.changed(new Set());
  expect(counts.started).toBe(0);
  await host.changed(new Set([settings]));
  expect(counts).toEqual({ started: 1, stopped: 0, changed: 0 });
  await host.changed(new Set([settings]));
  expect(counts).toEqual({ started: 1, stopped: 0, changed: 1 });
  isWanted = false;
  await host.changed(new Set([settings]));
  expect(counts).toEqual({ started: 1, stopped: 1, changed: 2 });
  isWanted = true;
  await host.changed(new Set([settings]));
  await host.stop();
  expect(counts).toEqual({ started: 2, stopped: 2, changed: 2 });
});

test('one that is wanted no more while it starts is stopped as soon as it runs', async () => {
  let isWanted = true;
  let go: () => void = () => undefined;
  const { made, counts } = service('slow', () => new Promise((resolve) => (go = resolve)));
  const starting = host.start([{ ...made, wanted: () => isWanted }]);
  await settled();
  isWanted = false;
  const changing = host.changed(new Set([settings]));
  go();
  await starting;
  await changing;
  expect(counts).toEqual({ started: 1, stopped: 1, changed: 1 });
});

test('one that failed keeps its pause whatever changes, and is not started again once it is not wanted', async () => {
  let isWanted = true;
  const { made, counts } = service('faulty', boom);
  await host.start([{ ...made, wanted: () => isWanted }]);
  await host.changed(new Set([settings]));
  expect(counts.started).toBe(1);
  clock.advance(1000);
  await settled();
  expect(counts.started).toBe(2);
  isWanted = false;
  await host.changed(new Set([settings]));
  clock.advance(10_000);
  await settled();
  expect(counts.started).toBe(2);
});

test('one whose start hangs holds the others up for ten seconds at most', async () => {
  const hanging = service('hanging', () => new Promise<void>(() => undefined));
  const sound = service('sound', () => undefined);
  void host.start([hanging.made, sound.made]);
  clock.advance(9_999);
  await settled();
  expect(sound.counts.started).toBe(0);
  clock.advance(1);
  await settled();
  expect(sound.counts.started).toBe(1);
});

test('one that fails while its start hangs is started again, and what comes of that start is ended', async () => {
  let go: () => void = () => undefined;
  const { made, counts } = service('hanging', (context, run) => {
    if (run > 1) return undefined;
    context.clock.after(5, boom);
    return new Promise<void>((resolve) => {
      go = resolve;
    });
  });
  void host.start([made]);
  await settled();
  clock.advance(5);
  await settled();
  clock.advance(1000);
  await settled();
  expect(counts).toMatchObject({ started: 2, stopped: 0 });
  go();
  await settled();
  expect(counts).toMatchObject({ started: 2, stopped: 1 });
});

test('one whose stop hangs is started again after a failure all the same', async () => {
  let starts = 0;
  const made: Service = {
    name: 'hanging',
    reads: [],
    start(context) {
      starts += 1;
      context.clock.after(5, boom);
      return { stop: () => new Promise<void>(() => undefined) };
    },
  };
  await host.start([made]);
  clock.advance(5);
  await settled();
  clock.advance(10_000);
  await settled();
  expect(starts).toBe(2);
});

test('one whose start hangs leaves nothing running when all are stopped', async () => {
  let ticks = 0;
  const made: Service = {
    name: 'hanging',
    reads: [],
    start({ clock: own }) {
      own.every(1000, () => {
        ticks += 1;
      });
      return new Promise<never>(() => undefined);
    },
  };
  void host.start([made]);
  await settled();
  const stopping = host.stop();
  clock.advance(10_000);
  await stopping;
  const before = ticks;
  clock.advance(10_000);
  expect(ticks).toBe(before);
});

test('a service that fails on a change of the configuration is started again with it', async () => {
  const starts: string[] = [];
  const made: Service = {
    name: 'reader',
    reads: [settings],
    start() {
      starts.push('start');
      return { changed: boom };
    },
  };
  await host.start([made]);
  host.changed(new Set([settings]));
  expect(messages()).toEqual([
    'The service reader failed on a change of the configuration and is started again in 1 s: boom',
  ]);
  await settled();
  clock.advance(1000);
  await settled();
  expect(starts).toEqual(['start', 'start']);
});
