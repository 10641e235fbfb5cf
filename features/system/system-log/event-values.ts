import { type Message, wordsOf } from '../../../model/values/message.ts';

/** SD-ID of an event's values (RFC 5424 7.2.2), with the enterprise number of the private MIB. */
export const EVENT_DATA = 'event@32473';

/** The values in a message by their names, each in English: what a machine would otherwise take out of the sentence. */
export function valuesIn({ values = {} }: Message): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, wordsOf({ text: '{{value}}', values: { value } })]),
  );
}
