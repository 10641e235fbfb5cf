import type { Clock } from '../../datapath/clock.ts';
import {
  isPermitted,
  type ManagementService,
  type PermittedSources,
  permittingSource,
  sourceName,
} from '../permitted-sources.ts';
import type { SourceReport } from '../source-admission.ts';

/** Milliseconds from the first sighting until it is reported. */
const GATHERING = 1_000;

/** Number of refused sources that are reported at once. */
const REFUSED = 64;

/**
 * Decides who may use the console; it knows the switch's list, and reports from time to time which clients it has seen.
 */
export class ConsoleSources {
  readonly #clock: Clock;
  readonly #tell: (report: SourceReport) => void;
  #sources: PermittedSources;
  #admitted = new Map<string, number>();
  #refused = new Map<string, SourceReport['refused'][number]>();
  #isGathering = false;

  constructor(clock: Clock, tell: (report: SourceReport) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** The switch's list from now on. */
  follow(sources: PermittedSources): void {
    this.#sources = sources;
  }

  /** Whether this source may speak on a connection of this kind; counts it. */
  admits(service: ManagementService, address: string): boolean {
    if (this.#sources === undefined) return true;
    const source = permittingSource(this.#sources, service, address);
    if (source) {
      const name = sourceName(source);
      this.#admitted.set(name, (this.#admitted.get(name) ?? 0) + 1);
    } else if (this.#refused.size < REFUSED) this.#refused.set(`${service} ${address}`, { service, address });
    this.#gather();
    return source !== undefined;
  }

  /** The same without counting. */
  permits(service: ManagementService, address: string): boolean {
    return isPermitted(this.#sources, service, address);
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#clock.after(GATHERING, () => {
      this.#isGathering = false;
      const report = { admitted: Object.fromEntries(this.#admitted), refused: [...this.#refused.values()] };
      this.#admitted = new Map();
      this.#refused = new Map();
      this.#tell(report);
    });
  }
}
