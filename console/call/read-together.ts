import type { BatchRead, ObjectCall } from '../../model/wire/call.ts';
import { call, resultIn } from './call.ts';
import { StrangeAnswer } from './failure.ts';

type Read = ObjectCall['params'];

/** Milliseconds in which timers that were set together come due: their reads wait for each other. */
const pollsGather = 20;

/** Maximum number of reads in one call; the device accepts no more (see `callLimits`). */
const readsOfACall = 64;

/** Result of a read. */
export interface Answered {
  /** Undefined where the device still answers what `tag` names. */
  readonly result: unknown;
  /** The device's name for the result, where it was asked with one. */
  readonly tag: string | undefined;
}

interface Waiting {
  readonly read: Read;
  readonly resolve: (answered: Answered) => void;
  readonly reject: (failure: unknown) => void;
}

let waiting: Waiting[] = [];
let atOnce = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads an object and answers its result. Reads requested in one moment travel in one call; each succeeds or fails by
 * itself, as `call` does. Polls wait a little for each other, and travel with any other reads.
 */
export async function readTogether(read: Read): Promise<unknown> {
  return (await ask(read)).result;
}

/** The same for a read that is repeated: `known` is the name of what it was answered before, "" for nothing. */
export function readAgain(read: Read, known: string): Promise<Answered> {
  return ask({ ...read, Known: known });
}

function ask(read: Read): Promise<Answered> {
  return new Promise((resolve, reject) => {
    waiting.push({ read, resolve, reject });
    if (read.WebAuthenRequestState === 'Disable') timer ??= setTimeout(send, pollsGather);
    else if (!atOnce) {
      atOnce = true;
      queueMicrotask(send);
    }
  });
}

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  atOnce = false;
  const all = waiting;
  waiting = [];
  for (let from = 0; from < all.length; from += readsOfACall) void answer(all.slice(from, from + readsOfACall));
}

async function answer(asked: readonly Waiting[]): Promise<void> {
  try {
    const answers = await answersTo(asked.map(({ read }) => read));
    asked.forEach(({ resolve, reject }, at) => {
      try {
        resolve({ result: resultIn(answers[at]), tag: tagIn(answers[at]) });
      } catch (failure) {
        reject(failure);
      }
    });
  } catch (failure) {
    for (const { reject } of asked) reject(failure);
  }
}

/** The answer to each read. A single one that is requested for the first time is a plain call. */
async function answersTo(reads: readonly Read[]): Promise<readonly unknown[]> {
  const [only, ...more] = reads;
  if (only && more.length === 0 && only.Known === undefined) {
    return [{ error: { code: 0 }, result: await call({ method: 'CommonGet', params: only }) }];
  }
  const batch: BatchRead = { method: 'BatchGet', params: { reads } };
  const answers = await call(batch);
  if (Array.isArray(answers) && answers.length === reads.length) return answers;
  throw new StrangeAnswer('The device did not answer every read.');
}

function tagIn(answered: unknown): string | undefined {
  const given = typeof answered === 'object' && answered !== null && 'tag' in answered ? answered.tag : undefined;
  return typeof given === 'string' ? given : undefined;
}
