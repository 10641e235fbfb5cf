import type { SwitchReport } from '../../protocols/cloud/report.ts';
import type { SqlRow, SqlTransaction } from './sql.ts';
import { messageIn, numberIn, textIn } from './sql-rows.ts';
import type { KeptSwitch } from './store.ts';

/** The switch of this serial number; undefined where nobody has claimed one. */
export async function switchIn(sql: SqlTransaction, serial: string): Promise<KeptSwitch | undefined> {
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
    connectedAt: numberIn(row, 'connected_at'),
    lastSeen: numberIn(row, 'last_seen'),
    alarms: numberIn(row, 'alarms'),
    worstAlarm: numberIn(row, 'worst_alarm'),
  };
}

/** It was read strictly when it came from the switch. */
function readReport(text: string): SwitchReport | undefined {
  return text === '' ? undefined : JSON.parse(text);
}

function numbersIn(text: string): readonly number[] {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.filter((each) => typeof each === 'number') : [];
}
