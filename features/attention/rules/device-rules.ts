import { type Message, say } from '../../../model/values/message.ts';
import type { PortSituation } from '../facts.ts';
import type { Rule } from '../finding.ts';
import type { AttentionAction } from '../said.ts';
import { openPort } from './open-port.ts';
import { perPort } from './per-port.ts';

const INTERFACES = '/Network/PhysicalInterface';
const POWER = '/PoE/PowerOverEthernet';
const LOOPS = '/Network/LoopbackDetection';

const openPower: AttentionAction = { label: say('Open PoE'), to: POWER };

/** Of the power that a port may give, and of the whole supply, how much is a lot. */
const MUCH_OF_PORT = 0.9;
const MUCH_OF_SUPPLY = 0.9;

const FAULTS: ReadonlySet<string> = new Set(['Short', 'Overload', 'Power denied', 'Thermal shutdown']);

/** Why a port gives no power, by the words of its state. */
const faultCauses: Readonly<Record<string, Message>> = {
  Short: say('The cable or the device is shorted.'),
  Overload: say('The device draws more than the port may give.'),
  'Power denied': say('The supply is used up.'),
  'Thermal shutdown': say('The power supply of the port is too hot.'),
};

/** Takes the power away from a device for a moment; nothing where the port gives none. */
function restart({ port, power }: PortSituation): readonly AttentionAction[] {
  if (power?.status !== 'POWER ON') return [];
  const values = { pethPsePortIndex: port, poePortRestart: 1 };
  return [{ label: say('Restart device'), calls: [{ object: 'poePortExtEntry', values }] }];
}

function nameOf({ device, port }: PortSituation): Message {
  const kind =
    device?.kind === 'camera' ? say('camera') : device?.kind === 'recorder' ? say('recorder') : say('device');
  return device?.address === undefined
    ? say('The {{kind}} on port {{port}}', { kind, port })
    : say('The {{kind}} {{address}} on port {{port}}', { kind, address: device.address, port });
}

/** A loop: the switch has closed the port. */
export const loop: Rule = {
  name: 'loop',
  pages: [LOOPS, INTERFACES],
  find: (facts) =>
    perPort(facts, ({ port, isLooped }) =>
      isLooped
        ? {
            severity: 'critical',
            what: say('Port {{port}} is blocked: there is a loop behind it.', { port }),
            plain: say('Two sockets are connected by a cable: the switch has blocked the port.'),
            cause: say('A probe that the switch sent came back: two sockets are joined by a cable.'),
            advice: say('Remove the cable; the port opens by itself after the recover time.'),
            actions: [
              {
                label: say('Open port again'),
                calls: [{ object: 'sysLBDCtrlEntry', values: { sysLBDCtrlIndex: port, sysLBDPortRecover: 1 } }],
              },
              { label: say('Open Loopback Detection'), to: LOOPS },
            ],
          }
        : undefined,
    ),
};

/** A powered device gets no power. */
export const powerFault: Rule = {
  name: 'power-fault',
  pages: [POWER],
  find: (facts) =>
    perPort(facts, ({ port, power }) => {
      if (!power || !FAULTS.has(power.status)) return undefined;
      const fault = say(power.status);
      return {
        severity: 'critical',
        what: say('The device on port {{port}} gets no power: {{fault}}.', { port, fault }),
        plain: say('The device gets no power: {{fault}}.', { fault }),
        cause: faultCauses[power.status] ?? fault,
        actions: [openPower],
        circumstance: power.status,
      };
    }),
};

/** A camera or recorder that was there has no link. */
export const noLink: Rule = {
  name: 'no-link',
  pages: [INTERFACES],
  find: (facts) =>
    perPort(facts, (port) =>
      port.device && !port.isUp
        ? {
            severity: 'critical',
            what: say('{{device}} has no link.', { device: nameOf(port) }),
            plain: say('There is no link: the cable is unplugged, or the device has no power.'),
            cause: say('The cable is unplugged, or the device has no power.'),
            actions: [openPort(port.port)],
          }
        : undefined,
    ),
};

/** A camera or recorder has a link and does not respond. */
export const silent: Rule = {
  name: 'silent',
  pages: [POWER],
  find: (facts) =>
    perPort(facts, (port) =>
      port.isUp && port.device?.reply === 'silent'
        ? {
            severity: 'critical',
            what: say('{{device}} does not answer.', { device: nameOf(port) }),
            plain: say('The device is plugged in and does not respond.'),
            cause: say('It has a link but sends no replies: it hangs, or its address has changed.'),
            actions: [...restart(port), openPower],
          }
        : undefined,
    ),
};

/** A device draws nearly what its port may give. */
export const portPowerHigh: Rule = {
  name: 'port-power-high',
  pages: [POWER],
  find: (facts) =>
    perPort(facts, ({ port, power, allowed }) => {
      const drawn = power?.milliwatts ?? 0;
      if (allowed === undefined || drawn <= allowed * MUCH_OF_PORT) return undefined;
      return {
        severity: 'warning',
        what: say('The device on port {{port}} draws nearly as much power as the port may give.', { port }),
        plain: say('The device draws nearly the maximum power of the port.'),
        cause: say('It draws {{drawn}} of {{allowed}} W.', { drawn: watts(drawn), allowed: watts(allowed) }),
        actions: [openPower],
        circumstance: String(allowed),
      };
    }),
};

/** The supply for powered devices is nearly used up. */
export const supplyHigh: Rule = {
  name: 'supply-high',
  pages: [POWER],
  find({ supply }) {
    if (!supply || supply.drawn < supply.budget * MUCH_OF_SUPPLY) return [];
    const { drawn, budget } = supply;
    return [
      {
        at: '',
        severity: 'warning',
        what: say('The PoE supply is nearly used up.'),
        cause: say('Devices draw {{drawn}} of {{budget}} W; the next one may get nothing.', {
          drawn: watts(drawn),
          budget: watts(budget),
        }),
        actions: [openPower],
        circumstance: String(budget),
      },
    ];
  },
};

/** Milliwatts as watts with one digit. */
function watts(milliwatts: number): string {
  return (milliwatts / 1000).toFixed(1);
}
