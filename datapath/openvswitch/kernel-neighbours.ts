import { isRecord, type JsonRecord } from '../../model/values/json-record.ts';
import type { NeighbourEntry, NeighbourSelection, NeighbourState } from '../datapath.ts';
import type { ForwardingPlan, VlanId } from '../plan.ts';
import { changeNetwork, ipRows, setKernelSettings } from './host-network.ts';

/** The kernel's names for neighbor states (NUD); others are none, or given up. */
const states: Readonly<Record<string, NeighbourState>> = {
  REACHABLE: 'reachable',
  STALE: 'stale',
  DELAY: 'delay',
  PROBE: 'probe',
  INCOMPLETE: 'incomplete',
  PERMANENT: 'reachable',
};

/** The VLAN of each of the switch's interfaces by the name that the host knows it by. */
export type InterfaceNames = ReadonlyMap<string, VlanId>;

/** The neighbors that the kernel knows behind the switch's interfaces. */
export async function kernelNeighbours(names: InterfaceNames): Promise<NeighbourEntry[]> {
  const rows = await ipRows('-s', 'neigh', 'show');
  return rows.flatMap((row) => entryOf(row, names));
}

function entryOf(row: JsonRecord, names: InterfaceNames): NeighbourEntry[] {
  const vlan = names.get(String(row.dev));
  const [word = ''] = Array.isArray(row.state) ? row.state.map(String) : [];
  const state = states[word];
  if (vlan === undefined || state === undefined) return [];
  const isStatic = word === 'PERMANENT';
  return [
    {
      vlan,
      address: String(row.dst),
      mac: typeof row.lladdr === 'string' ? row.lladdr.replaceAll(':', '-').toUpperCase() : undefined,
      origin: isStatic ? 'static' : 'learned',
      state,
      age: isStatic ? 0 : Math.max(0, Number(row.confirmed ?? 0)),
    },
  ];
}

/** Makes the kernel forget learned neighbors; returns how many. */
export async function forgetKernelNeighbours(
  { version, vlan, address }: NeighbourSelection,
  names: InterfaceNames,
): Promise<number> {
  const isMeant = (entry: NeighbourEntry) =>
    entry.address.includes(':') === (version === 6) &&
    (vlan === undefined || entry.vlan === vlan) &&
    (address === undefined || entry.address === address);
  return forget((await kernelNeighbours(names)).filter(isMeant), names);
}

/**
 * Makes the kernel forget neighbors that have not been confirmed for longer than the plan allows: by itself it only
 * marks them as stale. Returns the milliseconds until the next one can be due, undefined if none ever is.
 */
export async function ageKernelNeighbours(
  arpAgeing: ForwardingPlan['arpAgeing'],
  names: InterfaceNames,
): Promise<number | undefined> {
  const limits = [...names.values()].flatMap((vlan) => arpAgeing.get(vlan) ?? []);
  if (limits.length === 0) return undefined;
  const left = (entry: NeighbourEntry) => (arpAgeing.get(entry.vlan) ?? Number.POSITIVE_INFINITY) - entry.age;
  const learned = (await kernelNeighbours(names)).filter(
    ({ address, origin, mac }) => origin === 'learned' && mac !== undefined && !address.includes(':'),
  );
  await forget(
    learned.filter((entry) => left(entry) <= 0),
    names,
  );
  const next = Math.min(...limits, ...learned.map(left).filter((seconds) => seconds > 0));
  return Math.max(1, next) * 1000;
}

async function forget(entries: readonly NeighbourEntry[], names: InterfaceNames): Promise<number> {
  const nameOf = new Map([...names].map(([name, vlan]) => [vlan, name]));
  const learned = entries.filter(({ origin }) => origin === 'learned');
  const lines = learned.map(({ vlan, address }) => `neigh del ${address} dev ${nameOf.get(vlan)}`);
  await changeEach(lines);
  return learned.length;
}

/** A neighbor that has disappeared meanwhile affects nothing else. */
async function changeEach(lines: readonly string[]): Promise<void> {
  await changeNetwork(lines).catch(async () => {
    for (const line of lines) await changeNetwork([line]).catch(() => {});
  });
}

/** Puts the static neighbors of a plan into the kernel, and removes those of the former one. */
export async function setNeighbours(
  { neighbours }: Pick<ForwardingPlan, 'neighbours'>,
  names: InterfaceNames,
): Promise<void> {
  const nameOf = new Map([...names].map(([name, vlan]) => [vlan, name]));
  const wanted = new Map(
    [...neighbours.values()].flatMap(({ vlan, address, mac }): [string, string][] => {
      const name = nameOf.get(vlan);
      return name === undefined ? [] : [[`${address} dev ${name}`, mac.replaceAll('-', ':').toLowerCase()]];
    }),
  );
  const rows = (await ipRows('neigh', 'show', 'nud', 'permanent')).filter(isRecord);
  const own = rows.filter(({ dev }) => names.has(String(dev)));
  const present = new Map(own.map(({ dst, dev, lladdr }) => [`${String(dst)} dev ${String(dev)}`, String(lladdr)]));
  const stale = [...present.keys()].filter((key) => !wanted.has(key)).map((key) => `neigh del ${key}`);
  const made = [...wanted].filter(([key, mac]) => present.get(key) !== mac);
  await changeEach(stale);
  await changeNetwork(made.map(([key, mac]) => `neigh replace ${key} lladdr ${mac} nud permanent`));
}

/** Makes the kernel itself keep IPv4 neighbors for as long as the plan does. */
export async function setArpAgeing(arpAgeing: ForwardingPlan['arpAgeing'], names: InterfaceNames): Promise<void> {
  const settings = [...names].flatMap(([name, vlan]): [string, string][] => {
    const seconds = arpAgeing.get(vlan);
    return seconds === undefined ? [] : [[`ipv4/neigh/${name}/gc_stale_time`, String(seconds)]];
  });
  await setKernelSettings(settings);
}
