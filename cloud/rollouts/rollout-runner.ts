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

/** A switch that has its turn, since then. */
type AskedMember = Pick<RolloutMember, 'serial' | 'at'>;

/**
 * Carries rollouts on. It keeps nothing: whatever it knows it reads from the store, and each step there is a compare-and-set, so
 * that one that ends anywhere is followed by any other, and several at once do nothing twice.
 */
export class RolloutRunner {
  readonly #around: Surroundings;
  /** Rollouts whose last step is not over. */
  readonly #busy = new Set<string>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Carries every rollout one step on, except those whose last step is not over. Never rejects. */
  async look(): Promise<void> {
    try {
      // Side by side: a switch that does not answer delays its own rollout only.
      await Promise.all((await this.#around.store.rollouts.live()).map((rollout) => this.#step(rollout)));
    } catch {
      // The store is away; so is everybody who waits for this.
    }
  }

  /** Never rejects: a rollout that fails now is processed again next time. */
  async #step(rollout: KeptRollout): Promise<void> {
    const named = JSON.stringify([rollout.tenant, rollout.name]);
    if (this.#busy.has(named)) return;
    this.#busy.add(named);
    await this.#carryOn(rollout).catch(() => {});
    this.#busy.delete(named);
  }

  async #carryOn(rollout: KeptRollout): Promise<void> {
    const { wallClock, store } = this.#around;
    const { rollouts } = store;
    const change: Change =
      rollout.kind === 'firmware'
        ? { kind: 'firmware', firmware: readFirmwareChange(rollout.change) }
        : { kind: 'settings', settings: readSettingsChange(rollout.change) };
    /** Waited for at the end: what is known of the others counts all the same. */
    const told: Promise<void>[] = [];
    for (const member of await rollouts.open(rollout, wallClock.now() - LOST)) {
      const isLost = await this.#hear(rollout, change, member);
      if (isLost && change.kind === 'firmware') told.push(this.#tell(rollout, change.firmware, member));
    }
    if (rollout.state === 'running' && rollout.beginsAt <= wallClock.now()) await this.#advance(rollout, change, told);
    await Promise.all(told);
  }

  /** Takes the next step of a rollout that runs; `told` is added to where switches are asked. */
  async #advance(rollout: KeptRollout, change: Change, told: Promise<void>[]): Promise<void> {
    const { rollouts } = this.#around.store;
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
        if (change.kind === 'settings') await this.#sendSettings(rollout, change.settings, member);
        else {
          const sent = await this.#sendFirmware(rollout, change.firmware, member);
          if (sent) told.push(this.#tell(rollout, change.firmware, sent));
        }
      }
    }
  }

  /** Records the outcome of a switch that was given its change; resolves to whether it has to be asked for it again. */
  async #hear(rollout: KeptRollout, change: Change, member: RolloutMember): Promise<boolean> {
    const { bus, wallClock } = this.#around;
    const kept = await this.#switchOf(rollout, member);
    const version = change.kind === 'firmware' ? change.firmware.version : undefined;
    const outcome = outcomeOf(member, kept, version, wallClock.now());
    if (outcome) {
      await this.#settle(rollout, member.serial, member.state, outcome.to, outcome.reason);
    } else if (change.kind === 'firmware' && member.state === 'sent' && kept && kept.gateway !== '') {
      // The message was lost with its sender.
      return kept.report?.upgrade?.id !== upgradeId(member);
    } else if (change.kind === 'settings' && member.state === 'sent') nudge(bus, member.serial);
    return false;
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

  /** Gives a switch its turn; resolves to the one that has to be asked for it. */
  async #sendFirmware(
    rollout: KeptRollout,
    firmware: FirmwareChange,
    { serial }: RolloutMember,
  ): Promise<AskedMember | undefined> {
    const { store, wallClock } = this.#around;
    const kept = await this.#switchOf(rollout, { serial });
    if (!kept) return undefined;
    const turn = firmwareTurn(kept, firmware);
    if (turn.kind === 'leaveOut') await this.#settle(rollout, serial, 'waiting', 'leftOut', turn.reason);
    if (turn.kind === 'leaveOut' || turn.kind === 'wait') return undefined;
    const at = wallClock.now();
    const sent = await store.rollouts.send(rollout, serial, { from: 0, make: undefined, at });
    return sent !== undefined && turn.kind === 'take' ? { serial, at } : undefined;
  }

  /** Asks a switch to take firmware. Never rejects: one that does not answer is asked again. */
  async #tell(rollout: KeptRollout, { digest, size, version }: FirmwareChange, member: AskedMember): Promise<void> {
    const { serial } = member;
    const params = { id: upgradeId(member), digest, size, version, user: rollout.by };
    try {
      const answer = readSwitchAnswer(
        'upgrade',
        await askSwitch(this.#around.bus, serial, { method: 'upgrade', params }, PATIENCE),
      );
      if (answer?.status === 'refused') await this.#settle(rollout, serial, 'sent', 'refused', answer.reason);
    } catch {}
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
