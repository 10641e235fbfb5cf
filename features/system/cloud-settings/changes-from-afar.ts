import { cloudBond } from '../../../device/cloud/ownership.ts';
import { refuseWhileProvisional } from '../../../device/configuration/doubt.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import type { Caller, FromAfar } from '../../../device/management.ts';
import { Refusal } from '../../../device/refusal.ts';
import { failureOf, formatFailure } from '../../../device/switch/answers.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import { isChangedFromAfar } from '../../../model/cloud-capable-pages.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { withParts } from '../../../model/configuration/parts.ts';
import { type Message, say, wordsOf } from '../../../model/values/message.ts';
import { saidBy } from '../../../model/values/spoken-error.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import type {
  AnnouncedChange,
  ChangeAnswer,
  Configure,
  Confirmed,
  Outcome,
  RefusalCause,
} from '../../../protocols/cloud/change.ts';
import type { SwitchAnswer } from '../../../protocols/cloud/messages.ts';
import { dueAt, dueOf, standOf } from '../../../protocols/cloud/revisions.ts';
import { documentOf, withDocument } from './configuration-document.ts';
import { configurationHash } from './configuration-hash.ts';
import { type AnswerCall, answersCalls, cloudCaller } from './remote-calls.ts';
import { RevisionRecord } from './revision-record.ts';

/** Calls that wait for those before them at most: each one waits until the cloud has confirmed what it changed. */
const LONGEST_ROW = 32;

/** Maximum number of stored answers for callers that ask again: as many as are queued, and the one in progress. */
const KEPT_ANSWERS = LONGEST_ROW + 1;

/** Milliseconds after which is tried again to return to what is safe. */
const RETRY = 60_000;

/** Events of cloud changes. */
interface ChangeEvents {
  /** A change is in force, and has to be confirmed over a line that is opened from now on. */
  begun(): void;
  /** Something that is reported to the cloud has changed. */
  changed(): void;
}

/** A change that was tried: what is said of it, and how it ends where it waits. */
interface Tried {
  readonly answer: ChangeAnswer;
  readonly ended?: Promise<Outcome>;
}

/**
 * Carries out what the cloud wants, one change at a time and by the guard: announced on flash, applied, confirmed over a new line
 * or taken back; and returns to what is safe where the cloud is lost soon after (docs/specification/cloud.md 5).
 */
export class ChangesFromAfar {
  readonly record: RevisionRecord;
  readonly #context: ServiceContext;
  readonly #events: ChangeEvents;
  readonly #answer: AnswerCall;
  #tellEnd: (outcome: Outcome) => void = () => {};
  /** Steps that may change something run one after the other; the number of steps that wait or run. */
  #row: Promise<unknown> = Promise.resolve();
  #inRow = 0;
  readonly #wakeAt: (at: number | undefined) => void;
  /** The latest calls by the ids of their changes: what was asked, and what is or will be said to it. */
  readonly #answered = new Map<string, { readonly asked: string; readonly answer: Promise<SwitchAnswer<'call'>> }>();

  constructor(context: ServiceContext, events: ChangeEvents) {
    this.#context = context;
    this.#events = events;
    this.#answer = answersCalls(context);
    this.#wakeAt = wakeLoop(context.clock, () => this.#due());
    this.record = new RevisionRecord(context);
  }

  /** Goes on where the last start ended. Never rejects. */
  async begin(): Promise<void> {
    await this.record.load();
    if (this.record.revisions.trying) await this.#settleTried();
    this.#wait();
  }

  stop(): void {
    this.#wakeAt(undefined);
  }

  /** The connection to the cloud was opened or closed. */
  turned(isOpen: boolean): void {
    void this.record.happen({ kind: isOpen ? 'opened' : 'lost' });
    this.#wait();
  }

  /** Local control was taken at the switch. Never rejects. */
  async released(): Promise<void> {
    if (this.record.revisions.probation) await this.record.happen({ kind: 'local' });
    this.#wait();
  }

  /** The running configuration as the cloud has it. */
  configuration(): SwitchAnswer<'configuration'> {
    return {
      revision: this.record.revisions.present,
      hash: configurationHash(this.#context),
      configuration: documentOf(this.#context),
    };
  }

  /** Answers `configure`. Never rejects. */
  async configure(wanted: Configure): Promise<ChangeAnswer> {
    const stand = this.#standing(wanted);
    if (stand) return stand;
    if (this.#inRow > 0) return this.#refused(wanted, 'busy', rowIsFull());
    return this.#inTurn(async () => {
      const { answer, ended } = await this.#try(wanted, (fromAfar) => this.#carryOut(wanted, fromAfar));
      if (ended || answer.status !== 'committed') return answer;
      // It is in force already, so nothing has to prove itself.
      await this.record.happen({ kind: 'adopted', id: wanted.id, revision: wanted.revision });
      this.#events.changed();
      return answer;
    });
  }

  /**
   * Answers a remote call that may change something, once what it changed is confirmed or taken back. Asked again under the same
   * id, since the answer was lost on its way, it gives the same one. Never rejects.
   */
  call(caller: Caller, rpc: string, change: AnnouncedChange): Promise<SwitchAnswer<'call'>> {
    const asked = JSON.stringify([caller.user, caller.session, rpc, change]);
    const known = this.#answered.get(change.id);
    if (known?.asked === asked) return known.answer;
    const answer = this.#callOnce(caller, rpc, change);
    this.#answered.set(change.id, { asked, answer });
    const [oldest] = this.#answered.keys();
    if (oldest !== undefined && this.#answered.size > KEPT_ANSWERS) this.#answered.delete(oldest);
    return answer;
  }

  async #callOnce(caller: Caller, rpc: string, change: AnnouncedChange): Promise<SwitchAnswer<'call'>> {
    const stand = this.#standing(change);
    if (stand) return { answer: this.#failure(askedBefore()), change: stand };
    if (this.#inRow >= LONGEST_ROW) {
      return { answer: this.#failure(rowIsFull()), change: this.#refused(change, 'busy', rowIsFull()) };
    }
    return this.#inTurn(async () => {
      // An earlier change may have been given the same number.
      const late = this.#standing(change);
      if (late) return { answer: this.#failure(askedBefore()), change: late };
      let text = '';
      let failure: unknown;
      const { answer, ended } = await this.#try(change, async (fromAfar) => {
        try {
          text = await this.#answer(rpc, caller, fromAfar);
        } catch (error) {
          failure = error;
          throw error;
        }
      });
      if (answer.status === 'refused') return { answer: this.#failure(failure ?? faultOf(answer)), change: answer };
      // It changed nothing that has to be confirmed.
      if (!ended) return { answer: text };
      const outcome = await ended;
      const { status, id, revision } = outcome;
      if (status === 'committed') return { answer: text, change: outcome };
      const refusal = new Refusal(ErrorCode.commitFailed, outcome.reason);
      return { answer: this.#failure(refusal), change: { status, id, revision } };
    });
  }

  /** The cloud confirms a change; `isFresh` where it does so over a line that was opened since. Never rejects. */
  async confirm(id: string, isFresh: boolean): Promise<Confirmed> {
    const { guard } = this.#context;
    const { last } = this.record.revisions;
    if (guard.provisional()?.change !== id) {
      return { id, status: last?.id === id && last.status === 'committed' ? 'committed' : 'unknown' };
    }
    if (!isFresh) return { id, status: 'stale' };
    if (!(await guard.confirmFromAfar(id))) return { id, status: 'unknown' };
    await this.record.happen({ kind: 'confirmed' });
    this.#end();
    return { id, status: 'committed' };
  }

  async #carryOut(wanted: Configure, fromAfar: FromAfar): Promise<void> {
    const caller = cloudCaller(wanted.user);
    if ('calls' in wanted) {
      const params = { FuncName: 'configure', calls: wanted.calls };
      await this.#answer(JSON.stringify({ method: 'BatchPost', params }), caller, fromAfar);
      return;
    }
    const base = this.#context.configuration();
    const next = await withDocument(this.#context, wanted.configuration);
    await this.#context.changeFromAfar((present) => replaced(present, base, next), caller, fromAfar);
  }

  async #try(change: AnnouncedChange, act: (fromAfar: FromAfar) => Promise<unknown>): Promise<Tried> {
    const { guard, slots } = this.#context;
    const { id, window } = change;
    if (!slots.get(cloudBond).owns) return { answer: this.#refused(change, 'local', managedLocally()) };
    try {
      refuseWhileProvisional(guard);
    } catch (error) {
      return { answer: this.#refused(change, 'busy', error) };
    }
    await this.record.happen({ kind: 'tried', change: { id, revision: change.revision } });
    const ended = new Promise<Outcome>((resolve) => {
      this.#tellEnd = resolve;
    });
    try {
      await act({ change: id, time: window * 1000, returned: (who) => void this.#returned(who) });
    } catch (error) {
      await this.record.happen({ kind: 'withdrawn' });
      return { answer: this.#refused(change, guard.provisional() ? 'busy' : 'invalid', error) };
    }
    const { present, trying } = this.record.revisions;
    const revision = change.revision ?? present;
    if (trying && guard.provisional()?.change !== id) {
      await this.record.happen({ kind: 'withdrawn' });
      return { answer: { status: 'committed', id, revision } };
    }
    if (trying) await this.record.tried();
    this.#events.begun();
    return { answer: this.#standing(change) ?? { status: 'reverted', id, revision }, ended };
  }

  async #returned(who: Message | undefined): Promise<void> {
    const reason = who
      ? say('{{who}} reverted the change by the cloud.', { who })
      : say('The cloud did not confirm the change in time.');
    await this.record.happen({ kind: 'returned', cause: who ? 'local' : 'deadline', reason });
    this.#end();
  }

  #end(): void {
    const { last } = this.record.revisions;
    if (last) this.#tellEnd(last);
    this.#events.changed();
    this.#wait();
  }

  /** After the start, either the change under trial is in force, or the configuration before it. */
  async #settleTried(): Promise<void> {
    if (this.record.isTriedInForce) {
      await this.record.happen({ kind: 'confirmed' });
      return;
    }
    // It was confirmed and kept, and the switch went down before the guard could forget it: what is in force counts.
    if (this.record.isTriedSaved) await this.#save();
    const reason = say('The switch restarted before the cloud confirmed the change.');
    await this.record.happen({ kind: 'returned', cause: 'restart', reason });
  }

  /** Waits for the moment at which what is on probation counts as safe, or is given up. */
  #wait(): void {
    this.#wakeAt(dueAt(this.record.revisions));
  }

  async #due(): Promise<void> {
    const { clock } = this.#context;
    const due = dueOf(this.record.revisions, clock.now());
    if (due === 'safe') {
      await this.record.happen({ kind: 'safe' });
      this.#events.changed();
    }
    if (due !== 'lost' || (await this.#giveUp())) this.#wait();
    else this.#wakeAt(clock.now() + RETRY);
  }

  /** Returns to what is safe; resolves to whether that is in force. */
  async #giveUp(): Promise<boolean> {
    const { objects, change, log } = this.#context;
    const { safe } = this.record;
    if (!safe) {
      log.write(Severity.error, say('The change by the cloud stays: the last safe configuration is unknown.'));
      await this.record.happen({ kind: 'safe' });
      return true;
    }
    try {
      await change(say('the return to the configuration before the cloud was lost'), (present) =>
        // Accounts and trust stay the switch's own.
        withParts(
          objects.filter(({ page }) => isChangedFromAfar(page)),
          present,
          safe,
        ),
      );
    } catch (error) {
      const reason = saidBy(error);
      log.write(Severity.error, say('The return to the last safe configuration is delayed: {{reason}}', { reason }));
      return false;
    }
    await this.#save();
    const reason = say('The cloud was unreachable for 10 minutes before the change counted as safe.');
    log.write(Severity.warning, say('The last safe configuration is in force again. {{reason}}', { reason }));
    await this.record.happen({ kind: 'returned', cause: 'cloudLost', reason });
    this.#events.changed();
    return true;
  }

  /** Makes what is in force the startup configuration. Never rejects. */
  async #save(): Promise<void> {
    const { flash, configuration, log } = this.#context;
    try {
      await flash.settled();
      await flash.write(configuration(), wordsOf(say('the cloud')));
    } catch (error) {
      log.write(
        Severity.error,
        say('The running configuration could not be saved: {{reason}}', { reason: saidBy(error) }),
      );
    }
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#inRow += 1;
    const result = this.#row.then(task).finally(() => {
      this.#inRow -= 1;
    });
    this.#row = result.catch(() => {});
    return result;
  }

  /** The answer to a change that is not tried. */
  #standing(change: AnnouncedChange): ChangeAnswer | undefined {
    const { id } = change;
    const { revisions } = this.record;
    const revision = change.revision ?? revisions.present;
    const stand = standOf(revisions, { id, revision: change.revision });
    if (stand === 'waiting') {
      const secondsLeft = this.#context.guard.provisional()?.secondsLeft ?? 0;
      return { status: 'pending', id, revision, secondsLeft };
    }
    if (stand === 'outdated') return this.#refused(change, 'outdated', isOutdated(revision));
    return stand && { status: stand, id, revision };
  }

  #refused({ id, revision }: AnnouncedChange, cause: RefusalCause, error: unknown): ChangeAnswer {
    const { code, message, text, values, object, row, column } = failureOf(error, this.#context.log);
    return {
      status: 'refused',
      id,
      revision: revision ?? this.record.revisions.present,
      cause,
      fault: {
        code,
        message,
        ...(text !== undefined && { said: { text, ...(values && { values }) } }),
        ...(object !== undefined && { object }),
        ...(row && { row: { ...row } }),
        ...(column !== undefined && { column }),
      },
    };
  }

  #failure(error: unknown): string {
    return formatFailure(error, this.#context.log);
  }
}

/** `next`, which was made of `base`; throws a `Refusal` where something else is in force by now. */
function replaced(present: Configuration, base: Configuration, next: Configuration): Configuration {
  if (present === base) return next;
  throw new Refusal(ErrorCode.resourceUnavailable, say('Another change was made at the same moment; try again.'));
}

function faultOf(answer: Extract<ChangeAnswer, { status: 'refused' }>): Refusal {
  const { code, message, said } = answer.fault;
  return new Refusal(code as ErrorCode, said ?? say(message));
}

const managedLocally = () =>
  new Refusal(ErrorCode.notWritable, say('This switch is managed locally; the cloud only reads it.'));

const rowIsFull = () =>
  new Refusal(ErrorCode.resourceUnavailable, say('Other changes by the cloud are in progress; try again.'));

const askedBefore = () =>
  new Refusal(ErrorCode.resourceUnavailable, say('This change was requested before, and is not made twice.'));

const isOutdated = (revision: number) =>
  new Refusal(
    ErrorCode.inconsistentValue,
    say('Revision {{revision}} is not newer than the present one of this switch.', { revision }),
  );
