import { type SlotReader, SlotStore, type Slots } from '../../device/slot.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import type { Facts, PortSituation } from './facts.ts';

/** For tests: a gigabit port with a link, at which nothing is wrong. */
export function port(change: Partial<PortSituation> = {}): PortSituation {
  return {
    ...{ port: 1, isUp: true, duplex: 'full', speed: 1000, fastest: 1000, isCopper: true, damaged: 0, losses: 0 },
    ...{ fastestSeen: 1000, device: undefined, isLooped: false, power: undefined, allowed: undefined },
    cableFault: undefined,
    ...change,
  };
}

const hardware: Hardware = {
  modelName: 'TEST',
  portCount: 2,
  baseMacAddress: '00-14-D1-00-00-01',
  ports: new Map(
    [1, 2].map((number) => [number, { number, media: 'copper', speeds: [10, 100, 1000], pse: true } as const]),
  ),
  maxVlanId: 4094,
  maxVlans: 256,
  mirrorSessions: 1,
  lacking: new Set(),
};

/** For tests: slots as they are, changed by `fill`. */
export function slotsWith(fill: (slots: Slots) => void = () => undefined): SlotReader {
  const slots = new SlotStore(
    () => undefined,
    (error) => {
      throw error;
    },
  );
  fill(slots);
  return slots;
}

/** For tests: a switch at which nothing is wrong. */
export function facts(change: Partial<Facts> = {}): Facts {
  return {
    configuration: Configuration.empty,
    hardware,
    slots: slotsWith(),
    ports: [port()],
    minutes: 15,
    supply: undefined,
    contested: [],
    now: Date.UTC(2026, 0, 31, 12),
    isClockSet: true,
    unsaved: [],
    addresses: { used: 10, size: 16_384 },
    ...change,
  };
}
