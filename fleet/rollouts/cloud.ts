import type { FleetCaller, FleetContext, FleetFeature } from '../../cloud/fleet/fleet-feature.ts';
import { wavesOf } from '../../cloud/rollouts/waves.ts';
import type { CountedRollout, MemberState, NamedMember } from '../../cloud/store/rollouts.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import { formatMessage, type Message, say } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { secondsOf } from '../moment.ts';
import { configurationOf, firmwareBrought, firmwareGone, settingsBrought, whatOf } from './brought.ts';
import { chosenSwitches } from './chosen-switches.ts';
import {
  fleetMemberEntry,
  fleetRolloutEntry,
  fleetSettingEntry,
  MemberCondition,
  RolloutAction,
  RolloutCondition,
} from './objects.ts';
import { preview } from './preview.ts';
import { offeredSettings } from './settings.ts';

/** Rows that a read without pages gives at most. */
const WHOLE = 1000;

/** Milliseconds from now in which a rollout has to begin: what lies beyond was typed wrongly. */
const FARTHEST = 366 * 86_400_000;

const textOf = (value: Value | undefined) => (value === undefined ? '' : String(value));

/** Rollouts: made, followed, stopped, resumed. */
export const rollouts: FleetFeature = {
  answers: [
    {
      object: fleetRolloutEntry,
      async read({ store }, query, { user: { tenant } }) {
        if (query.fleetRolloutName !== undefined) {
          const found = await store.rollouts.of({ tenant, name: String(query.fleetRolloutName) });
          if (!found) throw gone();
          return [rowOf(found)];
        }
        return (await store.rollouts.list({ tenant, search: '', offset: 0, limit: WHOLE })).rows.map(rowOf);
      },
      async readPage({ store }, { search }, { page, size }, { user: { tenant } }) {
        const asked = { tenant, search: textOf(search), offset: (page - 1) * size, limit: size };
        const { total, rows } = await store.rollouts.list(asked);
        return { total, rows: rows.map(rowOf) };
      },
      // Its contents may open every switch to an attacker.
      grantsAccess: ({ kind }) => kind === 'create',
      async perform(context, { kind, values }, caller) {
        if (kind === 'create') return make(context, values, caller);
        const { store } = context;
        const name = textOf(values.fleetRolloutName);
        const found = await store.rollouts.of({ tenant: caller.user.tenant, name });
        if (!found) throw gone();
        if (kind === 'set') return act(context, found, values.fleetRolloutAction, caller);
        if (!(await store.rollouts.remove(found))) throw refusal(say('A running rollout cannot be deleted.'));
        return caller.did(say('Deleted the rollout {{name}}.', { name }));
      },
    },
    {
      object: fleetMemberEntry,
      async read({ store }, query, { user: { tenant } }) {
        const name = { tenant, name: textOf(query.fleetMemberRollout ?? query.rollout) };
        const { rows } = await store.rollouts.members(name, { search: '', state: undefined, offset: 0, limit: WHOLE });
        return rows.map((member) => memberRow(name.name, member));
      },
      async readPage({ store }, query, { page, size }, { user: { tenant } }) {
        const name = textOf(query.rollout);
        const { total, rows } = await store.rollouts.members(
          { tenant, name },
          {
            search: textOf(query.search),
            state: stateOf(query.state),
            offset: (page - 1) * size,
            limit: size,
          },
        );
        return { total, rows: rows.map((member) => memberRow(name, member)) };
      },
      async perform({ store, wallClock }, { kind, values }, { user, did }) {
        const name = textOf(values.fleetMemberRollout);
        const serial = textOf(values.fleetMemberSwitch);
        const turn = { from: 'waiting', to: 'takenOut', at: wallClock.now() } as const;
        const reason = say('By {{user}}.', { user: user.name });
        const isAsked = kind === 'set' && values.fleetMemberTakeOut === 1;
        if (!isAsked || !(await store.rollouts.settle({ tenant: user.tenant, name }, serial, { ...turn, reason }))) {
          const message = say('The switch is no longer waiting for its turn.');
          throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(fleetMemberEntry, values));
        }
        await did(say('Removed switch {{serial}} from the rollout {{name}}.', { serial, name }), serial);
      },
    },
    preview,
    {
      object: fleetSettingEntry,
      async read(context, query, { user }) {
        const serial = textOf(query.fleetSettingSwitch);
        const document = await configurationOf(context, serial, user.tenant);
        return offeredSettings(context.switchObjects, document).map(({ name, what, value, section, isChanged }) => ({
          fleetSettingSwitch: serial,
          fleetSettingName: name,
          fleetSettingWhat: formatMessage(what),
          fleetSettingValue: formatMessage(value),
          fleetSettingSection: formatMessage(section),
          fleetSettingChanged: isChanged ? TruthValue.yes : TruthValue.no,
        }));
      },
    },
  ],
};

async function make(context: FleetContext, values: Values, { user, did }: FleetCaller): Promise<void> {
  const { store, wallClock } = context;
  const name = textOf(values.fleetRolloutName);
  const { tenant } = user;
  if (await store.rollouts.of({ tenant, name })) throw taken(values);
  const isFirmware = textOf(values.fleetRolloutFirmware) !== '';
  const change = isFirmware
    ? await firmwareBrought(context, textOf(values.fleetRolloutFirmware), tenant)
    : await settingsBrought(context, values, tenant);
  const models = 'models' in change ? change.models : undefined;
  const serials = await chosenSwitches(context, values, { tenant, models });
  const waves = wavesOf(serials.length);
  const beginsAt = Number(values.fleetRolloutBegin ?? 0) * 1000;
  if (beginsAt > wallClock.now() + FARTHEST) {
    const message = say('{{label}} must be within a year from now.', { label: say('Start at') });
    throw new Refusal(ErrorCode.wrongValue, message, placeIn(fleetRolloutEntry, values, 'fleetRolloutBegin'));
  }
  const made = {
    tenant,
    name,
    kind: isFirmware ? 'firmware' : 'settings',
    at: wallClock.now(),
    beginsAt,
    by: user.name,
  } as const;
  const members = serials.map((serial, place) => ({ serial, wave: waves[place] ?? 0 }));
  if (!(await store.rollouts.make({ ...made, change: JSON.stringify(change) }, members))) {
    throw (await store.rollouts.of({ tenant, name })) ? taken(values) : firmwareGone();
  }
  await did(say('Started the rollout {{name}}. Switches: {{count}}.', { name, count: serials.length }));
}

/** Stops a rollout, or lets it go on. */
async function act(
  { store, wallClock }: FleetContext,
  rollout: CountedRollout,
  action: Value | undefined,
  { user, did }: FleetCaller,
): Promise<void> {
  const { name, state } = rollout;
  const changedAt = wallClock.now();
  const reason = say('By {{user}}.', { user: user.name });
  const turned = async (isDone: Promise<boolean> | false, said: Message) => {
    if (!(await isDone)) throw refusal(say('The rollout has changed in the meantime. Review it again.'));
    await did(said);
  };
  if (action === RolloutAction.hold) {
    const held = state === 'running' && store.rollouts.turn(rollout, state, 'stopped', { reason, changedAt });
    return turned(held, say('Stopped the rollout {{name}}.', { name }));
  }
  if (action === RolloutAction.resume) {
    const goesOn = (state === 'stopped' || state === 'done') && store.rollouts.resume(rollout, state, changedAt);
    return turned(goesOn, say('Resumed the rollout {{name}}.', { name }));
  }
  const canEnd = state === 'running' || state === 'stopped';
  const ended = canEnd && store.rollouts.turn(rollout, state, 'aborted', { reason, changedAt });
  return turned(ended, say('Aborted the rollout {{name}}.', { name }));
}

function rowOf(rollout: CountedRollout): Values {
  const { name, kind, state, reason, at, beginsAt, by, counts } = rollout;
  return {
    fleetRolloutName: name,
    fleetRolloutState: RolloutCondition[state],
    fleetRolloutKind: kind === 'firmware' ? 2 : 1,
    fleetRolloutTotal: Object.values(counts).reduce((sum, each) => sum + each, 0),
    fleetRolloutDone: counts.done,
    fleetRolloutUnderWay: counts.sent,
    fleetRolloutWaiting: counts.waiting,
    fleetRolloutFailed: counts.cameBack + counts.refused + counts.unreachable,
    fleetRolloutLeftOut: counts.leftOut + counts.takenOut,
    fleetRolloutAt: secondsOf(at),
    fleetRolloutBegin: secondsOf(beginsAt),
    fleetRolloutBy: by,
    fleetRolloutWhatSaid: formatMessage(whatOf(rollout)),
    fleetRolloutReasonSaid: formatMessage(reason),
  };
}

function memberRow(rollout: string, { serial, name, model, wave, state, reason, at }: NamedMember): Values {
  return {
    fleetMemberRollout: rollout,
    fleetMemberSwitch: serial,
    fleetMemberName: name,
    fleetMemberModel: model,
    fleetMemberWave: wave + 1,
    fleetMemberState: MemberCondition[state],
    fleetMemberReasonSaid: formatMessage(reason),
    fleetMemberAt: secondsOf(at),
  };
}

function stateOf(value: Value | undefined): MemberState | undefined {
  const states = Object.keys(MemberCondition) as MemberState[];
  return states.find((state) => MemberCondition[state] === value);
}

const gone = () => new Refusal(ErrorCode.noSuchName, say('No rollout has this name.'));

const taken = (values: Values) =>
  new Refusal(
    ErrorCode.inconsistentName,
    say('A rollout with this name already exists.'),
    placeIn(fleetRolloutEntry, values, 'fleetRolloutName'),
  );

function refusal(message: Message): Refusal {
  return new Refusal(ErrorCode.inconsistentValue, message, placeIn(fleetRolloutEntry));
}
