import type { PowerState } from '../../datapath/datapath.ts';
import type { DeviceContext } from '../../device/feature.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { SurveillanceDevice } from '../../protocols/surveillance/state.ts';
import { loopBlocks } from '../network/loopback-detection/slots.ts';
import { type TestedPort, tested } from '../tools/diagnostics/slots.ts';
import { bridgePortOf } from './device-settings.ts';
import type { PortFindings } from './health.ts';
import { healthChecks, surveillanceState } from './slots.ts';

/** Milliwatts that the classes of powered devices may draw (IEEE 802.3at, at the PSE). */
const classLimits: readonly number[] = [15_400, 4000, 7000, 15_400, 30_000];

const FAULTS: ReadonlySet<PowerState['status']> = new Set(['Short', 'Overload', 'Power denied', 'Thermal shutdown']);

const cableWords: Readonly<Record<'open' | 'short' | 'openOrShort', Message>> = {
  open: say('a wire is broken'),
  short: say('wires touch each other'),
  openOrShort: say('a wire is broken, or wires touch each other'),
};

/** Everything that is known of each port and of what is there, by port. Rejects where the datapath cannot be read. */
export async function findingsOf(context: DeviceContext): Promise<ReadonlyMap<number, PortFindings>> {
  const { datapath, hardware, slots } = context;
  const [states, counters, { power }] = await Promise.all([
    datapath.portStates(),
    datapath.portCounters(),
    datapath.environment(),
  ]);
  const devices = [...slots.get(surveillanceState).devices.values()];
  const looped = new Set(slots.get(loopBlocks).map(({ port }) => port));
  const limits = context.forwarding().plan.power;
  const [cables, checks] = [slots.get(tested), slots.get(healthChecks)];
  return new Map(
    [...hardware.ports].map(([port, { speeds, media }]): [number, PortFindings] => {
      const state = states.get(port);
      const supply = power?.ports.get(port);
      const bridgePort = bridgePortOf(context.configuration(), hardware, port);
      const damaged = (counters.get(port)?.fcsErrors ?? 0n) - (checks.get(port)?.since ?? 0n);
      const found = {
        isUp: state?.link === 'up',
        speed: state?.speed ?? 0,
        fastest: Math.max(0, ...speeds),
        isCopper: media === 'copper',
        reply: worstReply(devices.filter((device) => device.port === bridgePort)),
        isLooped: looped.has(port),
        damaged: Number(damaged > 0n ? damaged : 0n),
        powerFault: supply && FAULTS.has(supply.status) ? supply.status : undefined,
        drawn: supply?.milliwatts ?? 0,
        allowed: allowedOf(limits.get(port)?.limit, supply),
        cableFault: cableFaultOf(cables.get(port)),
      };
      return [port, found];
    }),
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
function worstReply(devices: readonly SurveillanceDevice[]): SurveillanceDevice['reply'] | undefined {
  const has = (reply: SurveillanceDevice['reply']) => devices.some((device) => device.reply === reply);
  if (has('silent')) return 'silent';
  if (has('replied')) return 'replied';
  return devices.length > 0 ? 'noAddress' : undefined;
}

function cableFaultOf(test: TestedPort | undefined): PortFindings['cableFault'] {
  for (const { status, metres } of test?.pairs ?? []) {
    if (status === 'open' || status === 'short' || status === 'openOrShort')
      return { words: cableWords[status], metres };
  }
  return undefined;
}
