import { msapKey } from './identifier.ts';
import { DeviceClass, type LldpInformation } from './information.ts';
import { lldpduIn, type ReadLldpdu, readLldpdu } from './lldpdu.ts';
import { sameOctets } from './octets.ts';
import { counted, type LldpSettings, type LldpState, type Neighbour, type TableStatistics } from './state.ts';

/** News about a neighbor. */
export type LldpNews =
  | { readonly kind: 'come'; readonly neighbour: Neighbour }
  | { readonly kind: 'changed'; readonly neighbour: Neighbour }
  /** It sent a shutdown LLDPDU, expired, the link went down, or reception was disabled. */
  | { readonly kind: 'gone'; readonly neighbour: Neighbour; readonly why: 'shutdown' | 'aged' | 'link' | 'settings' }
  /** It is not remembered, since the table is full, or its port has too many. Said once until there is room. */
  | { readonly kind: 'tooMany'; readonly port: number };

/** The state after something was heard, and what came of it. */
export interface Heard {
  readonly state: LldpState;
  readonly news: readonly LldpNews[];
}

/** Maximum number of neighbors: in all, and at one port (docs/specification/network.md 0.6). */
const NEIGHBOURS_AT_MOST = 256;
const NEIGHBOURS_OF_A_PORT = 8;

const LARGEST_INDEX = 2_147_483_647;
const SECOND = 1000;

/** Takes a frame that came in by `port` (IEEE 802.1AB-2016 9.2.7.7, rxProcessFrame). */
export function receiveLldp(
  settings: LldpSettings,
  state: LldpState,
  port: number,
  frame: Uint8Array,
  now: number,
): Heard {
  const place = settings.ports.get(port);
  const octets = lldpduIn(frame);
  if (!place?.receive || !place.up || !octets) return { state, news: [] };
  const read = readLldpdu(octets);
  if (!read) return { state: counted(state, port, { received: 1, discarded: 1, errors: 1 }), news: [] };
  const counting = counted(state, port, {
    received: 1,
    errors: read.truncated ? 1 : 0,
    tlvsDiscarded: read.discarded,
    tlvsUnrecognized: read.unrecognized,
  });
  return remember(counting, port, read, octets, now);
}

function remember(state: LldpState, port: number, read: ReadLldpdu, octets: Uint8Array, now: number): Heard {
  const { information, timeToLive } = read;
  const key = `${port} ${msapKey(information.chassisId, information.portId)}`;
  const known = state.neighbours.get(key);
  if (timeToLive === 0) return known ? forgotten(state, [[key, known]], 'shutdown', now) : { state, news: [] };
  const expiresAt = now + timeToLive * SECOND;
  if (known) return refreshed(state, key, known, { information, octets, expiresAt }, now);
  if (isFull(state, port)) {
    const table = { ...state.table, drops: state.table.drops + 1 };
    const first = now >= state.tooManyUntil;
    const tooManyUntil = Math.max(state.tooManyUntil, expiresAt);
    return { state: { ...state, table, tooManyUntil }, news: first ? [{ kind: 'tooMany', port }] : [] };
  }
  const index = freeIndex(state);
  const copy = octets.slice();
  const neighbour = { port, index, information, octets: copy, since: now, changedAt: now, expiresAt };
  const neighbours = new Map(state.neighbours).set(key, neighbour);
  const nextIndex = index === LARGEST_INDEX ? 1 : index + 1;
  const table = changedTable(state, now, { inserts: 1 });
  return { state: { ...state, neighbours, nextIndex, table }, news: [{ kind: 'come', neighbour }] };
}

function refreshed(
  state: LldpState,
  key: string,
  known: Neighbour,
  said: Pick<Neighbour, 'information' | 'octets' | 'expiresAt'>,
  now: number,
): Heard {
  const same = sameOctets(known.octets, said.octets);
  const neighbour: Neighbour = same
    ? { ...known, expiresAt: said.expiresAt }
    : { ...known, ...said, octets: said.octets.slice(), changedAt: now };
  const next = { ...state, neighbours: new Map(state.neighbours).set(key, neighbour) };
  if (same) return { state: next, news: [] };
  return { state: { ...next, table: changedTable(state, now, {}) }, news: [{ kind: 'changed', neighbour }] };
}

function isFull({ neighbours }: LldpState, port: number): boolean {
  if (neighbours.size >= NEIGHBOURS_AT_MOST) return true;
  let here = 0;
  for (const neighbour of neighbours.values()) here += neighbour.port === port ? 1 : 0;
  return here >= NEIGHBOURS_OF_A_PORT;
}

/** The next index, past those still in use after it wrapped around. */
function freeIndex({ neighbours, nextIndex }: LldpState): number {
  const used = new Set([...neighbours.values()].map(({ index }) => index));
  let index = nextIndex;
  while (used.has(index)) index = index === LARGEST_INDEX ? 1 : index + 1;
  return index;
}

function changedTable(
  { table }: LldpState,
  now: number,
  added: Partial<Record<'inserts' | 'deletes' | 'ageouts', number>>,
): TableStatistics {
  return {
    ...table,
    lastChange: now,
    inserts: table.inserts + (added.inserts ?? 0),
    deletes: table.deletes + (added.deletes ?? 0),
    ageouts: table.ageouts + (added.ageouts ?? 0),
  };
}

/** Deletes neighbors, by their keys. */
function forgotten(
  state: LldpState,
  gone: readonly (readonly [string, Neighbour])[],
  why: 'shutdown' | 'aged' | 'link' | 'settings',
  now: number,
): Heard {
  if (gone.length === 0) return { state, news: [] };
  const neighbours = new Map(state.neighbours);
  for (const [key] of gone) neighbours.delete(key);
  const ageouts = why === 'aged' ? gone.length : 0;
  const table = changedTable(state, now, { deletes: gone.length, ageouts });
  let next: LldpState = { ...state, neighbours, table };
  if (why === 'aged') for (const [, { port }] of gone) next = counted(next, port, { ageouts: 1 });
  return { state: next, news: gone.map(([, neighbour]) => ({ kind: 'gone', neighbour, why })) };
}

/** Forgets who was not heard for as long as it said. */
export function aged(state: LldpState, now: number): Heard {
  return forgotten(
    state,
    [...state.neighbours].filter(([, { expiresAt }]) => expiresAt <= now),
    'aged',
    now,
  );
}

/** Deletes the neighbors of a port whose link is down or whose reception is disabled. */
export function withoutDeaf(settings: LldpSettings, state: LldpState, now: number): Heard {
  const placeOf = ({ port }: Neighbour) => settings.ports.get(port);
  const deaf = [...state.neighbours].filter(([, neighbour]) => !placeOf(neighbour)?.receive);
  const first = forgotten(state, deaf, 'settings', now);
  const down = [...first.state.neighbours].filter(([, neighbour]) => !placeOf(neighbour)?.up);
  const second = forgotten(first.state, down, 'link', now);
  return { state: second.state, news: [...first.news, ...second.news] };
}

/** The ports behind which an LLDP-MED endpoint is. */
export function portsWithEndpoint({ neighbours }: LldpState): ReadonlySet<number> {
  const ports = new Set<number>();
  for (const { port, information } of neighbours.values()) if (isEndpoint(information)) ports.add(port);
  return ports;
}

/** Whether it speaks LLDP-MED as an endpoint: a phone, a camera (ANSI/TIA-1057 classes I to III). */
export function isEndpoint({ med }: LldpInformation): boolean {
  return med !== undefined && med.deviceClass >= 1 && med.deviceClass <= DeviceClass.communicationEndpoint;
}
