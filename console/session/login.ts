import { isRecord } from '../../model/values/json-record.ts';
import { type Message, readMessage } from '../../model/values/message.ts';
import type { LoginAnswer } from '../../model/wire/call.ts';
import { Endpoint } from '../../model/wire/endpoints.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { CallRefused, NoAnswer } from '../call/failure.ts';
import { request } from '../call/http.ts';
import { drafts } from './drafts.ts';
import { encryptionFor, readPublicKey } from './encryption.ts';
import { session } from './session.ts';
import { sessionEnded } from './session-end.ts';

type LongestIdle = NonNullable<LoginAnswer['longestIdle']>;

const formatError = 'response format error!';

/** All sessions are taken; the one that was idle for longest could be ended for this login. */
export class NoSessionLeft extends CallRefused {
  readonly longestIdle: LongestIdle;

  constructor(said: Message, longestIdle: LongestIdle) {
    super(ErrorCode.tooManySessions, said);
    this.longestIdle = longestIdle;
  }
}

/**
 * Signs in (docs/specification/product.md 7, call 3) and answers the session token, "" for wrong credentials: the login page shows
 * no message then. `end` names a session to end where all are taken. Throws `CallRefused` where the device refused for another
 * reason, `NoSessionLeft` among them, `NoAnswer` where it did not answer, and 'response format error!' for what is no answer.
 */
export async function loginAndGetGambit(username: string, password: string, end = ''): Promise<string> {
  const key = readPublicKey((await request(Endpoint.publicKey)).text);
  if (!key) throw new Error(formatError);
  const encrypt = await encryptionFor(key);
  const query = new URLSearchParams({ pelican: await encrypt(username), pinkpanther: await encrypt(password) });
  if (end !== '') query.set('end', end);
  const { text } = await request(`${Endpoint.login}?${query}`);
  const { code, said, gambit, longestIdle } = readLoginAnswer(text);
  if (code === ErrorCode.success) return gambit;
  if (code === ErrorCode.badCredentials) return '';
  throw longestIdle ? new NoSessionLeft(said, longestIdle) : new CallRefused(code, said);
}

/** Reads a login answer; anything around its braces is ignored. */
export function readLoginAnswer(text: string): {
  readonly code: number;
  readonly said: Message;
  readonly gambit: string;
  readonly longestIdle?: LongestIdle;
} {
  let answer: unknown;
  try {
    answer = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    throw new Error(formatError);
  }
  if (!isRecord(answer) || !isRecord(answer.error) || typeof answer.error.code !== 'number')
    throw new Error(formatError);
  const { error, longestIdle } = answer;
  return {
    code: answer.error.code,
    said: readMessage(error) ?? { text: typeof error.message === 'string' ? error.message : '' },
    gambit: typeof answer.gambit === 'string' ? answer.gambit : '',
    ...(isLongestIdle(longestIdle) && { longestIdle }),
  };
}

function isLongestIdle(value: unknown): value is LongestIdle {
  return (
    isRecord(value) &&
    typeof value.session === 'string' &&
    typeof value.remoteAddress === 'string' &&
    typeof value.idle === 'number'
  );
}

/** Signs in and keeps the session in the browser. Answers whether the device let us in; throws as `loginAndGetGambit`. */
export async function login(username: string, password: string, end?: string): Promise<boolean> {
  const gambit = await loginAndGetGambit(username, password, end);
  if (gambit === '') return false;
  session.open(gambit, username);
  drafts.forgetOthers();
  sessionEnded.set(false);
  return true;
}

/** Ends this session on the device and in the browser. Failures are ignored: the device ends idle sessions by itself. */
export async function logout(): Promise<void> {
  const { gambit } = session;
  if (gambit === '') return;
  session.close();
  try {
    await request(`${Endpoint.logout}?${new URLSearchParams({ Gambit: gambit })}`);
  } catch (failure) {
    if (!(failure instanceof NoAnswer)) throw failure;
  }
}
