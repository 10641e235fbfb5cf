import { breath } from '../../datapath/breath.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import { NO_PORTS, type PortList } from '../../model/values/port-list.ts';
import { type Doubt, judge, laterFault } from '../guard/judge.ts';
import { sessionOf } from '../guard/session.ts';
import { type Log, Severity } from '../log/log.ts';
import { type Caller, callerName } from '../management.ts';
import type { SlotReader } from '../slot.ts';
import { doubtOf, refusalOfDoubt } from './doubt.ts';
import type { InForce, Running } from './in-force.ts';
import { type Next, originOf, type ProposalSurroundings } from './proposal.ts';

/** What the guard has to judge by. */
type Surroundings = Pick<ProposalSurroundings, 'objects' | 'hardware' | 'datapath' | 'whereabouts'> & {
  readonly log: Log;
};

/** What the guard says of something that may come into force: the caller's session would be cut off, or everyone's. */
export class Judgment {
  readonly #around: Surroundings;
  readonly #inForce: InForce;

  constructor(around: Surroundings, inForce: InForce) {
    this.#around = around;
    this.#inForce = inForce;
  }

  /** Throws a `Refusal` if the switch would become unreachable for everyone. */
  async of(next: Running, { connection }: Caller, slots?: SlotReader): Promise<Doubt | undefined> {
    const after = this.#inForce.outlookOf(next, slots);
    await breath();
    const present = this.#inForce.prospect;
    const origin = await originOf(this.#around, connection, present, after);
    return doubtOf(judge(present, after, origin));
  }

  /** Of a start with this configuration, in the present surroundings. Throws as `of` does. */
  async ofStart(configuration: Configuration, caller: Caller): Promise<Doubt | undefined> {
    if (this.isRunning(configuration)) return undefined;
    await breath();
    const compiled = await this.#inForce.compileInBreaths(configuration);
    await breath();
    return this.of({ configuration, compiled }, caller);
  }

  /** Judges a restart that changes nothing but what it loses: there is nothing to come back to. Throws a `Refusal`. */
  async ofRestart(caller: Caller, isForced: boolean): Promise<void> {
    const { connection } = caller;
    const present = this.#inForce.prospect;
    const path = connection && (await this.#around.whereabouts.find(connection));
    if (!connection || !path || path === 'unsettled') return;
    const session = sessionOf(present, path, connection);
    const reason = laterFault(present, session, ['restarted']);
    if (!reason) return;
    if (!isForced) throw refusalOfDoubt({ kind: 'loss', reason, session, connection }, true);
    const message = say('{{who}} restarts the switch, which disconnects the session. {{reason}}', {
      who: callerName(caller),
      reason,
    });
    this.#around.log.write(Severity.warning, message);
  }

  /** Whether a configuration is the running one. */
  isRunning(configuration: Configuration): boolean {
    return changesBetween(this.#around.objects, this.#inForce.running.configuration, configuration).length === 0;
  }

  /** The ports at which a device would lose its power. */
  async losingPower({ compiled: { whole } }: Next): Promise<PortList> {
    const { plan } = this.#inForce;
    if (whole.power === plan.power && whole.powerSupply === plan.powerSupply) return NO_PORTS;
    return (await this.#around.datapath.losingPower?.(whole)) ?? NO_PORTS;
  }
}
