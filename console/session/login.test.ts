// @vitest-environment happy-dom
import { constants, generateKeyPairSync, privateDecrypt, webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallRefused, failureText } from '../call/failure.ts';
import { draftRoutes, drafts } from './drafts.ts';
import { login, loginAndGetGambit, logout, readLoginAnswer } from './login.ts';
import { session } from './session.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const decrypt = (text: string | null) =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(text ?? '', 'base64'),
  ).toString('utf8');

let asked: URL[] = [];
let answer = '';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  asked = [];
  answer = JSON.stringify({ error: { code: 0, message: '' }, gambit: 'abc' });
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://switch.lan');
    asked.push(url);
    return new Response(url.pathname.endsWith('public_key.js') ? `// nonce: 4711\n${publicKey}` : answer);
  });
});
afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['with the browser’s own encryption', webcrypto],
  ['on plain HTTP, where the browser has none', { getRandomValues: webcrypto.getRandomValues.bind(webcrypto) }],
])('signing in %s', (_, crypto) => {
  it('sends name and password encrypted with the nonce, and keeps the token', async () => {
    vi.stubGlobal('crypto', crypto);
    expect(await login('admin', 'pässwörd')).toBe(true);
    const query = asked.at(-1)?.searchParams;
    expect(decrypt(query?.get('pelican') ?? null)).toBe('4711\nadmin');
    expect(decrypt(query?.get('pinkpanther') ?? null)).toBe('4711\npässwörd');
    expect(session.gambit).toBe('abc');
    expect(session.username).toBe('admin');
  });
});

it('leaves nothing of what another user had typed in this tab', async () => {
  session.open('a', 'eva');
  drafts.keep('/System/DNS', { name: 'cameras' });
  await login('admin', 'x');
  expect([draftRoutes.get(), sessionStorage.length]).toEqual([[], 0]);
});

describe('the answer to a login', () => {
  it('leaves nobody signed in where the device refused', async () => {
    answer = JSON.stringify({ error: { code: 8702, message: 'Wrong.' }, gambit: '' });
    expect(await loginAndGetGambit('admin', 'x')).toBe('');
    expect(await login('admin', 'x')).toBe(false);
    expect(session.gambit).toBe('');
  });

  it('says every other refusal, in words that can be translated', async () => {
    const error = { code: 8703, message: 'Wait 10 min.', text: 'Wait {{minutes}} min.', values: { minutes: 10 } };
    answer = JSON.stringify({ error });
    const refused = await login('admin', 'x').catch((failure: unknown) => failure);
    expect(refused).toBeInstanceOf(CallRefused);
    expect(failureText(refused, (text) => `(${text})`)).toBe('(Wait {{minutes}} min.)');
    expect(session.gambit).toBe('');
  });

  it('names the session that could be ended, and the login that ends it names it too', async () => {
    const longestIdle = { session: 's1', remoteAddress: '192.0.2.7', idle: 90 };
    answer = JSON.stringify({ error: { code: 8704, message: 'Full.' }, longestIdle });
    await expect(login('admin', 'x')).rejects.toMatchObject({ name: 'CallRefused', code: 8704, longestIdle });
    expect(asked.at(-1)?.searchParams.has('end')).toBe(false);
    answer = JSON.stringify({ error: { code: 0, message: '' }, gambit: 'abc' });
    expect(await login('admin', 'x', 's1')).toBe(true);
    expect(asked.at(-1)?.searchParams.get('end')).toBe('s1');
  });

  it('needs a token even with code 0', async () => {
    answer = JSON.stringify({ error: { code: 0, message: '' }, gambit: '' });
    expect(await login('admin', 'x')).toBe(false);
  });

  it('is cleaned of what stands around it', () => {
    expect(readLoginAnswer('\ufeffvar data = {"error":{"code":0,"message":""},"gambit":"g"};\n').gambit).toBe('g');
  });

  it.each(['', 'oops', '{}', '{"error":{}}', '[]'])('is refused where it is none: %j', (text) => {
    expect(() => readLoginAnswer(text)).toThrow('response format error!');
  });
});

describe('signing out', () => {
  it('tells the device, forgets the token, and does not mind a device that is gone', async () => {
    session.open('abc', 'admin');
    await logout();
    expect(asked.at(-1)?.search).toBe('?Gambit=abc');
    expect(session.gambit).toBe('');
    session.open('abc', 'admin');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('down')));
    await logout();
    expect(session.gambit).toBe('');
  });

  it('asks nothing of the device without a token', async () => {
    await logout();
    expect(asked).toEqual([]);
  });
});
