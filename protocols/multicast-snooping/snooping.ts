import { hasPort, NO_PORTS, type PortList, portListOf } from '../../model/values/port-list.ts';
import type { GroupRecord, HeardMessage, MembershipQuery } from '../frames/membership-message.ts';
import { RecordType } from '../frames/membership-message.ts';
import { type Draft, draftOf, finished } from './draft.ts';
import { NO_ADDRESS } from './family.ts';
import { doubts, leaves, listens, remindsOf, withoutExpired, withoutListeners } from './membership.ts';
import type { SnoopingSettings, SnoopingState, VlanState } from './state.ts';
import type { Forwarding, SnoopingStep } from './step.ts';

/** Events of snooping. */
export type SnoopingEvent =
  /** The settings are others than before, or the first ones. */
  | { readonly kind: 'configure' }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' }
  /** A frame came in by a bridge port (as received, without FCS), named by its bit in port lists. */
  | { readonly kind: 'frame'; readonly vlan: number; readonly port: number; readonly octets: Uint8Array }
  /**
   * Content of a frame that was read before: of it, or of a part of it, as if it had been received on `port` in `vlan`.
   */
  | { readonly kind: 'message'; readonly vlan: number; readonly port: number; readonly message: HeardMessage }
  /** These ports lost their link. */
  | { readonly kind: 'lost'; readonly ports: PortList }
  /** The tree changed behind these ports: what was heard there may be behind others now (RFC 4541 2.1.1). */
  | { readonly kind: 'topologyChange'; readonly ports: PortList }
  /** The administrator clears all learned groups. */
  | { readonly kind: 'clear' };

/**
 * One step of IGMP or MLD snooping (RFC 4541, with the timers of RFC 2236, 3376, 2710 and 3810): membership by VLAN, group and
 * port, whatever its sources; router ports as queries, PIM and DVMRP show them; a querier that gives way to a lower address.
 * `now` is monotonic, in milliseconds. A step costs time in proportion to what it changes; waking, to all listeners.
 */
export function stepSnooping(
  settings: SnoopingSettings,
  state: SnoopingState,
  event: SnoopingEvent,
  now: number,
): SnoopingStep {
  const draft = draftOf(settings, state, now);
  switch (event.kind) {
    case 'configure':
      configure(draft, state);
      break;
    case 'wake':
      if (now < state.wakeAt) return finished(draft);
      work(draft);
      break;
    case 'frame':
      return believed(draft, event.vlan, event.port, () => settings.family.parse(event.octets));
    case 'message':
      return believed(draft, event.vlan, event.port, () => event.message);
    case 'lost':
      forget(draft, event.ports);
      break;
    case 'topologyChange':
      doubts(draft, event.ports);
      askAgain(draft);
      break;
    case 'clear':
      withoutListeners(draft, () => false);
      draft.lack = 'none';
      break;
  }
  return finished(draft);
}

/** The ports of a VLAN that lead to routers: those that are set, and those where one was heard. */
export function routerPorts(settings: SnoopingSettings, state: SnoopingState, vlan: number): PortList {
  const fixed = settings.vlans.get(vlan)?.routers ?? NO_PORTS;
  return fixed | portListOf(state.vlans.get(vlan)?.routers.keys() ?? []);
}

/** VLANs and ports that are no longer snooped are forgotten; new ones start. */
function configure(draft: Draft, former: SnoopingState): void {
  const { settings, now } = draft;
  for (const vlan of former.vlans.keys()) {
    if (settings.vlans.has(vlan)) continue;
    draft.vlans.delete(vlan);
    draft.revision += 1;
  }
  for (const [vlan, { members }] of settings.vlans) {
    const known = former.vlans.get(vlan);
    const routers = new Map([...(known?.routers ?? [])].filter(([port]) => hasPort(members, port)));
    if (!known || routers.size !== known.routers.size) draft.revision += 1;
    const asksAt = known?.asksAt ?? Number.POSITIVE_INFINITY;
    const begins = settings.querier && asksAt === Number.POSITIVE_INFINITY;
    draft.vlans.set(vlan, {
      routers,
      other: known?.other,
      asksAt: begins ? now : settings.querier ? asksAt : Number.POSITIVE_INFINITY,
      startup: begins ? settings.robustness : (known?.startup ?? 0),
    });
  }
  withoutListeners(draft, ({ vlan, group }, port) => {
    const place = settings.vlans.get(vlan);
    return place !== undefined && hasPort(place.members, port) && (place.carries?.(group) ?? true);
  });
  work(draft);
}

/** Does everything that is due. */
function work(draft: Draft): void {
  const { now } = draft;
  draft.wakeAt = Number.POSITIVE_INFINITY;
  withoutExpired(draft);
  for (const [vlan, known] of draft.vlans) {
    let vlanState = withoutSilentRouters(draft, vlan, known);
    if (vlanState.other && vlanState.other.until <= now) {
      vlanState = { ...vlanState, other: undefined, ...(draft.settings.querier && { asksAt: now }) };
      if (draft.settings.querier) draft.news.push({ kind: 'querier', vlan, address: undefined });
    }
    if (!vlanState.other && vlanState.asksAt <= now) vlanState = ask(draft, vlan, vlanState);
    draft.vlans.set(vlan, vlanState);
    draft.due(vlanState.other?.until ?? vlanState.asksAt);
    for (const until of vlanState.routers.values()) draft.due(until);
  }
}

function withoutSilentRouters(draft: Draft, vlan: number, known: VlanState): VlanState {
  const silent = [...known.routers].filter(([, until]) => until <= draft.now).map(([port]) => port);
  if (silent.length === 0) return known;
  draft.revision += 1;
  for (const port of silent) draft.news.push({ kind: 'router', vlan, port, there: false });
  return { ...known, routers: new Map([...known.routers].filter(([port]) => !silent.includes(port))) };
}

/** Sends a general query; those at the start follow faster on each other. */
function ask(draft: Draft, vlan: number, known: VlanState): VlanState {
  const { settings, now } = draft;
  const place = settings.vlans.get(vlan);
  draft.query(vlan, place?.asked ?? place?.members ?? NO_PORTS, undefined, settings.maxResponse);
  const pause = known.startup > 1 ? settings.queryInterval / 4 : settings.queryInterval;
  return { ...known, asksAt: now + pause, startup: Math.max(0, known.startup - 1) };
}

function askAgain(draft: Draft): void {
  for (const [vlan, known] of draft.vlans) {
    if (Number.isFinite(known.asksAt)) draft.vlans.set(vlan, { ...known, asksAt: draft.now });
  }
  work(draft);
}

function forget(draft: Draft, ports: PortList): void {
  withoutListeners(draft, (_, port) => !hasPort(ports, port));
  for (const [vlan, known] of draft.vlans) {
    const routers = new Map([...known.routers].filter(([port]) => !hasPort(ports, port)));
    if (routers.size === known.routers.size) continue;
    draft.revision += 1;
    draft.vlans.set(vlan, { ...known, routers });
  }
}

function believed(draft: Draft, vlan: number, port: number, read: () => HeardMessage | undefined): SnoopingStep {
  const place = draft.settings.vlans.get(vlan);
  if (!place || !hasPort(place.members, port)) return finished(draft, 'everywhere');
  const message = read();
  // A broken message is neither used nor forwarded (RFC 4541 2.1.1).
  if (!message) return finished(draft, 'nowhere');
  return finished(draft, forwardingOf(draft, vlan, port, message));
}

function forwardingOf(draft: Draft, vlan: number, port: number, message: HeardMessage): Forwarding {
  switch (message.kind) {
    case 'query':
      asked(draft, vlan, port, message, message.source);
      return 'everywhere';
    case 'router':
      if (message.source !== NO_ADDRESS) routerAt(draft, vlan, port);
      return 'everywhere';
    case 'unknown':
      return 'everywhere';
    case 'report':
      listens(draft, vlan, message.group, port, message.version === draft.settings.family.versionWithoutLeave);
      return 'routers';
    case 'leave':
      leaves(draft, vlan, message.group, port, draft.settings.fastLeave);
      return 'routers';
    case 'records':
      for (const record of message.records) recorded(draft, vlan, port, record);
      return 'routers';
  }
}

/** Somebody else asks. */
function asked(draft: Draft, vlan: number, port: number, query: MembershipQuery, source: string): void {
  const { settings, now } = draft;
  if (source !== NO_ADDRESS) {
    routerAt(draft, vlan, port);
    const known = draft.vlans.get(vlan);
    const own = settings.vlans.get(vlan)?.address ?? NO_ADDRESS;
    if (known && (!settings.querier || settings.family.outdoes(source, own))) {
      const until = now + settings.routerTimeout;
      const outdone = known.other !== undefined && settings.family.outdoes(known.other.address, source);
      const address = outdone && known.other ? known.other.address : source;
      if (settings.querier && !known.other) draft.news.push({ kind: 'querier', vlan, address });
      // The port of its router is due at the same time.
      draft.vlans.set(vlan, { ...known, other: { address, until } });
    }
  }
  const { group, sources, suppress, maxResponse } = query;
  if (group !== undefined && sources === 0 && !suppress) remindsOf(draft, vlan, group, maxResponse);
}

function routerAt(draft: Draft, vlan: number, port: number): void {
  const known = draft.vlans.get(vlan);
  if (!known) return;
  const until = draft.now + draft.settings.routerTimeout;
  if (!known.routers.has(port)) {
    draft.revision += 1;
    draft.news.push({ kind: 'router', vlan, port, there: true });
  }
  draft.vlans.set(vlan, { ...known, routers: new Map(known.routers).set(port, until) });
  draft.due(until);
}

/** One record of IGMPv3 or MLDv2. Sources are not distinguished: a listener to any of a group receives all of it. */
function recorded(draft: Draft, vlan: number, port: number, { type, group, sources }: GroupRecord): void {
  switch (type) {
    case RecordType.isExclude:
    case RecordType.toExclude:
      listens(draft, vlan, group, port, false);
      break;
    case RecordType.isInclude:
    case RecordType.allowNewSources:
      if (sources.length > 0) listens(draft, vlan, group, port, false);
      break;
    case RecordType.toInclude:
      if (sources.length > 0) listens(draft, vlan, group, port, false);
      else leaves(draft, vlan, group, port, draft.settings.fastLeave);
      break;
    case RecordType.blockOldSources:
      // Only an answer says whether any source is left.
      leaves(draft, vlan, group, port, false);
      break;
  }
}
