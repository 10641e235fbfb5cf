import { randomUUID } from 'node:crypto';
import type { Cancel, Clock } from '../../datapath/clock.ts';
import type { LogWriter } from '../../device/log/log.ts';
import { Refusal } from '../../device/refusal.ts';
import type { Sessions } from '../../device/sessions/sessions.ts';
import { type Entrance, Unavailable } from '../../device/switch/entrance.ts';
import { formatFailure, isPoll, readCall } from '../../device/switch/remote-calls.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import { isRecord } from '../../model/values/json-record.ts';
import { say } from '../../model/values/message.ts';
import type { RemoteCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { readSwitchAnswer, type SwitchAnswer } from '../../protocols/cloud/messages.ts';
import { jsonOf } from '../../protocols/cloud/wire.ts';
import type { Bus, BusValue } from '../bus/bus.ts';
import { askSwitch } from '../gateway/switch-subjects.ts';
import type { KeptUser, Store } from '../store/store.ts';
import type { Users } from '../users.ts';
import { enter } from './fleet-entrance.ts';

/** Milliseconds that a switch has for a look at it, and for a change beside the time in which it has to be back. */
const LOOK = 15_000;
const CHANGE = 80_000;

/** Milliseconds after which a browser is told that a change is still under way: it waits for 20 s itself, and would know nothing. */
const UNDER_WAY = 15_000;

/** What carrying the console of switches through the cloud needs. */
export interface SwitchEntranceSurroundings {
  /** The fleet's own entrance: accounts and sessions are the same. */
  readonly fleet: Entrance;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly wallClock: Pick<WallClock, 'now'>;
  readonly log: LogWriter;
  /** Seconds in which a switch has to be back after a change. */
  readonly window: number;
  /** The version of the console's build, which is the cloud's and not the switch's. */
  readonly webVersion: string;
}

/**
 * A switch as the web server sees it, for users of the fleet: its own console, whose calls go over its line. What a call changes is
 * tried by the switch first, and is the wanted configuration once it was confirmed.
 */
export function createSwitchEntrance(around: SwitchEntranceSurroundings, serial: string): Entrance {
  const { fleet, sessions, users, store, bus, clock, wallClock, log, window } = around;

  const filesStay = () =>
    formatFailure(
      new Refusal(ErrorCode.noSuchName, say('Files do not go through the cloud. Open the switch itself for this.')),
      log,
    );

  /** Asks the switch; throws a `Refusal` where it does not answer. */
  async function ask(
    method: string,
    params: { readonly [name: string]: BusValue },
    timeout: number,
  ): Promise<BusValue> {
    try {
      return await askSwitch(bus, serial, { method, params }, timeout);
    } catch {
      throw new Refusal(ErrorCode.resourceUnavailable, say('The switch does not answer. It may be on its way back.'));
    }
  }

  async function carryOnce(rpc: string, call: RemoteCall, user: KeptUser): Promise<SwitchAnswer<'call'>> {
    const change = changes(call) ? { id: randomUUID(), revision: await store.nextRevision(serial), window } : undefined;
    const params = { user: user.name, rpc, ...(change && { change }) };
    const said = readSwitchAnswer('call', await ask('call', params, change ? CHANGE + window * 1000 : LOOK));
    if (!said || codeOf(said.answer) === undefined) {
      throw new Refusal(ErrorCode.genErr, say('The switch answered something that is no answer.'));
    }
    return said;
  }

  async function carry(rpc: string, call: RemoteCall, user: KeptUser, source: string): Promise<string> {
    const first = await carryOnce(rpc, call, user);
    // Another change with a greater number was there before it: nothing was done yet.
    const isOutdated = first.change?.status === 'refused' && first.change.cause === 'outdated';
    const said = isOutdated ? await carryOnce(rpc, call, user) : first;
    if (changes(call) && codeOf(said.answer) === ErrorCode.success) {
      const did =
        said.change?.status === 'committed'
          ? say('Changed switch {{serial}}: {{what}} (revision {{revision}}).', {
              serial,
              what: subjectOf(call),
              revision: said.change.revision,
            })
          : say('Asked switch {{serial}}: {{what}}.', { serial, what: subjectOf(call) });
      const { name, tenant } = user;
      await store.addAudit({ at: wallClock.now(), tenant, user: name, source, serial, said: did });
    }
    return said.answer;
  }

  /** What it comes to, or, where that takes long, a sentence that says so; it goes on all the same. */
  async function inTime(answer: Promise<string>): Promise<string> {
    let cancel: Cancel = () => {};
    const later = new Promise<never>((_resolve, reject) => {
      cancel = clock.after(UNDER_WAY, () => reject(isUnderWay(window)));
    });
    try {
      return await Promise.race([answer, later]);
    } finally {
      cancel();
    }
  }

  return {
    async globals(question) {
      const { webVersion } = around;
      const { cookie } = question ?? {};
      const tenants = cookie === undefined ? [] : sessions.usersOf(cookie).map((name) => users.named(name)?.tenant);
      const kept = tenants.length === 0 ? undefined : await store.switchOf(serial);
      // Who is not signed in, or in another fleet, sees the login of the fleet, and learns nothing of the switch.
      if (!kept || !tenants.includes(kept.tenant)) {
        return JSON.stringify({ ...JSON.parse(await fleet.globals(question)), webVersion });
      }
      try {
        const answer = readSwitchAnswer('globals', await ask('globals', {}, LOOK));
        const said: unknown = JSON.parse(answer?.globals ?? '');
        if (!isRecord(said)) throw new Unavailable();
        // Here nothing is hidden that the cloud decides, and the way to the cloud is no matter.
        const { cloudMode: _, ...globals } = said;
        return JSON.stringify({ ...globals, cloudConnect: 0, webVersion });
      } catch {
        throw new Unavailable();
      }
    },

    constants: async () => 'ConfigIsDefault = 0',
    publicKey: (question) => fleet.publicKey(question),
    visitor: (question) => fleet.visitor(question),
    login: (question) => fleet.login(question),
    logout: (question) => fleet.logout(question),

    async call({ rpc, arrival, ...proof }) {
      try {
        const session = enter(sessions, users, proof);
        const user = users.named(session.user);
        const kept = await store.switchOf(serial);
        if (!user || kept?.tenant !== user.tenant) {
          throw new Refusal(ErrorCode.noSuchName, say('The fleet has no switch with this serial number.'));
        }
        const call = readCall(rpc);
        if (!isPoll(call)) sessions.touch(session);
        if (changes(call) && user.role !== 'administrator') {
          const message = say('Your account may look at everything and change nothing.');
          throw new Refusal(ErrorCode.notWritable, message);
        }
        return await inTime(carry(rpc, call, user, arrival.remoteAddress));
      } catch (error) {
        return formatFailure(error, log);
      }
    },

    uploadPlace: async () => ({ refused: filesStay() }),
    upload: async () => filesStay(),
    download: async () => ({ refused: filesStay() }),
    seen: async () => undefined,
    certified: async () => undefined,
  };
}

const isUnderWay = (seconds: number) =>
  new Refusal(
    ErrorCode.commitFailed,
    say(
      'The switch has not come back since the change. If it does not within {{seconds}} seconds, it takes the change back by itself; its page in the fleet will say so.',
      { seconds },
    ),
  );

/** Whether a call may change something; one that only tries a change out does not. */
function changes(call: RemoteCall): boolean {
  if (call.method === 'CommonGet' || call.method === 'BatchGet') return false;
  const calls = call.method === 'BatchPost' ? call.params.calls : [];
  if ([call, ...calls].some(({ params }) => params.DryRun !== undefined)) return false;
  return call.method !== 'BatchPost' || calls.some(({ method }) => method !== 'CommonGet');
}

/** What a call is about, for the audit trail. */
function subjectOf(call: RemoteCall): string {
  if (call.method === 'BatchPost') return call.params.FuncName;
  return call.method === 'BatchGet' ? '' : call.params.Template;
}

/** Those of the session, which is the cloud's: no switch ends it. */
const sessionCodes: readonly number[] = [ErrorCode.gambit, ErrorCode.webTimeout];

/** What an answer of a switch says became of the call; undefined for what is no answer that a switch could give. */
function codeOf(answer: string): number | undefined {
  const said = jsonOf(answer);
  const code = isRecord(said) && isRecord(said.error) ? said.error.code : undefined;
  return typeof code === 'number' && !sessionCodes.includes(code) ? code : undefined;
}
