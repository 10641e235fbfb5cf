import { hasPort, type PortList, portBit } from '../../model/values/port-list.ts';
import type { Draft } from './draft.ts';
import { groupKey, type Listener, roleIn, type SnoopedGroup, type SnoopingSettings } from './state.ts';

/** Somebody at a port listens to a group. `older`: by a message of a version that cannot say later that it leaves. */
export function listens(draft: Draft, vlan: number, group: string, port: number, older: boolean): void {
  const { settings, now } = draft;
  if (settings.family.staysOnLink(group)) return;
  const key = groupKey(vlan, group);
  const known = draft.known.get(key);
  if (!known && !hasRoom(draft, vlan, group, port)) return;
  const before = known?.listeners.get(port);
  const expiresAt = now + settings.hostTimeout;
  const olderUntil = older ? expiresAt : (before?.olderUntil ?? now);
  const listener: Listener = { expiresAt, olderUntil, asked: undefined };
  draft.groups().set(key, { vlan, group, listeners: new Map(known?.listeners).set(port, listener) });
  if (!before) draft.revision += 1;
  draft.due(expiresAt);
}

/**
 * A host at a port leaves a group. With `fast` it was the only one there. Otherwise the switch queries at that port
 * whether others are left, even if another querier serves the VLAN (docs/specification/network.md, "IGMP Snooping >
 * Settings"): that one may not receive the leave. If it is behind the same port, it queries itself; `remindsOf` is
 * called with its query.
 */
export function leaves(draft: Draft, vlan: number, group: string, port: number, fast: boolean): void {
  const { settings, now } = draft;
  const known = draft.known.get(groupKey(vlan, group));
  const listener = known?.listeners.get(port);
  if (!known || !listener || listener.olderUntil > now || listener.asked) return;
  if (fast) {
    keep(draft, known, (other) => other !== port);
    return;
  }
  const vlanState = draft.vlans.get(vlan);
  const anotherAsks = roleIn(settings, vlanState) !== 'querier' && vlanState?.other !== undefined;
  const asksItself = anotherAsks && vlanState.routers.has(port);
  if (asksItself || settings.version === settings.family.versionWithoutLeave) return;
  const { robustness, lastMemberInterval } = settings;
  draft.query(vlan, portBit(port), group, lastMemberInterval);
  change(draft, known, port, {
    ...listener,
    expiresAt: Math.min(listener.expiresAt, now + robustness * lastMemberInterval),
    asked: { left: robustness - 1, at: now + lastMemberInterval },
  });
}

/** Another querier asks for the members of a group: those that do not answer expire soon (RFC 3376 6.6.1). */
export function remindsOf(draft: Draft, vlan: number, group: string, maxResponse: number): void {
  const known = draft.known.get(groupKey(vlan, group));
  const expiresAt = draft.now + draft.settings.robustness * maxResponse;
  for (const [port, listener] of known?.listeners ?? []) {
    if (known && listener.expiresAt > expiresAt) change(draft, known, port, { ...listener, expiresAt });
  }
}

/**
 * Listeners behind these ports may now be behind others. If the switch is the querier, they answer or expire soon; if
 * another one is, they stay as long as they would have: to cut them off meanwhile would end every stream with each
 * change of the tree.
 */
export function doubts(draft: Draft, ports: PortList): void {
  const { settings, now } = draft;
  const expiresAt = now + settings.robustness * settings.maxResponse;
  for (const known of [...draft.known.values()]) {
    if (roleIn(settings, draft.vlans.get(known.vlan)) !== 'querier') continue;
    for (const [port, listener] of known.listeners) {
      if (hasPort(ports, port) && listener.expiresAt > expiresAt)
        change(draft, known, port, { ...listener, expiresAt });
    }
  }
}

function change(draft: Draft, { vlan, group }: SnoopedGroup, port: number, listener: Listener): void {
  const key = groupKey(vlan, group);
  const present = draft.known.get(key)?.listeners;
  draft.groups().set(key, { vlan, group, listeners: new Map(present).set(port, listener) });
  draft.due(Math.min(listener.expiresAt, listener.asked?.at ?? Number.POSITIVE_INFINITY));
}

/** Takes out listeners whose time is over, and asks again for those that are being asked for. */
export function withoutExpired(draft: Draft): void {
  const { settings, now } = draft;
  const interval = settings.lastMemberInterval;
  withoutListeners(draft, (_, __, { expiresAt }) => expiresAt > now);
  for (const known of [...draft.known.values()]) {
    for (const [port, listener] of known.listeners) {
      const { asked } = listener;
      draft.due(listener.expiresAt);
      if (!asked || asked.left === 0) continue;
      if (asked.at > now) {
        draft.due(asked.at);
        continue;
      }
      draft.query(known.vlan, portBit(port), known.group, interval);
      change(draft, known, port, { ...listener, asked: { left: asked.left - 1, at: now + interval } });
    }
  }
}

/** Keeps the listeners for which `stays` returns true; groups without listeners are removed. */
export function withoutListeners(
  draft: Draft,
  stays: (group: SnoopedGroup, port: number, listener: Listener) => boolean,
): void {
  for (const known of [...draft.known.values()]) {
    keep(draft, known, (port, listener) => stays(known, port, listener));
  }
}

function keep(draft: Draft, known: SnoopedGroup, stays: (port: number, listener: Listener) => boolean): void {
  const listeners = new Map([...known.listeners].filter(([port, listener]) => stays(port, listener)));
  if (listeners.size === known.listeners.size) return;
  const key = groupKey(known.vlan, known.group);
  draft.revision += 1;
  if (listeners.size > 0) {
    draft.groups().set(key, { ...known, listeners });
    return;
  }
  draft.groups().delete(key);
  if (draft.known.size <= draft.settings.capacity - keptRoom(draft.settings)) draft.lack = 'none';
}

/** The number of groups that a port can join regardless of other ports. */
const SHARE = 8;

/** How many of the last groups are for ports that listen to less than a share. */
function keptRoom({ capacity }: SnoopingSettings): number {
  return Math.floor(capacity / 4);
}

/** Whether a port may add one more group; reports if not. A single port cannot fill the table. */
function hasRoom(draft: Draft, vlan: number, group: string, port: number): boolean {
  const { settings, known } = draft;
  if (known.size >= settings.capacity) {
    if (draft.lack !== 'all') draft.news.push({ kind: 'full', vlan, group });
    draft.lack = 'all';
    return false;
  }
  if (known.size < settings.capacity - keptRoom(settings)) return true;
  let own = 0;
  for (const { listeners } of known.values()) if (listeners.has(port)) own += 1;
  if (own < SHARE) return true;
  if (draft.lack === 'none') {
    draft.news.push({ kind: 'share', vlan, group, port });
    draft.lack = 'share';
  }
  return false;
}
