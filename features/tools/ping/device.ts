import {
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  type LiveRowOf,
  live,
  operation,
} from '../../../device/feature.ts';
import { liveDefaults } from '../../../device/live-defaults.ts';
import type { Caller } from '../../../device/management.ts';
import { Refusal } from '../../../device/refusal.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { classOfIpv6, Ipv6Class } from '../../../model/values/ipv6.ts';
import { say, wordsOf } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { PingState, pingCtlEntry, pingProbeHistoryEntry, pingResultsEntry, probeStatusOf } from './objects.ts';
import type { PingOrder } from './ping-test.ts';
import { AT_ONCE, isOccupied, pingTests, startTest } from './slots.ts';

/** Owner of a test: a session, or all clients of an access without sessions. */
const ownerOf = ({ session, access, user }: Caller) => session ?? `${access} ${user}`;

/** Starts and stops tests; both return at once, the echo requests are sent in parallel to calls. */
const pingOperation = operation(pingCtlEntry, {
  async prepare(context, { values, caller }) {
    if (values.pingCtlTargetAddress === undefined) return {};
    refuseTarget(orderOf(values));
    if (isOccupied(context, ownerOf(caller))) {
      throw new Refusal(
        ErrorCode.resourceUnavailable,
        say('The switch already sends echo requests for {{number}} other users; try again later.', { number: AT_ONCE }),
      );
    }
    return {};
  },
  operate(context, { values, caller }) {
    const owner = ownerOf(caller);
    if (values.pingStop !== undefined) context.slots.get(pingTests).get(owner)?.stop();
    if (values.pingCtlTargetAddress !== undefined) startTest(context, owner, orderOf(values));
  },
});

function orderOf(values: Values): PingOrder {
  const timeOut = values.pingCtlTimeOut ?? pingCtlEntry.fields.pingCtlTimeOut.default;
  const { pingVlan, pingCtlProbeCount, pingCtlDataSize } = pingCtlEntry.fields;
  return {
    target: String(values.pingCtlTargetAddress),
    vlan: Number(values.pingVlan ?? pingVlan.default) || undefined,
    timeout: millisecondsIn(pingCtlEntry, { pingCtlTimeOut: timeOut })('pingCtlTimeOut'),
    count: Number(values.pingCtlProbeCount ?? pingCtlProbeCount.default),
    size: Number(values.pingCtlDataSize ?? pingCtlDataSize.default),
  };
}

/** A link-local address is one in each VLAN. */
function refuseTarget({ target, vlan }: PingOrder): void {
  if (classOfIpv6(target) !== Ipv6Class.linkLocal || vlan !== undefined) return;
  throw new Refusal(ErrorCode.inconsistentValue, say('A link-local address needs its VLAN.'), {
    object: pingCtlEntry.name,
    column: 'pingVlan',
  });
}

function liveResults({ slots }: DeviceContext, caller: Caller): LiveOf<typeof pingResultsEntry> {
  const test = slots.get(pingTests).get(ownerOf(caller));
  if (!test) return liveDefaults(pingResultsEntry);
  const times = test.results.flatMap((result) => (result.kind === 'reply' ? [result.milliseconds] : []));
  const given = test.results.length;
  const sum = times.reduce((total, time) => total + time, 0);
  return {
    pingResultsOperStatus: test.isOver ? PingState.completed : PingState.running,
    pingResultsTarget: test.order.target,
    pingResultsIpTargetAddress: test.address,
    pingResultsProblem: test.problem ? wordsOf(test.problem) : '',
    pingResultsSentProbes: test.sent,
    pingResultsProbeResponses: times.length,
    lossPercent: given === 0 ? 0 : Math.round((100 * (given - times.length)) / given),
    pingResultsMinRtt: times.length === 0 ? -1 : Math.min(...times),
    pingResultsAverageRtt: times.length === 0 ? -1 : sum / times.length,
    pingResultsMaxRtt: times.length === 0 ? -1 : Math.max(...times),
  };
}

function liveProbes(
  { slots }: DeviceContext,
  _query: Values,
  caller: Caller,
): readonly LiveRowOf<typeof pingProbeHistoryEntry>[] {
  const results = slots.get(pingTests).get(ownerOf(caller))?.results ?? [];
  return results.map((result, at) => ({
    pingProbeHistoryIndex: at + 1,
    pingProbeHistoryStatus: probeStatusOf[result.kind],
    pingProbeHistoryResponse: result.kind === 'reply' ? result.milliseconds : -1,
  }));
}

/** Tools > Ping, with its result page. */
export const ping: DeviceFeature = {
  objects: [pingCtlEntry, pingResultsEntry, pingProbeHistoryEntry],
  operations: [pingOperation],
  live: [live(pingResultsEntry, { group: liveResults }), live(pingProbeHistoryEntry, { rows: liveProbes })],
};
