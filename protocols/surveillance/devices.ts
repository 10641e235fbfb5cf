import type { Candidate, DeviceKind, Evidence, SurveillanceDevice, SurveillanceState } from './state.ts';

/** Devices of a kind at most (docs/specification/system.md 0.7). */
const DEVICES_AT_MOST: Readonly<Record<DeviceKind, number>> = { camera: 64, recorder: 16, other: 64 };

/** Questions without an answer after which a device counts as silent. */
const UNANSWERED_AT_MOST = 3;
/** Candidates kept at a time, and of one port: who makes up many leaves room for those of other ports. */
const CANDIDATES_AT_MOST = 32;
const CANDIDATES_AT_A_PORT = 8;
/**
 * Milliseconds that a device stays where it is: an address that is heard at two ports in turn does not come and go with each
 * frame.
 */
const REST_AT_A_PORT = 10_000;
/** Frames within a time that make a candidate. */
const FRAMES_OF_A_RECORDER = 5;
const LISTENING_TIME = 30_000;

/** An observation of a device; undefined values add nothing to what is known. */
export interface Sighting {
  readonly mac: string;
  readonly port: number;
  readonly kind: DeviceKind;
  readonly evidence: Evidence;
  readonly address?: string | undefined;
  readonly manufacturer?: string | undefined;
  readonly model?: string | undefined;
}

/** A device's own announcement outweighs its address. */
const weights: Readonly<Record<Evidence, number>> = { stream: 0, address: 1, lldp: 2, onvif: 3 };

/**
 * With evidence as good as before a device keeps its class: alternating announcements do not make it appear and
 * disappear.
 */
const ranks: Readonly<Record<DeviceKind, number>> = { other: 0, camera: 1, recorder: 2 };

/**
 * A device was heard: it is known from now on. If the table of its kind is full, the one that was silent for longest
 * makes room at the port that has most of them, unless that is its own port.
 */
export function sighted(state: SurveillanceState, sighting: Sighting, now: number): SurveillanceState {
  const { mac, port, address, manufacturer, model } = sighting;
  const known = state.devices.get(mac);
  const moved = known !== undefined && known.port !== port;
  if (moved && now - known.since < REST_AT_A_PORT) return state;
  const isBetter = !known || isBelieved(sighting, known);
  const { kind, evidence } = isBetter ? sighting : known;
  const roomy = withRoomFor(state, { mac, port, kind });
  if (!roomy) return state;
  const device: SurveillanceDevice = {
    mac,
    port,
    kind,
    evidence,
    group: kind === 'recorder' ? known?.group || freeGroup(roomy) : 0,
    address: address ?? known?.address,
    manufacturer: manufacturer || known?.manufacturer || '',
    model: model || known?.model || '',
    reply: moved ? 'noAddress' : (known?.reply ?? 'noAddress'),
    unanswered: moved ? 0 : (known?.unanswered ?? 0),
    since: moved || !known ? now : known.since,
    lastHeard: now,
  };
  const candidates = new Map(roomy.candidates);
  candidates.delete(mac);
  const next = withDevice({ ...roomy, candidates }, device);
  return known && known.kind !== kind ? withKnownStreams(next) : next;
}

function isBelieved(sighting: Sighting, known: SurveillanceDevice): boolean {
  const better = weights[sighting.evidence] - weights[known.evidence];
  return better > 0 || (better === 0 && ranks[sighting.kind] >= ranks[known.kind]);
}

/** The state with room for one more of a kind at a port; undefined where there is none. */
function withRoomFor(
  state: SurveillanceState,
  { mac, port, kind }: Pick<Sighting, 'mac' | 'port' | 'kind'>,
): SurveillanceState | undefined {
  const others = [...state.devices.values()].filter((one) => one.kind === kind && one.mac !== mac);
  if (others.length < DEVICES_AT_MOST[kind]) return state;
  const at = (place: number) => others.filter((one) => one.port === place);
  const ports = [...new Set(others.map((one) => one.port))];
  const most = ports.map(at).reduce((a, b) => (b.length > a.length ? b : a));
  if (most.length <= at(port).length + 1) return undefined;
  const leaves = most.reduce((a, b) => (b.lastHeard < a.lastHeard ? b : a));
  return narrowed(state, (one) => one !== leaves);
}

/** The device was heard, by whatever it sent. */
export function heard(state: SurveillanceState, mac: string, now: number): SurveillanceState {
  const known = state.devices.get(mac);
  return known ? withDevice(state, { ...known, lastHeard: now }) : state;
}

/** The device claimed this address. */
export function addressed(state: SurveillanceState, mac: string, address: string, now: number): SurveillanceState {
  const known = state.devices.get(mac);
  if (!known) return state;
  return withDevice(state, {
    ...known,
    address,
    ...(known.address !== address && ({ reply: 'noAddress', unanswered: 0 } as const)),
    lastHeard: now,
  });
}

/** The device is asked whether it is there; what it was asked before and has not answered counts. */
export function asked(state: SurveillanceState, mac: string): SurveillanceState {
  const known = state.devices.get(mac);
  if (known?.address === undefined) return state;
  const isSilent = known.unanswered >= UNANSWERED_AT_MOST;
  return withDevice(state, {
    ...known,
    unanswered: Math.min(known.unanswered + 1, UNANSWERED_AT_MOST),
    reply: isSilent ? 'silent' : known.reply,
  });
}

/** The device answered. */
export function replied(state: SurveillanceState, mac: string, address: string, now: number): SurveillanceState {
  const known = state.devices.get(mac);
  if (!known) return state;
  return withDevice(state, { ...known, address, reply: 'replied', unanswered: 0, lastHeard: now });
}

/** A device that was silent for `ageing` milliseconds is forgotten, with the streams from and to it. */
export function aged(state: SurveillanceState, { now, ageing }: { readonly now: number; readonly ageing: number }) {
  const devices = new Map([...state.devices].filter(([, { lastHeard }]) => now - lastHeard < ageing));
  const candidates = new Map([...state.candidates].filter(([, { since }]) => now - since < LISTENING_TIME));
  if (devices.size === state.devices.size && candidates.size === state.candidates.size) return state;
  return withKnownStreams({ ...state, devices, candidates });
}

/** Only those devices stay that `stays` says. */
export function narrowed(state: SurveillanceState, stays: (device: SurveillanceDevice) => boolean): SurveillanceState {
  const devices = new Map([...state.devices].filter(([, device]) => stays(device)));
  return devices.size === state.devices.size ? state : withKnownStreams({ ...state, devices });
}

/** The two ends of what was heard between a camera and another host. */
export interface Exchange {
  readonly camera: string;
  readonly other: { readonly mac: string; readonly port: number; readonly vlan: number; readonly address: string };
}

/** Pictures, or a session about them, were heard between a camera and somebody: a recorder, or who may be one. */
export function exchanged(state: SurveillanceState, { camera, other }: Exchange, now: number): SurveillanceState {
  if (state.devices.get(camera)?.kind !== 'camera') return state;
  const known = state.devices.get(other.mac);
  if (known?.kind === 'recorder') {
    const streams = new Map(state.streams).set(camera, other.mac);
    const next = heard(heard(state, camera, now), other.mac, now);
    return state.streams.get(camera) === other.mac ? next : { ...next, streams };
  }
  if (known) return state;
  const before = state.candidates.get(other.mac);
  const atPort = [...state.candidates.values()].filter((one) => one.port === other.port).length;
  const isRoom = state.candidates.size < CANDIDATES_AT_MOST && atPort < CANDIDATES_AT_A_PORT;
  if (!before && !isRoom) return state;
  const isRecent = before !== undefined && now - before.since < LISTENING_TIME;
  const { mac, port, vlan, address } = other;
  const candidate = {
    mac,
    port,
    vlan,
    address,
    frames: (isRecent ? before.frames : 0) + 1,
    since: isRecent ? before.since : now,
  };
  return { ...state, candidates: new Map(state.candidates).set(other.mac, candidate) };
}

/** The candidates with enough evidence: the real owner of the address used is a recorder. */
export function ripeCandidates({ candidates }: SurveillanceState): readonly Candidate[] {
  return [...candidates.values()].filter(({ frames }) => frames >= FRAMES_OF_A_RECORDER);
}

function withDevice(state: SurveillanceState, device: SurveillanceDevice): SurveillanceState {
  return { ...state, devices: new Map(state.devices).set(device.mac, device) };
}

function withKnownStreams(state: SurveillanceState): SurveillanceState {
  const { devices } = state;
  const streams = new Map(
    [...state.streams].filter(
      ([camera, recorder]) => devices.get(camera)?.kind === 'camera' && devices.get(recorder)?.kind === 'recorder',
    ),
  );
  return { ...state, streams };
}

function freeGroup({ devices }: SurveillanceState): number {
  const taken = new Set([...devices.values()].map(({ group }) => group));
  let group = 1;
  while (taken.has(group)) group += 1;
  return group;
}
