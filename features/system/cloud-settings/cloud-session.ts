import { connect, type TLSSocket } from 'node:tls';
import { type CloudEndpoint, secureOptionsOf } from './cloud-exchange.ts';

/**
 * The TLS session that the switch had with its cloud last: the next line resumes it, which costs both sides about half as much
 * (docs/specification/cloud.md 7). It is good for the same cloud, known by the same authority, and the same own certificate.
 */
export class CloudSession {
  #kept: { readonly name: string; readonly session: Buffer } | undefined;

  /** Connects to this cloud by the session from before, and keeps the one that the cloud gives for the next time. */
  connect(endpoint: CloudEndpoint): TLSSocket {
    const { cloud, authority, own } = endpoint;
    const name = JSON.stringify([cloud.host, cloud.port, authority, own.certificate]);
    const session = this.#kept?.name === name ? this.#kept.session : undefined;
    const socket = connect({ ...secureOptionsOf(endpoint), ...(session && { session }) });
    socket.on('session', (next) => {
      this.#kept = { name, session: next };
    });
    return socket;
  }

  /** Starts over with the next connection: something was wrong with the last one. */
  forget(): void {
    this.#kept = undefined;
  }
}
