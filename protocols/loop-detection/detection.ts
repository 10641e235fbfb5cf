import { hasPort, NO_PORTS, portBit, portListOf, portsOf } from '../../model/values/port-list.ts';
import { tagOf } from '../frames/vlan-tag.ts';
import { buildProbe, parseProbe } from './probe.ts';
import { type LoopBlock, type LoopPlace, type LoopSettings, type LoopState, placeKey } from './state.ts';
import { isBelieved, tokensFrom } from './token.ts';

/** Events of loop detection. */
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

/** News about a place. */
export type LoopNews =
  /** It is closed: what `sender` sent came in by `receiver`. */
  | { readonly kind: 'looped'; readonly place: LoopPlace; readonly sender: number; readonly receiver: number }
  /** It is open again: the loop is gone, the administrator released it, or it no longer participates. */
  | { readonly kind: 'open'; readonly place: LoopPlace; readonly why: 'gone' | 'recovered' | 'settings' };

/** Consequences of an event. */
export interface LoopStep {
  readonly state: LoopState;
  /** Frames to send out of a port as they are. */
  readonly send: readonly { readonly port: number; readonly frame: Uint8Array }[];
  readonly news: readonly LoopNews[];
}

/** Probes sent within a pause (milliseconds) at most, whatever asks for them; the rest follows in bursts so far apart. */
const BURST = 100;
const BURST_PAUSE = 50;

/** Probes sent in a second at most. */
export const PROBES_A_SECOND = (BURST * 1000) / BURST_PAUSE;

/** Milliseconds that a last probe is waited for before a closed place is opened. */
const TEST_TIME = 1000;

/**
 * One step of loop detection. Each round every port sends a probe (in VLAN mode one for each of its VLANs). If one
 * comes back, the higher numbered of the two participating ports is closed. Shortly before its recover time is over it
 * is probed once more: it opens only if nothing comes back, so that a persistent loop is never closed even for a
 * moment. `now` is monotonic, in milliseconds; `draw` returns 64 unpredictable bits. The cost of a step is proportional
 * to the closed places and the VLANs.
 */
export function stepLoopDetection(
  settings: LoopSettings,
  state: LoopState,
  event: LoopEvent,
  now: number,
  draw: () => bigint,
): LoopStep {
  switch (event.kind) {
    case 'configure': {
      const opened = reopened(state, (block) => !takesPart(settings, block), 'settings', now);
      return work(settings, opened, now, draw);
    }
    case 'recover':
      return work(
        settings,
        reopened(state, ({ port }) => port === event.port, 'recovered', now),
        now,
        draw,
      );
    case 'probe':
      return work(settings, { state: { ...state, roundAt: now }, news: [] }, now, draw);
    case 'wake':
      return now < state.wakeAt ? { state, send: [], news: [] } : work(settings, { state, news: [] }, now, draw);
    case 'frame':
      return heard(settings, state, event.port, event.octets, now);
  }
}

function takesPart({ mode, ports, vlans }: LoopSettings, { port, vlan }: LoopPlace): boolean {
  if (!ports.has(port)) return false;
  return mode === 'port' ? vlan === 0 : hasPort(vlans.get(vlan)?.members ?? NO_PORTS, port);
}

/** Events before the work of a step is done. */
type Begun = Pick<LoopStep, 'state' | 'news'>;

/** Opens places without asking whether the loop is gone, and has it looked for at once. */
function reopened(
  state: LoopState,
  which: (block: LoopBlock) => boolean,
  why: 'recovered' | 'settings',
  now: number,
): Begun {
  const opened = [...state.blocks.values()].filter(which);
  return { state: { ...state, blocks: without(state.blocks, opened), roundAt: now }, news: openNews(opened, why) };
}

function openNews(places: readonly LoopPlace[], why: 'gone' | 'recovered' | 'settings'): readonly LoopNews[] {
  return places.map(({ port, vlan }) => ({ kind: 'open', place: { port, vlan }, why }));
}

function without(blocks: LoopState['blocks'], gone: readonly LoopPlace[]): Map<string, LoopBlock> {
  const kept = new Map(blocks);
  for (const place of gone) kept.delete(placeKey(place));
  return kept;
}

/** Does everything that is due. */
function work(settings: LoopSettings, { state: former, news }: Begun, now: number, draw: () => bigint): LoopStep {
  if (settings.ports.size === 0) {
    const idle = { ...former, pending: [], roundAt: Number.POSITIVE_INFINITY, wakeAt: Number.POSITIVE_INFINITY };
    return { state: idle, send: [], news };
  }
  const due = [...former.blocks.values()].filter((block) => blockDue(settings, block) <= now);
  const gone = due.filter((block) => isTested(settings, block));
  const untested = due.filter((block) => !isTested(settings, block));
  const blocks = without(former.blocks, gone);

  const begun = now < former.burst.since + BURST_PAUSE ? former.burst : { since: now, sent: 0 };
  const room = BURST - begun.sent;
  const tested = untested.slice(0, room);
  for (const block of tested) blocks.set(placeKey(block), { ...block, testedAt: now });

  // An opened place is probed at once, from both sides.
  const roundAt = gone.length > 0 ? now : former.roundAt;
  const begins = former.pending.length === 0 && roundAt <= now;
  const probes = begins ? allProbes(settings) : former.pending;
  const { sent, pending } = burst(settings, blocks, probes, room - tested.length);
  const send = [...tested, ...sent];
  const state = {
    blocks,
    pending,
    tokens: tokensFrom(now, begins, former.tokens, [...settings.ports.keys()], draw),
    burst: { since: begun.since, sent: begun.sent + send.length },
    roundAt: begins ? now + settings.interval : roundAt,
  };
  const left = pending.length > 0 || untested.length > tested.length;
  return {
    state: { ...state, wakeAt: left ? begun.since + BURST_PAUSE : nextDue(settings, state) },
    send: send.map((place) => probeFrom(settings, state.tokens, place)),
    news: [...news, ...openNews(gone, 'gone')],
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
  return testedAt >= since + recoverTime - TEST_TIME;
}

/** When something is to be done about a closed place: to probe it for the last time, then to open it. */
function blockDue(settings: LoopSettings, block: LoopBlock): number {
  return isTested(settings, block) ? block.testedAt + TEST_TIME : block.since + settings.recoverTime - TEST_TIME;
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

function probeFrom({ address, vlans }: LoopSettings, tokens: LoopState['tokens'], { port, vlan }: LoopPlace) {
  const token = tokens[0]?.ofPort.get(port) ?? 0n;
  const tagged = vlan !== 0 && !hasPort(vlans.get(vlan)?.untagged ?? NO_PORTS, port);
  return { port, frame: buildProbe(address, { port, vlan, token }, tagged) };
}

function heard(settings: LoopSettings, state: LoopState, receiver: number, octets: Uint8Array, now: number): LoopStep {
  const nothing = { state, send: [], news: [] };
  const probe = parseProbe(settings.address, octets);
  if (!probe || !isBelieved(state.tokens, probe.port, probe.token)) return nothing;
  const sent: LoopPlace = { port: probe.port, vlan: probe.vlan };
  if (!takesPart(settings, sent)) return nothing;
  const into = arrival(settings, receiver, octets);
  // A frame of a VLAN that the port is not in goes no further: no loop.
  if (into && !takesPart(settings, into)) return nothing;
  const [higher, lower] = into && into.port > sent.port ? [into, sent] : [sent, into ?? sent];
  const known = state.blocks.get(placeKey(higher)) ?? state.blocks.get(placeKey(lower));
  if (known) return isTested(settings, known) ? again(state, known, now) : nothing;
  const block = { ...higher, since: now, testedAt: Number.NEGATIVE_INFINITY };
  const blocks = new Map(state.blocks).set(placeKey(block), block);
  const news: LoopNews = { kind: 'looped', place: higher, sender: sent.port, receiver };
  return {
    state: { ...state, blocks, wakeAt: Math.min(state.wakeAt, blockDue(settings, block)) },
    send: [],
    news: [news],
  };
}

/** The place that received a frame; undefined for a port that does not participate, and so is never closed. */
function arrival({ mode, ports }: LoopSettings, port: number, octets: Uint8Array): LoopPlace | undefined {
  const receiver = ports.get(port);
  if (!receiver) return undefined;
  return { port, vlan: mode === 'port' ? 0 : tagOf(octets)?.vid || receiver.pvid };
}

/** The loop was still there when its place was tested: the recover time restarts. */
function again(state: LoopState, block: LoopBlock, now: number): LoopStep {
  const blocks = new Map(state.blocks).set(placeKey(block), { ...block, since: now });
  // It wakes for the end of the test, and sees then what is due next.
  return { state: { ...state, blocks }, send: [], news: [] };
}
