import type { ServiceContext } from '../../../device/feature.ts';
import { reasonOf } from '../../../device/flash/failure-reason.ts';
import {
  restoreConfiguration,
  type StoredConfiguration,
  storeConfiguration,
} from '../../../device/flash/stored-configuration.ts';
import { Severity } from '../../../device/log/log.ts';
import { changesBetween } from '../../../model/configuration/change.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { tellChanges } from '../../../model/configuration/told-changes.ts';
import { say } from '../../../model/values/message.ts';
import { DRIFT_LINES, type SwitchReport } from '../../../protocols/cloud/report.ts';
import { noRevisions, type RevisionEvent, type Revisions, stepRevisions } from '../../../protocols/cloud/revisions.ts';
import { configurationHash } from './configuration-hash.ts';
import { keptConfigurations, keptRevisions } from './kept-revisions.ts';

/** Revisions in a report. */
type RevisionReport = Pick<
  SwitchReport,
  'revision' | 'revisionHash' | 'safeRevision' | 'badRevisions' | 'pending' | 'last' | 'drift' | 'driftLines'
>;

/** The cloud's revisions of this switch and their results, on flash with each step. */
export class RevisionRecord {
  readonly #context: ServiceContext;
  #revisions: Revisions = noRevisions;
  /** The configuration's hash when the present revision was confirmed. */
  #hash: string | undefined;
  /** The same while a change is pending: with it the next start determines whether the change was confirmed. */
  #tryingHash: string | undefined;
  /** As the cloud wanted it: what differs is drift. */
  #wanted: Configuration | undefined;
  /** The configuration for the rollback; used while a change is tried, or on probation. */
  #safe: Configuration | undefined;

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  get revisions(): Revisions {
    return this.#revisions;
  }

  get safe(): Configuration | undefined {
    return this.#safe;
  }

  /** Reads what the last start left. Never rejects. */
  async load(): Promise<void> {
    const { keep, clock } = this.#context;
    const kept = await keep(keptRevisions).load();
    if (!kept) return;
    const { isOnProbation, hash, tryingHash, ...revisions } = kept;
    const probation = isOnProbation ? { connectedFor: 0, isOpen: false, since: clock.now() } : undefined;
    this.#revisions = { ...revisions, probation };
    this.#hash = hash;
    this.#tryingHash = tryingHash;
    const configurations = await keep(keptConfigurations).load();
    this.#wanted = await this.#broughtBack(configurations?.wanted);
    this.#safe = await this.#broughtBack(configurations?.safe);
  }

  /**
   * Whether the change that the last start was trying is in force: it was confirmed, and the switch went down before it noted
   * that. Otherwise the start has put back what was before.
   */
  get isTriedInForce(): boolean {
    return this.#tryingHash !== undefined && this.#tryingHash === configurationHash(this.#context);
  }

  /** Whether the next start would begin with the change that this one is trying, or the last one was. */
  get isTriedSaved(): boolean {
    const { objects, startup } = this.#context;
    return this.#tryingHash === configurationHash({ objects, configuration: startup });
  }

  /** Something happened, and is on flash once this resolves. Never rejects. */
  async happen(event: RevisionEvent): Promise<void> {
    const { configuration, clock } = this.#context;
    const { trying, probation } = this.#revisions;
    this.#revisions = stepRevisions(this.#revisions, event, clock.now());
    switch (event.kind) {
      case 'opened':
      case 'lost':
        return;
      case 'tried':
        this.#tryingHash = undefined;
        if (probation) break;
        this.#safe = configuration();
        await this.#keepConfigurations();
        break;
      case 'confirmed':
      case 'adopted':
        if (event.kind === 'confirmed' && trying?.revision === undefined) break;
        this.#hash = configurationHash(this.#context);
        this.#wanted = configuration();
        await this.#keepConfigurations();
        break;
      case 'returned':
        if (trying) break;
        this.#hash = configurationHash(this.#context);
        this.#wanted = this.#safe;
        await this.#keepConfigurations();
        break;
      default:
    }
    await this.#keep();
  }

  /** The change that is tried is in force now. Never rejects. */
  async tried(): Promise<void> {
    this.#tryingHash = configurationHash(this.#context);
    await this.#keep();
  }

  /** The report. */
  report(): RevisionReport {
    const { guard, objects, configuration } = this.#context;
    const { present, safe, bad, last, trying } = this.#revisions;
    const waiting = guard.provisional();
    // A change under trial is no drift.
    const told = this.#wanted && !trying ? tellChanges(changesBetween(objects, this.#wanted, configuration())) : [];
    return {
      revision: present,
      ...(this.#hash !== undefined && { revisionHash: this.#hash }),
      safeRevision: safe,
      badRevisions: [...bad],
      ...(trying &&
        waiting?.change === trying.id && {
          pending: { id: trying.id, revision: trying.revision ?? present, secondsLeft: waiting.secondsLeft },
        }),
      ...(last && { last }),
      drift: told
        .slice(0, DRIFT_LINES)
        .map(({ what, from, to }) => ({ what, ...(from && { from }), ...(to && { to }) })),
      driftLines: told.length,
    };
  }

  #keep(): Promise<void> {
    const { probation, ...revisions } = this.#revisions;
    const isOnProbation = probation !== undefined;
    const kept = { ...revisions, isOnProbation, hash: this.#hash, tryingHash: this.#tryingHash };
    return this.#complaining(this.#context.keep(keptRevisions).save(kept));
  }

  #keepConfigurations(): Promise<void> {
    const { objects, keep } = this.#context;
    const stored = (one: Configuration | undefined) => one && storeConfiguration(objects, one);
    const kept = { wanted: stored(this.#wanted), safe: stored(this.#safe) };
    return this.#complaining(keep(keptConfigurations).save(kept));
  }

  async #complaining(saving: Promise<void>): Promise<void> {
    try {
      await saving;
    } catch (error) {
      const reason = reasonOf(error);
      this.#context.log.write(
        Severity.error,
        say('The configuration from the cloud could not be saved, because {{reason}}.', { reason }),
      );
    }
  }

  async #broughtBack(stored: StoredConfiguration | undefined): Promise<Configuration | undefined> {
    if (!stored) return undefined;
    const { objects, hardware, problemsOf, log } = this.#context;
    try {
      const restored = await restoreConfiguration(objects, stored, hardware, async (one) => problemsOf(one));
      return restored.configuration;
    } catch (error) {
      const reason = reasonOf(error);
      log.write(Severity.error, say('A stored configuration cannot be used, because {{reason}}.', { reason }));
      return undefined;
    }
  }
}
