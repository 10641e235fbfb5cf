import type { PortState, PuntedFrame } from '../../datapath/datapath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { type Message, say } from '../../model/values/message.ts';
import { Listeners } from '../listeners.ts';
import { type Log, Severity } from '../log/log.ts';
import type { EventCounts } from '../metrics/event-counts.ts';

/** Passes punted frames to the listeners of their class. */
export class FrameListeners {
  readonly #byKind = new Map<string, Listeners<PuntedFrame>>();
  readonly #failed: (error: unknown) => void;
  readonly #counts: EventCounts;

  /** @param failed is called with what a listener threw. */
  constructor(failed: (error: unknown) => void, counts: EventCounts) {
    this.#failed = failed;
    this.#counts = counts;
  }

  add(kinds: readonly string[], listener: (frame: PuntedFrame) => void): () => void {
    const ends = kinds.map((kind) => this.#of(kind).add(listener));
    return () => {
      for (const end of ends) end();
    };
  }

  tell(frame: PuntedFrame): void {
    this.#counts.add('punts', frame.kind);
    this.#byKind.get(frame.kind)?.tell(frame);
  }

  #of(kind: string): Listeners<PuntedFrame> {
    let listeners = this.#byKind.get(kind);
    if (!listeners) {
      listeners = new Listeners(this.#failed);
      this.#byKind.set(kind, listeners);
    }
    return listeners;
  }
}

const linkUp: Readonly<Record<PortState['duplex'], (port: number, speed: number) => Message>> = {
  full: (port, speed) => say('Port {{port}} link up, {{speed}} Mbit/s full duplex.', { port, speed }),
  half: (port, speed) => say('Port {{port}} link up, {{speed}} Mbit/s half duplex.', { port, speed }),
  unknown: (port, speed) => say('Port {{port}} link up, {{speed}} Mbit/s.', { port, speed }),
};

/** A link that went down by itself is worth a warning; one that was switched off is not. */
export function logPortChange(
  log: Log,
  { port, link, speed, duplex }: PortState,
  plan: ForwardingPlan | undefined,
): void {
  if (link === 'up') {
    log.write(Severity.informational, linkUp[duplex](port, speed));
  } else {
    const wanted = plan?.ports.get(port)?.admin === true;
    log.write(wanted ? Severity.warning : Severity.informational, say('Port {{port}} link down.', { port }));
  }
}
