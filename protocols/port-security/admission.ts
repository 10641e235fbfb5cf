import { putLatest } from '../../model/values/latest.ts';
import type { PortSecurityStep, Refusal } from './events.ts';
import { only } from './events.ts';
import { addressesAt, addressesInUse, keepsAt, placeOf } from './secure-entries.ts';
import {
  type PortSecuritySettings,
  type PortSecurityState,
  placeKey,
  type SecuredPort,
  type SecureEntry,
  type SecurePlace,
} from './state.ts';

/** Milliseconds for which a violation by the same address at the same port is not new again. */
const TOLD_FOR = 60_000;
/** Number of reported violations that are remembered. */
const TOLD_MAXIMUM = 512;

/** A frame came in from a source that its port may not know: it is admitted, or a violation. */
export function source(
  settings: PortSecuritySettings,
  state: PortSecurityState,
  place: SecurePlace,
  now: number,
): PortSecurityStep {
  const port = settings.ports.get(place.port);
  // The frame is older than the settings, or than the entry.
  if (isKnown(settings, state, place)) return { ...only(state), admits: true };
  if (state.shut.has(place.port)) return only(state);
  const elsewhere = secureElsewhere(settings, state, place);
  if (!port) return elsewhere ? told(state, place, elsewhere, now) : { ...only(state), admits: true };
  const why = refusal(settings, state, place);
  return why ? violated(port, state, place, why, now) : admitted(settings, state, place, now);
}

/** Whether a port knows a source. */
export function isKnown(
  { isShared, pinned }: PortSecuritySettings,
  { entries }: PortSecurityState,
  place: SecurePlace,
): boolean {
  if (entries.has(placeKey(place))) return true;
  const isSame = (other: SecurePlace) =>
    other.port === place.port && other.address === place.address && (isShared || other.vlan === place.vlan);
  return pinned.some(isSame) || (isShared && [...entries.values()].some((entry) => isSame(entry.place)));
}

/** Why a source that its port does not know stays out. */
export function refusal(
  settings: PortSecuritySettings,
  state: PortSecurityState,
  { port, vlan, address }: SecurePlace,
): Refusal | undefined {
  if (!isStation(address)) return { code: 'noStation' };
  if (address === settings.ownAddress) return { code: 'ownAddress' };
  const elsewhere = secureElsewhere(settings, state, { port, vlan, address });
  if (elsewhere) return elsewhere;
  const maximum = settings.ports.get(port)?.maximum ?? 0;
  if (addressesAt(settings, state, port) >= maximum) return { code: 'portFull' };
  return addressesInUse(settings, state) >= settings.maximum ? { code: 'switchFull' } : undefined;
}

/** The other port that an address belongs to. One that is pinned to a port without security is secure nowhere. */
function secureElsewhere(
  settings: PortSecuritySettings,
  state: PortSecurityState,
  { port, vlan, address }: SecurePlace,
): Refusal | undefined {
  const isHere = (other: SecurePlace) => other.address === address && (settings.isShared || other.vlan === vlan);
  const isPinned = (other: SecurePlace) =>
    isHere(other) && (settings.ports.has(port) || settings.ports.has(other.port));
  const known = [...state.entries.values()].map(({ place }) => place).find(isHere) ?? settings.pinned.find(isPinned);
  return known && known.port !== port ? { code: 'elsewhere', port: known.port } : undefined;
}

function isStation(address: string): boolean {
  return (Number.parseInt(address.slice(0, 2), 16) & 1) === 0 && address !== '00-00-00-00-00-00';
}

/** An address becomes one of its port. */
export function admitted(
  settings: PortSecuritySettings,
  state: PortSecurityState,
  place: SecurePlace,
  now: number,
): PortSecurityStep {
  const keeps = keepsAt(settings.ports.get(place.port), place);
  const entry: SecureEntry = {
    place: placeOf(place),
    isConfigured: false,
    isLearnt: true,
    isPermanent: keeps,
    since: now,
    heardAt: now,
    frames: 0n,
  };
  const entries = new Map(state.entries).set(placeKey(place), entry);
  return { ...only({ ...state, entries }), admits: true, keep: keeps ? [entry.place] : [] };
}

function violated(
  { violation }: SecuredPort,
  state: PortSecurityState,
  place: SecurePlace,
  why: Refusal,
  now: number,
): PortSecurityStep {
  if (violation === 'protect') return only(state);
  if (violation === 'shutdown') {
    return { ...only({ ...state, shut: new Set([...state.shut, place.port]) }), news: [{ kind: 'shut', place, why }] };
  }
  return told(state, place, why, now);
}

/** It is reported once in a while, so that one station does not fill the log. */
function told(state: PortSecurityState, place: SecurePlace, why: Refusal, now: number): PortSecurityStep {
  const key = placeKey(place);
  const isNew = now - (state.told.get(key) ?? Number.NEGATIVE_INFINITY) >= TOLD_FOR;
  const news = [{ kind: 'violation', place, why, isNew } as const];
  return { ...only(isNew ? { ...state, told: toldNow(state.told, key, now) } : state), news };
}

/** The violation reported longest ago makes room. */
function toldNow(told: ReadonlyMap<string, number>, key: string, now: number): ReadonlyMap<string, number> {
  const next = new Map(told);
  putLatest(next, key, now, TOLD_MAXIMUM);
  return next;
}
