import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '../../datapath/clock.ts';
import { Allowance, type Rate } from '../../device/allowance.ts';
import { AttemptBudget } from '../../device/sessions/attempt-budget.ts';
import type { Passwords } from '../../device/sessions/passwords.ts';
import { SourceLock } from '../../device/sessions/source-lock.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { claimCode } from '../../protocols/cloud/claim-code.ts';
import { alarmByLog, alarmsByReport, offline } from '../alarms/alarms-of-switch.ts';
import type { Bus } from '../bus/bus.ts';
import { type AdmissionAnswer, answerGateways, type Questions, type ReportOnLine } from '../bus/questions.ts';
import { renewHash } from '../fleet/fleet-proving.ts';
import { linesDigest } from '../gateway/lines-digest.ts';
import { dropSwitch } from '../gateway/switch-subjects.ts';
import { RolloutRunner } from '../rollouts/rollout-runner.ts';
import type { Store } from '../store/store.ts';
import type { Authority } from '../trust/authority.ts';
import type { Users } from '../users.ts';
import { ClaimTokens } from './claim-token.ts';
import { Reconciler } from './reconcile.ts';

/** Milliseconds between two looks for switches that are behind, and how many of them are asked again at a time. */
const LOOK = 30_000;
const LOOKED_AT = 500;

/**
 * Milliseconds without a connection after which that is an alarm; for which one-time events are active, and cleared
 * alarms are kept.
 */
const SILENT = 60_000;
const NOTED = 86_400_000;
const CLEARED = 30 * 86_400_000;

/** Milliseconds between two steps of a rollout. */
const ROLLOUTS = 2_000;
/**
 * How many wrong claim codes a source may show for a switch before further ones are ignored, and milliseconds until it
 * starts over (docs/specification/cloud.md 4): as long as a claim is pending.
 */
const WRONG_CODES = { attempts: 5, lockTime: 15 * 60_000 };

/** Changes of one switch that came back and are written into the audit trail: more of them is a switch that makes them up. */
const RETURNS: Rate = { rate: 1 / 30, burst: 10 };

/** Milliseconds between two looks for gateways that are gone, and looks that one is silent for before it counts as that. */
const GATEWAY_LOOK = 10_000;
const GATEWAY_SILENCE = 3;

/** Parts of a controller. */
export interface ControllerSurroundings {
  readonly bus: Bus;
  readonly store: Store;
  readonly authority: Authority;
  readonly users: Users;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly wallClock: Pick<WallClock, 'now'>;
  /** 256 bits that all controllers of the cloud know. */
  readonly secret: Buffer;
  /** Objects configured on switches: rollouts bring some of them from one to others. */
  readonly switchObjects: readonly ObjectDeclaration[];
  /** Seconds in which a switch has to be back after a change from here. */
  readonly window: number;
}

/** Decides over switches for the gateways; keeps nothing that the store does not. */
export interface Controller {
  close(): void;
}

/** Begins to answer gateways. */
export function startController(around: ControllerSurroundings): Controller {
  const { bus, store, authority, wallClock, clock, users, passwords } = around;
  const tokens = new ClaimTokens(around.secret);
  const locks = new SourceLock(clock);
  const budget = new AttemptBudget(clock);
  const claimLocks = new SourceLock(clock, WRONG_CODES);
  const returns = new Map<string, Allowance>();
  const reconciler = new Reconciler(around);

  async function signIn({
    account,
    password,
    source,
    keyHash,
  }: Questions['signIn']['question']): Promise<AdmissionAnswer> {
    const guesser = { key: source, shownAs: source };
    if (locks.isLocked(guesser) || !locks.enter(guesser)) return { status: 429 };
    try {
      if (!budget.take({ share: source, standing: 'stranger' })) return { status: 429 };
      const user = users.named(account);
      const isRight = await passwords.verify(password, user?.passwordHash ?? passwords.decoy(), 'stranger');
      if (!user || !isRight || user.role !== 'administrator') {
        locks.fail(guesser);
        return { status: 401 };
      }
      locks.succeed(guesser);
      if (passwords.isOutdated(user.passwordHash)) {
        await renewHash({ users, passwords }, { name: account, password, former: user.passwordHash });
      }
      return {
        status: 200,
        body: { token: tokens.make({ user: account, tenant: user.tenant, keyHash }, wallClock.now()) },
      };
    } finally {
      locks.leave(guesser);
    }
  }

  async function claim({
    serial,
    model,
    token,
    source,
    publicKey: key,
  }: Questions['claim']['question']): Promise<AdmissionAnswer> {
    const publicKey = Buffer.from(key, 'base64');
    const keyHash = createHash('sha256').update(publicKey).digest('hex');
    const now = wallClock.now();
    const code = claimCode(publicKey);
    const holder = token === undefined ? await store.claims.prove(serial, code, now) : tokens.read(token, keyHash, now);
    if (token === undefined && (!holder || holder === 'wrong')) {
      const unanswered = await answerAgain(serial, keyHash, publicKey);
      if (unanswered) return unanswered;
    }
    // By switch and source. The right code is always taken: serial numbers are no secret, and strangers may share its source.
    if (holder === 'wrong') {
      const guesser = { key: `${serial} ${source}`, shownAs: source };
      if (claimLocks.isLocked(guesser)) return { status: 429 };
      claimLocks.fail(guesser);
      await store.claims.countWrongCode(serial);
    }
    if (!holder || holder === 'wrong') return { status: token === undefined ? 404 : 403 };
    const { user, tenant } = holder;
    const issued = await authority.forSwitch({ serial, tenant, publicKey }, now);
    const certificate = { number: issued.number, serial, until: issued.until };
    const proof = 'code' in holder && { code: holder.code };
    const proven = { serial, tenant, user, ...proof, keyHash, model, at: now, certificate };
    if (!(await store.claimed(proven))) return { status: 409 };
    // The former owner of the switch no longer has any part in it.
    dropSwitch(bus, serial);
    const said =
      token === undefined
        ? say('Switch {{serial}} was claimed by its code.', { serial })
        : say('Switch {{serial}} was claimed by a login at the switch.', { serial });
    await store.audit.add({ at: now, tenant, user, source, serial, said });
    return { status: 200, body: { certificate: issued.certificate, authority: authority.certificate } };
  }

  /**
   * A switch that was accepted and has not connected since may not have received its answer: the owner of its key gets
   * another certificate, and the former one stays valid, since the answer may only be late. Undefined for every other
   * one.
   */
  async function answerAgain(serial: string, keyHash: string, publicKey: Buffer): Promise<AdmissionAnswer | undefined> {
    const kept = await store.switchOf(serial);
    if (kept?.keyHash !== keyHash || kept.report) return undefined;
    const { tenant } = kept;
    const issued = await authority.forSwitch({ serial, tenant, publicKey }, wallClock.now());
    const certificate = { number: issued.number, serial, until: issued.until };
    if (!(await store.certificates.certifyAgain(certificate, { tenant, keyHash }))) return undefined;
    return { status: 200, body: { certificate: issued.certificate, authority: authority.certificate } };
  }

  const stop = answerGateways(around.bus, {
    signIn,
    claim,
    async admit({ serial, tenant, number, keyHash, until }) {
      if ((await store.switchOf(serial))?.tenant !== tenant) return null;
      if (await store.certificates.isCertified(serial, number)) return store.lines.next(serial);
      if (!(await store.certificates.takeUp({ number, serial, until }, { tenant, keyHash }))) return null;
      const said = say(
        'The certificate of switch {{serial}} is newer than the backup that the cloud was restored from.',
        {
          serial,
        },
      );
      await store.audit.add({ at: wallClock.now(), tenant, user: '', source: '', serial, said });
      return store.lines.next(serial);
    },
    async connected(question) {
      const isKnown = await reported(question);
      if (isKnown) void watch(question.serial);
      return isKnown;
    },
    async state(question) {
      const isKnown = await reported(question);
      if (isKnown) {
        void reconciler.compare(question.serial);
        void watch(question.serial);
      }
      return isKnown;
    },
    async settled({ serial }) {
      void reconciler.compare(serial);
      return null;
    },
    async log({ serial, line }) {
      await store.alarms.note(serial, alarmByLog(line), wallClock.now());
      return null;
    },
    async health({ serial, health: { alarms } }) {
      await store.alarms.stand(serial, 'switch', alarms, wallClock.now());
      return null;
    },
    alive: async ({ gateway }) => linesDigest(await store.lines.gatewayLives(gateway)),
    lines: ({ gateway, lines }) => store.lines.keep(gateway, lines, wallClock.now()),
    async disconnected({ serial, line }) {
      await store.lines.ended(serial, line, wallClock.now());
      return null;
    },
    firmwareSize: async ({ tenant, digest }) => (await store.firmware.of(tenant, digest))?.size ?? null,
    async firmware({ tenant, digest, at }) {
      const piece = await store.firmware.piece(tenant, digest, at);
      return piece ? Buffer.from(piece).toString('base64') : null;
    },
    async renew({ serial, tenant, number, publicKey }) {
      const now = wallClock.now();
      const issued = await authority.forSwitch({ serial, tenant, publicKey: Buffer.from(publicKey, 'base64') }, now);
      const next = { number: issued.number, serial, until: issued.until };
      if (!(await store.certificates.renew(next, number))) return null;
      return { certificate: issued.certificate, authority: authority.certificate };
    },
  });

  function mayTell(serial: string): boolean {
    const allowance = returns.get(serial) ?? new Allowance(RETURNS, clock.now());
    returns.set(serial, allowance);
    return allowance.take(clock.now());
  }

  /** Updates the alarms of a switch from its report. Never rejects: the next report says the same. */
  async function watch(serial: string): Promise<void> {
    try {
      const kept = await store.switchOf(serial);
      if (!kept?.report) return;
      const alarms = alarmsByReport(kept.report, kept.desiredRevision, kept.badRevisions);
      await store.alarms.stand(serial, 'cloud', alarms, wallClock.now());
    } catch {
      // The store is away.
    }
  }

  async function reported({ serial, gateway, address, line, number, report }: ReportOnLine): Promise<boolean> {
    const at = wallClock.now();
    const former = await store.report(serial, report, { gateway, address, line, reportNumber: number, at });
    if (!former) return false;
    if (former === 'outdated') return true;
    const { last } = report;
    const isNews = last?.status === 'reverted' && JSON.stringify(last) !== JSON.stringify(former.report?.last);
    if (isNews && mayTell(serial)) {
      const said = say('Revision {{revision}} of switch {{serial}} was reverted: {{reason}}', {
        revision: last.revision,
        serial,
        reason: last.reason,
      });
      await store.audit.add({ at, tenant: former.tenant, user: '', source: '', serial, said });
    }
    return true;
  }

  const id = randomUUID();

  /** Does `work` again and again, one controller of all that run; what fails is done the next time. */
  const inTurn = (name: string, period: number, work: (now: number) => Promise<void>) =>
    clock.every(period, () => {
      const now = wallClock.now();
      // A little less than the period, so that the holder of the last turn may have the next one.
      store
        .takeTurn(name, id, now, period * 0.9)
        .then(
          (isOurs) => (isOurs ? work(now) : undefined),
          () => {},
        )
        .catch(() => {});
    });

  const rollouts = new RolloutRunner(around);
  /**
   * The last switch that was checked: the next check continues after it, so that slow switches do not delay the others.
   */
  let lookedAt = '';

  const ends = [
    stop,
    inTurn('rollouts', ROLLOUTS, () => rollouts.look()),
    // A lost nudge, a busy switch: those that are behind are asked again.
    clock.every(LOOK, () => {
      for (const [serial, allowance] of returns) if (allowance.isFull(clock.now())) returns.delete(serial);
    }),
    inTurn('switches that are behind', LOOK, async (now) => {
      const behind = await store.listBehind(LOOKED_AT, now, lookedAt);
      lookedAt = behind.length < LOOKED_AT ? '' : (behind.at(-1) ?? '');
      for (const serial of behind) void reconciler.compare(serial);
    }),
    inTurn('alarms', LOOK, async (now) => {
      await store.alarms.watchLines(offline, now - SILENT, now, LOOKED_AT);
      await store.alarms.forget(now - NOTED, now - CLEARED);
    }),
    inTurn('gateways that are gone', GATEWAY_LOOK, (now) => store.lines.missGateways(GATEWAY_SILENCE, now)),
  ];

  return {
    close() {
      for (const end of ends) end();
    },
  };
}
