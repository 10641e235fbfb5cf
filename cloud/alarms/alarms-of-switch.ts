import { type Message, say, wordsOf } from '../../model/values/message.ts';
import type { LogLine, SwitchReport } from '../../protocols/cloud/report.ts';
import type { RaisedAlarm } from '../store/alarms.ts';

/** A switch has no line. */
export const offline: RaisedAlarm = {
  mark: 'line',
  kind: 'offline',
  severity: 3,
  said: say('The switch is not connected.'),
};

/**
 * Alarms that the cloud itself raises for a switch by its report: that its configuration differs, and that a change was
 * rolled back. Pure.
 */
export function alarmsByReport(
  report: SwitchReport,
  desiredRevision: number,
  badRevisions: readonly number[],
): readonly RaisedAlarm[] {
  const isChanged = report.revisionHash !== undefined && report.revisionHash !== report.hash;
  const isBad = badRevisions.includes(desiredRevision);
  const drift = { mark: 'drift', kind: 'drift', severity: 5, said: say('It was changed at the switch.') };
  const cameBack = { mark: 'cameBack', kind: 'cameBack', severity: 4, said: cameBackWords(report, desiredRevision) };
  return [...(isChanged && report.owner === 'cloud' ? [drift] : []), ...(isBad ? [cameBack] : [])];
}

function cameBackWords({ last }: SwitchReport, desiredRevision: number): Message {
  if (last?.status !== 'reverted' || last.revision !== desiredRevision) return say('A change was refused.');
  return say('A change was reverted: {{reason}}', { reason: last.reason });
}

/** The alarm for a line of a log: the same words are the same alarm. */
export function alarmByLog({ severity, said }: LogLine): RaisedAlarm {
  return { mark: wordsOf(said).slice(0, 200), kind: 'log', severity, said };
}
