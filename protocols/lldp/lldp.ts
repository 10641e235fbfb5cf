import { aged, type Heard, type LldpNews, portsWithEndpoint, receiveLldp, withoutDeaf } from './receive.ts';
import { type LldpSettings, type LldpState, withoutStatistics } from './state.ts';
import { dueAt, fastened, type LldpFrame, retuned, transmitted } from './transmit.ts';

/** Events of LLDP. */
export type LldpEvent =
  /** The settings (or a link) are others than before, or the first ones; `former` are those that were in force. */
  | { readonly kind: 'configure'; readonly former: LldpSettings }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' }
  /** A frame came in (as received, without FCS). */
  | { readonly kind: 'frame'; readonly port: number; readonly octets: Uint8Array }
  /** The administrator clears the counters: those of a port, or all. */
  | { readonly kind: 'clear'; readonly port?: number };

/** Consequences of an event. */
export interface LldpStep {
  readonly state: LldpState;
  /** Frames to send out of a port as they are. */
  readonly send: readonly LldpFrame[];
  readonly news: readonly LldpNews[];
}

/**
 * One step of the LLDP agent (IEEE 802.1AB-2016 9.2): the transmit, transmit timer and receive machines of every port.
 * `now` is monotonic, in milliseconds. The cost of a step is proportional to ports and neighbors.
 */
export function stepLldp(settings: LldpSettings, state: LldpState, event: LldpEvent, now: number): LldpStep {
  switch (event.kind) {
    case 'configure':
      return work(settings, state, withoutDeaf(settings, state, now), now, event.former);
    case 'wake':
      if (now < state.wakeAt) return { state, send: [], news: [] };
      return work(settings, state, { state, news: [] }, now);
    case 'frame':
      return work(settings, state, receiveLldp(settings, state, event.port, event.octets, now), now);
    case 'clear':
      return { state: withoutStatistics(state, event.port), send: [], news: [] };
  }
}

/** Does everything that is due, after something was heard. `former`: the settings before, where they are others now. */
function work(settings: LldpSettings, before: LldpState, heard: Heard, now: number, former?: LldpSettings): LldpStep {
  const ageing = aged(heard.state, now);
  const news = [...heard.news, ...ageing.news];
  const endpoints = portsWithEndpoint(ageing.state);
  // A phone that appears or disappears changes what its port sends; other neighbors do not.
  const tuned = former !== undefined || !sameSet(endpoints, portsWithEndpoint(before));
  const begun = tuned
    ? retuned(settings, former ?? settings, ageing.state, endpoints, now)
    : { state: ageing.state, send: [] };
  const newcomers = news.flatMap((item) => (item.kind === 'come' ? [item.neighbour.port] : []));
  const fast = newcomers.length > 0 ? fastened(settings, begun.state, newcomers, now) : begun.state;
  const done = transmitted(settings, fast, endpoints, now);
  return {
    state: { ...done.state, wakeAt: nextDue(settings, done.state) },
    send: [...begun.send, ...done.send],
    news,
  };
}

function nextDue(settings: LldpSettings, { transmitters, neighbours }: LldpState): number {
  let due = Number.POSITIVE_INFINITY;
  for (const [port, transmitter] of transmitters) {
    const place = settings.ports.get(port);
    if (place?.transmit && place.up) due = Math.min(due, dueAt(settings, transmitter));
  }
  for (const { expiresAt } of neighbours.values()) due = Math.min(due, expiresAt);
  return due;
}

function sameSet(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((port) => b.has(port));
}
