import {
  type InspectionSettings,
  type InspectionState,
  type LogEntry,
  type Logging,
  noCounts,
  type PortPace,
  type VlanCounts,
  withoutCounts,
} from './state.ts';
import { type AddressOwner, type FramedArp, judgeArp, parseFramedArp, type Verdict } from './verdict.ts';

/** Events of inspection. */
export type InspectionEvent =
  /** A packet came in by an untrusted bridge port of a VLAN, as received. */
  | { readonly kind: 'frame'; readonly vlan: number; readonly port: number; readonly octets: Uint8Array }
  /** The settings are others. */
  | { readonly kind: 'configure' }
  /** Restarts counting: for these VLANs, or for all. */
  | { readonly kind: 'clearCounts'; readonly vlans?: ReadonlySet<number> }
  | { readonly kind: 'clearLog' };

/** News for an administrator. */
export type InspectionNews =
  /** The first of packets that are alike, or one more of them after a while. */
  | { readonly kind: 'entry'; readonly entry: LogEntry }
  /** There are packets that the log has no room for. */
  | { readonly kind: 'full' }
  /** A port sends more than it may, for as long as is borne. */
  | { readonly kind: 'flood'; readonly port: number; readonly rate: number };

/** Consequences of an event. */
export interface InspectionStep {
  readonly state: InspectionState;
  /** Whether a packet goes on; undefined where the event was none. */
  readonly passes: boolean | undefined;
  readonly news: readonly InspectionNews[];
}

/** Returns the owner of an address in a VLAN. */
export type OwnerOf = (vlan: number, address: string) => AddressOwner | undefined;

const SECOND = 1000;

/** Inspects ARP (docs/specification/security.md, "Dynamic ARP Inspection"). Pure; never throws. */
export function stepInspection(
  settings: InspectionSettings,
  state: InspectionState,
  event: InspectionEvent,
  now: number,
  ownerOf: OwnerOf,
): InspectionStep {
  switch (event.kind) {
    case 'frame':
      return inspect(settings, state, event, now, ownerOf);
    case 'configure':
      return quiet(configured(settings, state));
    case 'clearCounts':
      return quiet({ ...state, counts: withoutCounts(state.counts, event.vlans) });
    case 'clearLog':
      return quiet({ ...state, log: new Map() });
  }
}

function quiet(state: InspectionState): InspectionStep {
  return { state, passes: undefined, news: [] };
}

/** A log that no longer fits is cleared; the rates of ports that are no longer inspected are forgotten. */
function configured({ limits, logSize }: InspectionSettings, state: InspectionState): InspectionState {
  return {
    ...state,
    log: state.log.size > logSize ? new Map() : state.log,
    paces: new Map([...state.paces].filter(([port]) => limits.has(port))),
  };
}

function inspect(
  settings: InspectionSettings,
  before: InspectionState,
  { vlan, port, octets }: Extract<InspectionEvent, { kind: 'frame' }>,
  now: number,
  ownerOf: OwnerOf,
): InspectionStep {
  const inspected = settings.vlans.get(vlan);
  if (!inspected) return { state: before, passes: true, news: [] };
  const framed = parseFramedArp(octets) ?? { source: '', destination: '', packet: undefined };
  const { state, isOver, flood } = paced(settings, before, port, now);
  if (isOver) {
    const logged = written(settings, state, entryOf(framed, vlan, port, { permits: false, reason: 'rate' }), now);
    return { ...logged, passes: false, news: flood ? [...logged.news, flood] : logged.news };
  }
  const { validation } = settings;
  const owner = (address: string) => ownerOf(vlan, address);
  const verdict = judgeArp({ validation, vlan: inspected, port, ownerOf: owner }, framed);
  const counts = new Map(state.counts).set(vlan, counted(state.counts.get(vlan) ?? noCounts, verdict));
  const next = { ...state, counts };
  const logging =
    verdict.by === 'list' ? inspected.logsList : verdict.by === 'binding' ? inspected.logsBindings : 'deny';
  if (!isLogged(logging, verdict.permits)) return { state: next, passes: verdict.permits, news: [] };
  const entry = entryOf(framed, vlan, port, { permits: verdict.permits, reason: verdict.by });
  return { ...written(settings, next, entry, now), passes: verdict.permits };
}

function isLogged(logging: Logging, permits: boolean): boolean {
  return logging === 'all' || logging === (permits ? 'permit' : 'deny');
}

function counted(counts: VlanCounts, { permits, by }: Verdict): VlanCounts {
  const column = {
    sourceMac: 'sourceMacFailures',
    destinationMac: 'destinationMacFailures',
    address: 'addressFailures',
    list: permits ? 'listPermits' : 'listDrops',
    binding: permits ? 'bindingPermits' : 'bindingDrops',
  } as const;
  const name = column[by];
  return { ...counts, [name]: counts[name] + 1 };
}

/** Counts a packet in the second that it falls into; the first one too many in the last second that is borne is a flood. */
function paced(settings: InspectionSettings, state: InspectionState, port: number, now: number) {
  const limit = settings.limits.get(port);
  if (!limit) return { state, isOver: false, flood: undefined };
  const before = state.paces.get(port) ?? { from: now, count: 0, streak: 0 };
  const pace = counting(before, limit.rate, now);
  const isOver = pace.count > limit.rate;
  const isFlood = pace.count === limit.rate + 1 && pace.streak + 1 >= limit.burst;
  const flood: InspectionNews | undefined = isFlood ? { kind: 'flood', port, rate: limit.rate } : undefined;
  return { state: { ...state, paces: new Map(state.paces).set(port, pace) }, isOver, flood };
}

function counting({ from, count, streak }: PortPace, rate: number, now: number): PortPace {
  if (now < from + SECOND) return { from, count: count + 1, streak };
  const goesOn = now < from + 2 * SECOND && count > rate;
  return { from: goesOn ? from + SECOND : now, count: 1, streak: goesOn ? streak + 1 : 0 };
}

type NewEntry = Omit<LogEntry, 'index' | 'count' | 'at' | 'saidAt'>;

function entryOf(
  { source, packet }: FramedArp,
  vlan: number,
  port: number,
  decision: Pick<LogEntry, 'permits' | 'reason'>,
): NewEntry {
  const { senderAddress = '0.0.0.0', senderMac = source, targetAddress = '0.0.0.0' } = packet ?? {};
  return { port, vlan, senderAddress, senderMac, targetAddress, ...decision };
}

/** What equal packets have in common. A flood belongs to its port, whatever it contains. */
function likeness({ port, vlan, senderAddress, senderMac, reason, permits }: NewEntry): string {
  if (reason === 'rate') return `${port} ${vlan} rate`;
  return `${port} ${vlan} ${senderAddress} ${senderMac} ${reason} ${permits}`;
}

function written(
  { logSize, logInterval }: InspectionSettings,
  state: InspectionState,
  entry: NewEntry,
  now: number,
): Omit<InspectionStep, 'passes'> {
  const key = likeness(entry);
  const present = state.log.get(key);
  if (!present && state.log.size >= logSize) {
    const isQuiet = now < state.saidFullAt + logInterval;
    return isQuiet ? { state, news: [] } : { state: { ...state, saidFullAt: now }, news: [{ kind: 'full' }] };
  }
  const isSaid = !present || now >= present.saidAt + logInterval;
  const next: LogEntry = {
    ...entry,
    index: present?.index ?? state.nextIndex,
    count: (present?.count ?? 0) + 1,
    at: now,
    saidAt: present && !isSaid ? present.saidAt : now,
  };
  const log = new Map(state.log).set(key, next);
  const nextIndex = present ? state.nextIndex : state.nextIndex + 1;
  return { state: { ...state, log, nextIndex }, news: isSaid ? [{ kind: 'entry', entry: next }] : [] };
}
