import { readDocument } from '../../cloud/fleet/differences.ts';
import type { FleetContext, FleetObject } from '../../cloud/fleet/fleet-feature.ts';
import {
  baseOf,
  type FirmwareTurn,
  firmwareTurn,
  type SettingsTurn,
  settingsTurn,
} from '../../cloud/rollouts/turn-of-switch.ts';
import type { KeptSwitch } from '../../cloud/store/switches.ts';
import { formatMessage, type Message, say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { firmwareBrought, settingsBrought } from './brought.ts';
import { fleetPreviewEntry } from './objects.ts';

/** Differences that are named of a switch. */
const NAMED = 3;

/** Result of a switch's turn. */
type Judge = (kept: KeptSwitch) => Promise<SettingsTurn | FirmwareTurn>;

/** The result of a rollout at each switch, as when it runs: judged by the same rules, without any changes. */
export const preview: FleetObject = {
  object: fleetPreviewEntry,
  read: async () => [],
  async readPage(context, query, { page, size }, { user: { tenant } }) {
    const judge = await judgeOf(context, query, tenant);
    const { total, rows } = await context.store.listSwitches({
      tenant,
      search: String(query.search ?? ''),
      condition: undefined,
      drifted: false,
      isAlarmed: false,
      orderBy: 'serial',
      descending: false,
      offset: (page - 1) * size,
      limit: size,
    });
    const own = String(query.fleetRolloutFrom ?? '');
    const said = async (kept: KeptSwitch) =>
      kept.serial === own ? say('Its settings are being applied.') : wordsOfTurn(await judge(kept));
    const row = async (kept: KeptSwitch): Promise<Values> => ({
      fleetPreviewSwitch: kept.serial,
      fleetPreviewName: kept.name,
      fleetPreviewModel: kept.model,
      fleetPreviewSaid: formatMessage(await said(kept)),
    });
    return { total, rows: await Promise.all(rows.map(row)) };
  },
};

async function judgeOf(context: FleetContext, query: Values, tenant: string): Promise<Judge> {
  const digest = String(query.fleetRolloutFirmware ?? '');
  if (digest !== '') {
    const firmware = await firmwareBrought(context, digest, tenant);
    return async (kept) => firmwareTurn(kept, firmware);
  }
  const settings = await settingsBrought(context, query, tenant);
  const { store, switchObjects } = context;
  return async (kept) => {
    const revision = baseOf(kept);
    const base = revision === undefined ? undefined : await store.revisions.of(kept.serial, revision);
    return settingsTurn(switchObjects, kept, readDocument(base?.document), settings);
  };
}

function wordsOfTurn(turn: SettingsTurn | FirmwareTurn): Message {
  if (turn.kind === 'leaveOut') return say('Skipped: {{reason}}', { reason: turn.reason });
  if (turn.kind === 'wait') return say('Waits: {{reason}}', { reason: turn.reason });
  if (turn.kind === 'same') return say('Nothing: it is up to date.');
  if (!('differences' in turn)) return say('It is restarting with the firmware.');
  const { differences } = turn;
  const count = differences.length;
  const what = differences.slice(0, NAMED).map((difference) => difference.what);
  return count > NAMED
    ? say('Settings that change: {{count}}, among them {{what}}', { count, what })
    : say('Settings that change: {{what}}', { what });
}
