import type { Clock } from '../../datapath/clock.ts';
import { say } from '../../model/values/message.ts';
import type { DeviceContext, ServiceContext } from '../feature.ts';
import type { Log } from '../log/log.ts';
import type { Slot, Slots } from '../slot.ts';
import type { SourceControl } from '../source-admission.ts';
import type { WallClock } from '../wall-clock.ts';
import { type Fence, outside } from './fence.ts';

/** The device as one run of a service sees it: whatever calls the service back is fenced, and ends with it. */
export function serviceContext(context: DeviceContext, fence: Fence): ServiceContext {
  const slots = fencedSlots(context.slots, fence);
  return {
    ...context,
    clock: fencedClock(context.clock, fence),
    wallClock: fencedWallClock(context.wallClock, fence),
    log: fencedLog(context.log, fence),
    slots,
    places: {
      of: (port) => context.places.of(port),
      follow: (listener) =>
        fence.enclose(context.places.follow(fence.guard(say('on a change of the addresses'), listener))),
    },
    sources: fencedSources(context.sources, fence),
    management: {
      perform: (requests, caller, options) => outside(() => context.management.perform(requests, caller, options)),
      tryOut: (requests, caller) => outside(() => context.management.tryOut(requests, caller)),
      read: (object, query, caller) => outside(() => context.management.read(object, query, caller)),
    },
    change: (why, edit) => outside(() => context.change(why, edit)),
    onFrame: (kinds, listener) => fence.enclose(context.onFrame(kinds, fence.guard(say('on a frame'), listener))),
    onPlan: (listener) => fence.enclose(context.onPlan(fence.guard(say('on a change of forwarding'), listener))),
    onPort: (listener) => fence.enclose(context.onPort(fence.guard(say('on a change of a port'), listener))),
    offer<Value>(place: Slot<Value | undefined>, handle: Value) {
      slots.update(place, () => handle);
      fence.enclose(() => slots.update(place, (present) => (present === handle ? undefined : present)));
    },
  };
}

function fencedClock(clock: Clock, fence: Fence): Clock {
  return {
    now: () => clock.now(),
    after(milliseconds, action) {
      const guarded = fence.guard(say('in a timer'), action);
      const cancel = fence.enclose(
        clock.after(milliseconds, () => {
          cancel();
          guarded();
        }),
      );
      return cancel;
    },
    every: (milliseconds, action) => fence.enclose(clock.every(milliseconds, fence.guard(say('in a timer'), action))),
  };
}

function fencedWallClock(wallClock: WallClock, fence: Fence): WallClock {
  return {
    now: () => wallClock.now(),
    step: (time) => wallClock.step(time),
    slew: (offset) => wallClock.slew(offset),
    onStep: (listener) => fence.enclose(wallClock.onStep(fence.guard(say('on a step of the clock'), listener))),
  };
}

function fencedLog(log: Log, fence: Fence): Log {
  return {
    write: (severity, message) => log.write(severity, message),
    entries: () => log.entries(),
    clear: () => log.clear(),
    restore: (entries) => log.restore(entries),
    configure: (options) => log.configure(options),
    follow: (listener) => fence.enclose(log.follow(fence.guard(say('on a log entry'), listener))),
  };
}

function fencedSources(sources: SourceControl, fence: Fence): SourceControl {
  return {
    admits: (service, address) => sources.admits(service, address),
    permits: (service, address) => sources.permits(service, address),
    turnedAway: (service, address, port) => sources.turnedAway(service, address, port),
    hits: (source) => sources.hits(source),
    follow: (listener) => fence.enclose(sources.follow(fence.guard(say('on a change of the access list'), listener))),
  };
}

function fencedSlots(slots: Slots, fence: Fence): Slots {
  return {
    get: (slot) => slots.get(slot),
    update: (slot, change) => outside(() => slots.update(slot, change)),
    follow: (followed, listener) =>
      fence.enclose(slots.follow(followed, fence.guard(say('on a change of a slot'), listener))),
  };
}
