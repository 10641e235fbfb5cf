import { Endpoint } from '../../model/wire/endpoints.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { NoAnswer } from '../call/failure.ts';
import { request } from '../call/http.ts';
import { encryptionFor, readPublicKey } from './encryption.ts';
import { session } from './session.ts';
import { sessionEnded } from './session-end.ts';

const formatError = 'response format error!';

/**
 * Signs in (specification section 7, 3) and answers the session token, "" where the device refused: the login page shows
 * no message then. Throws `NoAnswer` where the device did not answer, and 'response format error!' for what is no answer.
 */
export async function loginAndGetGambit(username: string, password: string): Promise<string> {
  const key = readPublicKey((await request(Endpoint.publicKey)).text);
  if (!key) throw new Error(formatError);
  const encrypt = await encryptionFor(key);
  const query = new URLSearchParams({ pelican: await encrypt(username), pinkpanther: await encrypt(password) });
  const { text } = await request(`${Endpoint.login}?${query}`);
  const answer = readLoginAnswer(text);
  if (answer.code !== ErrorCode.success) console.warn(`Login refused: ${answer.message}`);
  return answer.code === ErrorCode.success ? answer.gambit : '';
}

/** Reads a login answer; what stands around its braces is no part of it. */
export function readLoginAnswer(text: string): {
  readonly code: number;
  readonly message: string;
  readonly gambit: string;
} {
  let answer: unknown;
  try {
    answer = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    throw new Error(formatError);
  }
  if (!isRecord(answer) || !isRecord(answer.error) || typeof answer.error.code !== 'number')
    throw new Error(formatError);
  const { code, message } = answer.error;
  return {
    code,
    message: typeof message === 'string' ? message : '',
    gambit: typeof answer.gambit === 'string' ? answer.gambit : '',
  };
}

/** Signs in and keeps the session in the browser. Answers whether the device let us in; throws as `loginAndGetGambit`. */
export async function login(username: string, password: string): Promise<boolean> {
  const gambit = await loginAndGetGambit(username, password);
  if (gambit === '') return false;
  session.open(gambit, username);
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
