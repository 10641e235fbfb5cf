import { describe, expect, test } from 'vitest';
import { EVERY_PORT } from '../combiners.ts';
import { buildTestFrame, type FrameToSend, stationMac } from '../contract/test-frame.ts';
import { testPlan, testState, type WantedPlan, type WantedState } from '../contract/test-plan.ts';
import type { PuntPlan } from '../punt.ts';
import { stageOrder } from '../stages.ts';
import { trace } from './trace.ts';
import type { FrameEntry, Situation, Trace } from './traced-frame.ts';

const everywhere: Situation = { up: EVERY_PORT, learnt: () => undefined };

function wayOf(sent: FrameToSend, plan: WantedPlan = {}, state: WantedState = {}, situation = everywhere): Trace {
  const frame = buildTestFrame(sent, 1);
  return trace(testPlan(plan), testState(state), situation, { kind: 'received', port: sent.port, frame });
}

/** The stage and the reason that ended a way on the way in. */
function end({ steps }: Trace): string | undefined {
  const last = steps.find(({ verdict, port }) => verdict !== 'passes' && port === undefined);
  return last && `${last.stage}: ${last.verdict}, ${last.reason.code}`;
}

const fromA = { port: 1, from: 'A', to: 'B' };

describe('the way of a frame', () => {
  test('tells every stage in the declared order', () => {
    const { steps } = wayOf(fromA);
    const order = steps.filter(({ port }) => port === undefined).map(({ stage }) => stageOrder(stage));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(new Set(order).size).toBe(order.length);
    expect(steps.find(({ stage }) => stage === 'classification')?.reason).toEqual({
      code: 'classified',
      vlan: 1,
      by: 'pvid',
    });
    expect(steps.find(({ stage }) => stage === 'lookup')?.reason).toEqual({ code: 'flood' });
  });

  test.each<readonly [string, Trace]>([
    ['link: drops, portDisabled', wayOf(fromA, { ports: { 1: { admin: false } } })],
    ['link: drops, noLink', wayOf(fromA, {}, {}, { ...everywhere, up: 0b10n })],
    ['link: drops, tooLong', wayOf({ ...fromA, length: 1515 })],
    ['link: drops, tooShort', wayOf({ ...fromA, length: 59 })],
    ['sanity: drops, mirrorTarget', wayOf(fromA, { mirrors: [{ target: 1, ingress: '2' }] })],
    ['sanity: drops, groupSource', wayOf({ ...fromA, from: '03-00-00-00-00-01' })],
    ['sanity: drops, reservedVid', wayOf({ ...fromA, tag: '4095' })],
    ['sanity: drops, pause', wayOf({ ...fromA, to: '01-80-C2-00-00-01' })],
    ['control: takes, punted', wayOf({ ...fromA, to: '01-80-C2-00-00-00' })],
    ['control: drops, reservedAddress', wayOf({ ...fromA, to: '01-80-C2-00-00-0D' })],
    [
      'trunk: drops, notCollecting',
      wayOf(fromA, { trunks: { 5001: '1,2' } }, { trunks: { 5001: { collecting: '2', distributing: '2' } } }),
    ],
    ['vlanFilter: drops, frameType', wayOf(fromA, { ports: { 1: { acceptableFrameTypes: 'tagged' } } })],
    ['vlanFilter: drops, noVlan', wayOf({ ...fromA, tag: '9' })],
    ['vlanFilter: drops, notMember', wayOf({ ...fromA, tag: '9' }, { vlans: { 9: { tagged: '2' } } })],
    ['vlanFilter: drops, blocked', wayOf(fromA, {}, { blocked: { 0: '1' } })],
    ['vlanFilter: drops, discarding', wayOf(fromA, {}, { instances: { 0: { learning: '2', forwarding: '2' } } })],
    ['learning: drops, learningOnly', wayOf(fromA, {}, { instances: { 0: { learning: '1', forwarding: '' } } })],
    ['destinationFilter: drops, filteredAddress', wayOf(fromA, { destinationFilter: [stationMac('B')] })],
  ])('ends where the order says, and why: %s', (expected, way) => {
    expect(end(way)).toBe(expected);
    expect(way.departures).toEqual([]);
  });

  test("of the switch's own frames ends at the destination filter, too, and passes no other filter", () => {
    const frame = buildTestFrame({ port: 1, from: 'A', to: 'B' }, 1);
    const every: PuntPlan = { stage: 'inspection', action: 'take', rate: 1, matches: [{}] };
    const own: FrameEntry = { kind: 'originated', vlan: 1, frame };
    const of = (plan: WantedPlan) => trace(testPlan(plan), testState(), everywhere, own);
    expect(end(of({ destinationFilter: [stationMac('B')] }))).toBe('destinationFilter: drops, filteredAddress');
    expect(of({ punts: { every } }).departures.length).toBeGreaterThan(4);
  });

  test('teaches where it passes the filters, and not where it does not', () => {
    expect(wayOf(fromA).teaches).toEqual({ fid: 1, vlan: 1, address: stationMac('A'), port: 1 });
    expect(wayOf({ ...fromA, tag: '9' }).teaches).toBeUndefined();
    expect(wayOf(fromA, {}, { instances: { 0: { learning: '1', forwarding: '' } } }).teaches?.port).toBe(1);
    expect(wayOf(fromA, { destinationFilter: [stationMac('B')] }).teaches?.port).toBe(1);
  });

  test('tells of a trunk which members it may leave by, and of every port why it does not', () => {
    const way = wayOf(
      fromA,
      { trunks: { 5001: '2,3' }, ports: { 1: { forwardTo: 0b10_0110n } }, vlans: { 1: { untagged: '1,2,4-6' } } },
      { trunks: { 5001: { collecting: '', distributing: '3' } } },
    );
    expect(way.departures.map(({ bridgePort, ports }) => [bridgePort, ports])).toEqual([
      [5001, 0b100n],
      [6, 0b10_0000n],
    ]);
    const kept = way.steps.filter(({ verdict }) => verdict === 'drops').map(({ port, reason }) => [port, reason.code]);
    expect(kept).toEqual([
      [1, 'cameFrom'],
      [4, 'forwardingMask'],
      [5, 'forwardingMask'],
    ]);
  });

  test('tells which copies mirrors get, from where, and in which form', () => {
    const way = wayOf({ ...fromA, tag: '0 priority 2' }, { mirrors: [{ target: 6, ingress: '1', egress: '2,3' }] });
    expect(way.copies.map(({ session, target, source, taken }) => [session, target, source, taken])).toEqual([
      [1, 6, 1, 'received'],
      [1, 6, 2, 'sent'],
      [1, 6, 3, 'sent'],
    ]);
    expect(way.copies.map(({ frame }) => frame.length)).toEqual([104, 100, 100]);
  });
});
