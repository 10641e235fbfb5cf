import { type Message, say, wordsOf } from '../../model/values/message.ts';
import type { Clock } from '../clock.ts';
import type { DatapathEvents } from '../datapath.ts';
import type { PortDevices } from './bridge.ts';
import type { Connections } from './connections.ts';
import { isPresent } from './host-network.ts';
import type { HostSide } from './host-side.ts';
import type { ForeignChanges } from './openflow/flow-monitor.ts';
import type { PlanInForce } from './plan-in-force.ts';
import { Upkeep } from './upkeep.ts';

/** From a foreign change of rules to the look at it, in milliseconds: they seldom come singly. */
const UPKEEP_DELAY = 200;

/** Dependencies of `UpkeepRounds`. */
interface RoundSurroundings {
  readonly host: HostSide;
  readonly inForce: PlanInForce;
  readonly devices: PortDevices;
  readonly forwardingDatabaseSize: number;
  readonly clock: Clock;
  /** The connections to Open vSwitch; undefined where it is gone, or the driver has ended. */
  open(): Connections | undefined;
  /** Does this when no other change is under way. */
  change(work: () => Promise<void>): Promise<void>;
  report: DatapathEvents['report'];
  complain(what: Message, error: unknown): void;
}

/** Holds what is there against what is in force, puts it right as the start and a recovery do, and reports it. */
export class UpkeepRounds {
  readonly #around: RoundSurroundings;
  readonly #upkeep: Upkeep;
  #isLooking = false;
  /** Whether a look follows in a moment. */
  #isDue = false;

  constructor(around: RoundSurroundings) {
    this.#around = around;
    this.#upkeep = new Upkeep(around);
  }

  /** Somebody else has changed rules, which are looked at in a moment. */
  rulesChanged(changes: ForeignChanges): void {
    this.#upkeep.rulesChanged(changes);
    if (this.#isDue) return;
    this.#isDue = true;
    this.#around.clock.after(UPKEEP_DELAY, () => {
      this.#isDue = false;
      this.#keepUp(true);
    });
  }

  /** Looks once, unless a look is under way. */
  keepUp(): void {
    this.#keepUp(false);
  }

  #keepUp(areRulesEnough: boolean): void {
    const { open, change, complain } = this.#around;
    if (this.#isLooking || !open()) return;
    this.#isLooking = true;
    change(() => this.#look(areRulesEnough))
      .catch((error: unknown) => {
        // If Open vSwitch is gone, its return restores everything.
        if (open()) complain(say('External changes could not be reverted'), error);
      })
      .then(() => {
        this.#isLooking = false;
      });
  }

  async #look(areRulesEnough: boolean): Promise<void> {
    const { host, inForce, devices, forwardingDatabaseSize, clock, complain, report } = this.#around;
    const open = this.#around.open();
    const plan = inForce.given;
    if (!open || !plan) return;
    await inForce.renew(open);
    const repair = async (anew: readonly string[], isBridgeOther: boolean) => {
      try {
        await host.takePorts([...devices.values()].filter(isPresent));
        if (isBridgeOther) {
          await open.bridge.removePorts(anew);
          await open.bridge.ensure(forwardingDatabaseSize);
        }
        await inForce.install(plan, open);
      } catch (error) {
        // If something cannot be repaired, the other ports still forward by the rules.
        await inForce.installRules(plan, open);
        throw error;
      }
    };
    const { found, left, failure } = await this.#upkeep.look(open, clock.now(), areRulesEnough, repair);
    const stays = new Set(left.map((what) => wordsOf(what)));
    for (const what of found) {
      if (!stays.has(wordsOf(what))) report(4, say('{{what}} It was repaired.', { what }));
    }
    for (const what of left) {
      if (failure === undefined) report(3, say('{{what}} It could not be repaired.', { what }));
      else complain(say('{{what}} It could not be repaired', { what }), failure);
    }
  }
}
