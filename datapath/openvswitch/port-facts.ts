import type { Capability } from '../../model/hardware/capability.ts';
import { fragmentAttacks } from '../attack.ts';
import type { DatapathFacts } from '../datapath.ts';
import type { ForwardingPlan } from '../plan.ts';
import { mtuOf, type SettableLinks } from './host-links.ts';
import { hostDevices } from './host-network.ts';
import { ownRights, requireRights } from './host-rights.ts';
import { linkAbilities } from './link-settings.ts';
import { accessMatches } from './pipeline/access-match.ts';
import { UNCOUNTED } from './port-counters.ts';

const FORWARDING_DATABASE_SIZE = 16_384;
const MIRROR_SESSIONS = 4;
const LARGEST_FRAME = 9216;

/** The host's devices as ports of a switch, and what can be set of them. */
export interface PortEquipment {
  readonly facts: DatapathFacts;
  readonly settable: SettableLinks;
  /** Devices that do not exist yet: their ports are down until they do. */
  readonly missing: readonly string[];
}

/** Looks at the devices that are to be the ports. Rejects with one clear sentence where none exists, or one is named twice. */
export async function inspectPorts(devices: readonly string[]): Promise<PortEquipment> {
  if (devices.length === 0) throw new Error('Name the interfaces that are the ports: --ports eth1,eth2,…');
  if (devices.length > 64) throw new Error(`A switch has at most 64 ports; ${devices.length} are named.`);
  const present = await hostDevices();
  const found = devices.filter((name) => present.has(name));
  const [first] = devices;
  if (found.length === 0) {
    throw new Error(
      devices.length === 1
        ? `Interface ${first} does not exist on this host.`
        : `None of the ${devices.length} interfaces named for the ports exists on this host.`,
    );
  }
  const twice = devices.find((name, index) => devices.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Interface ${twice} is named for two ports.`);
  requireRights(await ownRights());
  const abilities = await linkAbilities(found);
  const settable = {
    mode: [...abilities.values()].every(({ mode }) => mode),
    flowControl: [...abilities.values()].every(({ flowControl }) => flowControl),
    energyEfficient: new Set(
      devices.flatMap((name, index) => (abilities.get(name)?.energyEfficient ? [index + 1] : [])),
    ),
  };
  const lacking: Capability[] = [
    'powerOverEthernet',
    'temperature',
    'llcProtocols',
    'packetContent',
    'fragmentOffsets',
  ];
  if (!settable.mode) lacking.push('portMode');
  if (!settable.flowControl) lacking.push('flowControl');
  if (found.some((name) => (present.get(name)?.largestMtu ?? Number.POSITIVE_INFINITY) < mtuOf(LARGEST_FRAME))) {
    lacking.push('jumbo');
  }
  const facts: DatapathFacts = {
    kind: 'openvswitch',
    ports: devices.map((name, index) => ({
      number: index + 1,
      name,
      media: abilities.get(name)?.media ?? 'copper',
      speeds: abilities.get(name)?.speeds ?? [],
      pse: false,
      energyEfficient: abilities.get(name)?.energyEfficient ?? false,
    })),
    lacking: new Set(lacking),
    forwardingDatabaseSize: FORWARDING_DATABASE_SIZE,
    mirrorSessions: MIRROR_SESSIONS,
    uncounted: UNCOUNTED,
  };
  return { facts, settable, missing: devices.filter((name) => !present.has(name)) };
}

/** Refuses settings that the devices or Open vSwitch cannot carry out, with one sentence. */
export function checkAbilities(plan: ForwardingPlan, { lacking, ports }: DatapathFacts): void {
  if (lacking.has('fragmentOffsets') && [...plan.deniedAttacks.keys()].some((attack) => fragmentAttacks.has(attack))) {
    throw new RangeError('This switch cannot recognize the position of a fragment in its packet.');
  }
  for (const one of plan.classifiers.values()) {
    if (one.rank === 'protocol' && one.frameType !== 'ethernet' && lacking.has('llcProtocols')) {
      throw new RangeError('Open vSwitch distinguishes protocols only by their Ethernet type.');
    }
  }
  for (const { match } of plan.accessControl.values()) accessMatches(match);
  for (const [number, { mode, flowControl, maximumFrame, energyEfficient }] of plan.ports) {
    const name = `Port ${number} (${ports[number - 1]?.name})`;
    if (mode !== 'auto' && lacking.has('portMode')) throw new RangeError(`${name} can run in mode auto only.`);
    if (flowControl && lacking.has('flowControl')) throw new RangeError(`${name} cannot do flow control.`);
    if (energyEfficient && !ports[number - 1]?.energyEfficient) {
      throw new RangeError(`${name} cannot do Energy-Efficient Ethernet.`);
    }
    if (maximumFrame > 1522 && lacking.has('jumbo')) throw new RangeError(`${name} cannot pass jumbo frames.`);
  }
}
