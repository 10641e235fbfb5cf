import type { Hardware } from '../hardware/hardware.ts';
import { indexOf, type ObjectDeclaration, type TableObject } from '../schema/object.ts';
import type { Message } from '../values/message.ts';
import type { Values } from '../wire/call.ts';
import { ErrorCode } from '../wire/error-code.ts';
import type { Change } from './change.ts';
import { Configuration } from './configuration.ts';

/** Something wrong with a configuration as a whole. */
export interface Problem {
  readonly code: ErrorCode;
  /** One sentence that names the field and says what is allowed. */
  readonly message: Message;
  /** The object, row (by its index columns) and column at fault, for putting the message under its control. */
  readonly object: string;
  readonly row?: Values;
  readonly column?: string;
}

/** Place of a problem in an object: a row, of which the index columns are read, and a column. */
export interface ProblemPlace {
  readonly row?: Values;
  readonly column?: string;
}

/** Input of a rule. */
export interface RuleQuestion {
  readonly before: Configuration;
  /** The new configuration as handed over or requested, without adjustment of rows made by others. */
  readonly whole?: Configuration | undefined;
  /** Rows that went with one that was deleted and made again. */
  readonly lost?: ReadonlyMap<TableObject, readonly Values[]> | undefined;
  readonly after: Configuration;
  /** The changes of the request; a rule may look at only these rows. */
  readonly changes: readonly Change[];
  readonly hardware: Hardware;
}

/**
 * A condition across fields, rows or pages. It is asked after a change to any object that it `concerns`, with the whole
 * configuration as it would be, and returns what is wrong with it.
 */
export interface Rule {
  readonly concerns: readonly ObjectDeclaration[];
  check(question: RuleQuestion): Iterable<Problem>;
}

/**
 * Whether a configuration is judged as a whole, as at a start or a restore. Settings that are refused only to their
 * author, and may come about by changes elsewhere, are inactive there as before.
 */
export function isTakenUp({ before }: Pick<RuleQuestion, 'before'>): boolean {
  return before === Configuration.empty;
}

/** A setting that conflicts with another one. */
export function conflict(object: ObjectDeclaration, message: Message, place: ProblemPlace = {}): Problem {
  return problemOf(ErrorCode.inconsistentValue, object, message, place);
}

/** Something wrong with an object, by its code. */
export function problemOf(
  code: ErrorCode,
  object: ObjectDeclaration,
  message: Message,
  { row, column }: ProblemPlace = {},
): Problem {
  return {
    code,
    message,
    object: object.name,
    ...(row && object.shape === 'table' && { row: indexOf(object, row) }),
    ...(column !== undefined && { column }),
  };
}
