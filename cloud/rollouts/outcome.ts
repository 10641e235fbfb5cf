import { type Message, say } from '../../model/values/message.ts';
import type { MemberState, RolloutMember } from '../store/rollouts.ts';
import type { KeptSwitch } from '../store/switches.ts';

/** Milliseconds after which a switch that took a change counts as lost while it has no line. */
export const LOST = 180_000;

/** Milliseconds that a switch has for a change: what it takes back by itself comes back within this time. */
export const CHANGE_TIME = 300_000;

/** Milliseconds that a switch has for fetching, writing and starting firmware. */
export const FIRMWARE_TIME = 1_800_000;

/** Milliseconds by which the clocks of a switch and of the cloud may measure a span differently. */
const SLACK = 5_000;

/** Result for a switch. */
export interface MemberOutcome {
  readonly to: MemberState;
  readonly reason: Message | undefined;
}

/**
 * Identifies a firmware request to a switch, so that it reports the outcome of this attempt, and not of an earlier one.
 */
export const upgradeId = ({ at }: Pick<RolloutMember, 'at'>) => `rollout-${at}`;

/**
 * Outcome of a switch that was given its change, by what is known of it; undefined while unknown. `kept` is undefined
 * for one that was released, `version` for a change of settings. Pure; `now` in milliseconds since 1970.
 */
export function outcomeOf(
  member: RolloutMember,
  kept: KeptSwitch | undefined,
  version: string | undefined,
  now: number,
): MemberOutcome | undefined {
  if (!kept) return { to: 'leftOut', reason: say('It was released.') };
  if (member.state === 'done')
    return { to: 'unreachable', reason: say('It accepted the change and is disconnected since.') };
  const ended = version !== undefined ? afterFirmware(member, kept, version) : afterChange(member, kept);
  if (ended) return ended;
  if (member.state !== 'sent' || now - member.at < (version !== undefined ? FIRMWARE_TIME : CHANGE_TIME))
    return undefined;
  const reason = kept.gateway === '' ? say('It is disconnected since its change.') : say('It did not respond in time.');
  return { to: 'unreachable', reason };
}

function afterChange({ revision }: RolloutMember, kept: KeptSwitch): MemberOutcome | undefined {
  const { report, badRevisions, refusal, desiredRevision } = kept;
  if (badRevisions.includes(revision)) {
    const last = report?.last;
    return last?.status === 'reverted' && last.revision === revision
      ? { to: 'cameBack', reason: last.reason }
      : { to: 'refused', reason: refusal };
  }
  if (report && report.revision >= revision && !report.pending && kept.gateway !== '') {
    return { to: 'done', reason: undefined };
  }
  if (desiredRevision <= revision) return undefined;
  return { to: 'leftOut', reason: say('Its wanted configuration has changed in the meantime.') };
}

function afterFirmware(
  member: RolloutMember,
  { report, gateway, reportedAt }: KeptSwitch,
  version: string,
): MemberOutcome | undefined {
  if (!report || gateway === '') return undefined;
  if (report.version === version) return { to: 'done', reason: undefined };
  const { upgrade } = report;
  if (upgrade?.id === upgradeId(member)) {
    return upgrade.status === 'failed' ? { to: 'refused', reason: upgrade.reason } : undefined;
  }
  const startedAt = reportedAt - report.upTime * 1000;
  if (startedAt < member.at + SLACK) return undefined;
  return { to: 'cameBack', reason: say('It started with firmware {{version}} again.', { version: report.version }) };
}
