import { commandsIn } from '../../console/call/try-out.ts';
import { readChangeMessage } from '../../model/configuration/change.ts';
import type { ChangeMessage } from '../../model/values/change-message.ts';
import { isRecord } from '../../model/values/json-record.ts';
import { type Message, readMessage } from '../../model/values/message.ts';

/** What a way back would come to, in words. */
export interface Told {
  readonly lines: readonly ChangeMessage[];
  /** All lines there are; `lines` may be the first of them. */
  readonly count: number;
  /** Why it would cut this session off. */
  readonly guard?: Message;
  /** The line that takes it on a command line. */
  readonly commands?: readonly string[];
}

/** What a dry run's result tells in words. */
export function toldIn(result: unknown): Told {
  const answer = isRecord(result) ? result : {};
  const told = Array.isArray(answer.told) ? answer.told : [];
  const lines = told.flatMap((line: unknown) => readChangeMessage(JSON.stringify(line)) ?? []);
  const guard = isRecord(answer.guard) ? readMessage(answer.guard.reason) : undefined;
  const commands = commandsIn(result);
  return {
    lines,
    count: typeof answer.lines === 'number' ? answer.lines : lines.length,
    ...(guard && { guard }),
    ...(commands && { commands }),
  };
}
