import { type Message, say } from '../../model/values/message.ts';
import type { SlotId } from './flash-control.ts';
import { SLOT_VERSION } from './migrations.ts';

/** The requested slot is empty. */
export function slotEmpty(slot: SlotId): Message {
  return say('Configuration {{slot}} is empty.', { slot });
}

/** A slot's file cannot be used; `reason` completes "because …". */
export function slotDamaged(slot: SlotId, reason: Message): Message {
  return say('Configuration {{slot}} is damaged, because {{reason}}.', { slot, reason });
}

/**
 * A slot's file is in a format that this software does not read: a version of our own, another that it names, or an unknown
 * one. It stays as it is until the slot is saved again.
 */
export function slotOfOtherFormat(slot: SlotId, format: number | string | undefined): Message {
  if (format === undefined)
    return say(
      'Configuration {{slot}} has an unknown format. The file is not used, and stays until the slot is saved.',
      { slot },
    );
  if (typeof format === 'string')
    return say(
      'Configuration {{slot}} has the format "{{format}}", which this software does not read. The file is not used, and stays until the slot is saved.',
      { slot, format: format.slice(0, 32) },
    );
  return say(
    'Configuration {{slot}} has format {{version}}; this software reads formats 1 to {{present}}. The file is not used, and stays until the slot is saved.',
    { slot, version: format, present: SLOT_VERSION },
  );
}

/** The last saves of a slot are lost; `fault` completes "The changes beside it …". */
export function changesLost(slot: SlotId, fault: Message): Message {
  return say('The last changes saved in configuration {{slot}} {{fault}}; it is an earlier state.', { slot, fault });
}

/** A slot was saved by a switch of another model. */
export function slotOfOtherModel(slot: SlotId, model: string): Message {
  return say(
    'Configuration {{slot}} was saved by model {{model}}; settings that this switch does not have are skipped.',
    {
      slot,
      model: model.slice(0, 32),
    },
  );
}

/** A slot's file is as it was; `reason` completes "because …". */
export function slotUnwritten(slot: SlotId, reason: Message): Message {
  return say('Configuration {{slot}} could not be written, because {{reason}}.', { slot, reason });
}

/** A slot's file is new, but may not stay; `reason` completes "because …". */
export function slotUnsettled(slot: SlotId, reason: Message): Message {
  return say('Configuration {{slot}} is written, but a power failure may restore the former one, because {{reason}}.', {
    slot,
    reason,
  });
}

/** The same two, to who asked. */
export const unwritten = say('The configuration could not be written to flash.');
export const unsettled = say('The configuration is written, but a power failure may restore the former one.');

/** No slot can be started with. */
export const nothingSaved = say('No valid saved configuration; the factory settings are in force.');

/** The next start begins with the configuration on flash, and is in progress. */
export const restarting = say(
  'The switch is restarting with another configuration; nothing can be changed or saved now.',
);
