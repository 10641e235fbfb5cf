import { type Message, say } from '../../model/values/message.ts';
import type { Reply } from '../../protocols/surveillance/state.ts';

/** What is known of a port and of what is plugged in there. */
export interface PortFindings {
  readonly isUp: boolean;
  /** Megabits per second now, and at most. */
  readonly speed: number;
  readonly fastest: number;
  readonly isCopper: boolean;
  /** How the device answers; undefined where none of surveillance is known. */
  readonly reply: Reply | undefined;
  readonly isLooped: boolean;
  /** Damaged frames since they were looked at before. */
  readonly damaged: number;
  /** The fault that the power supply reports; undefined without. */
  readonly powerFault: string | undefined;
  /** Milliwatts drawn, and allowed; undefined where nothing is limited. */
  readonly drawn: number;
  readonly allowed: number | undefined;
  /** What the last test of the cable found; undefined where there was none, or it was good. */
  readonly cableFault: { readonly words: Message; readonly metres: number | undefined } | undefined;
}

/** How a port does, and why. */
export interface Health {
  readonly state: 'normal' | 'attention' | 'fault' | 'noDevice';
  /** One sentence each, the worst first. */
  readonly reasons: readonly Message[];
}

/** Of the power that is allowed, how much is a lot. */
const MUCH_POWER = 0.9;
const FAST_ETHERNET = 100;

/** How a port does (docs/specification/system.md B, "Health Diagnostic"). */
export function healthOf(found: PortFindings): Health {
  const faults = faultsOf(found);
  if (faults.length > 0) return { state: 'fault', reasons: [...faults, ...warningsOf(found)] };
  const warnings = warningsOf(found);
  if (warnings.length > 0) return { state: 'attention', reasons: warnings };
  return { state: found.isUp || found.reply !== undefined ? 'normal' : 'noDevice', reasons: [] };
}

function faultsOf({ isUp, reply, isLooped, powerFault, cableFault }: PortFindings): readonly Message[] {
  const faults: Message[] = [];
  if (isLooped) faults.push(say('Two sockets are joined by a cable: the switch has closed the port.'));
  if (powerFault !== undefined) {
    faults.push(say('The device gets no power: {{fault}}.', { fault: say(powerFault) }));
  }
  if (cableFault) {
    const { words, metres } = cableFault;
    faults.push(
      metres === undefined
        ? say('The cable is damaged: {{fault}}.', { fault: words })
        : say('The cable is damaged: {{fault}}, {{metres}} m from the switch.', { fault: words, metres }),
    );
  }
  if (reply !== undefined && !isUp) {
    faults.push(say('There is no link: the cable is unplugged, or the device has no power.'));
  }
  if (isUp && reply === 'silent') faults.push(say('The device is plugged in and does not answer.'));
  return faults;
}

function warningsOf({ isUp, speed, fastest, isCopper, damaged, drawn, allowed }: PortFindings): readonly Message[] {
  const warnings: Message[] = [];
  if (damaged > 0) warnings.push(say('Damaged frames received: {{damaged}}. Try another cable.', { damaged }));
  if (isUp && isCopper && fastest >= 1000 && speed > 0 && speed < FAST_ETHERNET) {
    warnings.push(say('The link runs at {{speed}} Mbit/s only: try another cable.', { speed }));
  }
  if (allowed !== undefined && drawn > allowed * MUCH_POWER) {
    warnings.push(say('The device draws nearly as much power as the port may give.'));
  }
  return warnings;
}
