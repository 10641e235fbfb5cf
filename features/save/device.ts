import { createHash } from 'node:crypto';
import { laterCut } from '../../device/configuration/later-cut.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  type LiveRowOf,
  live,
  operation,
} from '../../device/feature.ts';
import { FlashStatus, type SlotId } from '../../device/flash/flash-control.ts';
import { reverted } from '../../device/history/reverted.ts';
import { type Caller, callerName } from '../../device/management.ts';
import { plainAddress } from '../../device/plain-address.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { changeWords } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import { entryGone } from '../../model/configuration/message.ts';
import type { ChangeMessage } from '../../model/values/change-message.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { formatMessage, say, wordsOf } from '../../model/values/message.ts';
import { asWritten } from '../../model/values/translate.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { addressInstead } from '../interface-addresses.ts';
import { accountStays, isAccount } from '../system/administration/objects.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import { managementGuard } from './guard-objects.ts';
import { ConfigOperation, configChangeEntry, sysConfig } from './objects.ts';
import { cfgSlotEntry } from './slot-objects.ts';

/** Changes listed at most; who has more sees in the number that there are more. */
const CHANGES = 1000;

function moment(context: DeviceContext, time: number | undefined): string {
  return time === undefined ? '' : formatDateTime(deviceTimeAt(context.configuration(), time));
}

function configState(context: DeviceContext): LiveOf<typeof sysConfig> {
  const { flash, history } = context;
  const startUp = flash.slots().find(({ id }) => id === flash.startUpSlot);
  return {
    configCurrStartUpConfigID: flash.startUpSlot,
    configOperConfigID: flash.status === FlashStatus.idle ? flash.startUpSlot : flash.operationSlot,
    configOper: ConfigOperation.none,
    configOperStatus: flash.status,
    configDirty: history.unsaved().length > 0 ? 1 : 2,
    configSavedTime: moment(context, startUp?.savedAt),
  };
}

function slotRows(context: DeviceContext): LiveRowOf<typeof cfgSlotEntry>[] {
  return context.flash.slots().map(({ id, size, savedAt, user }) => ({
    cfgSlotId: id,
    cfgSlotSize: size,
    cfgSlotTime: moment(context, savedAt),
    cfgSlotUser: user,
    cfgSlotStartUp: id === context.flash.startUpSlot ? 1 : 2,
  }));
}

function changeRows(context: DeviceContext): LiveRowOf<typeof configChangeEntry>[] {
  return context.history
    .unsaved()
    .slice(0, CHANGES)
    .map((change, at) => ({ ...change, said: saidOf(change), at }))
    .map(({ user, time, said, at }) => ({ user, time, said, words: changeWords(said, asWritten), at }))
    .map(({ user, time, said, words, at }) => ({
      configChangeIndex: at + 1,
      configChangeWhat: words.what,
      configChangeFrom: words.from,
      configChangeTo: words.to,
      configChangeSaid: JSON.stringify(said),
      configChangeKey: keyOf(said),
      configChangeUser: user ?? '',
      configChangeTime: moment(context, time),
    }));
}

/** What is to be said of an unsaved change, and nothing of who made it. */
function saidOf({ what, from, to }: ChangeMessage): ChangeMessage {
  return { what, ...(from && { from }), ...(to && { to }) };
}

function keyOf(said: ChangeMessage): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16);
}

async function guardState(context: DeviceContext, caller: Caller): Promise<LiveOf<typeof managementGuard>> {
  const { guard, datapath } = context;
  const waiting = guard.provisional();
  const path = caller.connection && (await datapath.locate(caller.connection));
  return {
    managementGuardState: waiting ? 2 : 1,
    managementGuardSecondsLeft: waiting?.secondsLeft ?? 0,
    managementGuardReason: waiting ? wordsOf(waiting.reason) : '',
    managementGuardSaid: formatMessage(waiting?.reason),
    managementGuardUser: waiting?.user ?? '',
    managementGuardPort: path?.port ?? 0,
    managementGuardTakeBackLeft: guard.secondsToTakeBack(),
    managementGuardLater: formatMessage(context.slots.get(laterCut)),
    ...placeToFollow(context, caller),
    managementGuardVlan: path?.vlan ?? 0,
  };
}

/** The switch's address for this session after the pending change, and its access there. */
function placeToFollow({ configuration, slots, sessions }: DeviceContext, caller: Caller) {
  const { access, connection, session } = caller;
  const own = connection && access === 'web' ? plainAddress(connection.localAddress) : '';
  const address = addressInstead(own, configuration(), slots) ?? '';
  return {
    managementGuardAddress: address,
    managementGuardTicket: address === '' || session === undefined ? '' : sessions.ticketToFollow(session),
  };
}

/** What the switch starts with after an operation on a slot; undefined where it does not change that. */
async function startAfter(context: DeviceContext, values: Values): Promise<Configuration | undefined> {
  const { flash, objects, hardware } = context;
  if (values.configOper === ConfigOperation.setStartUp) return flash.read(slotNamed(context, values));
  return values.configOper === ConfigOperation.restoreFactory ? factoryConfiguration(objects, hardware) : undefined;
}

const slotNamed = ({ flash }: DeviceContext, { configOperConfigID: id }: Values) =>
  id === undefined ? flash.startUpSlot : slotOf(id);

/** Does what `configOper` asks with the slot that `configOperConfigID` names; a save goes on after the answer. */
const saving = operation(sysConfig, {
  concludes: ({ configOper = ConfigOperation.none }) => configOper !== ConfigOperation.none,
  async rehearse(context, request) {
    const next = await startAfter(context, request.values);
    if (next) await context.judgeStart(next, request);
  },
  async operate(context, request) {
    const { flash } = context;
    const { values, caller } = request;
    const user = wordsOf(callerName(caller));
    const slot = slotNamed(context, values);
    const next = await startAfter(context, values);
    switch (values.configOper) {
      case ConfigOperation.save:
        flash.save(slot, user);
        break;
      case ConfigOperation.setStartUp: {
        // Neither this nor emptying a slot would be taken back with the change.
        flash.refuseUnsavable();
        if (next) await context.judgeStart(next, request);
        await flash.setStartUp(slot);
        break;
      }
      case ConfigOperation.erase:
        flash.refuseUnsavable();
        await flash.erase(slot);
        break;
      case ConfigOperation.restoreFactory: {
        if (slot !== flash.startUpSlot) {
          const message = say('Factory settings are written to the startup configuration.');
          throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(sysConfig, undefined, 'configOperConfigID'));
        }
        if (!next) break;
        await context.judgeStart(next, request);
        await flash.write(next, user, { asDefault: true });
        break;
      }
      default:
    }
  },
});

/** Puts back what one unsaved change has changed. */
const discarding = operation(configChangeEntry, {
  async edits({ history }, { values: { configChangeIndex = 0, configChangeDiscard } }) {
    if (configChangeDiscard === undefined) return undefined;
    const found = history.unsaved().find((change) => keyOf(saidOf(change)) === configChangeDiscard);
    if (!found) throw new Refusal(ErrorCode.noSuchName, entryGone, placeIn(configChangeEntry, { configChangeIndex }));
    if (found.of.some(isAccount)) throw new Refusal(ErrorCode.inconsistentValue, accountStays);
    return {
      edit: (configuration) => reverted(configuration, found.of).configuration,
      note: say('unsaved change discarded'),
    };
  },
});

const revoker = (caller: Caller) => ({
  who: callerName(caller),
  localAddress: caller.access === 'web' ? caller.connection?.localAddress : undefined,
});

/** Takes a forced change back before its time. */
const takeBack = operation(managementGuard, {
  async operate({ guard }, { values, caller }) {
    if (values.managementGuardTakeBack !== 1 || (await guard.takeBack(revoker(caller)))) return;
    throw new Refusal(ErrorCode.resourceUnavailable, say('There is no change left to revert.'));
  },
});

function slotOf(id: unknown): SlotId {
  return Number(id) === 2 ? 2 : 1;
}

/** Save, what is not saved, and what the guard waits for. */
export const save: DeviceFeature = {
  objects: [sysConfig, cfgSlotEntry, configChangeEntry, managementGuard],
  live: [
    live(sysConfig, { group: configState }),
    live(cfgSlotEntry, { rows: slotRows }),
    live(configChangeEntry, { rows: changeRows }),
    live(managementGuard, { group: guardState }),
  ],
  operations: [saving, discarding, takeBack],
  confirmsNothing: ({ method, params }) => method === 'CommonSet' && params.Template === managementGuard.name,
};
