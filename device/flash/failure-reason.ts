import { type Message, say, wordsOf } from '../../model/values/message.ts';

const systemReasons: Readonly<Record<string, Message>> = {
  ENOSPC: say('the flash is full'),
  EDQUOT: say('the flash is full'),
  EROFS: say('the flash is read-only'),
  EIO: say('the flash does not answer'),
  EACCES: say('the agent may not write there'),
};

/** What a slot holds cannot be used; `reason` completes "because …". */
export class Unusable extends Error {
  readonly reason: Message;

  constructor(reason: Message) {
    super(wordsOf(reason));
    this.name = 'Unusable';
    this.reason = reason;
  }
}

/** Why reading or writing went wrong, as the end of a sentence ("…, because …"), without paths of the host. */
export function reasonOf(error: unknown): Message {
  if (error instanceof Unusable) return error.reason;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code !== undefined) return systemReasons[code] ?? say('of the error {{code}}', { code });
  return say('of an unknown error');
}
