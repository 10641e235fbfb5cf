import type { Hardware } from '../../../model/hardware/hardware.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { PortModeValue, portCtrlEntry } from '../../network/physical-interface/objects.ts';
import type { Facts, PortSituation } from '../facts.ts';
import type { Rule } from '../finding.ts';
import type { AttentionAction } from '../said.ts';
import { openPort } from './open-port.ts';
import { perPort } from './per-port.ts';

const INTERFACES = '/Network/PhysicalInterface';
const STATISTICS = '/System/Statistics/Error';
const DIAGNOSTICS = '/Tools/Diagnostics';

const testCable: AttentionAction = { label: say('Test cable'), to: DIAGNOSTICS };

/** Losses of a link from which on it flaps, in the time that is looked at. */
const MANY_LOSSES = 4;
/** Damaged frames in that time from which on a link is hardly of use. */
const MANY_DAMAGED = 100;
const GIGABIT = 1000;
const FAST_ETHERNET = 100;

const isCopperUp = ({ isUp, isCopper }: PortSituation) => isUp && isCopper;

function modeOf({ configuration }: Facts, ifIndex: number): number {
  return configuration.row(portCtrlEntry, { ifIndex })?.portMode ?? PortModeValue.auto;
}

/** Damaged frames as they are counted: one, or several. */
function damagedWords(damaged: number, minutes: number): Message {
  return damaged === 1
    ? say('1 CRC error in {{minutes}} minutes', { minutes })
    : say('{{damaged}} CRC errors in {{minutes}} minutes', { damaged, minutes });
}

function damagedPlainly(damaged: number): Message {
  return damaged === 1
    ? say('A damaged frame was received. Try another cable.')
    : say('Damaged frames received: {{damaged}}. Try another cable.', { damaged });
}

/** Sets a port to full duplex at the speed that it runs at; undefined where it cannot be. */
function fullDuplex({ lacking }: Hardware, { port, speed }: PortSituation): AttentionAction | undefined {
  if (lacking.has('portMode')) return undefined;
  const mode = speed === FAST_ETHERNET ? PortModeValue['100F'] : PortModeValue['10F'];
  return {
    label: say('Set to {{mode}}', { mode: portCtrlEntry.fields.portMode.show(mode) }),
    calls: [setMode(port, mode)],
  };
}

/** The link runs at half duplex: one end is set by hand, as a rule, and frames collide. */
export const halfDuplex: Rule = {
  name: 'half-duplex',
  pages: [INTERFACES, STATISTICS],
  find: (facts) =>
    perPort(facts, (port) => {
      if (!isCopperUp(port) || port.duplex !== 'half') return undefined;
      const mode = modeOf(facts, port.port);
      const isForced = mode === PortModeValue['100H'] || mode === PortModeValue['10H'];
      const auto = { label: say('Set to Auto'), calls: [setMode(port.port, PortModeValue.auto)] };
      const mend = isForced ? auto : fullDuplex(facts.hardware, port);
      const { damaged } = port;
      return {
        severity: damaged > 0 ? 'critical' : 'warning',
        what:
          damaged > 0
            ? say('Port {{port}} runs at half duplex: {{errors}}.', {
                port: port.port,
                errors: damagedWords(damaged, facts.minutes),
              })
            : say('Port {{port}} runs at half duplex.', { port: port.port }),
        plain:
          damaged > 0
            ? say('The link runs at half duplex, which damages frames: the device is set by hand.')
            : say('The link runs at half duplex: the device is set by hand.'),
        cause: isForced
          ? say('The port is set to half duplex.')
          : say('The far end does not negotiate, so this end falls back to half duplex.'),
        advice: isForced
          ? say('Set both ends to Auto.')
          : say('Set the far end to Auto. If it is fixed to full duplex, set this port to the same mode.'),
        actions: [...(mend ? [mend] : []), testCable, openPort(port.port)],
      };
    }),
};

function setMode(ifIndex: number, portMode: number) {
  return { object: portCtrlEntry.name, values: { ifIndex, portMode } };
}

/** Damaged frames come in at full duplex: the cable, a plug or a module is bad. */
export const damagedFrames: Rule = {
  name: 'damaged-frames',
  pages: [INTERFACES, STATISTICS],
  find: (facts) =>
    perPort(facts, (port) => {
      if (port.damaged === 0 || port.duplex === 'half') return undefined;
      return {
        severity: port.damaged >= MANY_DAMAGED ? 'critical' : 'warning',
        plain: damagedPlainly(port.damaged),
        what: say('Port {{port}} receives damaged frames: {{errors}}.', {
          port: port.port,
          errors: damagedWords(port.damaged, facts.minutes),
        }),
        cause: say('A bad cable, plug or module damages frames on the way.'),
        advice: say('Try another cable.'),
        actions: [...(port.isCopper ? [testCable] : []), { label: say('Show errors'), to: STATISTICS }],
      };
    }),
};

/** A link that goes away and comes back again and again. */
export const flapping: Rule = {
  name: 'flapping',
  pages: [INTERFACES],
  find: (facts) =>
    perPort(facts, ({ port, losses, isCopper }) =>
      losses < MANY_LOSSES
        ? undefined
        : {
            severity: 'critical',
            what: say('The link of port {{port}} went down {{losses}} times in {{minutes}} minutes.', {
              port,
              losses,
              minutes: facts.minutes,
            }),
            cause: say('A loose plug, a bad cable, or a device that restarts.'),
            actions: [...(isCopper ? [testCable] : []), openPort(port)],
          },
    ),
};

/** A link that was, or could be, a gigabit and is slower: one of the four pairs is broken, as a rule. */
export const slowLink: Rule = {
  name: 'slow-link',
  pages: [INTERFACES],
  find: (facts) =>
    perPort(facts, (port) => {
      const { speed, fastest, fastestSeen } = port;
      const isAuto = modeOf(facts, port.port) === PortModeValue.auto;
      const isSlow = isCopperUp(port) && fastest >= GIGABIT && speed > 0 && speed < GIGABIT;
      if (!isSlow || !isAuto || (speed >= FAST_ETHERNET && fastestSeen < GIGABIT)) return undefined;
      return {
        severity: 'warning',
        plain: say('The link runs at {{speed}} Mbit/s only: try another cable.', { speed }),
        what: say('Port {{port}} runs at {{speed}} Mbit/s only.', { port: port.port, speed }),
        cause:
          fastestSeen >= GIGABIT
            ? say('The link ran at 1 Gbit/s before: one of the four pairs of the cable may be broken.')
            : say('Nearly every device is faster: the cable may be bad.'),
        advice: say('Try another cable.'),
        actions: [testCable, openPort(port.port)],
        circumstance: String(speed),
      };
    }),
};

/** Result of the last test of a cable. */
export const damagedCable: Rule = {
  name: 'damaged-cable',
  pages: [DIAGNOSTICS, INTERFACES],
  find: (facts) =>
    perPort(facts, ({ port, cableFault }) => {
      if (!cableFault) return undefined;
      const { words: fault, metres } = cableFault;
      return {
        severity: 'critical',
        what: say('The cable of port {{port}} is damaged.', { port }),
        plain:
          metres === undefined
            ? say('The cable is damaged: {{fault}}.', { fault })
            : say('The cable is damaged: {{fault}}, {{metres}} m from the switch.', { fault, metres }),
        cause:
          metres === undefined
            ? say('The cable test found: {{fault}}.', { fault })
            : say('The cable test found: {{fault}}, {{metres}} m from the switch.', { fault, metres }),
        advice: say('Replace the cable, then test it again.'),
        actions: [testCable],
      };
    }),
};
