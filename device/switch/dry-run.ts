import { inBreaths } from '../../datapath/breath.ts';
import { type Change, changeWords } from '../../model/configuration/change.ts';
import { isConsequence } from '../../model/configuration/dependent-rows.ts';
import { tellingChanges } from '../../model/configuration/told-changes.ts';
import type { ChangeMessage } from '../../model/values/change-message.ts';
import { wordsOf } from '../../model/values/message.ts';
import { formatPortList } from '../../model/values/port-list.ts';
import { asWritten } from '../../model/values/translate.ts';
import type { BatchCall, ObjectCall } from '../../model/wire/call.ts';
import type { DryRunResult, WireChange } from '../../model/wire/dry-run.ts';
import { type ObjectIndex, readRequest } from '../configuration/read-request.ts';
import type { Caller, Request, Trial } from '../management.ts';
import type { CallSurroundings } from './call-surroundings.ts';

/** Lines of words in a dry run's answer at most. */
const LINES_TOLD = 100;

/** Maximum calls of a dry run that are answered as lines of the command line. */
const COMMANDS_TOLD = 200;

/** In any form of the parameter: a change meant as a dry run is never carried out. */
export function isDryRun(call: ObjectCall | BatchCall): boolean {
  const calls = call.method === 'BatchPost' ? call.params.calls : [];
  return [call, ...calls].some(({ params }) => params.DryRun !== undefined);
}

/** The joint result of calls that change something; their questions are not answered. */
export async function tryOut(
  { objects, management }: CallSurroundings,
  call: ObjectCall | BatchCall,
  caller: Caller,
): Promise<DryRunResult> {
  const calls = call.method === 'BatchPost' ? call.params.calls : [call];
  const requests = calls.filter(({ method }) => method !== 'CommonGet').map((change) => readRequest(objects, change));
  const { changes, told, loss, unpowered } = await management.tryOut(requests, caller);
  const commands = requests.length <= COMMANDS_TOLD ? await commandsOf(objects, requests) : undefined;
  const own = changes.filter((change) => !isConsequence(change));
  const isProgram = caller.access === 'token';
  const lines = told ?? (isProgram ? await inBreaths(tellingChanges(own)) : undefined);
  return {
    // The changes in words may be thousands, which need no list beside them.
    changes: told ? [] : own.map(wireChange),
    ...(told && { told: told.slice(0, LINES_TOLD) }),
    ...(isProgram && lines && { words: lines.slice(0, LINES_TOLD).map(sentenceOf) }),
    ...(lines && { lines: lines.length }),
    ...(loss && { guard: guardOf(loss, isProgram) }),
    ...(unpowered !== undefined && { unpowered: formatPortList(unpowered) }),
    ...(commands && { commands }),
  };
}

function guardOf({ reason, isFinal }: NonNullable<Trial['loss']>, isProgram: boolean): DryRunResult['guard'] {
  return { reason, ...(isProgram && { message: wordsOf(reason) }), ...(isFinal && { final: 1 }) };
}

/** A line of a change in English: "System name: old → new". */
function sentenceOf(line: ChangeMessage): string {
  const { what, from, to } = changeWords(line, asWritten);
  return from === '' && to === '' ? what : `${what}: ${from || '–'} → ${to || '–'}`;
}

/** Changes as lines of the command line, whose code is loaded with the first. */
async function commandsOf(objects: ObjectIndex, requests: readonly Request[]): Promise<readonly string[] | undefined> {
  const { requestLines } = await import('../command-line/request-lines.ts');
  return requestLines(objects, requests);
}

/** A change by its names, without secrets. */
function wireChange({ object, kind, row, column, from, to }: Change): WireChange {
  const isSecret = (name: string) => object.fields[name]?.access === 'wo';
  const shown = column !== undefined && !isSecret(column);
  return {
    object: object.name,
    kind,
    ...(row && { row: Object.fromEntries(Object.entries(row).filter(([name]) => !isSecret(name))) }),
    ...(column !== undefined && { column }),
    ...(shown && from !== undefined && { from }),
    ...(shown && to !== undefined && { to }),
  };
}
