import type { PowerState } from '../../datapath/datapath.ts';
import type { DeviceContext } from '../../device/feature.ts';
import { type Message, say } from '../../model/values/message.ts';
import { portsOf } from '../../model/values/port-list.ts';
import type { SurveillanceDevice } from '../../protocols/surveillance/state.ts';
import { bridgePorts } from '../bridge-ports.ts';
import { loopBlocks } from '../network/loopback-detection/slots.ts';
import { surveillanceState } from '../surveillance-mode/slots.ts';
import { type TestedPort, tested } from '../tools/diagnostics/slots.ts';
import type { PortSituation } from './facts.ts';

/** Milliwatts that the classes of powered devices may draw (IEEE 802.3at, at the PSE). */
const classLimits: readonly number[] = [15_400, 4000, 7000, 15_400, 30_000];

const cableWords: Readonly<Record<'open' | 'short' | 'openOrShort', Message>> = {
  open: say('a wire is broken'),
  short: say('wires touch each other'),
  openOrShort: say('a wire is broken, or wires touch each other'),
};

/** Earlier counts of the ports, to which all present ones are compared. */
export interface PortRecord {
  /** `fcsErrors` at the beginning of the time that is looked at; 0 where nothing was counted then. */
  damagedBefore(port: number): bigint;
  /** How often the link went away in that time. */
  losses(port: number): number;
  /** The highest speed that the link was seen at, in megabits per second. */
  fastestSeen(port: number): number;
}

/** A record that was never begun. */
export const noRecord: PortRecord = { damagedBefore: () => 0n, losses: () => 0, fastestSeen: () => 0 };

/** Every port and what is plugged in there, by port. Rejects where the datapath cannot be read. */
export async function portSituations(
  context: DeviceContext,
  { damagedBefore, losses, fastestSeen }: PortRecord,
): Promise<ReadonlyMap<number, PortSituation>> {
  const { datapath, hardware, slots } = context;
  const [states, counters, { power }] = await Promise.all([
    datapath.portStates(),
    datapath.portCounters(),
    datapath.environment(),
  ]);
  const devices = [...slots.get(surveillanceState).devices.values()];
  const representatives = representativesOf(context);
  const looped = new Set(slots.get(loopBlocks).map(({ port }) => port));
  const limits = context.forwarding().plan.power;
  const cables = slots.get(tested);
  return new Map(
    [...hardware.ports].map(([port, { speeds, media }]): [number, PortSituation] => {
      const state = states.get(port);
      const supply = power?.ports.get(port);
      const damaged = (counters.get(port)?.fcsErrors ?? 0n) - damagedBefore(port);
      const situation = {
        port,
        isUp: state?.link === 'up',
        duplex: state?.duplex ?? 'unknown',
        speed: state?.speed ?? 0,
        fastest: Math.max(0, ...speeds),
        isCopper: media === 'copper',
        damaged: Number(damaged > 0n ? damaged : 0n),
        losses: losses(port),
        fastestSeen: fastestSeen(port),
        device: worstOf(devices.filter((device) => device.port === (representatives.get(port) ?? port))),
        isLooped: looped.has(port),
        power: supply,
        allowed: allowedOf(limits.get(port)?.limit, supply),
        cableFault: cableFaultOf(cables.get(port)),
      };
      return [port, situation];
    }),
  );
}

/** The lowest member of the bridge port that each port belongs to. */
function representativesOf({ configuration, hardware }: DeviceContext): ReadonlyMap<number, number> {
  return new Map(
    bridgePorts(configuration(), hardware).flatMap(({ members, representative }) =>
      portsOf(members).map((port): [number, number] => [port, representative]),
    ),
  );
}

/** The milliwatts that a port may give: what an administrator has said, else what the class of the device allows. */
export function allowedOf(
  limit: number | undefined,
  supply: Pick<PowerState, 'powerClass'> | undefined,
): number | undefined {
  return limit ?? (typeof supply?.powerClass === 'number' ? classLimits[supply.powerClass] : undefined);
}

/** One that is silent is not hidden by others that answer. */
function worstOf(devices: readonly SurveillanceDevice[]): SurveillanceDevice | undefined {
  const one = (reply: SurveillanceDevice['reply']) => devices.find((device) => device.reply === reply);
  return one('silent') ?? one('replied') ?? devices[0];
}

function cableFaultOf(test: TestedPort | undefined): PortSituation['cableFault'] {
  for (const { status, metres } of test?.pairs ?? []) {
    if (status === 'open' || status === 'short' || status === 'openOrShort')
      return { words: cableWords[status], metres };
  }
  return undefined;
}
