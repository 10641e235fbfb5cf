import { execFile } from 'node:child_process';
import { constants, publicEncrypt } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ErrorCode } from '../model/wire/error-code.ts';
import { type RunningProgram, startProgram } from './child-process.ts';

const run = promisify(execFile);
/** The built program. */
export const program = fileURLToPath(new URL('../dist/device/faceplate', import.meta.url));

/** The account that a measured agent is signed in to with. */
export const account = { user: 'admin', password: 'bench-Passw0rd' } as const;

/** A built agent with a data folder of its own. */
export interface RunningAgent extends Omit<RunningProgram, 'captured'> {
  readonly port: number;
  readonly origin: string;
}

/** Starts the built agent with `options` and a data folder that goes with it; `stop` ends the one and removes the other. */
export async function startAgent(...options: readonly string[]): Promise<RunningAgent> {
  const data = mkdtempSync(join(tmpdir(), 'faceplate-bench-'));
  const remove = async () => {
    // Open vSwitch goes on forwarding without the agent, and two of them cannot have a datapath in one namespace.
    if (options.includes('openvswitch')) await run(program, ['--remove', '--data', data]);
    rmSync(data, { recursive: true, force: true });
  };
  try {
    const agent = await startAgentIn(data, ...options);
    return { ...agent, stop: () => agent.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Starts the built agent on a free loopback port with what an earlier one left in `data`. */
export async function startAgentIn(data: string, ...options: readonly string[]): Promise<RunningAgent> {
  if (!existsSync(program)) throw new Error('The product is not built: run "npm run build" first.');
  // Unconfigured features are at rest.
  const plain = options.includes('openvswitch') ? [] : ['--factory-settings'];
  const words = ['--listen', '127.0.0.1:0', '--data', data, ...plain, ...options];
  const { captured, ...running } = await startProgram(program, words, /^Listening on (http:\S+?)\/?$/, {
    NODE: process.execPath,
    FACEPLATE_INITIAL_PASSWORD: account.password,
    NODE_ENV: 'production',
  });
  return { ...running, port: Number(new URL(captured).port), origin: captured };
}

/** A signed-in session, for calls past a browser. */
export interface AgentSession {
  readonly gambit: string;
  readonly cookie: string;
  /** Calls and answers the result; throws where the agent refuses. */
  call(method: string, params: object): Promise<unknown>;
}

/** Signs in as the console does (docs/specification/protocol.md, "Endpoints"). */
export async function signIn(origin: string): Promise<AgentSession> {
  const seal = await sealer(origin);
  const query = new URLSearchParams({ pelican: seal(account.user), pinkpanther: seal(account.password) });
  const response = await fetch(`${origin}/iss/specific/login_data.js?${query}`);
  const answer: unknown = await response.json();
  const gambit = textAt(answer, 'gambit');
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (gambit === '' || cookie === undefined) throw new Error(`Signing in was refused: ${JSON.stringify(answer)}`);
  const ask = async (method: string, params: object) => {
    const reply = await fetch(`${origin}/iss/specific/rpc.js`, {
      method: 'POST',
      headers: { cookie },
      body: callForm(gambit, method, params),
    });
    const json: unknown = await reply.json();
    return json;
  };
  const codeOf = (json: unknown) => propertyOf(propertyOf(json, 'error'), 'code');
  const call = async (method: string, params: object) => {
    let json = await ask(method, params);
    // As the console does it: what grants access is repeated with the password.
    if (codeOf(json) === ErrorCode.proofRequired) {
      json = await ask(method, { ...params, Proof: (await sealer(origin))(account.password) });
    }
    if (codeOf(json) !== 0) {
      throw new Error(`The agent refused ${method}: ${textAt(propertyOf(json, 'error'), 'message')}`);
    }
    return propertyOf(json, 'result');
  };
  return { gambit, cookie, call };
}

/** Encrypts texts with the present key of a switch. */
async function sealer(origin: string): Promise<(text: string) => string> {
  const key = await (await fetch(`${origin}/iss/specific/public_key.js`)).text();
  const nonce = /^\s*\/\/ nonce: (\S+)/.exec(key)?.[1];
  const pem = key.slice(key.indexOf('-----BEGIN'));
  return (text) =>
    publicEncrypt(
      { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(`${nonce}\n${text}`),
    ).toString('base64');
}

/** The form of a remote call. */
export function callForm(gambit: string, method: string, params: object): URLSearchParams {
  return new URLSearchParams({ Gambit: gambit, RPC: JSON.stringify({ method, id: 0, params }) });
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function textAt(value: unknown, name: string): string {
  const text = propertyOf(value, name);
  return typeof text === 'string' ? text : '';
}
