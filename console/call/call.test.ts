// @vitest-environment happy-dom

import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { say } from '../../model/values/message.ts';
import type { ObjectCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { dialogs } from '../feedback/dialogs.ts';
import { indicator } from '../feedback/indicator.ts';
import { overlay } from '../feedback/overlay.ts';
import { toasts } from '../feedback/toast.ts';
import { session } from '../session/session.ts';
import { sessionEnded } from '../session/session-end.ts';
import { chooseLanguage, startTranslations, translate } from '../translations/language.ts';
import { call } from './call.ts';
import { connectionLostSince, noteAnswer } from './connection.ts';
import { CallRefused, NoAnswer, oldValuesText, StrangeAnswer } from './failure.ts';
import { callGuarded } from './guarded-call.ts';
import { request } from './http.ts';
import { readTogether } from './read-together.ts';
import { endOfRefusal, report, reportPoll, reportRead } from './report.ts';
import { saveToFlash } from './save-to-flash.ts';
import { together } from './use-apply.ts';

const read: ObjectCall = { method: 'CommonGet', params: { Template: 'sysConfig' } };
const change: ObjectCall = { method: 'CommonSet', params: { Template: 'system', sysName: 'x' } };

/** The requests, and the device's answers: an answer, or undefined for none at all. */
let sent: { method: string; params: Record<string, unknown> }[] = [];
let device: (sent: { method: string; params: Record<string, unknown> }) => unknown = () => ok();
const ok = (result: unknown = {}) => ({ id: 0, error: { code: 0, message: '' }, result });
const refused = (code: number, message = 'No.') => ({ id: 0, error: { code, message } });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  session.open('token', 'admin');
  sent = [];
  device = () => ok();
  sessionEnded.set(false);
  noteAnswer();
  dialogs.set([]);
  toasts.set([]);
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const form = new URLSearchParams(String(init.body));
    const rpc = JSON.parse(form.get('RPC') ?? '{}');
    sent.push({ ...rpc, gambit: form.get('Gambit') });
    const answer = device(rpc);
    if (answer === undefined) return Promise.reject(new TypeError('unreachable'));
    if (answer === 'never') {
      return new Promise((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
      );
    }
    return Promise.resolve(new Response(typeof answer === 'string' ? answer : JSON.stringify(answer)));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const shown = () => dialogs.get().map(({ kind, text }) => ({ kind, text }));

describe('a remote call', () => {
  it('sends token and call as a form, and answers the result', async () => {
    device = () => ok({ configOperStatus: 1 });
    expect(await call(read)).toEqual({ configOperStatus: 1 });
    expect(sent).toEqual([{ method: 'CommonGet', id: 0, params: { Template: 'sysConfig' }, gambit: 'token' }]);
  });

  it('throws what the device refused', async () => {
    const error = { code: 10, message: 'Priority is out of range.', object: 'sysConfig', column: 'priority' };
    device = () => ({ id: 0, error });
    const { code, message, ...place } = error;
    await expect(call(read)).rejects.toMatchObject({ code, message, place });
  });

  it.each(['', 'oops', '{}', '[]', '{"error":{"message":"x"}}'])('takes %j for no answer', async (text) => {
    device = () => text;
    await expect(call(read)).rejects.toBeInstanceOf(StrangeAnswer);
  });

  it('gives up after 20 s, or after its own time', async () => {
    device = () => 'never';
    const standard = expect(call(read)).rejects.toThrow('timeout of 20000ms exceeded');
    await vi.advanceTimersByTimeAsync(20_000);
    await standard;
    const long = expect(request('/x', { timeout: 120_000 })).rejects.toThrow('timeout of 120000ms exceeded');
    await vi.advanceTimersByTimeAsync(120_000);
    await long;
  });

  it('says Network Error where nothing answers, and knows since when until something does', async () => {
    vi.setSystemTime(5_000);
    device = () => undefined;
    await expect(call(read)).rejects.toThrow('Network Error');
    vi.setSystemTime(9_000);
    await expect(call(read)).rejects.toBeInstanceOf(NoAnswer);
    expect(connectionLostSince()).toBe(5_000);
    device = () => refused(10);
    await expect(call(read)).rejects.toBeInstanceOf(CallRefused);
    expect(connectionLostSince()).toBeUndefined();
  });
});

describe('the error catalogue', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });

  it('warns with the device’s message', () => {
    report(new CallRefused(12, say('The gateway is not in the subnet of the IP address.')));
    expect(shown()).toEqual([{ kind: 'warning', text: 'The gateway is not in the subnet of the IP address.' }]);
  });

  it('words the message in the language shown, labels in it too', async () => {
    const texts = {
      '{{label}} must be {{min}} to {{max}} characters.': '{{label}} muss {{min}} bis {{max}} Zeichen haben.',
      Account: 'Konto',
    };
    await startTranslations({ de: async () => ({ default: texts }) });
    await chooseLanguage('de');
    report(
      new CallRefused(
        8,
        say('{{label}} must be {{min}} to {{max}} characters.', { label: say('Account'), min: 1, max: 9 }),
      ),
    );
    await chooseLanguage('en');
    expect(shown()).toEqual([{ kind: 'warning', text: 'Konto muss 1 bis 9 Zeichen haben.' }]);
  });

  it('writes the time of old values as every other time', () => {
    const evening = new Date(2026, 0, 1, 19, 5, 9).getTime();
    expect(oldValuesText(undefined, evening, translate)).toContain('19:05:09');
  });

  it('only logs a code without a message, and an answer without a code', () => {
    report(new CallRefused(5, say('')));
    report(new StrangeAnswer('no code'));
    expect(shown()).toEqual([]);
    expect(console.warn).toHaveBeenCalledTimes(2);
  });

  it('says why nothing came', () => {
    report(new NoAnswer(say('Network Error')));
    expect(shown()).toEqual([{ kind: 'warning', text: 'Network Error' }]);
  });

  it.each([8701, 4294967295])('ends the session at code %i, in polls too, once', (code) => {
    report(new CallRefused(12, say('Something else.')));
    reportPoll(new CallRefused(code, say('Please sign in again.')));
    report(new CallRefused(code, say('Please sign in again.')));
    expect(shown()).toEqual([{ kind: 'sessionEnd', text: 'Please sign in again.' }]);
    expect(sessionEnded.get()).toBe(true);
  });

  it('warns of a refused read, of a poll too, once until it succeeds; then the warning goes', () => {
    const refusal = new CallRefused(5, say('The table cannot be read now.'));
    for (const isRepeated of [false, true]) {
      reportRead(refusal, 'vlans', isRepeated);
      expect(dialogs.get()).toMatchObject([{ kind: 'warning', text: 'The table cannot be read now.' }]);
      dialogs.get()[0]?.answer(true);
      reportRead(refusal, 'vlans', isRepeated);
      expect(dialogs.get()).toEqual([]);
      endOfRefusal('vlans');
    }
    reportRead(refusal, 'vlans', true);
    reportRead(refusal, 'ports', true);
    expect(dialogs.get()).toHaveLength(1);
    endOfRefusal('vlans');
    expect(dialogs.get()).toHaveLength(1);
    endOfRefusal('ports');
    expect(dialogs.get()).toEqual([]);
  });

  it('leaves a row that is gone to the page that showed it', () => {
    const gone = new CallRefused(ErrorCode.noSuchName, say('The entry no longer exists.'));
    reportRead(gone, 'row', true);
    expect(dialogs.get()).toEqual([]);
    reportRead(gone, 'row', false);
    expect(dialogs.get()).toHaveLength(1);
    endOfRefusal('row');
  });

  it('leaves a lost connection of a poll to the banner', () => {
    reportPoll(new NoAnswer(say('Network Error')));
    expect(shown()).toEqual([]);
  });

  it('leaves it to the banner that a page could not be read for want of an answer, too', () => {
    reportRead(new NoAnswer(say('Network Error')), 'page', false);
    expect(shown()).toEqual([]);
  });
});

describe('a change that grants access', () => {
  const { publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  /** Takes whichever proof comes as the one numbered `right`. */
  const asking = (right: number, then: unknown = ok({ sysName: 'x' })) => {
    let proofs = 0;
    device = ({ params }) => {
      if (params === undefined) return `// nonce: 1\n${publicKey}`;
      if (params.Proof !== undefined) proofs += 1;
      if (proofs < right) return refused(8711, proofs === 0 ? 'Enter your password.' : 'The password is not correct.');
      return typeof then === 'function' ? then(params) : then;
    };
  };
  async function give(password: string): Promise<void> {
    const dialog = await vi.waitFor(() => {
      const [asked] = dialogs.get();
      if (!asked?.takesPassword) throw new Error('Nobody asks yet.');
      return asked;
    });
    dialog.takesPassword?.(password);
    dialog.answer(password !== '');
  }
  const calls = () => sent.filter(({ params }) => params !== undefined);

  it('is repeated with the password, asked for until it is right', async () => {
    asking(2);
    const outcome = callGuarded(change);
    await give('wrong');
    // It still says what the password is for.
    await vi.waitFor(() =>
      expect(dialogs.get()).toMatchObject([
        { text: 'Enter your password.', wrongPassword: 'The password is not correct.' },
      ]),
    );
    await give('right');
    expect(await outcome).toEqual({ applied: true, result: { sysName: 'x' }, awaitsSignIn: false });
    expect(calls().map(({ params }) => Object.keys(params).includes('Proof'))).toEqual([false, true, true]);
    expect(JSON.stringify(sent)).not.toContain('right');
  });

  it('is left alone without the password', async () => {
    asking(1);
    const outcome = callGuarded(change);
    await give('');
    expect(await outcome).toEqual({ applied: false });
    expect(calls()).toHaveLength(1);
  });

  it('is then asked about where it could cut the session off', async () => {
    asking(1, (params: Record<string, unknown>) => (params.Force === 1 ? ok() : refused(8710, 'It cuts you off.')));
    const outcome = callGuarded(change);
    await give('right');
    await expect.poll(() => dialogs.get()[0]?.detail).toContain('It cuts you off.');
    dialogs.get()[0]?.answer(false);
    expect(await outcome).toEqual({ applied: false });
  });
});

describe('a change that the guard refuses', () => {
  const guard = (onForce: unknown) => {
    device = ({ params }) => {
      if (params.Template === 'managementGuard') return ok();
      return params.Force === 1 ? onForce : refused(8710, 'VLAN 1 carries this session.');
    };
  };

  it('is asked about and left alone on Cancel', async () => {
    guard(ok());
    const outcome = callGuarded(change);
    await vi.dynamicImportSettled();
    const [question] = dialogs.get();
    expect(question).toMatchObject({
      title: 'Please confirm',
      text: 'This change may disconnect this session from the switch.',
      detail: 'VLAN 1 carries this session.\nReverts automatically in 60 s unless confirmed.',
    });
    question?.answer(false);
    expect(await outcome).toEqual({ applied: false });
    expect(sent).toHaveLength(1);
  });

  it('is repeated with Force and confirmed over the changed path', async () => {
    guard(ok({ sysName: 'x' }));
    const outcome = callGuarded(change);
    await vi.dynamicImportSettled();
    dialogs.get()[0]?.answer(true);
    expect(await outcome).toEqual({ applied: true, result: { sysName: 'x' }, awaitsSignIn: false });
    expect(sent.map(({ params }) => params)).toEqual([
      { Template: 'system', sysName: 'x' },
      { Template: 'system', sysName: 'x', Force: 1 },
      { Template: 'managementGuard' },
    ]);
    expect(overlay.get()).toBeNull();
  });

  it('says with the question where the switch is reached afterwards', async () => {
    guard(ok());
    const outcome = callGuarded(change, { move: { words: 'It is reached at', url: 'https://192.0.2.7/' } });
    await vi.dynamicImportSettled();
    expect(dialogs.get()).toHaveLength(1);
    expect(dialogs.get()[0]?.detail).toContain('VLAN 1 carries this session.\nIt is reached at https://192.0.2.7/\n');
    dialogs.get()[0]?.answer(false);
    await outcome;
  });

  it('and that restarts the switch is left to whoever signs in afterwards', async () => {
    guard(ok({ sysName: 'x' }));
    const outcome = callGuarded(change, { restarts: true });
    await vi.dynamicImportSettled();
    dialogs.get()[0]?.answer(true);
    expect(await outcome).toEqual({ applied: true, result: { sysName: 'x' }, awaitsSignIn: true });
    expect(sent.map(({ params }) => params.Template)).toEqual(['system', 'system']);
    expect(overlay.get()).toBeNull();
  });

  it('is not taken for confirmed by an answer over the old connection', async () => {
    const states = [2, 2, 1];
    device = ({ params }) => {
      if (params.Template === 'managementGuard') return ok({ managementGuardState: states.shift() });
      return params.Force === 1 ? ok() : refused(8710);
    };
    const outcome = callGuarded(change);
    await vi.dynamicImportSettled();
    dialogs.get()[0]?.answer(true);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(toasts.get()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await outcome).applied).toBe(true);
    expect(toasts.get()).toHaveLength(1);
  });

  it('is taken back by the device where the browser cannot reach it any more', async () => {
    device = ({ params }) => (params.Force === 1 || params.Template === 'managementGuard' ? undefined : refused(8710));
    const outcome = expect(callGuarded(change)).rejects.toThrow('It reverts the change automatically.');
    await vi.dynamicImportSettled();
    dialogs.get()[0]?.answer(true);
    await vi.advanceTimersByTimeAsync(61_000);
    await outcome;
  });

  it('is taken back by the device where no call comes over the changed path', async () => {
    const started = Date.now();
    device = ({ params }) => {
      if (params.Template === 'managementGuard')
        return ok({ managementGuardState: Date.now() < started + 60_000 ? 2 : 1 });
      return params.Force === 1 ? ok() : refused(8710);
    };
    const outcome = expect(callGuarded(change)).rejects.toThrow('the switch has reverted the change.');
    await vi.dynamicImportSettled();
    dialogs.get()[0]?.answer(true);
    await vi.advanceTimersByTimeAsync(61_000);
    await outcome;
  });

  it('of another kind is not asked about', async () => {
    device = () => refused(12, 'No.');
    await expect(callGuarded(change)).rejects.toMatchObject({ code: 12 });
    expect(shown()).toEqual([]);
  });
});

describe('several changes', () => {
  it('go as one batch, a single one as it is', () => {
    expect(together([change])).toBe(change);
    expect(together([change, read])).toEqual({
      method: 'BatchPost',
      params: { FuncName: 'system, sysConfig', calls: [change, read] },
    });
  });
});

describe('reads', () => {
  const answers = (...list: object[]) => ok(list);
  const success = (result: unknown) => ({ error: { code: 0, message: '' }, result });
  const asked = () => sent.map(({ method, params }) => ({ method, params }));

  it('of one moment travel in one call, each to whoever asked', async () => {
    device = () => answers(success('a'), success('b'));
    const both = Promise.all([readTogether({ Template: 'a' }), readTogether({ Template: 'b', index: 1 })]);
    expect(await both).toEqual(['a', 'b']);
    expect(asked()).toEqual([
      { method: 'BatchGet', params: { reads: [{ Template: 'a' }, { Template: 'b', index: 1 }] } },
    ]);
  });

  it('of different moments do not wait for each other, and one alone is a plain call', async () => {
    await readTogether({ Template: 'a' });
    await readTogether({ Template: 'b' });
    expect(asked()).toEqual([
      { method: 'CommonGet', params: { Template: 'a' } },
      { method: 'CommonGet', params: { Template: 'b' } },
    ]);
  });

  it('fail one by one where the device refuses one, at its place', async () => {
    device = () => answers({ error: { code: 2, message: 'The entry no longer exists.', object: 'a' } }, success('b'));
    const gone = expect(readTogether({ Template: 'a' })).rejects.toMatchObject({ code: 2, place: { object: 'a' } });
    expect(await readTogether({ Template: 'b' })).toBe('b');
    await gone;
  });

  it.each([
    ['an end of the session', refused(8701, 'Please sign in again.'), { code: 8701 }],
    ['too few answers', ok([success('a')]), { name: 'StrangeAnswer' }],
    ['no list', ok('a'), { name: 'StrangeAnswer' }],
  ])('fail together at %s', async (_, answer, failure) => {
    device = () => answer;
    const outcomes = Promise.allSettled([readTogether({ Template: 'a' }), readTogether({ Template: 'b' })]);
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: failure });
  });

  it('of more than a call may hold go in several', async () => {
    device = ({ params }) => ok((params.reads as unknown[]).map(() => success(1)));
    const names = Array.from({ length: 100 }, (_, at) => `object${at}`);
    expect(await Promise.all(names.map((Template) => readTogether({ Template })))).toEqual(names.map(() => 1));
    expect(sent.map(({ params }) => (params.reads as unknown[]).length)).toEqual([64, 36]);
  });

  it('by timers that come due one after another gather, and go along with what is asked meanwhile', async () => {
    device = ({ params }) => ok((params.reads as unknown[]).map(() => success(1)));
    const poll = (Template: string) => void readTogether({ Template, WebAuthenRequestState: 'Disable' });
    poll('a');
    await vi.advanceTimersByTimeAsync(5);
    poll('b');
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(15);
    expect(sent).toHaveLength(1);
    poll('c');
    void readTogether({ Template: 'd' });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toHaveLength(2);
  });
});

describe('saving to flash', () => {
  /** The statuses that the device reports one after the other. */
  const reporting = (...statuses: (string | number | undefined)[]) => {
    let operating = false;
    device = ({ method }) => {
      if (method === 'CommonSet') operating = true;
      if (!operating || method === 'CommonSet') return ok({ configCurrStartUpConfigID: 2 });
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      return status === undefined ? undefined : ok({ configOperStatus: status });
    };
  };

  it('writes the start-up configuration, and looks after 1 s and then every second', async () => {
    reporting('0', '3', 4, '1');
    const saved = saveToFlash();
    await vi.advanceTimersByTimeAsync(999);
    expect(indicator.get()).toBe('Save Settings to Flash');
    expect(sent.map(({ method, params }) => ({ method, ...params }))).toEqual([
      { method: 'CommonGet', Template: 'sysConfig' },
      { method: 'CommonSet', Template: 'sysConfig', configOperConfigID: 2, configOper: 3 },
    ]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(sent).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(1);
    expect(await saved).toBe(true);
    expect(toasts.get().map(({ text }) => text)).toEqual(['Save configuration finished.']);
    expect(indicator.get()).toBeUndefined();
  });

  it.each([
    ['the device reports failure', ['2']],
    ['the device falls silent', [undefined]],
  ])('fails when %s', async (_, statuses) => {
    reporting(...statuses);
    const saved = saveToFlash();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await saved).toBe(false);
    expect(shown()).toEqual([{ kind: 'warning', text: 'Save configuration failure.' }]);
    expect(indicator.get()).toBeUndefined();
  });

  it('fails when the device will not begin, with its reason', async () => {
    device = ({ method }) => (method === 'CommonSet' ? refused(13, 'A save is already running.') : ok({}));
    expect(await saveToFlash()).toBe(false);
    expect(dialogs.get()[0]).toMatchObject({
      text: 'Save configuration failure.',
      detail: 'A save is already running.',
    });
  });

  it('gives up after 120 s', async () => {
    reporting('3');
    const saved = saveToFlash();
    await vi.advanceTimersByTimeAsync(119_000);
    expect(indicator.get()).toBe('Save Settings to Flash');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await saved).toBe(false);
  });
});
