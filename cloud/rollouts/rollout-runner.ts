import type { WallClock } from '../../device/wall-clock.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { readSwitchAnswer } from '../../protocols/cloud/messages.ts';
import type { Bus } from '../bus/bus.ts';
import { nudge } from '../bus/nudge.ts';
import { readDocument } from '../fleet/differences.ts';
import { askSwitch } from '../gateway/switch-subjects.ts';
import { type FirmwareChange, readFirmwareChange } from '../store/firmware-change.ts';
import type { KeptRollout, MemberState, RolloutMember } from '../store/rollouts.ts';
import type { Store } from '../store/store.ts';
import type { KeptSwitch } from '../store/switches.ts';
import { LOST, outcomeOf, upgradeId } from './outcome.ts';
import { readSettingsChange, type SettingsChange } from './settings-change.ts';
import { baseOf, firmwareTurn, settingsTurn } from './turn-of-switch.ts';
import { nextStep } from './waves.ts';

/** Milliseconds that a switch has to say whether it takes firmware. */
const PATIENCE = 30_000;

/** Surroundings of rollouts. */
interface Surroundings {
  readonly bus: Bus;
  readonly store: Store;
  readonly wallClock: Pick<WallClock, 'now'>;
  readonly switchObjects: readonly ObjectDeclaration[];
}

/** Contents of a rollout, read. */
type Change =
  | { readonly kind: 'settings'; readonly settings: SettingsChange }
  | { readonly kind: 'firmware'; readonly firmware: FirmwareChange };

/**
 * Carries rollouts on. It keeps nothing: whatever it knows it reads from the store, and each step there is a compare-and-set, so
 * that one that ends anywhere is followed by any other, and several at once do nothing twice.
 */
export class RolloutRunner {
  readonly #around: Surroundings;
  #isLooking = false;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Carries every rollout one step on, unless the last look is not over. Never rejects. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      // A rollout that fails now is processed again next time.
      for (const rollout of await this.#around.store.rollouts.live()) await this.#carryOn(rollout).catch(() => {});
    } catch {
      // The store is away; so is everybody who waits for this.
    } finally {
      this.#isLooking = false;
    }
  }

  async #carryOn(rollout: KeptRollout): Promise<void> {
    const { wallClock, store } = this.#around;
    const { rollouts } = store;
    const change: Change =
      rollout.kind === 'firmware'
        ? { kind: 'firmware', firmware: readFirmwareChange(rollout.change) }
        : { kind: 'settings', settings: readSettingsChange(rollout.change) };
    for (const member of await rollouts.open(rollout, wallClock.now() - LOST)) {
      await this.#hear(rollout, change, member);
    }
    if (rollout.state !== 'running' || rollout.beginsAt > wallClock.now()) return;
    const step = nextStep(await rollouts.tally(rollout));
    if (step.kind === 'stop') {
      await this.#end(
        rollout,
        'stopped',
        step.reason,
        say('Rollout {{name}} stopped: {{reason}}', { name: rollout.name, reason: step.reason }),
      );
    } else if (step.kind === 'finish') {
      await this.#end(rollout, 'done', undefined, say('Rollout {{name}} finished.', { name: rollout.name }));
    } else if (step.kind === 'send') {
      for (const member of await rollouts.due(rollout, step.wave, step.count)) {
        await (change.kind === 'settings'
          ? this.#sendSettings(rollout, change.settings, member)
          : this.#sendFirmware(rollout, change.firmware, member));
      }
    }
  }

  /** Records the outcome of a switch that was given its change. */
  async #hear(rollout: KeptRollout, change: Change, member: RolloutMember): Promise<void> {
    const { bus, wallClock } = this.#around;
    const kept = await this.#switchOf(rollout, member);
    const version = change.kind === 'firmware' ? change.firmware.version : undefined;
    const outcome = outcomeOf(member, kept, version, wallClock.now());
    if (outcome) {
      await this.#settle(rollout, member.serial, member.state, outcome.to, outcome.reason);
    } else if (change.kind === 'firmware' && member.state === 'sent' && kept && kept.gateway !== '') {
      // The message was lost with its sender.
      if (kept.report?.upgrade?.id !== upgradeId(member)) await this.#tell(rollout, change.firmware, member);
    } else if (change.kind === 'settings' && member.state === 'sent') nudge(bus, member.serial);
  }

  async #sendSettings(rollout: KeptRollout, settings: SettingsChange, { serial }: RolloutMember): Promise<void> {
    const { store, bus, wallClock, switchObjects } = this.#around;
    const kept = await this.#switchOf(rollout, { serial });
    const leaveOut = (reason: Message) => this.#settle(rollout, serial, 'waiting', 'leftOut', reason);
    if (!kept) return;
    const revision = baseOf(kept);
    const base =
      revision === undefined ? undefined : readDocument((await store.revisions.of(serial, revision))?.document);
    const turn = settingsTurn(switchObjects, kept, base, settings);
    if (turn.kind === 'leaveOut') return leaveOut(turn.reason);
    if (turn.kind === 'wait' || revision === undefined) return;
    const at = wallClock.now();
    await store.rollouts.send(rollout, serial, {
      from: turn.kind === 'same' ? revision : kept.desiredRevision,
      make:
        turn.kind === 'same' ? undefined : { document: JSON.stringify(turn.document), hash: '', at, by: rollout.by },
      at,
    });
    nudge(bus, serial);
  }

  async #sendFirmware(rollout: KeptRollout, firmware: FirmwareChange, { serial }: RolloutMember): Promise<void> {
    const { store, wallClock } = this.#around;
    const kept = await this.#switchOf(rollout, { serial });
    const leaveOut = (reason: Message) => this.#settle(rollout, serial, 'waiting', 'leftOut', reason);
    if (!kept) return;
    const turn = firmwareTurn(kept, firmware);
    if (turn.kind === 'leaveOut') return leaveOut(turn.reason);
    if (turn.kind === 'wait') return;
    const at = wallClock.now();
    const told = await store.rollouts.send(rollout, serial, { from: 0, make: undefined, at });
    if (told !== undefined && turn.kind === 'take') await this.#tell(rollout, firmware, { serial, at });
  }

  async #tell(
    rollout: KeptRollout,
    firmware: FirmwareChange,
    member: Pick<RolloutMember, 'serial' | 'at'>,
  ): Promise<void> {
    const { serial } = member;
    const { digest, size, version } = firmware;
    const params = { id: upgradeId(member), digest, size, version, user: rollout.by };
    const answer = readSwitchAnswer(
      'upgrade',
      await askSwitch(this.#around.bus, serial, { method: 'upgrade', params }, PATIENCE),
    );
    if (answer?.status === 'refused') await this.#settle(rollout, serial, 'sent', 'refused', answer.reason);
  }

  async #switchOf({ tenant }: KeptRollout, { serial }: Pick<RolloutMember, 'serial'>): Promise<KeptSwitch | undefined> {
    const kept = await this.#around.store.switchOf(serial);
    return kept?.tenant === tenant ? kept : undefined;
  }

  async #settle(
    rollout: KeptRollout,
    serial: string,
    from: MemberState,
    to: MemberState,
    reason: Message | undefined,
  ): Promise<void> {
    const { store, wallClock } = this.#around;
    await store.rollouts.settle(rollout, serial, { from, to, reason, at: wallClock.now() });
  }

  async #end(rollout: KeptRollout, to: 'stopped' | 'done', reason: Message | undefined, said: Message): Promise<void> {
    const { store, wallClock } = this.#around;
    const at = wallClock.now();
    if (!(await store.rollouts.turn(rollout, 'running', to, { reason, changedAt: at }))) return;
    await store.audit.add({ at, tenant: rollout.tenant, user: '', source: '', serial: '', said });
  }
}
