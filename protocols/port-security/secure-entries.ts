import {
  type PortSecuritySettings,
  type PortSecurityState,
  placeKey,
  type SecuredPort,
  type SecureEntry,
  type SecurePlace,
} from './state.ts';

/** When the next address has aged, in the milliseconds of `now`; Infinity where none does. */
export function nextAgeing({ ports }: PortSecuritySettings, { entries }: PortSecurityState): number {
  let next = Number.POSITIVE_INFINITY;
  for (const entry of entries.values()) next = Math.min(next, ageingOf(ports.get(entry.place.port), entry));
  return next;
}

/** When an address has aged; Infinity for one that never does. */
export function ageingOf(port: SecuredPort | undefined, { isPermanent, since, heardAt }: SecureEntry): number {
  if (!port || port.ageing === 0 || isPermanent) return Number.POSITIVE_INFINITY;
  return (port.ageingFrom === 'begin' ? since : heardAt) + port.ageing;
}

/** The secure addresses of a port, those among them that are pinned otherwise. */
export function addressesAt(settings: PortSecuritySettings, state: PortSecurityState, port: number): number {
  let count = 0;
  for (const { place } of state.entries.values()) if (place.port === port) count += 1;
  return count + pinnedBeside(settings, state, (at) => at === port);
}

/** The secure addresses of all ports. */
export function addressesInUse(settings: PortSecuritySettings, state: PortSecurityState): number {
  return state.entries.size + pinnedBeside(settings, state, (port) => settings.ports.has(port));
}

/** Addresses that are pinned to these ports and no entries; with shared learning one of several VLANs is one address. */
function pinnedBeside(
  { pinned, isShared }: PortSecuritySettings,
  { entries }: PortSecurityState,
  isMeant: (port: number) => boolean,
): number {
  const here = pinned.filter((place) => isMeant(place.port) && !entries.has(placeKey(place)));
  if (!isShared || here.length === 0) return here.length;
  const keyOf = ({ port, address }: SecurePlace) => `${port},${address}`;
  const addresses = new Set(here.map(keyOf));
  for (const { place } of entries.values()) addresses.delete(keyOf(place));
  return addresses.size;
}

/** Addresses that were learned and are not saved. */
export function isFleeting({ isConfigured, isPermanent }: SecureEntry): boolean {
  return !isConfigured && !isPermanent;
}

/** The state without the addresses that this is true of. */
export function withoutEntries(state: PortSecurityState, isGone: (entry: SecureEntry) => boolean): PortSecurityState {
  const entries = new Map([...state.entries].filter(([, entry]) => !isGone(entry)));
  return entries.size === state.entries.size ? state : { ...state, entries };
}

/** Whether addresses learned in a VLAN of a port are added to the configuration. */
export function keepsAt(port: SecuredPort | undefined, { vlan }: SecurePlace): boolean {
  return port?.keeps === true && port.lentVlan !== vlan;
}

/** The place of a row, without what else the row says. */
export function placeOf({ port, vlan, address }: SecurePlace): SecurePlace {
  return { port, vlan, address };
}

/** Another port that has learned an address and does not have it configured. */
export function learntElsewhere(
  { isShared }: PortSecuritySettings,
  { entries }: PortSecurityState,
  { port, vlan, address }: SecurePlace,
): number | undefined {
  const isHere = (other: SecurePlace) => other.address === address && (isShared || other.vlan === vlan);
  const known = [...entries.values()].find(({ place, isConfigured }) => !isConfigured && isHere(place))?.place;
  return known && known.port !== port ? known.port : undefined;
}

/** The addresses of a port that are not configured. */
export function learntAt({ entries }: PortSecurityState, port: number): number {
  return [...entries.values()].filter(({ place, isConfigured }) => place.port === port && !isConfigured).length;
}
