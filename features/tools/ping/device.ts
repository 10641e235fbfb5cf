import type { EchoResult } from '../../../datapath/host-stack.ts';
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
import { slot } from '../../../device/slot.ts';
import { isHostIpv4, parseIpv4 } from '../../../model/values/ipv4.ts';
import { classOfIpv6, Ipv6Class } from '../../../model/values/ipv6.ts';
import { say, wordsOf } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { PingState, ProbeStatus, pingCtlEntry, pingProbeHistoryEntry, pingResultsEntry } from './objects.ts';
import { type PingOrder, PingTest } from './ping-test.ts';

/** Tests at the same time (docs/specification/system.md, "Ping"). */
const AT_ONCE = 2;

/** Sessions whose last test is remembered. */
const REMEMBERED = 8;

/** The last test of each session, the latest last. */
const pingTests = slot<ReadonlyMap<string, PingTest>>('pingTests', new Map());

/** Owner of a test: a session, or all clients of an access without sessions. */
const ownerOf = ({ session, access, user }: Caller) => session ?? `${access} ${user}`;

/** Starts and stops tests; both return at once, the echo requests are sent in parallel to calls. */
const pingOperation = operation(pingCtlEntry, {
  async prepare(context, { values, caller }) {
    if (values.pingCtlTargetAddress === undefined) return {};
    refuseTarget(orderOf(values));
    const owner = ownerOf(caller);
    const others = [...context.slots.get(pingTests)].filter(([key, test]) => key !== owner && !test.isOver);
    if (others.length >= AT_ONCE) {
      throw new Refusal(
        ErrorCode.resourceUnavailable,
        say('The switch already sends echo requests for {{number}} other users; try again later.', { number: AT_ONCE }),
      );
    }
    return {};
  },
  operate(context, { values, caller }) {
    const owner = ownerOf(caller);
    const before = context.slots.get(pingTests).get(owner);
    if (values.pingStop !== undefined) before?.stop();
    if (values.pingCtlTargetAddress === undefined) return;
    before?.stop();
    const { datapath, clock } = context;
    const test = new PingTest(orderOf(values), { datapath, clock, resolve: (target) => addressOf(context, target) });
    context.slots.update(pingTests, (present) => {
      const kept = [...present].filter(([key]) => key !== owner).slice(1 - REMEMBERED);
      return new Map([...kept, [owner, test]]);
    });
    void test.run();
  },
});

function orderOf(values: Values): PingOrder {
  const { pingVlan, pingCtlTimeOut, pingCtlProbeCount, pingCtlDataSize } = pingCtlEntry.fields;
  return {
    target: String(values.pingCtlTargetAddress),
    vlan: Number(values.pingVlan ?? pingVlan.default) || undefined,
    timeout: Number(values.pingCtlTimeOut ?? pingCtlTimeOut.default) * 1000,
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

/** A name is resolved only to a possible host: no group, and not the switch's host itself. */
async function addressOf({ names }: DeviceContext, target: string): Promise<string> {
  const found = await names.resolve(target);
  const address = found.find((one) => {
    const ipv4 = parseIpv4(one);
    return ipv4 === undefined ? classOfIpv6(one) === Ipv6Class.global || one === target : isHostIpv4(ipv4);
  });
  if (address !== undefined) return address;
  throw new SpokenError(say('{{name}} has no host address.', { name: target }));
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

const statusOf = {
  reply: ProbeStatus.responseReceived,
  timeout: ProbeStatus.requestTimedOut,
  unreachable: ProbeStatus.noRouteToTarget,
} as const satisfies Record<EchoResult['kind'], number>;

function liveProbes(
  { slots }: DeviceContext,
  _query: Values,
  caller: Caller,
): readonly LiveRowOf<typeof pingProbeHistoryEntry>[] {
  const results = slots.get(pingTests).get(ownerOf(caller))?.results ?? [];
  return results.map((result, at) => ({
    pingProbeHistoryIndex: at + 1,
    pingProbeHistoryStatus: statusOf[result.kind],
    pingProbeHistoryResponse: result.kind === 'reply' ? result.milliseconds : -1,
  }));
}

/** Tools > Ping, with its result page. */
export const ping: DeviceFeature = {
  objects: [pingCtlEntry, pingResultsEntry, pingProbeHistoryEntry],
  operations: [pingOperation],
  live: [live(pingResultsEntry, { group: liveResults }), live(pingProbeHistoryEntry, { rows: liveProbes })],
};
