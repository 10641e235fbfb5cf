import { randomUUID } from 'node:crypto';
import type { Cancel, Clock } from '../../datapath/clock.ts';
import type { LogWriter } from '../../device/log/log.ts';
import { Refusal } from '../../device/refusal.ts';
import type { Proof } from '../../device/sessions/session.ts';
import { formatFailure } from '../../device/switch/answers.ts';
import { type Backend, Unavailable } from '../../device/switch/backend.ts';
import { isPoll, readCall } from '../../device/switch/remote-calls.ts';
import { chunksOf, type TemporaryFiles } from '../../device/switch/temporary-files.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import { isRecord } from '../../model/values/json-record.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { RemoteCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { LARGEST_FILE } from '../../model/wire/file-size.ts';
import { readSwitchAnswer, type SwitchAnswer } from '../../protocols/cloud/messages.ts';
import { firmwareByRollout } from '../../protocols/cloud/upgrade.ts';
import { jsonOf } from '../../protocols/cloud/wire.ts';
import type { Bus, BusValue } from '../bus/bus.ts';
import { askSwitch } from '../gateway/switch-subjects.ts';
import type { Store } from '../store/store.ts';
import { askForChange } from './ask-for-change.ts';
import { noTokens, provesAgain } from './fleet-backend.ts';
import type { FleetProving } from './fleet-proving.ts';
import type { FleetSessions, FleetVisit } from './fleet-sessions.ts';
import { type AskSwitch, fileFrom, fileTo, strange } from './switch-transfers.ts';

/** Milliseconds that a switch has for a look at it, and for a change beside the time in which it has to be back. */
const LOOK = 15_000;
const CHANGE = 80_000;

/** Milliseconds after which a browser gets the answer that a change is still in progress: it gives up after 20 s. */
const UNDER_WAY = 15_000;

/** Surroundings of the switches' console through the cloud. */
export interface SwitchBackendSurroundings {
  /** The backend of the fleet itself: accounts and sessions are the same. */
  readonly fleet: Backend;
  readonly sessions: FleetSessions;
  readonly proving: FleetProving;
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly wallClock: Pick<WallClock, 'now'>;
  readonly log: LogWriter;
  /** Folder of files in transfer. */
  readonly temporary: TemporaryFiles;
  /** Seconds in which a switch has to be back after a change. */
  readonly window: number;
  /** The version of the console's build, which is the cloud's and not the switch's. */
  readonly webVersion: string;
}

/**
 * A switch as the web server sees it, for users of the fleet: its own console, whose calls go over its line. A call's
 * changes are tried by the switch first, and become the wanted configuration once confirmed.
 */
export function createSwitchBackend(around: SwitchBackendSurroundings, serial: string): Backend {
  const { fleet, sessions, proving, store, bus, clock, wallClock, log, window, temporary } = around;

  /** Asks the switch; throws a `Refusal` where it does not answer. */
  async function ask(
    method: string,
    params: { readonly [name: string]: BusValue },
    timeout: number,
  ): Promise<BusValue> {
    try {
      return await askSwitch(bus, serial, { method, params }, timeout);
    } catch {
      throw silent();
    }
  }

  /** The session that this proves, and its user; throws a `Refusal` where the switch is none of his. */
  async function enterFor(proof: Proof): Promise<FleetVisit> {
    const visit = await sessions.prove(proof);
    const kept = await store.switchOf(serial);
    if (kept?.tenant === visit.user.tenant) return visit;
    throw new Refusal(ErrorCode.noSuchName, say('The fleet has no switch with this serial number.'));
  }

  async function carryOnce(
    rpc: string,
    call: RemoteCall,
    { session, user, proved }: ProvedVisit,
  ): Promise<SwitchAnswer<'call'>> {
    const change = changes(call)
      ? { id: randomUUID(), revision: await store.revisions.next(serial), window }
      : undefined;
    const params = { user: user.name, session: session.id, rpc, proved, ...(change && { change }) };
    const said = change
      ? await askForChange(
          {
            clock,
            ask: (timeout) => askSwitch(bus, serial, { method: 'call', params }, timeout),
            isConnected: async () => (await store.switchOf(serial))?.gateway !== '',
          },
          CHANGE + window * 1000,
        ).catch((error: unknown) => {
          throw error instanceof Refusal ? error : silent();
        })
      : readSwitchAnswer('call', await ask('call', params, LOOK));
    if (!said || codeOf(said.answer) === undefined) {
      throw strange();
    }
    return said;
  }

  async function carry(rpc: string, call: RemoteCall, visit: ProvedVisit, source: string): Promise<string> {
    const first = await carryOnce(rpc, call, visit);
    // Another change with a greater number was there before it: nothing was done yet.
    const isOutdated = first.change?.status === 'refused' && first.change.cause === 'outdated';
    const said = isOutdated ? await carryOnce(rpc, call, visit) : first;
    if (changes(call) && codeOf(said.answer) === ErrorCode.success) {
      const did =
        said.change?.status === 'committed'
          ? say('Changed switch {{serial}}: {{what}} (revision {{revision}}).', {
              serial,
              what: subjectOf(call),
              revision: said.change.revision,
            })
          : say('Request to switch {{serial}}: {{what}}.', { serial, what: subjectOf(call) });
      await audit(visit, source, did);
    }
    return said.answer;
  }

  async function audit({ user: { name, tenant } }: FleetVisit, source: string, said: Message): Promise<void> {
    await store.audit.add({ at: wallClock.now(), tenant, user: name, source, serial, said });
  }

  const askForFile: AskSwitch = (method, params) => ask(method, params, method === 'receive' ? CHANGE : LOOK);

  /** Answer of a switch to a file request; throws if it is no answer. */
  function answerOf({ answer }: { readonly answer: string }): string {
    if (codeOf(answer) === undefined) throw strange();
    return answer;
  }

  /** The result, or, if it takes long, a sentence that says so; the work continues. */
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
      const tenants = cookie === undefined ? [] : await sessions.tenantsOf(cookie);
      const kept = tenants.length === 0 ? undefined : await store.switchOf(serial);
      // A user who is not logged in, or in another fleet, sees the login of the fleet, and learns nothing about the
      // switch.
      if (!kept || !tenants.includes(kept.tenant)) {
        return JSON.stringify({ ...JSON.parse(await fleet.globals(question)), webVersion });
      }
      try {
        const answer = readSwitchAnswer('globals', await ask('globals', {}, LOOK));
        const said: unknown = JSON.parse(answer?.globals ?? '');
        if (!isRecord(said)) throw new Unavailable();
        // Here nothing is hidden that the cloud decides, and the way to the cloud is no matter.
        const { cloudMode: _, closedModules, ...globals } = said;
        // A confirmed change is saved automatically; unsaved changes made at the switch are left as they are.
        const closed = { ...(isRecord(closedModules) && closedModules), Save: 0 };
        return JSON.stringify({ ...globals, closedModules: closed, cloudConnect: 0, throughCloud: 1, webVersion });
      } catch {
        throw new Unavailable();
      }
    },

    constants: async () => 'ConfigIsDefault = 0',
    publicKey: (question) => fleet.publicKey(question),
    visitor: (question) => fleet.visitor(question),
    login: (question) => fleet.login(question),
    logout: (question) => fleet.logout(question),
    tokenCall: async () => noTokens(log),
    // The metrics of a switch are fetched from the switch.
    metrics: async () => ({ status: 404, body: 'Not found' }),
    ready: (question) => fleet.ready(question),

    async call({ rpc, arrival, ...proof }) {
      try {
        const visit = await enterFor(proof);
        const call = readCall(rpc);
        if (!isPoll(call)) await sessions.touch(visit.session);
        if (changes(call)) refuseObserver(visit);
        const proved = await provesAgain({ sessions, proving }, call, visit.session, arrival);
        const carried = carry(withoutProof(rpc, call), call, { ...visit, proved }, arrival.remoteAddress);
        return { text: await inTime(carried) };
      } catch (error) {
        return { text: formatFailure(error, log) };
      }
    },

    async uploadPlace({ name, ...proof }) {
      try {
        refuseObserver(await enterFor(proof));
        if (name === FIRMWARE_UPLOAD) throw new Refusal(ErrorCode.notWritable, firmwareByRollout);
        return { maximumSize: LARGEST_FILE, path: temporary.path() };
      } catch (error) {
        return { refused: formatFailure(error, log) };
      }
    },

    async upload({ name, fields, file, arrival, ...proof }) {
      try {
        const visit = await enterFor(proof);
        refuseObserver(visit);
        await sessions.touch(visit.session);
        const asking = { user: visit.user.name, session: visit.session.id };
        const sent = readSwitchAnswer('send', await askForFile('send', { ...asking, name, size: file.size }));
        if (!sent) throw strange();
        if ('answer' in sent) return answerOf(sent);
        const { id } = sent;
        await fileTo(askForFile, id, chunksOf(file.path));
        const params = { ...asking, id, fileName: file.name, fields };
        const received = readSwitchAnswer('receive', await askForFile('receive', params));
        if (!received) throw strange();
        const answer = answerOf(received);
        if (codeOf(answer) === ErrorCode.success) {
          await audit(
            visit,
            arrival.remoteAddress,
            say('Uploaded a file to switch {{serial}}: {{name}}.', { serial, name }),
          );
        }
        return answer;
      } catch (error) {
        return formatFailure(error, log);
      }
    },

    async download({ name, query, arrival, ...proof }) {
      try {
        const visit = await enterFor(proof);
        await sessions.touch(visit.session);
        const asking = { user: visit.user.name, session: visit.session.id };
        const ready = readSwitchAnswer('fetch', await askForFile('fetch', { ...asking, name, query }));
        if (!ready) throw strange();
        if ('answer' in ready) return { refused: answerOf(ready) };
        const path = await temporary.write(fileFrom(askForFile, ready));
        const { fileName, contentType } = ready;
        await audit(
          visit,
          arrival.remoteAddress,
          say('Downloaded a file of switch {{serial}}: {{name}}.', { serial, name }),
        );
        return { fileName, contentType, path };
      } catch (error) {
        return { refused: formatFailure(error, log) };
      }
    },

    seen: async () => undefined,
    certified: async () => undefined,
    neighbours: async () => [],
  };
}

/** A visit, and whether its user has shown his password to the cloud lately. */
interface ProvedVisit extends FleetVisit {
  readonly proved: boolean;
}

/** The password of the cloud is nothing to a switch. */
function withoutProof(rpc: string, call: RemoteCall): string {
  if (!('Proof' in call.params)) return rpc;
  const { Proof: _, ...params } = call.params;
  return JSON.stringify({ ...call, params });
}

const silent = () =>
  new Refusal(ErrorCode.resourceUnavailable, say('The switch does not respond. It may be restarting.'));

/** By what the console of a switch sends firmware (docs/specification/protocol.md, "Endpoints"). */
const FIRMWARE_UPLOAD = 'firmware_upgrade';

function refuseObserver({ user: { role } }: FleetVisit): void {
  if (role === 'administrator') return;
  throw new Refusal(ErrorCode.notWritable, say('Your account may view everything and change nothing.'));
}

const isUnderWay = (seconds: number) =>
  new Refusal(
    ErrorCode.commitFailed,
    say(
      'The switch has not reconnected since the change. If it does not within {{seconds}} seconds, it reverts the change automatically; its page in the fleet will say so.',
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

/** Subject of a call, for the audit trail. */
function subjectOf(call: RemoteCall): string {
  if (call.method === 'BatchPost') return call.params.FuncName;
  return call.method === 'BatchGet' ? '' : call.params.Template;
}

/** Those of the session, which is the cloud's: no switch ends it. */
const sessionCodes: readonly number[] = [ErrorCode.gambit, ErrorCode.webTimeout];

/** Result code in the answer of a switch; undefined for an answer that no switch could give. */
function codeOf(answer: string): number | undefined {
  const said = jsonOf(answer);
  const code = isRecord(said) && isRecord(said.error) ? said.error.code : undefined;
  return typeof code === 'number' && !sessionCodes.includes(code) ? code : undefined;
}
