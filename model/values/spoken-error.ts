import { wordsOfError } from './error-words.ts';
import { type Message, type MessageValue, wordsOf } from './message.ts';

/** An error that says what is wrong apart from any language; its `message` is the same in English. */
export class SpokenError extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(wordsOf(said));
    this.said = said;
  }
}

/** Text of an error, whatever was thrown: a message if it has one, otherwise its words as they are. */
export function saidBy(error: unknown): MessageValue {
  if (error instanceof SpokenError) return error.said;
  return wordsOfError(error);
}
