import { putLatest } from '../../model/values/latest.ts';
import {
  type ConfiguredAddress,
  type PortSecuritySettings,
  type PortSecurityState,
  placeKey,
  type SecuredPort,
  type SecureEntry,
  type SecurePlace,
} from './state.ts';

/** Events of port security. */
export type PortSecurityEvent =
  /** The settings are others than before, or the first ones. `stations` are where administrators are: they go first. */
  | {
      readonly kind: 'configure';
      readonly former: PortSecuritySettings | undefined;
      readonly stations: readonly SecurePlace[];
    }
  /** A frame came in from a source that its port does not know. */
  | { readonly kind: 'source'; readonly place: SecurePlace }
  /** Frames that were counted from each address, by `placeKey`. */
  | { readonly kind: 'heard'; readonly frames: ReadonlyMap<string, bigint> }
  | { readonly kind: 'linkDown'; readonly port: number }
  /** A port that a violation has closed was opened by an administrator. */
  | { readonly kind: 'opened'; readonly port: number }
  /** An administrator clears learned addresses that are not saved: of a port, one address, or all. */
  | { readonly kind: 'clear'; readonly port?: number; readonly address?: string }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' };

/** Events for the log and for managers. */
export type PortSecurityNews =
  | { readonly kind: 'violation'; readonly place: SecurePlace; readonly why: Refusal; readonly isNew: boolean }
  | { readonly kind: 'shut'; readonly place: SecurePlace; readonly why: Refusal }
  | { readonly kind: 'opened'; readonly port: number };

/** Why a source is not accepted. */
export type Refusal =
  | { readonly code: 'portFull' | 'switchFull' | 'noStation' | 'ownAddress' }
  | { readonly code: 'elsewhere'; readonly port: number };

/** Consequences of an event. */
export interface PortSecurityStep {
  readonly state: PortSecurityState;
  /** Of `source`: the frame goes on. */
  readonly admits: boolean;
  readonly news: readonly PortSecurityNews[];
  /** Addresses to add to the configuration, and to remove. */
  readonly keep: readonly SecurePlace[];
  readonly drop: readonly SecurePlace[];
}

/** Milliseconds for which a violation by the same address at the same port is not new again. */
const TOLD_FOR = 60_000;
/** Number of reported violations that are remembered. */
const TOLD_MAXIMUM = 512;

/**
 * One step of port security (docs/specification/security.md, "Port Settings"). `now` is monotonic, in milliseconds. A step costs
 * time in proportion to the secure addresses.
 */
export function stepPortSecurity(
  settings: PortSecuritySettings,
  state: PortSecurityState,
  event: PortSecurityEvent,
  now: number,
): PortSecurityStep {
  switch (event.kind) {
    case 'configure':
      return configured(settings, state, event, now);
    case 'source':
      return source(settings, state, event.place, now);
    case 'heard':
      return aged(settings, heard(state, event.frames, now), now);
    case 'opened': {
      const shut = new Set([...state.shut].filter((port) => port !== event.port));
      const news = shut.size < state.shut.size ? [{ kind: 'opened', port: event.port } as const] : [];
      return { ...only({ ...state, shut }), news };
    }
    case 'linkDown':
      return only(withoutEntries(state, (entry) => entry.place.port === event.port && isFleeting(entry)));
    case 'clear': {
      const isMeant = ({ port, address }: SecurePlace) =>
        (event.port ?? port) === port && (event.address ?? address) === address;
      return only(withoutEntries(state, (entry) => isMeant(entry.place) && isFleeting(entry)));
    }
    case 'wake':
      return aged(settings, state, now);
  }
}

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

function only(state: PortSecurityState): PortSecurityStep {
  return { state, admits: false, news: [], keep: [], drop: [] };
}

/** Addresses that were learned and are not saved. */
function isFleeting({ isConfigured, isPermanent }: SecureEntry): boolean {
  return !isConfigured && !isPermanent;
}

function withoutEntries(state: PortSecurityState, isGone: (entry: SecureEntry) => boolean): PortSecurityState {
  const entries = new Map([...state.entries].filter(([, entry]) => !isGone(entry)));
  return entries.size === state.entries.size ? state : { ...state, entries };
}

function configured(
  settings: PortSecuritySettings,
  state: PortSecurityState,
  { former, stations }: PortSecurityEvent & { readonly kind: 'configure' },
  now: number,
): PortSecurityStep {
  const rows = new Map(settings.configured.map((row) => [placeKey(row), row]));
  const entries = new Map<string, SecureEntry>();
  const keep: SecurePlace[] = [];
  const drop: SecurePlace[] = [];
  const modeChanged = (port: number) => {
    const before = former?.ports.get(port);
    return before !== undefined && before.keeps !== settings.ports.get(port)?.keeps;
  };
  for (const [key, entry] of state.entries) {
    const { place, isConfigured } = entry;
    const port = settings.ports.get(place.port);
    const row = rows.get(key);
    if (!port || (isConfigured && !row)) continue;
    if (row) continue;
    if (isFleeting(entry) && former?.ports.get(place.port)?.vlans !== port.vlans) continue;
    const isPermanent = keepsAt(port, place);
    if (isPermanent && !entry.isPermanent) keep.push(place);
    entries.set(key, entry.isPermanent === isPermanent ? entry : { ...entry, isPermanent });
  }
  for (const [key, row] of rows) {
    const port = settings.ports.get(row.port);
    const isAutomatic = row.isLearnt && (!port || (modeChanged(row.port) && !port.keeps));
    if (isAutomatic) drop.push(placeOf(row));
    if (!port) continue;
    const present = state.entries.get(key);
    entries.set(key, entryOf(row, present, isAutomatic, now));
  }
  const shut = new Set([...state.shut].filter((port) => settings.ports.has(port)));
  const opened = [...state.shut].filter((port) => !shut.has(port));
  let step: PortSecurityStep = {
    state: { ...state, entries, shut },
    admits: false,
    news: opened.map((port) => ({ kind: 'opened', port })),
    keep,
    drop,
  };
  for (const place of stations) {
    const [port, before] = [settings.ports.get(place.port), former?.ports.get(place.port)];
    if (!port || port.vlans === before?.vlans || isKnown(settings, step.state, place)) continue;
    if (refusal(settings, step.state, place)) continue;
    const next = admitted(settings, step.state, place, now);
    step = { ...step, state: next.state, keep: [...step.keep, ...next.keep] };
  }
  return step;
}

/** Whether addresses learned in a VLAN of a port are added to the configuration. */
function keepsAt(port: SecuredPort | undefined, { vlan }: SecurePlace): boolean {
  return port?.keeps === true && port.lentVlan !== vlan;
}

function placeOf({ port, vlan, address }: SecurePlace): SecurePlace {
  return { port, vlan, address };
}

function entryOf(row: ConfiguredAddress, present: SecureEntry | undefined, isLetGo: boolean, now: number): SecureEntry {
  return {
    place: present?.place ?? placeOf(row),
    isConfigured: !isLetGo,
    isLearnt: row.isLearnt,
    isPermanent: row.isPermanent && !isLetGo,
    since: isLetGo ? now : (present?.since ?? now),
    heardAt: present?.heardAt ?? now,
    frames: present?.frames ?? 0n,
  };
}

function source(
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

function isKnown(
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
function refusal(
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

function isStation(address: string): boolean {
  return (Number.parseInt(address.slice(0, 2), 16) & 1) === 0 && address !== '00-00-00-00-00-00';
}

function admitted(
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

function heard(state: PortSecurityState, frames: ReadonlyMap<string, bigint>, now: number): PortSecurityState {
  const entries = new Map(state.entries);
  for (const [key, count] of frames) {
    const entry = entries.get(key);
    // Restarted counts also mean frames.
    if (entry && count !== entry.frames) entries.set(key, { ...entry, frames: count, heardAt: now });
  }
  return { ...state, entries };
}

function aged(settings: PortSecuritySettings, state: PortSecurityState, now: number): PortSecurityStep {
  const gone = [...state.entries.values()].filter(
    (entry) => ageingOf(settings.ports.get(entry.place.port), entry) <= now,
  );
  if (gone.length === 0) return only(state);
  const keys = new Set(gone.map(({ place }) => placeKey(place)));
  const entries = new Map([...state.entries].filter(([key]) => !keys.has(key)));
  return {
    ...only({ ...state, entries }),
    drop: gone.filter(({ isConfigured }) => isConfigured).map(({ place }) => place),
  };
}
