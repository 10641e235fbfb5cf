import type { WallClock } from '../../device/wall-clock.ts';
import { type Message, say } from '../../model/values/message.ts';
import { readSwitchAnswer } from '../../protocols/cloud/messages.ts';
import type { SwitchReport } from '../../protocols/cloud/report.ts';
import type { Bus, BusValue } from '../bus/bus.ts';
import { askSwitch } from '../gateway/switch-subjects.ts';
import type { Store } from '../store/store.ts';
import type { KeptSwitch } from '../store/switches.ts';

/** Milliseconds that a switch has for its configuration, and for taking another one. */
const PATIENCE = 30_000;

/** The owner of a switch's settings. */
const THE_CLOUD = 'cloud';

interface Surroundings {
  readonly bus: Bus;
  readonly store: Store;
  readonly wallClock: Pick<WallClock, 'now'>;
  /** Seconds in which a switch has to be back after a change. */
  readonly window: number;
}

/** Compares what switches are to be with what they are, and asks for what differs; each switch once at a time. */
export class Reconciler {
  readonly #around: Surroundings;
  /** Switches that are compared now; true where that is to be done once more. */
  readonly #running = new Map<string, boolean>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /**
   * Compares one switch. Nothing depends on one call of it: what did not come through is seen again with the next report. Never
   * rejects.
   */
  async compare(serial: string): Promise<void> {
    if (this.#running.has(serial)) {
      this.#running.set(serial, true);
      return;
    }
    do {
      this.#running.set(serial, false);
      // A switch that is away, or falls silent: it will report when it is back.
      await this.#compareOnce(serial).catch(() => {});
    } while (this.#running.get(serial));
    this.#running.delete(serial);
  }

  async #compareOnce(serial: string): Promise<void> {
    const kept = await this.#around.store.switchOf(serial);
    const { report } = kept ?? {};
    if (!kept || !report || kept.gateway === '' || report.owner !== 'cloud') return;
    if (report.pending) {
      const isOver = this.#around.wallClock.now() > kept.reportedAt + report.pending.secondsLeft * 1000;
      if (isOver) await this.#askForReport(kept);
      return;
    }
    // Changed over its line on somebody's behalf, or new here: what it has is what is wanted.
    if (report.revision > kept.desiredRevision) return this.#adopt(kept, report.revision);
    if (kept.desiredRevision === 0) return this.#adopt(kept, await this.#around.store.revisions.next(serial));
    if (report.revision < kept.desiredRevision && !kept.badRevisions.includes(kept.desiredRevision))
      await this.#send(kept, report);
  }

  /** A change has been pending for too long: its outcome was reported to a process that is gone. */
  async #askForReport({ serial }: KeptSwitch): Promise<void> {
    await askSwitch(this.#around.bus, serial, { method: 'report', params: {} }, PATIENCE);
  }

  /** Takes the configuration that the switch has for the one that is wanted, as this revision. */
  async #adopt({ serial }: KeptSwitch, revision: number): Promise<void> {
    const { bus, store, wallClock } = this.#around;
    const present = readSwitchAnswer(
      'configuration',
      await askSwitch(bus, serial, { method: 'configuration', params: {} }, PATIENCE),
    );
    if (!present) return;
    const document = JSON.stringify(present.configuration);
    await store.revisions.adopt(serial, revision, { document, hash: present.hash, at: wallClock.now(), by: THE_CLOUD });
    // The switch is given its number; nothing else of it changes.
    if (present.revision < revision) this.#running.set(serial, true);
  }

  async #send(kept: KeptSwitch, report: SwitchReport): Promise<void> {
    const { serial, tenant, desiredRevision: revision } = kept;
    const { bus, store, window } = this.#around;
    const wanted = await store.revisions.of(serial, revision);
    if (!wanted) return;
    const params = {
      id: `revision-${revision}`,
      revision,
      user: wanted.by,
      window,
      configuration: JSON.parse(wanted.document) as BusValue,
    };
    const answer = readSwitchAnswer(
      'configure',
      await askSwitch(bus, serial, { method: 'configure', params }, PATIENCE),
    );
    // The report that says the same may be lost, or come late.
    if (answer?.status === 'committed') await store.committed(kept, answer.revision, answer.hash ?? report.hash);
    if (answer?.status !== 'refused') return;
    if (answer.cause === 'invalid') {
      const { said, message } = answer.fault;
      await store.revisions.markBad(serial, revision, said ?? say('{{reason}}', { reason: message }));
      await this.#audit(
        tenant,
        serial,
        say('Switch {{serial}} refused revision {{revision}}: {{reason}}', {
          serial,
          revision,
          reason: said ?? message,
        }),
      );
    } else if (answer.cause === 'outdated') {
      // It was given a greater number that is unknown here: the same configuration gets one that is greater still.
      await store.revisions.desire(serial, revision, wanted);
    }
  }

  async #audit(tenant: string, serial: string, said: Message): Promise<void> {
    const { store, wallClock } = this.#around;
    await store.audit.add({ at: wallClock.now(), tenant, user: '', source: '', serial, said });
  }
}
