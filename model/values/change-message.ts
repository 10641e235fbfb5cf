import type { Message } from './message.ts';

/**
 * Message about changes apart from any language; without `from` and `to` for rows that were added or removed whole, and
 * for secrets.
 */
export interface ChangeMessage {
  readonly what: Message;
  readonly from?: Message;
  readonly to?: Message;
}
