import type { Bus, Unsubscribe } from './bus/bus.ts';
import type { KeptUser, Store } from './store/store.ts';

/** The tenant of everybody in a cloud that has one owner. */
export const OWN_TENANT = 'own';

const CHANGED = 'users.changed';

/** Those who may sign in, at hand: each part of the cloud holds them all, and reads them anew when they change. */
export class Users {
  readonly #store: Store;
  readonly #bus: Bus;
  readonly #end: Unsubscribe;
  #users: ReadonlyMap<string, KeptUser> = new Map();

  private constructor(store: Store, bus: Bus) {
    this.#store = store;
    this.#bus = bus;
    this.#end = bus.subscribe(CHANGED, () => void this.#read().catch(() => {}));
  }

  static async open(store: Store, bus: Bus): Promise<Users> {
    const users = new Users(store, bus);
    await users.#read();
    return users;
  }

  named(name: string): KeptUser | undefined {
    return this.#users.get(name);
  }

  all(): readonly KeptUser[] {
    return [...this.#users.values()];
  }

  async put(user: KeptUser): Promise<void> {
    await this.#store.putUser(user);
    await this.#changed();
  }

  async remove(name: string): Promise<void> {
    await this.#store.removeUser(name);
    await this.#changed();
  }

  close(): void {
    this.#end();
  }

  async #changed(): Promise<void> {
    await this.#read();
    this.#bus.publish(CHANGED, null);
  }

  async #read(): Promise<void> {
    this.#users = new Map((await this.#store.users()).map((user) => [user.name, user]));
  }
}
