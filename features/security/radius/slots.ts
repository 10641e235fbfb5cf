import { slot } from '../../../device/slot.ts';
import type { RadiusOutcome } from '../../../protocols/radius/events.ts';
import type { RadiusAttribute } from '../../../protocols/radius/packet.ts';
import type { HiddenBy, RadiusWay } from '../../../protocols/radius/question.ts';
import type { RadiusStatistics } from '../../../protocols/radius/statistics.ts';

/** Whether a server answers, as far as it was asked. */
export type Liveliness = 'unknown' | 'up' | 'dead';

/** The RADIUS client, for callers that ask the servers. */
export interface RadiusClient {
  /**
   * Asks the servers in their order, or only one; never rejects. Attributes of the caller are added. Once `signal`
   * aborts, no further server is asked, and there is no answer.
   */
  ask(
    way: RadiusWay,
    attributes: (hiddenBy: HiddenBy, waited: number) => readonly RadiusAttribute[],
    only?: { readonly server?: number | undefined; readonly signal?: AbortSignal },
  ): Promise<RadiusOutcome>;
  statistics(server: number, way: RadiusWay): RadiusStatistics;
  state(server: number): Liveliness;
  clear(): void;
}

/** The client, while there are servers. */
export const radiusClient = slot<RadiusClient | undefined>('radiusClient', undefined);
