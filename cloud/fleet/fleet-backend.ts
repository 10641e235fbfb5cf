import type { LogWriter } from '../../device/log/log.ts';
import type { Caller } from '../../device/management.ts';
import { Refusal } from '../../device/refusal.ts';
import { failedLogin } from '../../device/sessions/failed-login.ts';
import type { KnownBrowsers } from '../../device/sessions/known-browsers.ts';
import { signIn } from '../../device/sessions/sign-in.ts';
import { takeProof } from '../../device/sessions/take-proof.ts';
import { formatAnswer, formatFailure } from '../../device/switch/answers.ts';
import type { Arrival, Backend } from '../../device/switch/backend.ts';
import { answerCall, isPoll, readCall } from '../../device/switch/remote-calls.ts';
import { chunksOf, type TemporaryFiles } from '../../device/switch/temporary-files.ts';
import { say } from '../../model/values/message.ts';
import type { LoginAnswer, RemoteCall } from '../../model/wire/call.ts';
import type { DeviceGlobals } from '../../model/wire/endpoints.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { KeptSession } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { FleetManagement } from './fleet-management.ts';
import type { FleetMetrics } from './fleet-metrics.ts';
import type { FleetProving } from './fleet-proving.ts';
import type { FleetSessions } from './fleet-sessions.ts';

/** Surroundings of the backend. */
export interface FleetBackendSurroundings {
  readonly management: FleetManagement;
  readonly sessions: FleetSessions;
  readonly proving: FleetProving;
  readonly browsers: KnownBrowsers;
  readonly log: LogWriter;
  readonly metrics: FleetMetrics;
  readonly store: Pick<Store, 'audit'>;
  /** Folder of files in transfer. */
  readonly temporary: TemporaryFiles;
  /** The version of the fleet console's build. */
  readonly webVersion: string;
}

/** The cloud as the web server sees it: the same wire as a switch's, with the objects of the fleet console behind it. */
export function createFleetBackend(around: FleetBackendSurroundings): Backend {
  const { management, sessions, proving, browsers, log, temporary, metrics, store } = around;
  const calls = { objects: management.objects, management, log };
  return {
    globals: async () => JSON.stringify(globalsOf(around.webVersion)),
    constants: async () => 'ConfigIsDefault = 0',
    publicKey: () => proving.key.script(),

    async visitor({ cookie, known }) {
      const isSignedIn = cookie !== undefined && (await sessions.isSignedIn(cookie));
      return { isSignedIn, isKnown: isSignedIn || browsers.isKnown(known) };
    },

    async login({ arrival, ...request }) {
      try {
        const session = await signIn({ ...proving, sessions }, { ...request, remoteAddress: arrival.remoteAddress });
        const answer: LoginAnswer = { error: { code: ErrorCode.success, message: '' }, gambit: session.gambit };
        return { body: JSON.stringify(answer), cookies: { session: session.cookie, known: session.known } };
      } catch (error) {
        metrics.loginFailed();
        return { body: failedLogin(error, log) };
      }
    },

    async call({ rpc, arrival, ...proof }) {
      try {
        const { session } = await sessions.prove(proof);
        const call = readCall(rpc);
        if (!isPoll(call)) await sessions.touch(session);
        const isProved = await provesAgain({ sessions, proving }, call, session, arrival);
        const answer = formatAnswer(await answerCall(calls, call, { ...callerOf(session, arrival), isProved }));
        metrics.called(false);
        return { text: answer };
      } catch (error) {
        metrics.called(true);
        return { text: formatFailure(error, log) };
      }
    },

    tokenCall: async () => noTokens(log),
    metrics: ({ token, arrival }) => metrics.answer(token, arrival.remoteAddress),

    async ready() {
      await store.audit.lastAt();
      return true;
    },

    logout: async (proof) => sessions.close(proof),

    async uploadPlace({ name, ...proof }) {
      try {
        const caller = callerOf((await sessions.prove(proof)).session, undefined);
        return { maximumSize: management.uploadSize(name, caller), path: temporary.path() };
      } catch (error) {
        return { refused: formatFailure(error, log) };
      }
    },

    async upload({ name, file, arrival, fields: _, ...proof }) {
      try {
        const { session } = await sessions.prove(proof);
        await sessions.touch(session);
        const { path, ...named } = file;
        await management.receive(name, { ...named, chunks: () => chunksOf(path) }, callerOf(session, arrival));
        return formatAnswer({});
      } catch (error) {
        return formatFailure(error, log);
      }
    },

    async download() {
      const message = say('There is nothing to send or fetch here.');
      return { refused: formatFailure(new Refusal(ErrorCode.noSuchName, message), log) };
    },

    seen: async () => undefined,
    certified: async () => undefined,
    neighbours: async () => [],
  };
}

/** The answer to a call with an API token: switches have them, a cloud has none. */
export function noTokens(log: LogWriter): { status: number; body: string } {
  const message = say('API tokens are accepted at the switches themselves only.');
  return { status: 401, body: formatFailure(new Refusal(ErrorCode.gambit, message), log) };
}

/**
 * Takes the password that a call was repeated with; whether the session's user has shown it lately. Rejects as `takeProof` does.
 */
export async function provesAgain(
  { sessions, proving }: Pick<FleetBackendSurroundings, 'sessions' | 'proving'>,
  call: RemoteCall,
  session: KeptSession,
  { remoteAddress }: Arrival,
): Promise<boolean> {
  if (!(await takeProof(proving, call, { user: session.user, remoteAddress }))) return sessions.isProved(session);
  await sessions.proved(session);
  return true;
}

function callerOf({ id, user }: KeptSession, arrival: Arrival | undefined): Caller {
  return { access: 'web', session: id, user, remoteAddress: arrival?.remoteAddress, connection: undefined };
}

/** Globals of a cloud's page, instead of a switch's. */
function globalsOf(webVersion: string): DeviceGlobals {
  return {
    modelName: 'Faceplate Cloud',
    Port_num: 1,
    maxVlanId: 4094,
    cloudConnect: 0,
    closedModules: {},
    disabledModules: {},
    lacking: [],
    webVersion,
  };
}
