import { describe, expect, it } from 'vitest';
import { say, wordsOf } from '../../model/values/message.ts';
import type { RolloutMember } from '../store/rollouts.ts';
import type { KeptSwitch } from '../store/switches.ts';
import { CHANGE_TIME, FIRMWARE_TIME, outcomeOf } from './outcome.ts';

const SENT = 1_000_000_000;
const member = (values: Partial<RolloutMember> = {}) =>
  ({ serial: 'A', state: 'sent', at: SENT, revision: 5, ...values }) as RolloutMember;

/** A switch as the cloud knows it; what is left out is as before the change. */
const kept = (values: object = {}, report: object = {}) =>
  ({
    ...{ serial: 'A', gateway: 'g1', badRevisions: [], refusal: undefined, desiredRevision: 5, reportedAt: SENT },
    report: { revision: 4, version: '1.0.0', upTime: 100_000, pending: undefined, last: undefined, ...report },
    ...values,
  }) as unknown as KeptSwitch;

const outcome = (of: RolloutMember, present: KeptSwitch | undefined, version?: string, now = SENT) => {
  const ended = outcomeOf(of, present, version, now);
  return ended && `${ended.to}${ended.reason ? `: ${wordsOf(ended.reason)}` : ''}`;
};

describe('a change', () => {
  it('is done once its revision is in force, confirmed, and reported over a line', () => {
    expect(outcome(member(), kept())).toBeUndefined();
    expect(outcome(member(), kept({}, { revision: 5 }))).toBe('done');
    expect(outcome(member(), kept({}, { revision: 6 }))).toBe('done');
    expect(outcome(member(), kept({}, { revision: 5, pending: { secondsLeft: 9 } }))).toBeUndefined();
    expect(outcome(member(), kept({ gateway: '' }, { revision: 5 }))).toBeUndefined();
  });

  it('was refused or reverted where its revision is a bad one, by whatever reason there is', () => {
    const bad = { badRevisions: [5], refusal: say('No such port.') };
    expect(outcome(member(), kept(bad))).toBe('refused: No such port.');
    const last = { status: 'reverted', revision: 5, reason: say('It cut the line.') };
    expect(outcome(member(), kept(bad, { last }))).toBe('cameBack: It cut the line.');
    expect(outcome(member(), kept(bad, { last: { ...last, revision: 4 } }))).toBe('refused: No such port.');
  });

  it('is left out where another one is wanted by now, or the switch is gone', () => {
    expect(outcome(member(), kept({ desiredRevision: 6 }))).toContain('leftOut: Its wanted configuration');
    expect(outcome(member(), undefined)).toBe('leftOut: It was released.');
  });

  it('has five minutes, to the moment', () => {
    expect(outcome(member(), kept(), undefined, SENT + CHANGE_TIME - 1)).toBeUndefined();
    expect(outcome(member(), kept(), undefined, SENT + CHANGE_TIME)).toBe('unreachable: It did not respond in time.');
    expect(outcome(member(), kept({ gateway: '' }), undefined, SENT + CHANGE_TIME)).toContain('disconnected since');
    expect(outcome(member({ state: 'waiting' }), kept(), undefined, SENT + CHANGE_TIME)).toBeUndefined();
  });
});

describe('an upgrade', () => {
  const sent = member({ revision: 0 });
  /** Seen so long after it was sent, after running for so many seconds. */
  const seen = (after: number, upTime: number) => kept({ reportedAt: SENT + after }, { upTime });

  it('is done once the switch reports the version, and not before it is back', () => {
    expect(outcome(sent, kept({}, { version: '2.0.0' }), '2.0.0')).toBe('done');
    expect(outcome(sent, kept({ gateway: '' }, { version: '2.0.0' }), '2.0.0')).toBeUndefined();
    expect(outcome(sent, kept(), '2.0.0')).toBeUndefined();
  });

  it('came back where the switch started again after it, with another version', () => {
    expect(outcome(sent, seen(65_000, 60), '2.0.0')).toBe('cameBack: It started with firmware 1.0.0 again.');
    expect(outcome(sent, seen(64_999, 60), '2.0.0')).toBeUndefined();
  });

  it('that the switch reports as failed was refused; one under way is waited for', () => {
    const upgrade = { id: `rollout-${SENT}`, status: 'failed', reason: say('No room.') };
    expect(outcome(sent, kept({}, { upgrade }), '2.0.0')).toBe('refused: No room.');
    expect(outcome(sent, kept({}, { upgrade: { ...upgrade, status: 'writing' } }), '2.0.0')).toBeUndefined();
    expect(outcome(sent, kept({}, { upgrade: { ...upgrade, id: 'rollout-1' } }), '2.0.0')).toBeUndefined();
  });

  it('has half an hour, to the moment', () => {
    expect(outcome(sent, kept(), '2.0.0', SENT + FIRMWARE_TIME - 1)).toBeUndefined();
    expect(outcome(sent, kept(), '2.0.0', SENT + FIRMWARE_TIME)).toBe('unreachable: It did not respond in time.');
  });
});
