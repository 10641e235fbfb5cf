import type { PortState, PuntedFrame } from '../../datapath/datapath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { type Log, Severity } from '../log/log.ts';

/** Hands punted frames to whoever listens to their kind. A listener that throws costs no other one its frame. */
export class FrameListeners {
  readonly #listeners = new Map<string, Set<(frame: PuntedFrame) => void>>();
  readonly #failed: (kind: string, error: unknown) => void;

  /** @param failed is told of a listener that threw. */
  constructor(failed: (kind: string, error: unknown) => void) {
    this.#failed = failed;
  }

  add(kinds: readonly string[], listener: (frame: PuntedFrame) => void): () => void {
    for (const kind of kinds) {
      const present = this.#listeners.get(kind);
      if (present) present.add(listener);
      else this.#listeners.set(kind, new Set([listener]));
    }
    return () => {
      for (const kind of kinds) this.#listeners.get(kind)?.delete(listener);
    };
  }

  tell(frame: PuntedFrame): void {
    for (const listener of this.#listeners.get(frame.kind) ?? []) {
      try {
        listener(frame);
      } catch (error) {
        this.#failed(frame.kind, error);
      }
    }
  }
}

/** A link that went down by itself is worth a warning; one that was switched off is not. */
export function logPortChange(
  log: Log,
  { port, link, speed, duplex }: PortState,
  plan: ForwardingPlan | undefined,
): void {
  if (link === 'up') {
    const how = duplex === 'unknown' ? '' : ` ${duplex} duplex`;
    log.write(Severity.informational, `Port ${port} link up, ${speed} Mbit/s${how}.`);
  } else {
    const wanted = plan?.ports.get(port)?.admin === true;
    log.write(wanted ? Severity.warning : Severity.informational, `Port ${port} link down.`);
  }
}
