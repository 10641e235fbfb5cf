import { JsonRpcConnection } from './json-rpc.ts';

/** ovs-vswitchd's own control, over a standing connection. */
export class VswitchdControl {
  readonly #connection: JsonRpcConnection;

  private constructor(connection: JsonRpcConnection) {
    this.#connection = connection;
  }

  /** Connects to the control socket at `path`. */
  static async open(path: string): Promise<VswitchdControl> {
    return new VswitchdControl(await JsonRpcConnection.open(path));
  }

  /** Resolves when the connection has ended. */
  get closed(): Promise<void> {
    return this.#connection.closed;
  }

  /**
   * Empties the cache of forwarding decisions. Cached decisions do not notice that mirrors changed, and their statistics,
   * taken up late, would bring back learned rows that are about to be forgotten.
   */
  async purge(): Promise<void> {
    await this.#connection.call('revalidator/purge', []);
  }

  /** Resolves when ovs-vswitchd has answered. */
  async pulse(): Promise<void> {
    await this.#connection.call('version', []);
  }

  close(): void {
    this.#connection.close();
  }
}
