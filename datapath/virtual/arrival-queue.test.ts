import { expect, test } from 'vitest';
import { ManualClock } from '../clock.ts';
import { type Arrival, ArrivalQueue } from './arrival-queue.ts';
import { SwitchPort } from './switch-port.ts';
import { copperPorts } from './virtual-harness.ts';

const named = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

/**
 * A queue whose frames are named by the port that they arrive at, "A 1" or "B control 1"; `sets` says what the handling of a
 * frame sets off.
 */
function begin(sets: (name: string, clock: ManualClock) => readonly string[] = () => []) {
  const clock = new ManualClock();
  const ports = new Map(copperPorts(2).map((facts) => [facts.number === 1 ? 'A' : 'B', new SwitchPort(facts)]));
  const handled: string[] = [];
  const lost: string[] = [];
  const nameOf = ({ frame }: Arrival) => new TextDecoder().decode(frame);
  const portOf = (name: string) => {
    const port = ports.get(name.slice(0, 1));
    if (!port) throw new Error(`No port takes "${name}".`);
    return port;
  };
  const queue = new ArrivalQueue(clock, {
    isControl: (arrival) => nameOf(arrival).includes('control'),
    handle(arrival) {
      handled.push(nameOf(arrival));
      for (const name of sets(nameOf(arrival), clock)) push(name);
    },
    lost: (arrival) => lost.push(nameOf(arrival)),
  });
  const push = (name: string) => queue.push({ port: portOf(name), frame: new TextEncoder().encode(name), weight: 1 });
  const took = () => handled.splice(0);
  return { clock, queue, push, took, lost, portOf };
}

/** Frames caused by the first one, and none after it. */
const first =
  (...names: readonly string[]) =>
  (name: string) =>
    name === 'A first' ? names : [];

test('lines take turns, each in its order, and frames for the agent go ahead', () => {
  const { push, took, queue } = begin(first('A 1', 'A 2', 'A 3', 'B 1', 'A control 1', 'B 2', 'B control 1'));
  push('A first');
  expect(took()).toEqual(['A first', 'A control 1', 'B control 1', 'A 1', 'B 1', 'A 2', 'B 2', 'A 3']);
  expect(queue.isIdle).toBe(true);
});

test('a line holds 128 frames and 32 for the agent; what finds it full is lost', () => {
  const { push, lost } = begin(first(...named(130, 'A'), ...named(34, 'A control'), ...named(128, 'B')));
  push('A first');
  expect(lost).toEqual(['A 129', 'A 130', 'A control 33', 'A control 34']);
});

test('a slice is 128 frames; the rest goes on after 4 ms', () => {
  const { push, took, clock, queue } = begin(first(...named(120, 'A'), ...named(20, 'B')));
  push('A first');
  expect(took()).toHaveLength(128);
  expect(queue.isIdle).toBe(false);
  clock.advance(3);
  expect(took()).toEqual([]);
  clock.advance(1);
  expect(took()).toHaveLength(13);
  expect(queue.isIdle).toBe(true);
});

test('a slice ends after 2 ms, though frames are left', () => {
  const { push, took, clock } = begin((name, clock) => {
    clock.advance(1);
    return first('A 1', 'A 2', 'A 3')(name);
  });
  push('A first');
  expect(took()).toEqual(['A first', 'A 1']);
  clock.advance(4);
  expect(took()).toEqual(['A 2', 'A 3']);
});

test('in the pause between slices a frame for the agent is taken at once and alone, any other waits for its turn', () => {
  const { push, took, clock } = begin(first(...named(128, 'A')));
  push('A first');
  took();
  push('B control 1');
  expect(took()).toEqual(['B control 1']);
  push('B 1');
  expect(took()).toEqual([]);
  clock.advance(4);
  expect(took()).toEqual(['A 128', 'B 1']);
});

test('forgets what waits at one port, for the agent too, and nothing else', () => {
  const { push, took, queue, portOf } = begin((name) => {
    if (name === 'A control 1') queue.clear(portOf('B'));
    return first('A control 1', 'A 1', 'B control 1', 'B 1')(name);
  });
  push('A first');
  expect(took()).toEqual(['A first', 'A control 1', 'A 1']);
  push('B 2');
  expect(took()).toEqual(['B 2']);
});

test('a queue that was stopped has forgotten everything, and works again with the next frame', () => {
  const { push, took, clock, queue } = begin(first(...named(100, 'A'), ...named(100, 'B')));
  push('A first');
  took();
  queue.stop();
  expect(queue.isIdle).toBe(true);
  clock.advance(100);
  expect(took()).toEqual([]);
  push('B 101');
  expect(took()).toEqual(['B 101']);
});

test('goes on after a frame whose handling failed', () => {
  const { push, took, clock } = begin((name) => {
    if (name === 'A 1') throw new Error('broken');
    return first('A 1', 'A 2')(name);
  });
  expect(() => push('A first')).toThrow('broken');
  took();
  clock.advance(4);
  expect(took()).toEqual(['A 2']);
});
