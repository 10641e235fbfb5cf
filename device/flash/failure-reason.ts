import { type Message, say, wordsOf } from '../../model/values/message.ts';

const systemReasons: Readonly<Record<string, Message>> = {
  ENOSPC: say('the flash is full'),
  EDQUOT: say('the flash is full'),
  EROFS: say('the flash is read-only'),
  EIO: say('the flash does not respond'),
  EACCES: say('the agent may not write there'),
  EPERM: say('the agent may not write there'),
  EMFILE: say('too many files are open'),
  ENFILE: say('too many files are open'),
};

/** The contents of a slot cannot be used; `reason` completes "because …". */
export class Unusable extends Error {
  readonly reason: Message;

  constructor(reason: Message) {
    super(wordsOf(reason));
    this.name = 'Unusable';
    this.reason = reason;
  }
}

/** A file has its new content, but a power cut may still bring the former one back; `cause` is the system's error. */
export class Unsettled extends Error {
  constructor(cause: unknown) {
    super('The new content is in its place, but not settled there.', { cause });
    this.name = 'Unsettled';
  }
}

/** Why reading or writing went wrong, as the end of a sentence ("…, because …"), without paths of the host. */
export function reasonOf(error: unknown): Message {
  if (error instanceof Unusable) return error.reason;
  if (error instanceof Unsettled) return reasonOf(error.cause);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code !== undefined) return systemReasons[code] ?? say('of the error {{code}}', { code });
  return say('of an unknown error');
}
