import type { Clock } from '../../datapath/clock.ts';
import type { Connection, ManagementPath } from '../../datapath/datapath.ts';
import type { BridgePortNumber, MacAddress } from '../../datapath/plan.ts';
import { putLatest } from '../../model/values/latest.ts';

/** Milliseconds for which a station that moved to another port is taken for found at neither. */
const UNSETTLED = 60_000;

/** Milliseconds between two looks at where a client is that calls. */
const LOOK_INTERVAL = 5_000;

/** Stations, and addresses of clients, that are remembered. */
const REMEMBERED = 64;

interface Whereabout {
  readonly port: BridgePortNumber;
  /** Monotonic milliseconds at which it was last seen at another port than before; undefined where it never was. */
  readonly moved: number | undefined;
}

/**
 * The locations of the stations of sessions. One forged frame with the administrator's MAC address makes any switch
 * learn it at another port, and a guard that trusts this would let the real port be closed. So clients are located
 * while they call, and one that appears at another port counts as found at neither until it has stayed there for a
 * while.
 */
export class Whereabouts {
  readonly #clock: Clock;
  readonly #locate: (connection: Connection) => Promise<ManagementPath | undefined>;
  readonly #seen: (path: ManagementPath) => void;
  readonly #stations = new Map<MacAddress, Whereabout>();
  /** By client address: monotonic milliseconds of the last look. */
  readonly #looked = new Map<string, number>();

  /** `seen` is called with the location of a station whenever it was looked up. */
  constructor(
    clock: Clock,
    locate: (connection: Connection) => Promise<ManagementPath | undefined>,
    seen: (path: ManagementPath) => void = () => {},
  ) {
    this.#clock = clock;
    this.#locate = locate;
    this.#seen = seen;
  }

  /** The path of a connection; undefined if it bypasses the switch or is unknown. */
  async find(connection: Connection): Promise<ManagementPath | 'unsettled' | undefined> {
    const path = await this.#locate(connection);
    if (!path) return undefined;
    const { moved } = this.#take(path);
    return moved === undefined || this.#clock.now() - moved >= UNSETTLED ? path : 'unsettled';
  }

  /** Monotonic milliseconds until which `note` has no use for another call from this address. */
  lookAfter(remoteAddress: string): number {
    return (this.#looked.get(remoteAddress) ?? Number.NEGATIVE_INFINITY) + LOOK_INTERVAL;
  }

  /** A session calls over this connection: takes down now and then where its station is. Never rejects. */
  async note(connection: Connection): Promise<void> {
    const { remoteAddress } = connection;
    const now = this.#clock.now();
    if (now < this.lookAfter(remoteAddress)) return;
    putLatest(this.#looked, remoteAddress, now, REMEMBERED);
    const path = await this.#locate(connection).catch(() => undefined);
    if (path) this.#take(path);
  }

  /** Ports are called otherwise from now on: where somebody was before says nothing. */
  forget(): void {
    this.#stations.clear();
  }

  #take(path: ManagementPath): Whereabout {
    this.#seen(path);
    const { clientMac, port } = path;
    const before = this.#stations.get(clientMac);
    const moved = before && before.port !== port ? this.#clock.now() : before?.moved;
    const whereabout = { port, moved };
    putLatest(this.#stations, clientMac, whereabout, REMEMBERED);
    return whereabout;
  }
}
