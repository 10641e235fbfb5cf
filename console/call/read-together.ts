import type { BatchRead, ObjectCall } from '../../model/wire/call.ts';
import { call, resultIn } from './call.ts';
import { StrangeAnswer } from './failure.ts';

type Read = ObjectCall['params'];

/** Milliseconds in which timers that were set together come due: their reads wait for each other. */
const pollsGather = 20;

/** Reads of one call at most; the device takes no more (see `callLimits`). */
const readsOfACall = 64;

interface Waiting {
  readonly read: Read;
  readonly resolve: (result: unknown) => void;
  readonly reject: (failure: unknown) => void;
}

let waiting: Waiting[] = [];
let atOnce = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads an object and answers its result. What is asked for in one moment travels in one call; each read succeeds or
 * fails for itself, as `call` does. Polls wait a little for each other, and go along with whatever else is asked.
 */
export function readTogether(read: Read): Promise<unknown> {
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
  const [only, ...more] = asked;
  if (only && more.length === 0) {
    call({ method: 'CommonGet', params: only.read }).then(only.resolve, only.reject);
    return;
  }
  try {
    const batch: BatchRead = { method: 'BatchGet', params: { reads: asked.map(({ read }) => read) } };
    const answers = await call(batch);
    if (!Array.isArray(answers) || answers.length !== asked.length) {
      throw new StrangeAnswer('The device did not answer every read.');
    }
    asked.forEach(({ resolve, reject }, at) => {
      try {
        resolve(resultIn(answers[at]));
      } catch (failure) {
        reject(failure);
      }
    });
  } catch (failure) {
    for (const { reject } of asked) reject(failure);
  }
}
