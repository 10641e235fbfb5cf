import { type Message, readMessage } from '../../../model/values/message.ts';

/** Report of the device about a configuration that it has checked. */
export interface RestoreReport {
  readonly changeCount: number;
  /** Warnings and the first changes, a line each. */
  readonly lines: readonly Message[];
}

/** Reads the answer to an upload; what it lacks is empty. */
export function uploadReport(answer: unknown): RestoreReport {
  const fields = fieldsOf(answer);
  return { changeCount: Number(fields.get('changeCount') ?? 0), lines: messages(fields.get('said')) };
}

/** Reads the columns that the device answers after it fetched a file itself. */
export function fetchReport(answer: unknown): RestoreReport {
  const fields = fieldsOf(answer);
  const said = String(fields.get('cfgRestoreSaid') ?? '');
  return {
    changeCount: Number(fields.get('cfgRestoreChanges') ?? 0),
    lines: said === '' ? [] : messages(JSON.parse(said)),
  };
}

/** The secrets missing in the running configuration, a line each, as the device reports them. */
export function missingLines(told: string): Message[] {
  return told === '' ? [] : messages(JSON.parse(told));
}

function fieldsOf(answer: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(typeof answer === 'object' && answer !== null ? answer : {}));
}

function messages(json: unknown): Message[] {
  return Array.isArray(json) ? json.map((item) => readMessage(item)).filter((item) => item !== undefined) : [];
}
