import { isRecord } from './json-record.ts';
import { asWritten, type Translate } from './translate.ts';

/** Contents of a place in a text: a figure or words from outside verbatim, a text of the product's own, or a list. */
export type MessageValue = string | number | Message | readonly MessageValue[];

/**
 * A text independent of language: an English source text, with `{{name}}` for values. It becomes a sentence only where
 * it is shown. A value that is a `Message` is worded in the same language; any other stays as it is.
 */
export interface Message {
  readonly text: string;
  readonly values?: Readonly<Record<string, MessageValue>>;
}

/** The names of the places in a text. */
type Places<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Places<Rest> : never;

/** Says something, with a value for each place of the text. A text that is no literal (a field's label) has no places. */
export function say<const Text extends string>(
  text: Text,
  ...[values]: [Places<Text>] extends [never] ? [] : [Readonly<Record<Places<Text>, MessageValue>>]
): Message {
  return values ? { text, values } : { text };
}

/**
 * The message in words: in English where no translating function is given. Lists are joined by commas. A sentence that
 * begins with a text of the product's own ("port 3") begins with a capital letter; a user's name stays as it is.
 */
export function wordsOf({ text, values }: Message, t: Translate = asWritten): string {
  if (!values) return t(text);
  const worded = new Map(Object.entries(values).map(([name, value]) => [name, valueWords(value, t)]));
  const words = t(text, Object.fromEntries(worded));
  const begins = ([name, value]: [string, MessageValue]) =>
    isMessage(value) && isOwn(value) && words.startsWith(String(worded.get(name)));
  return text.endsWith('.') && Object.entries(values).some(begins)
    ? words.charAt(0).toUpperCase() + words.slice(1)
    : words;
}

/** Whether a message begins with a text of the product's own, and not with words from outside. */
function isOwn({ text, values = {} }: Message): boolean {
  const place = /^\{\{(\w+)\}\}/.exec(text)?.[1];
  const value = place === undefined ? undefined : values[place];
  return value === undefined || (isMessage(value) && isOwn(value));
}

function valueWords(value: MessageValue, t: Translate): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return isMessage(value) ? wordsOf(value, t) : value.map((item) => valueWords(item, t)).join(', ');
}

function isMessage(value: MessageValue): value is Message {
  return typeof value === 'object' && 'text' in value;
}

/** Several sentences as one, in their order. */
export function oneAfterAnother(messages: readonly Message[]): Message {
  const places = messages.map((message, at) => [`sentence${at + 1}`, message] as const);
  return { text: places.map(([name]) => `{{${name}}}`).join(' '), values: Object.fromEntries(places) };
}

/** Characters of a message sent as text at most. */
export const MESSAGE_TEXT_LENGTH = 4096;

/** The message as text to send beside its English words; "" for none, and for one that is too long. */
export function formatMessage(message: Message | undefined): string {
  const text = message ? JSON.stringify(message) : '';
  return text.length > MESSAGE_TEXT_LENGTH ? '' : text;
}

/** The message of a text that `formatMessage` made; undefined for any other. */
export function parseMessage(text: string): Message | undefined {
  try {
    return readMessage(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The words of a message that was sent as text; the English ones sent beside it where it is none. */
export function wordsOfText(text: string, english: string, t: Translate): string {
  const message = parseMessage(text);
  return message ? wordsOf(message, t) : english;
}

/** Messages within messages at most; what is said goes no deeper. */
const DEPTH = 8;

/** A message out of JSON from outside; undefined where it is none. Never throws. */
export function readMessage(json: unknown, depth = DEPTH): Message | undefined {
  if (!isRecord(json) || typeof json.text !== 'string' || depth === 0) return undefined;
  if (json.values === undefined) return { text: json.text };
  if (!isRecord(json.values)) return undefined;
  const values = Object.entries(json.values).map(([name, value]) => [name, readValue(value, depth - 1)] as const);
  return values.some(([, value]) => value === undefined)
    ? undefined
    : { text: json.text, values: Object.fromEntries(values) as Record<string, MessageValue> };
}

function readValue(json: unknown, depth: number): MessageValue | undefined {
  if (typeof json === 'string' || typeof json === 'number') return json;
  if (!Array.isArray(json)) return readMessage(json, depth);
  if (depth === 0) return undefined;
  const items = json.map((item: unknown) => readValue(item, depth - 1)).filter((item) => item !== undefined);
  return items.length === json.length ? items : undefined;
}
