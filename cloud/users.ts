import type { Clock } from '../datapath/clock.ts';
import type { Bus, Unsubscribe } from './bus/bus.ts';
import type { KeptUser } from './store/accounts.ts';
import type { Store } from './store/store.ts';

/** The tenant of everybody in a cloud that has one owner. */
export const OWN_TENANT = 'own';

const CHANGED = 'users.changed';

/** Milliseconds after which they are reloaded even without a notification, which may have been lost. */
const LOOK = 10_000;

/** The accounts in memory: each part of the cloud holds all of them, and reloads them when they change. */
export class Users {
  readonly #store: Store;
  readonly #bus: Bus;
  readonly #ends: readonly Unsubscribe[];
  #users: ReadonlyMap<string, KeptUser> = new Map();
  /** Reads that were begun, and the last of them that is in force: an earlier one may arrive after it. */
  #begun = 0;
  #inForce = 0;

  private constructor(store: Store, bus: Bus, clock: Clock) {
    this.#store = store;
    this.#bus = bus;
    const again = () => void this.read().catch(() => {});
    this.#ends = [bus.subscribe(CHANGED, again), clock.every(LOOK, again)];
  }

  static async open(store: Store, bus: Bus, clock: Clock): Promise<Users> {
    const users = new Users(store, bus, clock);
    await users.read();
    return users;
  }

  named(name: string): KeptUser | undefined {
    return this.#users.get(name);
  }

  all(): readonly KeptUser[] {
    return [...this.#users.values()];
  }

  /** @param exceptSession The id of a session that stays open though the password is another one. */
  async put(user: KeptUser, exceptSession?: string): Promise<void> {
    await this.#store.accounts.put(user, exceptSession);
    await this.#changed();
  }

  /** The same password, hashed otherwise, where the hash is still the former one. */
  async renewHash(name: string, former: string, hash: string): Promise<void> {
    await this.#store.accounts.renewHash(name, former, hash);
    await this.#changed();
  }

  async remove(name: string): Promise<void> {
    await this.#store.accounts.remove(name);
    await this.#changed();
  }

  close(): void {
    for (const end of this.#ends) end();
  }

  async #changed(): Promise<void> {
    await this.read();
    this.#bus.publish(CHANGED, null);
  }

  /** Reloads them. */
  async read(): Promise<void> {
    this.#begun += 1;
    const own = this.#begun;
    const users = await this.#store.accounts.list();
    if (own < this.#inForce) return;
    this.#inForce = own;
    this.#users = new Map(users.map((user) => [user.name, user]));
  }
}
