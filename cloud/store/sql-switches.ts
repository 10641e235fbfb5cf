import { type SwitchReport, switchReport } from '../../protocols/cloud/report.ts';
import { jsonOf, readText } from '../../protocols/cloud/wire.ts';
import type { SqlRow, SqlTransaction } from './sql.ts';
import { messageIn, numberIn, textIn } from './sql-rows.ts';
import type { KeptSwitch } from './switches.ts';

/** Name of a transaction about one switch (`SqlDatabase.transaction`). */
export function switchNamed(serial: string): string {
  return `switch ${serial}`;
}

/** The switch of this serial number; undefined if it is not claimed. */
export async function switchIn(sql: Pick<SqlTransaction, 'rows'>, serial: string): Promise<KeptSwitch | undefined> {
  const [row] = await sql.rows('SELECT * FROM switches WHERE serial = ?', [serial]);
  return row && readSwitch(row);
}

/** A switch as its row has it. */
export function readSwitch(row: SqlRow): KeptSwitch {
  return {
    serial: textIn(row, 'serial'),
    tenant: textIn(row, 'tenant'),
    keyHash: textIn(row, 'key_hash'),
    model: textIn(row, 'model'),
    version: textIn(row, 'version'),
    name: textIn(row, 'name'),
    address: textIn(row, 'address'),
    owner: textIn(row, 'owner') === 'cloud' ? 'cloud' : 'local',
    claimedAt: numberIn(row, 'claimed_at'),
    claimedBy: textIn(row, 'claimed_by'),
    desiredRevision: numberIn(row, 'desired_revision'),
    safeRevision: numberIn(row, 'safe_revision'),
    badRevisions: numbersIn(textIn(row, 'bad_revisions')),
    refusal: messageIn(row, 'refusal'),
    report: readReport(textIn(row, 'report')),
    gateway: textIn(row, 'gateway'),
    line: numberIn(row, 'line'),
    reportNumber: numberIn(row, 'report_number'),
    connectedAt: numberIn(row, 'connected_at'),
    lastSeen: numberIn(row, 'last_seen'),
    reportedAt: numberIn(row, 'reported_at'),
    alarms: numberIn(row, 'alarms'),
    worstAlarm: numberIn(row, 'worst_alarm'),
  };
}

/** A report written by a later version of the cloud that this one cannot read counts as missing. */
function readReport(text: string): SwitchReport | undefined {
  return text === '' ? undefined : readText(switchReport, text);
}

function numbersIn(text: string): readonly number[] {
  const list = jsonOf(text);
  return Array.isArray(list) ? list.filter((each) => typeof each === 'number') : [];
}
