import type { Cancel, Clock } from '../../../datapath/clock.ts';
import { TerminateCause } from '../../../protocols/dot1x/events.ts';
import { Attribute, numberAttribute, type RadiusAttribute, textAttribute } from '../../../protocols/radius/packet.ts';
import type { RadiusClient } from '../radius/slots.ts';
import { ETHERNET } from './backend.ts';
import type { SessionTraffic } from './slots.ts';

/** Acct-Status-Type and Acct-Authentic RADIUS (RFC 2866 5.1, 5.6). */
const Status = { start: 1, stop: 2, interim: 3 } as const;
const BY_RADIUS = 1;

/** Acct-Terminate-Cause by dot1xAuthSessionTerminateCause (RFC 3580 3.24). */
const causes: Readonly<Record<number, number>> = {
  [TerminateCause.supplicantLogoff]: 1,
  [TerminateCause.portFailure]: 2,
  [TerminateCause.supplicantRestart]: 19,
  [TerminateCause.reauthFailed]: 20,
  [TerminateCause.forcedUnauthorized]: 6,
  [TerminateCause.portReinitialized]: 21,
  [TerminateCause.portDisabled]: 22,
};

/** Seconds between two records at least (RFC 2869 2.1). */
const INTERIM_MINIMUM = 60;

/** One session as reported to servers. */
export interface AccountedSession {
  readonly id: string;
  readonly port: number;
  readonly user: string;
  readonly station: string;
  readonly switchAddress: string;
  readonly classes: readonly Uint8Array[];
  /** Seconds; undefined for none. */
  readonly interimInterval: number | undefined;
  /** Monotonic milliseconds. */
  readonly since: number;
  /** Its usage so far; undefined if it is not counted separately. */
  traffic(): Promise<SessionTraffic | undefined>;
}

/** Reports one session to servers (RFC 2866): its start, its usage, its end. */
export class SessionRecords {
  readonly #session: AccountedSession;
  readonly #clock: Clock;
  readonly #client: () => RadiusClient | undefined;
  #sleep: Cancel = () => undefined;

  constructor(session: AccountedSession, clock: Clock, client: () => RadiusClient | undefined) {
    this.#session = session;
    this.#clock = clock;
    this.#client = client;
    this.#tell(Status.start, []);
    this.#wait();
  }

  end(cause: number): void {
    this.#sleep();
    void this.#tellUse(Status.stop, [numberAttribute(Attribute.acctTerminateCause, causes[cause] ?? 0)]);
  }

  #wait(): void {
    const { interimInterval } = this.#session;
    if (interimInterval === undefined) return;
    this.#sleep = this.#clock.after(Math.max(INTERIM_MINIMUM, interimInterval) * 1000, () => {
      void this.#tellUse(Status.interim, []);
      this.#wait();
    });
  }

  async #tellUse(status: number, further: readonly RadiusAttribute[]): Promise<void> {
    const time = Math.floor((this.#clock.now() - this.#session.since) / 1000);
    const used = await this.#session.traffic().catch(() => undefined);
    const low = (count: bigint) => Number(count & 0xffff_ffffn);
    const high = (count: bigint) => Number((count >> 32n) & 0xffff_ffffn);
    const traffic = used
      ? [
          numberAttribute(Attribute.acctInputOctets, low(used.inOctets)),
          numberAttribute(Attribute.acctInputGigawords, high(used.inOctets)),
          numberAttribute(Attribute.acctOutputOctets, low(used.outOctets)),
          numberAttribute(Attribute.acctOutputGigawords, high(used.outOctets)),
          numberAttribute(Attribute.acctInputPackets, low(used.inFrames)),
          numberAttribute(Attribute.acctOutputPackets, low(used.outFrames)),
        ]
      : [];
    this.#tell(status, [numberAttribute(Attribute.acctSessionTime, time), ...traffic, ...further]);
  }

  #tell(status: number, further: readonly RadiusAttribute[]): void {
    const { id, port, user, station, switchAddress, classes } = this.#session;
    void this.#client()?.ask('accounting', (_hiddenBy, waited) => [
      numberAttribute(Attribute.acctStatusType, status),
      textAttribute(Attribute.acctSessionId, id),
      textAttribute(Attribute.userName, user),
      numberAttribute(Attribute.acctAuthentic, BY_RADIUS),
      numberAttribute(Attribute.nasPort, port),
      textAttribute(Attribute.nasPortId, String(port)),
      numberAttribute(Attribute.nasPortType, ETHERNET),
      textAttribute(Attribute.calledStationId, switchAddress),
      textAttribute(Attribute.callingStationId, station),
      numberAttribute(Attribute.acctDelayTime, waited),
      ...classes.map((value) => ({ type: Attribute.class, value })),
      ...further,
    ]);
  }
}
