import { admitted, isKnown, refusal, source } from './admission.ts';
import type { PortSecurityEvent, PortSecurityStep } from './events.ts';
import { only } from './events.ts';
import { ageingOf, isFleeting, keepsAt, placeOf, withoutEntries } from './secure-entries.ts';
import {
  type ConfiguredAddress,
  type PortSecuritySettings,
  type PortSecurityState,
  placeKey,
  type SecureEntry,
  type SecurePlace,
} from './state.ts';

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
