import type { Clock } from '../../datapath/clock.ts';
import type { Caller } from '../../device/door.ts';
import type { LogWriter } from '../../device/log/log.ts';
import { Refusal } from '../../device/refusal.ts';
import { AttemptBudget } from '../../device/sessions/attempt-budget.ts';
import { failedLogin } from '../../device/sessions/failed-login.ts';
import type { KnownBrowsers } from '../../device/sessions/known-browsers.ts';
import type { LoginKey } from '../../device/sessions/login-key.ts';
import type { Passwords } from '../../device/sessions/passwords.ts';
import { signIn } from '../../device/sessions/sign-in.ts';
import type { Arrival, Entrance } from '../../device/switch/entrance.ts';
import { answerCall, formatAnswer, formatFailure, isPoll, readCall } from '../../device/switch/remote-calls.ts';
import { chunksOf, type TemporaryFiles } from '../../device/switch/temporary-files.ts';
import { say } from '../../model/values/message.ts';
import type { LoginAnswer } from '../../model/wire/call.ts';
import type { DeviceGlobals } from '../../model/wire/endpoints.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { KeptSession } from '../store/sessions.ts';
import type { Users } from '../users.ts';
import type { FleetDoor } from './fleet-door.ts';
import type { FleetSessions } from './fleet-sessions.ts';

/** What the entrance leads to. */
export interface FleetEntranceSurroundings {
  readonly door: FleetDoor;
  readonly users: Users;
  readonly sessions: FleetSessions;
  readonly passwords: Passwords;
  readonly browsers: KnownBrowsers;
  readonly key: LoginKey;
  readonly clock: Clock;
  readonly log: LogWriter;
  /** Where files lie while they are sent. */
  readonly temporary: TemporaryFiles;
  /** The version of the fleet console's build. */
  readonly webVersion: string;
}

/** The cloud as the web server sees it: the same wire as a switch's, with the objects of the fleet console behind it. */
export function createFleetEntrance(around: FleetEntranceSurroundings): Entrance {
  const { door, users, sessions, passwords, browsers, key, clock, log, temporary } = around;
  const budget = new AttemptBudget(clock);
  const calls = { objects: door.objects, door, log };
  return {
    globals: async () => JSON.stringify(globalsOf(around.webVersion)),
    constants: async () => 'ConfigIsDefault = 0',
    publicKey: async () => key.script(),

    async visitor({ cookie, known }) {
      const isSignedIn = cookie !== undefined && (await sessions.isSignedIn(cookie));
      return { isSignedIn, isKnown: isSignedIn || browsers.isKnown(known) };
    },

    async login({ arrival, ...request }) {
      const account = (name: string) => {
        const user = users.named(name);
        return { name: user?.name ?? '', passwordHash: user?.passwordHash ?? '' };
      };
      try {
        const session = await signIn(
          { key, passwords, sessions, browsers, budget, log, account, servers: () => [] },
          { ...request, remoteAddress: arrival.remoteAddress },
        );
        const answer: LoginAnswer = { error: { code: ErrorCode.success, message: '' }, gambit: session.gambit };
        return { body: JSON.stringify(answer), cookies: { session: session.cookie, known: session.known } };
      } catch (error) {
        return { body: failedLogin(error, log) };
      }
    },

    async call({ rpc, arrival, ...proof }) {
      try {
        const { session } = await sessions.prove(proof);
        const call = readCall(rpc);
        if (!isPoll(call)) await sessions.touch(session);
        return formatAnswer(await answerCall(calls, call, callerOf(session, arrival)));
      } catch (error) {
        return formatFailure(error, log);
      }
    },

    logout: async (proof) => sessions.close(proof),

    async uploadPlace({ name, ...proof }) {
      try {
        const caller = callerOf((await sessions.prove(proof)).session, undefined);
        return { maximumSize: door.uploadSize(name, caller), path: temporary.path() };
      } catch (error) {
        return { refused: formatFailure(error, log) };
      }
    },

    async upload({ name, file, arrival, fields: _, ...proof }) {
      try {
        const { session } = await sessions.prove(proof);
        await sessions.touch(session);
        const { path, ...named } = file;
        await door.receive(name, { ...named, chunks: () => chunksOf(path) }, callerOf(session, arrival));
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
  };
}

function callerOf({ id, user }: KeptSession, arrival: Arrival | undefined): Caller {
  return { access: 'web', session: id, user, remoteAddress: arrival?.remoteAddress, connection: undefined };
}

/** What the page of a cloud says of it in the place of a switch. */
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
