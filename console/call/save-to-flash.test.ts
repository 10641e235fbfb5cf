// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dialogs } from '../feedback/dialogs.ts';
import { toasts } from '../feedback/toast.ts';
import { saveToFlash } from './save-to-flash.ts';

/** The slot that the switch starts from. */
const START_UP = 1;
/** Its status, each time that it is asked; the last one stays. */
let statuses: number[];
let saved: unknown[];
let refusal: string;

beforeEach(() => {
  vi.useFakeTimers();
  statuses = [3, 4, 1];
  saved = [];
  refusal = '';
  dialogs.set([]);
  toasts.set([]);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { method, params } = JSON.parse(new URLSearchParams(String(init.body)).get('RPC') ?? '{}');
    if (method === 'CommonSet') saved.push(params.configOperConfigID);
    const isRefused = method === 'CommonSet' && refusal !== '';
    const error = isRefused ? { code: 13, message: refusal } : { code: 0, message: '' };
    const [status] = saved.length > 0 && statuses.length > 1 ? statuses.splice(0, 1) : statuses;
    const result = { configCurrStartUpConfigID: START_UP, configOperStatus: status };
    return new Response(JSON.stringify({ id: 0, error, result }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  dialogs.set([]);
  toasts.set([]);
});

/** Saves, and lets the time pass that it takes. */
async function outcome(slot?: 1 | 2): Promise<boolean> {
  let isOver = false;
  const saving = saveToFlash(slot).finally(() => {
    isOver = true;
  });
  for (let second = 0; second < 130 && !isOver; second += 1) await vi.advanceTimersByTimeAsync(1000);
  return saving;
}

it('saves to the slot that was chosen, otherwise to the one that the switch starts from, and waits for the end', async () => {
  expect(await outcome(2)).toBe(true);
  expect(toasts.get().map(({ text }) => text)).toEqual(['Save configuration finished.']);
  statuses = [3, 1];
  expect(await outcome()).toBe(true);
  expect(saved).toEqual([2, START_UP]);
  expect(dialogs.get()).toEqual([]);
});

it.each([
  ['the switch says so', [3, 2], ''],
  ['it does not end in two minutes', [3], ''],
  ['it is refused', [1], 'The flash is full.'],
])('says that it failed where %s', async (_why, given, refused) => {
  statuses = [...given];
  refusal = refused;
  expect(await outcome()).toBe(false);
  expect(dialogs.get()).toMatchObject([{ kind: 'warning', text: 'Save configuration failure.' }]);
  expect(dialogs.get()[0]?.detail ?? '').toBe(refused);
  expect(toasts.get()).toEqual([]);
});
