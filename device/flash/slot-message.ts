import { type Message, say } from '../../model/values/message.ts';
import type { SlotId } from './flash-control.ts';

/** What a slot is asked for is not there. */
export function slotEmpty(slot: SlotId): Message {
  return say('Configuration {{slot}} is empty.', { slot });
}

/** A slot's file cannot be used; `reason` completes "because …". */
export function slotDamaged(slot: SlotId, reason: Message): Message {
  return say('Configuration {{slot}} is damaged, because {{reason}}.', { slot, reason });
}

/** A slot was saved by a switch of another model. */
export function slotOfOtherModel(slot: SlotId, model: string): Message {
  return say('Configuration {{slot}} was saved by model {{model}}; what this switch does not have is left out.', {
    slot,
    model: model.slice(0, 32),
  });
}

/** A slot's file is as it was; `reason` completes "because …". */
export function slotUnwritten(slot: SlotId, reason: Message): Message {
  return say('Configuration {{slot}} could not be written, because {{reason}}.', { slot, reason });
}

/** A slot's file is new, but may not stay; `reason` completes "because …". */
export function slotUnsettled(slot: SlotId, reason: Message): Message {
  return say('Configuration {{slot}} is written, but a power cut may bring the former one back, because {{reason}}.', {
    slot,
    reason,
  });
}

/** The same two, to who asked. */
export const unwritten = say('The configuration could not be written to flash.');
export const unsettled = say('The configuration is written, but a power cut may bring the former one back.');

/** No slot can be started with. */
export const nothingSaved = say(
  'Nothing is saved that the switch could start with; the factory settings are in force.',
);
