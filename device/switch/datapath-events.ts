import type { PortState, PuntedFrame } from '../../datapath/datapath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { type Log, Severity } from '../log/log.ts';

/** Hands punted frames to whoever listens. */
export class FrameListeners {
  readonly #listeners = new Set<(frame: PuntedFrame) => void>();

  add(listener: (frame: PuntedFrame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(frame: PuntedFrame): void {
    for (const listener of this.#listeners) listener(frame);
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
