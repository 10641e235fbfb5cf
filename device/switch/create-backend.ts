import { breath } from '../../datapath/breath.ts';
import { notCarriedOut } from '../../model/configuration/message.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { isInIpNetwork, parseIp } from '../../model/values/ip-prefix.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import type { LoginAnswer, ObjectCall, RemoteCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { ConsoleSettingsHolder } from '../console-settings.ts';
import type { DeviceContext, DeviceFeature, MetricsSource } from '../feature.ts';
import type { Whereabouts } from '../guard/whereabouts.ts';
import type { Caller } from '../management.ts';
import type { ManagementConnection } from '../management-connection.ts';
import { formatMetrics } from '../metrics/metric.ts';
import { Refusal } from '../refusal.ts';
import { refuseLimited, refuseOutsideSection } from '../sessions/access-proof.ts';
import type { Account } from '../sessions/account-source.ts';
import type { ApiToken, ApiTokens } from '../sessions/api-tokens.ts';
import { AttemptBudget } from '../sessions/attempt-budget.ts';
import { failedLogin } from '../sessions/failed-login.ts';
import type { KnownBrowsers } from '../sessions/known-browsers.ts';
import type { LoginKey } from '../sessions/login-key.ts';
import type { Passwords } from '../sessions/passwords.ts';
import type { Proof, Session } from '../sessions/session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import { signInServers } from '../sessions/sign-in-servers.ts';
import { takeProof } from '../sessions/take-proof.ts';
import type { SourceAdmission } from '../source-admission.ts';
import { formatAnswer, formatFailure } from './answers.ts';
import type { Arrival, Backend } from './backend.ts';
import { type ConfirmationSurroundings, confirmForced } from './confirm-forced.ts';
import { answerText, isPoll, type Permit, readCall } from './remote-calls.ts';
import { ResultTexts } from './result-texts.ts';
import type { Revision } from './revision.ts';

/** Milliseconds for which a measurement is answered again: asking more often costs nothing. */
const MEASURED_TIME = 1_000;

/** Dependencies of the backend. */
export interface BackendSurroundings extends ConfirmationSurroundings {
  readonly context: DeviceContext;
  readonly features: readonly DeviceFeature[];
  readonly sessions: Sessions;
  readonly whereabouts: Whereabouts;
  readonly key: LoginKey;
  readonly passwords: Passwords;
  readonly browsers: KnownBrowsers;
  readonly sources: SourceAdmission;
  readonly console: ConsoleSettingsHolder;
  readonly tokens: ApiTokens;
  readonly revision: Pick<Revision, 'present'>;
  /** Whether reads of an object say the same as long as the revision does. */
  stands(object: ObjectDeclaration): boolean;
  account(): Account;
  renewHash(name: string, password: string, former: string): Promise<void>;
}

/** The switch as the web server sees it: every call proves its session here before anything else happens. */
export function createBackend(around: BackendSurroundings): Backend {
  const { context, features, sessions, log, key } = around;
  const calls = {
    objects: new Map(context.objects.map((object) => [object.name, object])),
    management: context.management,
    log,
    texts: new ResultTexts(),
  };
  const { passwords, browsers, account, renewHash, tokens } = around;
  const budget = new AttemptBudget(context.clock);
  const servers = () => signInServers(context.slots);
  const measuring = features.find(({ metrics }) => metrics)?.metrics;
  /** The last measurement: collectors that ask at once share it. */
  let measured: { readonly at: number; readonly text: Promise<string> } | undefined;
  const scrape = (source: MetricsSource): Promise<string> => {
    const at = context.clock.now();
    if (!measured || at - measured.at >= MEASURED_TIME) {
      const text = source.read(context).then(async (metrics) => {
        // Frames and timers of the switch come between measuring and wording.
        await breath();
        return formatMetrics(metrics);
      });
      measured = { at, text };
      text.catch(() => {
        measured = undefined;
      });
    }
    return measured.text;
  };
  const proving = { key, passwords, sessions, browsers, budget, log, account, renewHash, servers };

  return {
    globals: async () => JSON.stringify(context.globals()),

    async constants({ cookie }) {
      const markers = [`ConfigIsDefault = ${context.flash.isDefault() ? 1 : 0}`];
      const ticket = sessions.ticketFor(cookie);
      if (ticket !== undefined) {
        markers.push('wizard_DHCP', `wizard_username:${around.account().name}`);
        markers.push(`wizard_password:${ticket}`, `wizard_currentpassword:${ticket}`);
      }
      return markers.join('^,');
    },

    async publicKey() {
      around.guard.reached();
      return key.script();
    },

    async visitor({ cookie, known, token }) {
      around.guard.reached();
      const isSignedIn =
        (cookie !== undefined && sessions.isSignedIn(cookie)) || (token !== undefined && tokens.isValid(token));
      return { isSignedIn, isKnown: isSignedIn || around.browsers.isKnown(known) };
    },

    async login({ arrival, ...request }) {
      try {
        const session = await signIn(proving, { ...request, remoteAddress: arrival.remoteAddress });
        void around.whereabouts.note(connectionOf(arrival));
        const answer: LoginAnswer = { error: { code: ErrorCode.success, message: '' }, gambit: session.gambit };
        return { body: JSON.stringify(answer), cookies: { session: session.cookie, known: session.known } };
      } catch (error) {
        return { body: failedLogin(error, log) };
      }
    },

    async call({ rpc, arrival, ...proof }) {
      const revision = around.revision.present;
      try {
        const session = sessions.prove(proof);
        const call = readCall(rpc);
        const { user } = session;
        const isProof = await takeProof(proving, call, { user, remoteAddress: arrival.remoteAddress });
        if (isProof) sessions.proved(session.id);
        const permit = session.forWizard ? wizardPermit(features) : undefined;
        const confirms = !callsOf(call).some((one) => features.some((feature) => feature.confirmsNothing?.(one)));
        await admit(around, session, arrival, { counts: !isPoll(call), confirms });
        const text = await answerText(calls, call, callerOf(session, arrival), permit);
        const isStanding = !isProof && !session.forWizard && around.guard.provisional() === undefined && stands(call);
        return { text, ...(isStanding && { standing: { revision, until: standsUntil(session, arrival) } }) };
      } catch (error) {
        return { text: formatFailure(error, log) };
      }
    },

    async tokenCall({ token: secret, rpc, arrival }) {
      let token: ApiToken;
      try {
        refuseOverheard(arrival);
        token = tokens.prove(secret, arrival.remoteAddress);
      } catch (error) {
        return { status: 401, body: formatFailure(error, log) };
      }
      try {
        const call = readCall(rpc);
        const confirms = !callsOf(call).some((one) => features.some((feature) => feature.confirmsNothing?.(one)));
        const caller = tokenCaller(token, arrival);
        for (const one of callsOf(call)) refuseBeyondScope(token, one, calls.objects);
        void around.whereabouts.note(connectionOf(arrival));
        if (confirms && token.scope === 'change') {
          await confirmForced(around, caller.user, connectionOf(arrival), arrival.epoch);
        }
        return { status: 200, body: await answerText(calls, call, caller) };
      } catch (error) {
        return { status: 200, body: formatFailure(error, log) };
      }
    },

    async metrics({ token, arrival }) {
      const access = measuring?.access(context.configuration());
      if (!measuring || !access) return { status: 404, body: 'Not found' };
      if (token !== undefined) {
        try {
          refuseOverheard(arrival);
          // The metrics are of all sections.
          refuseLimited({ token: tokens.prove(token, arrival.remoteAddress) });
        } catch (error) {
          return { status: 401, body: error instanceof Refusal ? error.message : wordsOf(notCarriedOut) };
        }
      } else {
        const address = parseIp(arrival.remoteAddress.replace(/%.*$/, ''));
        const isNamed = address !== undefined && access.networks.some((network) => isInIpNetwork(network, address));
        if (!isNamed) return { status: 401, body: 'An API token is required.' };
      }
      return { status: 200, body: await scrape(measuring) };
    },

    ready: async () => true,

    logout: async (proof) => sessions.close(proof),

    async uploadPlace({ name, ...proof }) {
      try {
        const session = sessions.prove(proof);
        checkWhole(session);
        return context.transfers.placeFor(name, { session: session.id });
      } catch (error) {
        return { refused: formatFailure(error, log) };
      }
    },

    async upload({ name, fields, file, arrival, ...proof }) {
      try {
        const caller = await enter(proof, arrival);
        return formatAnswer(await context.transfers.receive(name, file, fields, caller));
      } catch (error) {
        return formatFailure(error, log);
      }
    },

    async download({ name, query, arrival, ...proof }) {
      try {
        const caller = await enter(proof, arrival);
        return await context.transfers.fetch(name, query, caller);
      } catch (error) {
        return { refused: formatFailure(error, log) };
      }
    },

    async seen(report) {
      around.sources.take(report);
      return undefined;
    },

    async certified(pair) {
      around.console.told(pair);
      return undefined;
    },

    neighbours: () => context.datapath.neighbours(),
  };

  /** Whether a call only reads, without being use of its session, and what it reads says the same until something changes. */
  function stands(call: RemoteCall): boolean {
    return (
      isPoll(call) &&
      callsOf(call).every(({ method, params }) => {
        const object = calls.objects.get(params.Template);
        return method === 'CommonGet' && object !== undefined && around.stands(object);
      })
    );
  }

  /** When a call has to arrive here anyway, since its session is over or its client is to be looked for again. */
  function standsUntil(session: Session, { remoteAddress }: Arrival): number {
    return Math.min(sessions.endOf(session), around.whereabouts.lookAfter(remoteAddress));
  }

  function tokenCaller({ name, section }: ApiToken, arrival: Arrival): Caller {
    return {
      access: 'token',
      token: { name, section },
      user: account().name,
      session: undefined,
      remoteAddress: arrival.remoteAddress,
      connection: connectionOf(arrival),
    };
  }

  async function enter(proof: Proof, arrival: Arrival): Promise<Caller> {
    const session = sessions.prove(proof);
    checkWhole(session);
    await admit(around, session, arrival, { counts: true, confirms: true });
    return callerOf(session, arrival);
  }
}

/** Refuses a token that could be read on the path, so that no program is set up to send it so. Throws a `Refusal`. */
function refuseOverheard({ secure, remoteAddress }: Arrival): void {
  if (secure || isLoopbackAddress(remoteAddress)) return;
  throw new Refusal(ErrorCode.gambit, say('API tokens are accepted over HTTPS only.'));
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** Throws a `Refusal` (17) if a call is beyond what the token allows. */
function refuseBeyondScope(
  { name, scope, section }: ApiToken,
  { method, params }: ObjectCall,
  objects: ReadonlyMap<string, ObjectDeclaration>,
): void {
  if (scope === 'metrics') {
    throw new Refusal(ErrorCode.notWritable, say('This API token is for metrics only.'));
  }
  // A dry run of a change is one, too: it can ask whether a password is right.
  if (scope === 'read' && method !== 'CommonGet') {
    throw new Refusal(ErrorCode.notWritable, say('This API token is for reading only.'));
  }
  const object = objects.get(params.Template);
  if (object) refuseOutsideSection(object, { token: { name, section } });
}

const forWizardOnly = () =>
  new Refusal(ErrorCode.gambit, say('This session is for the setup wizard only. Please log in.'));

/** Throws where the session opens the wizard and nothing else. */
function checkWhole({ forWizard }: Session): void {
  if (forWizard) throw forWizardOnly();
}

/** Refuses what goes beyond the wizard. */
function wizardPermit(features: readonly DeviceFeature[]): Permit {
  return (call) => {
    if (!features.some(({ allowsInSetup }) => allowsInSetup?.(call) === true)) throw forWizardOnly();
  };
}

function callsOf(call: RemoteCall): readonly ObjectCall[] {
  if (call.method === 'BatchPost') return call.params.calls;
  if (call.method === 'BatchGet') return call.params.reads.map((params) => ({ method: 'CommonGet', params }));
  return [call];
}

/** Side effects of an authenticated call. */
interface Effects {
  /** It keeps its session alive: it is no poll. */
  readonly counts: boolean;
  /** It may confirm what the guard waits for. */
  readonly confirms: boolean;
}

async function admit(
  around: BackendSurroundings,
  session: Session,
  arrival: Arrival,
  { counts, confirms }: Effects,
): Promise<void> {
  const { sessions, whereabouts } = around;
  void whereabouts.note(connectionOf(arrival));
  if (counts) sessions.touch(session);
  if (confirms) await confirmForced(around, session.user, connectionOf(arrival), arrival.epoch);
}

function connectionOf(arrival: Arrival): ManagementConnection {
  const { localAddress, localPort, remoteAddress, secure, name } = arrival;
  const service = secure ? 'https' : 'http';
  return { localAddress, localPort, remoteAddress, service, ...(name !== undefined && { name }) };
}

function callerOf({ id, user }: Session, arrival: Arrival): Caller {
  return { access: 'web', session: id, user, remoteAddress: arrival.remoteAddress, connection: connectionOf(arrival) };
}
