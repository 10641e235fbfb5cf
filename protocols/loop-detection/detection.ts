import { hasPort, NO_PORTS, portBit, portListOf, portsOf } from '../../model/values/port-list.ts';
import { tagOf } from '../frames/vlan-tag.ts';
import { buildProbe, parseProbe } from './probe.ts';
import { type LoopBlock, type LoopPlace, type LoopSettings, type LoopState, placeKey } from './state.ts';

/** What happens to loop detection. */
export type LoopEvent =
  /** The settings are others than before, or the first ones. */
  | { readonly kind: 'configure' }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' }
  /** A frame came in (as received, without FCS). */
  | { readonly kind: 'frame'; readonly port: number; readonly octets: Uint8Array }
  /** Something was plugged in: do not wait for the next round. */
  | { readonly kind: 'probe' }
  /** The administrator wants the port back. */
  | { readonly kind: 'recover'; readonly port: number };

/** What became of a place. */
export type LoopNews =
  /** It is closed: what `sender` sent came in by `receiver`. */
  | { readonly kind: 'looped'; readonly place: LoopPlace; readonly sender: number; readonly receiver: number }
  /** It is open again: the loop is gone, the administrator wanted it so, or it takes part no more. */
  | { readonly kind: 'open'; readonly place: LoopPlace; readonly why: 'gone' | 'recovered' | 'settings' };

/** What follows from an event. */
export interface LoopStep {
  readonly state: LoopState;
  /** Frames to send out of a port as they are. */
  readonly send: readonly { readonly port: number; readonly frame: Uint8Array }[];
  readonly news: readonly LoopNews[];
}

/** Probes sent at once at most; the rest of a round follows in bursts so far apart (milliseconds). */
const BURST = 100;
const BURST_PAUSE = 50;

/** Milliseconds that a last probe is waited for before a closed place is opened. */
const TEST_TIME = 1000;

/**
 * One step of loop detection. Each round every port sends a probe (in VLAN mode one for each of its VLANs). Where one comes
 * back, the higher numbered of the two ports that take part is closed. Shortly before its recover time is over it is probed
 * once more: it opens only if nothing comes back, so that a loop that is still there is never closed for a moment again.
 * `now` is monotonic, in milliseconds. A step costs time in proportion to the closed places and
 * the VLANs.
 */
export function stepLoopDetection(settings: LoopSettings, state: LoopState, event: LoopEvent, now: number): LoopStep {
  switch (event.kind) {
    case 'configure':
      return reopen(settings, state, ({ port, vlan }) => !takesPart(settings, { port, vlan }), 'settings', now);
    case 'recover':
      return reopen(settings, state, ({ port }) => port === event.port, 'recovered', now);
    case 'probe':
      return work(settings, { ...state, roundAt: now }, [], now);
    case 'wake':
      return now < state.wakeAt ? { state, send: [], news: [] } : work(settings, state, [], now);
    case 'frame':
      return heard(settings, state, event.port, event.octets, now);
  }
}

function takesPart({ mode, ports, vlans }: LoopSettings, { port, vlan }: LoopPlace): boolean {
  if (!ports.has(port)) return false;
  return mode === 'port' ? vlan === 0 : hasPort(vlans.get(vlan)?.members ?? NO_PORTS, port);
}

/** Opens places without asking whether the loop is gone, and looks for it at once. */
function reopen(
  settings: LoopSettings,
  state: LoopState,
  which: (block: LoopBlock) => boolean,
  why: 'recovered' | 'settings',
  now: number,
): LoopStep {
  const opened = [...state.blocks.values()].filter(which);
  const blocks = without(state.blocks, opened);
  const news = opened.map(({ port, vlan }): LoopNews => ({ kind: 'open', place: { port, vlan }, why }));
  return work(settings, { ...state, blocks, roundAt: now }, news, now);
}

function without(blocks: LoopState['blocks'], gone: readonly LoopPlace[]): LoopState['blocks'] {
  if (gone.length === 0) return blocks;
  const kept = new Map(blocks);
  for (const place of gone) kept.delete(placeKey(place));
  return kept;
}

/** Does everything that is due. */
function work(settings: LoopSettings, former: LoopState, news: readonly LoopNews[], now: number): LoopStep {
  if (settings.ports.size === 0) {
    const idle = { ...former, pending: [], roundAt: Number.POSITIVE_INFINITY, wakeAt: Number.POSITIVE_INFINITY };
    return { state: idle, send: [], news };
  }
  const gone = [...former.blocks.values()].filter(
    (block) => isTested(settings, block) && blockDue(settings, block) <= now,
  );
  const blocks = new Map(without(former.blocks, gone));
  const untested = [...blocks.values()].filter(
    (block) => !isTested(settings, block) && blockDue(settings, block) <= now,
  );
  const tested = untested.slice(0, BURST);
  for (const block of tested) blocks.set(placeKey(block), { ...block, testedAt: now });

  // What was opened is probed at once, from both sides.
  const roundAt = gone.length > 0 ? now : former.roundAt;
  const begins = former.pending.length === 0 && roundAt <= now;
  const { sent, pending } = burst(
    settings,
    blocks,
    begins ? allProbes(settings) : former.pending,
    BURST - tested.length,
  );
  const left = pending.length > 0 || untested.length > tested.length;
  const state = { blocks, pending, roundAt: begins ? now + settings.interval : roundAt };
  return {
    state: { ...state, wakeAt: left ? now + BURST_PAUSE : nextDue(settings, state) },
    send: [...tested, ...sent].flatMap((place) => probeOf(settings, place)),
    news: [...news, ...gone.map(({ port, vlan }): LoopNews => ({ kind: 'open', place: { port, vlan }, why: 'gone' }))],
  };
}

/** The next probes, `room` at most, and what is left of them. Since the round began a place may have closed, or left. */
function burst(settings: LoopSettings, blocks: LoopState['blocks'], probes: LoopState['pending'], room: number) {
  const sent: LoopPlace[] = [];
  for (const [at, { vlan, ports }] of probes.entries()) {
    let rest = ports;
    for (const port of portsOf(ports)) {
      if (sent.length >= room) return { sent, pending: [{ vlan, ports: rest }, ...probes.slice(at + 1)] };
      rest &= ~portBit(port);
      const place = { port, vlan };
      if (takesPart(settings, place) && !blocks.has(placeKey(place))) sent.push(place);
    }
  }
  return { sent, pending: [] };
}

/** Whether the last probe is out; one of before the recover time was made longer does not count. */
function isTested({ recoverTime }: LoopSettings, { since, testedAt }: LoopBlock): boolean {
  return testedAt !== undefined && testedAt >= since + recoverTime - TEST_TIME;
}

/** When something is to be done about a closed place: to probe it for the last time, then to open it. */
function blockDue(settings: LoopSettings, block: LoopBlock): number {
  return isTested(settings, block) ? (block.testedAt ?? 0) + TEST_TIME : block.since + settings.recoverTime - TEST_TIME;
}

function nextDue(settings: LoopSettings, { blocks, roundAt }: Pick<LoopState, 'blocks' | 'roundAt'>): number {
  let due = roundAt;
  for (const block of blocks.values()) due = Math.min(due, blockDue(settings, block));
  return due;
}

/** A round's probes. */
function allProbes({ mode, ports, vlans }: LoopSettings): LoopState['pending'] {
  const all = portListOf(ports.keys());
  if (mode === 'port') return [{ vlan: 0, ports: all }];
  return [...vlans].map(([vlan, { members }]) => ({ vlan, ports: members & all }));
}

function probeOf({ address, ports, vlans }: LoopSettings, { port, vlan }: LoopPlace): LoopStep['send'] {
  const token = ports.get(port)?.token;
  if (token === undefined) return [];
  const tagged = vlan !== 0 && !hasPort(vlans.get(vlan)?.untagged ?? NO_PORTS, port);
  return [{ port, frame: buildProbe(address, { port, vlan, token }, tagged) }];
}

function heard(settings: LoopSettings, state: LoopState, receiver: number, octets: Uint8Array, now: number): LoopStep {
  const nothing = { state, send: [], news: [] };
  const probe = parseProbe(settings.address, octets);
  if (!probe || settings.ports.get(probe.port)?.token !== probe.token) return nothing;
  const sent: LoopPlace = { port: probe.port, vlan: probe.vlan };
  if (!takesPart(settings, sent)) return nothing;
  const into = arrival(settings, receiver, octets);
  // A frame of a VLAN that the port is not in goes no further: no loop.
  if (into && !takesPart(settings, into)) return nothing;
  const [higher, lower] = into && into.port > sent.port ? [into, sent] : [sent, into ?? sent];
  const known = state.blocks.get(placeKey(higher)) ?? state.blocks.get(placeKey(lower));
  if (known) return isTested(settings, known) ? again(settings, state, known, now) : nothing;
  const block = { ...higher, since: now, testedAt: undefined };
  const blocks = new Map(state.blocks).set(placeKey(block), block);
  const news: LoopNews = { kind: 'looped', place: higher, sender: sent.port, receiver };
  return {
    state: { ...state, blocks, wakeAt: Math.min(state.wakeAt, blockDue(settings, block)) },
    send: [],
    news: [news],
  };
}

/** Where a frame came in; undefined for a port that takes no part, and so is never closed. */
function arrival({ mode, ports }: LoopSettings, port: number, octets: Uint8Array): LoopPlace | undefined {
  const receiver = ports.get(port);
  if (!receiver) return undefined;
  return { port, vlan: mode === 'port' ? 0 : tagOf(octets)?.vid || receiver.pvid };
}

/** The loop was there still when its place was tested: the recover time begins anew. */
function again(settings: LoopSettings, state: LoopState, block: LoopBlock, now: number): LoopStep {
  const closed = { ...block, since: now, testedAt: undefined };
  const blocks = new Map(state.blocks).set(placeKey(block), closed);
  return {
    state: { ...state, blocks, wakeAt: Math.min(state.wakeAt, blockDue(settings, closed)) },
    send: [],
    news: [],
  };
}
