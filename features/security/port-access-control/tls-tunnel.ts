import { constants } from 'node:crypto';
import { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { KeyPair } from '../../../device/console-settings.ts';
import { SECURE_CIPHERS } from '../../../device/http/secure-ciphers.ts';
import { TTLS_CHALLENGE } from '../../../protocols/eap/ttls.ts';
import type { TunnelInput, TunnelOutput } from '../../../protocols/eap/tunnel-method.ts';

/**
 * TLS 1.2, which every supplicant of the last ten years supports; PEAP and TTLS with TLS 1.3 differ (RFC 9427).
 * Sessions are not resumed: a returning station proves the password again.
 */
export function tunnelContext({ certificate, key }: KeyPair): SecureContext {
  return createSecureContext({
    cert: certificate,
    key,
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.2',
    ciphers: SECURE_CIPHERS,
    secureOptions:
      constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_CIPHER_SERVER_PREFERENCE,
  });
}

/** Turns of the event loop without anything new, after which TLS has said what it had to. */
const QUIET_TURNS = 3;

/** Without a context, which Node allows and its types do not: an empty one derives other octets (RFC 5705 4). */
function derived(socket: TLSSocket): Uint8Array {
  const { length, label } = TTLS_CHALLENGE;
  const octets: Uint8Array = Reflect.apply(socket.exportKeyingMaterial, socket, [length, label]);
  return Uint8Array.from(octets);
}

/** The server's end of one TLS connection, whose octets somebody else carries. */
export class TlsTunnel {
  readonly #wire: Duplex;
  readonly #socket: TLSSocket;
  #state: TunnelOutput['state'] = 'handshake';
  #challenge: Uint8Array = new Uint8Array();
  #sends: Uint8Array[] = [];
  #plain: Uint8Array[] = [];
  #events = 0;

  constructor(secureContext: SecureContext) {
    this.#wire = new Duplex({
      read: () => undefined,
      write: (octets: Uint8Array, _encoding, done) => {
        this.#events += 1;
        this.#sends.push(Uint8Array.from(octets));
        done();
      },
    });
    this.#socket = new TLSSocket(this.#wire, { isServer: true, secureContext });
    this.#socket.on('secure', () => {
      this.#events += 1;
      this.#state = 'open';
      this.#challenge = derived(this.#socket);
    });
    this.#socket.on('data', (octets: Uint8Array) => {
      this.#events += 1;
      this.#plain.push(Uint8Array.from(octets));
    });
    for (const end of ['error', 'end', 'close'] as const) this.#socket.on(end, () => this.#fail());
    this.#wire.on('error', () => this.#fail());
  }

  /** Gives TLS octets, and takes what follows from them. Never rejects. */
  async exchange({ received, plain }: TunnelInput): Promise<TunnelOutput> {
    if (this.#state !== 'failed') {
      if (received.length > 0) this.#wire.push(received);
      if (plain.length > 0) this.#socket.write(plain);
      await this.#settled();
    }
    const output = {
      state: this.#state,
      sends: Buffer.concat(this.#sends),
      plain: Buffer.concat(this.#plain),
      challenge: this.#challenge,
    };
    this.#sends = [];
    this.#plain = [];
    return output;
  }

  /** Lets go of everything. */
  close(): void {
    this.#state = 'failed';
    this.#socket.destroy();
    this.#wire.destroy();
  }

  #fail(): void {
    this.#events += 1;
    this.#state = 'failed';
  }

  /** TLS works within the turn in which it is given octets; streams pass on what it says in the next ones. */
  async #settled(): Promise<void> {
    for (let quiet = 0, seen = this.#events; quiet < QUIET_TURNS; quiet += 1) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (this.#events !== seen) quiet = 0;
      seen = this.#events;
    }
  }
}
