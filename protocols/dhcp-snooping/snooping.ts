import { DhcpMessageType } from '../dhcp/message.ts';
import { DhcpOption, numberOf } from '../dhcp/options.ts';
import { addressIn, parseSnoopedPacket, type SnoopedPacket } from './packet.ts';
import { portWaiting, transactionKey, withRequest } from './requests.ts';
import { hasRoomFor } from './room.ts';
import {
  type Binding,
  bridgePortOf,
  noDrops,
  type SnoopingDrops,
  type SnoopingSettings,
  type SnoopingState,
  stationKey,
} from './state.ts';

/** Events of snooping. */
export type SnoopingEvent =
  /** A message came in by a bridge port, as received. */
  | { readonly kind: 'frame'; readonly vlan: number; readonly port: number; readonly octets: Uint8Array }
  /** The settings are others. */
  | { readonly kind: 'configure' }
  /** Bindings that were known before a restart. */
  | { readonly kind: 'restore'; readonly bindings: readonly Binding[] }
  /** Learned bindings that are no longer valid, by `stationKey`. */
  | { readonly kind: 'forget'; readonly stations: readonly string[] }
  | { readonly kind: 'clearDrops' }
  | { readonly kind: 'wake' };

/**
 * Destination of a message: forwarded like any other frame, only to trusted ports, or nowhere; undefined if the event
 * was not a message.
 */
type Forwarding = 'everywhere' | 'trusted' | 'nowhere' | undefined;

/** News for an administrator. */
export type SnoopingNews =
  /** Somebody behind an untrusted port answers as a server does. */
  | { readonly kind: 'server'; readonly vlan: number; readonly port: number; readonly mac: string }
  /** A lease was not let through, since no room is left for its binding. */
  | { readonly kind: 'full'; readonly vlan: number; readonly port: number; readonly mac: string }
  /** A server gave out an address that an administrator bound to another station, or to another port. */
  | { readonly kind: 'contested'; readonly vlan: number; readonly mac: string; readonly address: string };

/** Consequences of an event. */
export interface SnoopingStep {
  readonly state: SnoopingState;
  readonly forward: Forwarding;
  readonly news?: SnoopingNews | undefined;
}

/** 2^32 - 1 seconds are for ever (RFC 2131 3.3). */
const FOR_EVER = 0xffff_ffff;

const UNSPECIFIED = '0.0.0.0';

/** Follows the messages of clients and servers (docs/specification/security.md, "DHCP Snooping"). Pure; never throws. */
export function stepSnooping(
  settings: SnoopingSettings,
  state: SnoopingState,
  event: SnoopingEvent,
  now: number,
): SnoopingStep {
  switch (event.kind) {
    case 'frame':
      return hear(settings, withoutEnded(state, now), event, now);
    case 'configure':
      return quiet(withoutDenied(settings, withoutEnded(state, now)));
    case 'restore':
      return quiet(withoutDenied(settings, withoutEnded(restored(settings, state, event.bindings), now)));
    case 'forget': {
      const gone = new Set(event.stations);
      return quiet(keepingOnly(state, (_, key) => !gone.has(key)));
    }
    case 'clearDrops':
      return quiet({ ...state, drops: noDrops });
    case 'wake':
      return quiet(withoutEnded(state, now));
  }
}

function quiet(state: SnoopingState): SnoopingStep {
  return { state, forward: undefined };
}

function dropped(state: SnoopingState, reason: keyof SnoopingDrops, news?: SnoopingNews): SnoopingStep {
  const drops = { ...state.drops, [reason]: state.drops[reason] + 1 };
  return { state: { ...state, drops }, forward: 'nowhere', news };
}

function hear(
  settings: SnoopingSettings,
  state: SnoopingState,
  { vlan, port, octets }: Extract<SnoopingEvent, { kind: 'frame' }>,
  now: number,
): SnoopingStep {
  if (!settings.vlans.has(vlan)) return { state, forward: 'everywhere' };
  const admitted = admit(settings, state, port, now);
  if (!admitted) return dropped(state, 'overRate');
  const packet = parseSnoopedPacket(octets);
  if (settings.trusted.has(port)) {
    if (packet?.message.operation === 'reply') return answered(settings, admitted, vlan, packet, now);
    return { state: admitted, forward: packet ? 'trusted' : 'everywhere' };
  }
  if (!packet) return dropped(admitted, 'malformed');
  if (packet.message.operation === 'reply' || isOfServer(packet)) {
    return dropped(admitted, 'serverFromUntrusted', { kind: 'server', vlan, port, mac: packet.sourceMac });
  }
  return asked(settings, admitted, vlan, port, packet, now);
}

/** Types that only servers send, whatever the header says (RFC 2132 9.6, RFC 4388 6.1). */
function isOfServer({ type }: SnoopedPacket): boolean {
  const { offer, ack, nak } = DhcpMessageType;
  return type === offer || type === ack || type === nak || (type !== undefined && type >= 11 && type <= 13);
}

/** A client's message behind an untrusted port. */
function asked(
  settings: SnoopingSettings,
  state: SnoopingState,
  vlan: number,
  port: number,
  { message, type, sourceMac }: SnoopedPacket,
  now: number,
): SnoopingStep {
  const isRelayed = message.relayAddress !== undefined || message.options.has(DhcpOption.relayInformation);
  if (isRelayed && !settings.acceptsRelayed) return dropped(state, 'relayed');
  // A relay agent sends under its own address.
  if (settings.verifiesMac && message.relayAddress === undefined && message.clientMac !== sourceMac) {
    return dropped(state, 'macMismatch');
  }
  const { release, decline } = DhcpMessageType;
  if (type === release || type === decline) {
    const address = type === release ? message.clientAddress : addressIn(message, DhcpOption.requestedAddress);
    return givenBack(settings, state, { vlan, port, mac: message.clientMac, address: address ?? UNSPECIFIED });
  }
  const key = transactionKey(vlan, message.clientMac, message.transaction);
  return { state: { ...state, requests: withRequest(state.requests, port, key, now) }, forward: 'trusted' };
}

/** An address can be released only by the station that has it, at the port where it is. */
function givenBack(
  settings: SnoopingSettings,
  state: SnoopingState,
  of: Pick<Binding, 'vlan' | 'mac' | 'address' | 'port'>,
): SnoopingStep {
  const key = stationKey(of.vlan, of.mac);
  const own = settings.statics.get(key) ?? state.bindings.get(key);
  const owner = ownerOf(settings, state, of.vlan, of.address);
  const isForged = [own, owner].some(
    (binding) => binding && (binding.mac !== of.mac || bridgePortOf(settings, binding) !== of.port),
  );
  if (isForged) return dropped(state, 'badRelease');
  const next = owner ? keepingOnly(state, (_, station) => station !== key) : state;
  return { state: next, forward: 'trusted' };
}

/** A server's message from a trusted port. */
function answered(
  settings: SnoopingSettings,
  state: SnoopingState,
  vlan: number,
  { message, type }: SnoopedPacket,
  now: number,
): SnoopingStep {
  const mac = message.clientMac;
  const key = stationKey(vlan, mac);
  const port = portWaiting(state.requests, transactionKey(vlan, mac, message.transaction), now);
  const present = state.bindings.get(key);
  if (type === DhcpMessageType.nak) {
    // Only the station that has the address can lose it: a question of another one ends nothing.
    const ends = present !== undefined && port === bridgePortOf(settings, present);
    return { state: ends ? keepingOnly(state, (_, station) => station !== key) : state, forward: 'everywhere' };
  }
  const address = message.yourAddress;
  const lease = numberOf(message.options, DhcpOption.leaseTime);
  if (type !== DhcpMessageType.ack || address === UNSPECIFIED || lease === undefined || lease === 0) {
    return { state, forward: 'everywhere' };
  }
  const renewed = present?.address === address ? present.port : undefined;
  const behind = port ?? renewed;
  // The request did not come from an untrusted port: this switch does not track the recipient.
  if (behind === undefined || settings.trusted.has(bridgePortOf(settings, { port: behind }))) {
    return { state, forward: 'everywhere' };
  }
  const leaseTime = lease === FOR_EVER ? Number.POSITIVE_INFINITY : lease;
  const binding: Binding = { vlan, mac, address, port: behind, leaseTime, expiresAt: now + leaseTime * 1000 };
  const fixed = settings.statics.get(key) ?? fixedOwner(settings, vlan, address);
  if (fixed) {
    const agrees = fixed.mac === mac && fixed.address === address && bridgePortOf(settings, fixed) === behind;
    const news: SnoopingNews | undefined = agrees ? undefined : { kind: 'contested', vlan, mac, address };
    return { state, forward: 'everywhere', news };
  }
  // The former owner no longer has the address: the server gave it to another station.
  const others = keepingOnly(state, (other, station) => {
    return station === key || other.vlan !== vlan || other.address !== address;
  });
  if (!present && !hasRoomFor(settings, others, behind)) {
    return dropped(state, 'tableFull', { kind: 'full', vlan, port: behind, mac });
  }
  return { state: withBinding(others, binding), forward: 'everywhere' };
}

/** The binding of an address in a VLAN, an administrator's before a learned one. */
function ownerOf(settings: SnoopingSettings, state: SnoopingState, vlan: number, address: string) {
  const fixed = fixedOwner(settings, vlan, address);
  if (fixed) return fixed;
  for (const binding of state.bindings.values()) {
    if (binding.vlan === vlan && binding.address === address) return binding;
  }
  return undefined;
}

function fixedOwner({ statics }: SnoopingSettings, vlan: number, address: string): Binding | undefined {
  for (const binding of statics.values()) if (binding.vlan === vlan && binding.address === address) return binding;
  return undefined;
}

/** A port may send a second's worth at once. */
function admit(settings: SnoopingSettings, state: SnoopingState, port: number, now: number): SnoopingState | undefined {
  const rate = settings.rates.get(port);
  if (rate === undefined) return state;
  const before = state.allowances.get(port) ?? { messages: rate, at: now };
  const messages = Math.min(rate, before.messages + ((now - before.at) * rate) / 1000);
  if (messages < 1) return undefined;
  return { ...state, allowances: new Map(state.allowances).set(port, { messages: messages - 1, at: now }) };
}

function withBinding(state: SnoopingState, binding: Binding): SnoopingState {
  const bindings = new Map(state.bindings).set(stationKey(binding.vlan, binding.mac), binding);
  return { ...state, bindings, revision: state.revision + 1, wakeAt: Math.min(state.wakeAt, binding.expiresAt) };
}

/** Of the bindings those that fit; the state itself where all do. */
function keepingOnly(state: SnoopingState, fits: (binding: Binding, station: string) => boolean): SnoopingState {
  if (!hasMisfit(state.bindings, fits)) return state;
  const kept = [...state.bindings].filter(([station, binding]) => fits(binding, station));
  const bindings = new Map(kept);
  const wakeAt = kept.reduce((first, [, { expiresAt }]) => Math.min(first, expiresAt), Number.POSITIVE_INFINITY);
  return { ...state, bindings, wakeAt, revision: state.revision + 1 };
}

function hasMisfit(bindings: SnoopingState['bindings'], fits: (binding: Binding, station: string) => boolean): boolean {
  for (const [station, binding] of bindings) if (!fits(binding, station)) return true;
  return false;
}

function withoutEnded(state: SnoopingState, now: number): SnoopingState {
  return now < state.wakeAt ? state : keepingOnly(state, ({ expiresAt }) => expiresAt > now);
}

/**
 * Bindings that the settings no longer allow: of VLANs without snooping, of trusted ports, and those that conflict with
 * an administrator's.
 */
function withoutDenied(settings: SnoopingSettings, state: SnoopingState): SnoopingState {
  const allowances = new Map([...state.allowances].filter(([port]) => settings.rates.has(port)));
  const fixed = new Map<string, readonly Binding[]>();
  for (const one of settings.statics.values()) fixed.set(one.address, [...(fixed.get(one.address) ?? []), one]);
  return keepingOnly({ ...state, allowances }, (binding, station) => {
    if (!settings.vlans.has(binding.vlan) || settings.trusted.has(bridgePortOf(settings, binding))) return false;
    return !settings.statics.has(station) && !fixed.get(binding.address)?.some(({ vlan }) => vlan === binding.vlan);
  });
}

/** Messages since a restart override what was known before it. */
function restored(settings: SnoopingSettings, state: SnoopingState, bindings: readonly Binding[]): SnoopingState {
  return bindings.reduce((next, binding) => {
    const isKnown = next.bindings.has(stationKey(binding.vlan, binding.mac));
    if (isKnown || ownerOf(settings, next, binding.vlan, binding.address)) return next;
    return hasRoomFor(settings, next, binding.port) ? withBinding(next, binding) : next;
  }, state);
}
