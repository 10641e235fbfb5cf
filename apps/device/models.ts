import type { PortFacts } from '../../datapath/datapath.ts';
import type { HardwareModel } from '../../device/switch/hardware-of.ts';

/** A switch model that the agent can be. */
export interface SwitchModel extends HardwareModel {
  /** Its chassis, for a datapath that has no ports of its own. */
  readonly ports: readonly PortFacts[];
  /** Milliwatts that it can give to powered devices; 0 without Power over Ethernet. */
  readonly powerBudget: number;
  /** Addresses that its forwarding database holds (docs/specification/network.md 0.6). */
  readonly forwardingDatabaseSize: number;
  /** Mirror sessions side by side (docs/specification/network.md 0.6). */
  readonly mirrorSessions: number;
}

/** Ports of one kind, in the order of their numbers. */
interface PortRow {
  readonly count: number;
  readonly media: PortFacts['media'];
  readonly pse?: boolean;
}

const copper = (count: number): PortRow => ({ count, media: 'copper' });
const powered = (count: number): PortRow => ({ count, media: 'copper', pse: true });
const fiber = (count: number): PortRow => ({ count, media: 'fiber' });
const combo = (count: number): PortRow => ({ count, media: 'combo' });

/** The model where none is named. */
export const DEFAULT_MODEL = 'TPE-2840WS';

/** The models that are accepted (docs/specification/product.md 9), each with its ports and its power budget in watts. */
export const switchModels: ReadonlyMap<string, SwitchModel> = new Map(
  [
    model('TEG-082WS', 0, copper(8)),
    model('TEG-204WS', 0, copper(16), combo(4)),
    model('TEG-284WS', 0, copper(24), combo(4)),
    model('TEG-524WS', 0, copper(48), combo(4)),
    model('TPE-082WS', 75, powered(8)),
    model('TPE-1021WS', 75, powered(8), fiber(2)),
    model('TPE-1620WS', 185, powered(16), fiber(2)),
    model('TPE-2840WS', 370, powered(24), fiber(4)),
    model('TPE-5028WS', 370, powered(24), fiber(4)),
    model('TPE-5048WS', 740, powered(48), fiber(4)),
    model('TPE-5240WS', 740, powered(48), fiber(4)),
    model('TPE-204US', 185, powered(16), combo(4)),
    model('TPE-TG240ES', 370, powered(24)),
    model('TPE-TG160ES', 185, powered(16)),
  ].map((one) => [one.name, one]),
);

function model(name: string, watts: number, ...rows: readonly PortRow[]): SwitchModel {
  const kinds = rows.flatMap(({ count, ...kind }) => Array.from({ length: count }, () => kind));
  const large = kinds.length >= 48;
  const small = kinds.length <= 10;
  return {
    name,
    ports: kinds.map(({ media, pse = false }, at) => ({
      number: at + 1,
      name: `Port ${at + 1}`,
      media,
      speeds: media === 'fiber' ? [1000] : [10, 100, 1000],
      pse,
      energyEfficient: media !== 'fiber',
    })),
    powerBudget: watts * 1000,
    maxVlans: large ? 4094 : 256,
    forwardingDatabaseSize: small ? 8192 : 16_384,
    mirrorSessions: small ? 1 : 4,
  };
}
