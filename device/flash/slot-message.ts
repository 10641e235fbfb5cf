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
