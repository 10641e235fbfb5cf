import type { GroupObject } from '../../model/schema/object.ts';
import { type Message, say, wordsOf } from '../../model/values/message.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { timeOfDay } from '../translations/time-of-day.ts';

/** The object, the row (by its index columns) and the column at fault, where the device names them. */
export interface FaultPlace {
  readonly object?: string;
  readonly row?: Values;
  readonly column?: string;
}

/** A call failed with something that can be said to the administrator; `message` says it in English. */
class SaidFailure extends Error {
  /** The problem, apart from any language: see `wordsOf`. Its text may be empty. */
  readonly said: Message;

  constructor(name: string, said: Message) {
    super(wordsOf(said));
    this.name = name;
    this.said = said;
  }
}

/** The device answered, and refused. */
export class CallRefused extends SaidFailure {
  readonly code: ErrorCode | number;
  readonly place: FaultPlace;
  /** Nothing reverts the call once it is forced (8710). */
  readonly isFinal: boolean;

  constructor(code: ErrorCode | number, said: Message, place: FaultPlace = {}, isFinal = false) {
    super('CallRefused', said);
    this.code = code;
    this.place = place;
    this.isFinal = isFinal;
  }
}

/** The column of a group that a refusal names; undefined for none. */
export function refusedColumn(failure: unknown, object: GroupObject): string | undefined {
  return failure instanceof CallRefused && failure.place.object === object.name ? failure.place.column : undefined;
}

/** Whether the requested row does not exist (any longer). */
export function isRowGone(failure: unknown): boolean {
  return failure instanceof CallRefused && failure.code === ErrorCode.noSuchName;
}

/** The device did not answer: 'Network Error' or 'timeout of {n}ms exceeded' (docs/specification/product.md 8). */
export class NoAnswer extends SaidFailure {
  constructor(said: Message) {
    super('NoAnswer', said);
  }
}

/** No way to the device, or it hung up. */
export const networkError: Message = say('Network Error');

/** The device did not answer in time. */
export function noAnswerWithin(milliseconds: number): Message {
  return say('timeout of {{time}}ms exceeded', { time: milliseconds });
}

/** Why a call failed, in the shown language; "" where nothing can be said. */
export function failureText(failure: unknown, t: Translate): string {
  if (failure instanceof SaidFailure) return wordsOf(failure.said, t);
  return failure instanceof Error ? failure.message : '';
}

/** Why there is nothing to show: what the device said, or that it said nothing. */
export function readFailureText(failure: unknown, t: Translate): string {
  const words = failure instanceof CallRefused ? failureText(failure, t) : '';
  return words === '' ? t('The device did not respond.') : words;
}

/** The same of values that were read before: since when they are old. `since` is in milliseconds since 1970. */
export function oldValuesText(failure: unknown, since: number, t: Translate): string {
  const time = timeOfDay(since);
  const words = failure instanceof CallRefused ? failureText(failure, t) : '';
  // That the switch does not respond is said above the page.
  return [words, t('State as of {{time}}.', { time })].filter(Boolean).join(' ');
}

/** The device answered something that is no answer. */
export class StrangeAnswer extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StrangeAnswer';
  }
}
