import type { Clock } from '../datapath/clock.ts';

/** A certificate and its private key, both in PEM; those that issued the certificate may follow it. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** How the console is to be answered. */
export interface ConsoleSettings {
  readonly https: boolean;
  /** Handling of HTTP while HTTPS is on. */
  readonly http: 'serve' | 'redirect' | 'off';
  /** The port that only HTTPS uses; undefined if it shares the console's own. */
  readonly httpsPort: number | undefined;
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3';
  /** Undefined for the device's own certificate, which it makes itself. */
  readonly pair: KeyPair | undefined;
}

/** The web server, as features see it. */
export interface ConsoleControl {
  /** Puts settings in force; connections by a way that ends go once their answer is given. */
  configure(settings: ConsoleSettings): void;
  /**
   * The certificate that the device makes itself; a new one with `anew`. Undefined if the web server does not provide
   * it.
   */
  ownCertificate(anew?: boolean): Promise<KeyPair | undefined>;
}

/** Settings for the web server. */
interface ConsoleEvents {
  console(settings: ConsoleSettings): void;
  ownCertificate(anew: boolean): void;
}

/** Milliseconds that the web server has for a certificate. */
const PATIENCE = 5_000;

/** Carries what features want of the web server to it, and its answers back. */
export class ConsoleSettingsHolder implements ConsoleControl {
  readonly #clock: Clock;
  readonly #events: ConsoleEvents;
  readonly #waiting = new Set<(pair: KeyPair) => void>();

  constructor(clock: Clock, events: ConsoleEvents) {
    this.#clock = clock;
    this.#events = events;
  }

  configure(settings: ConsoleSettings): void {
    this.#events.console(settings);
  }

  ownCertificate(anew = false): Promise<KeyPair | undefined> {
    return new Promise((resolve) => {
      const settle = (pair: KeyPair | undefined) => {
        cancel();
        this.#waiting.delete(settle);
        resolve(pair);
      };
      const cancel = this.#clock.after(PATIENCE, () => settle(undefined));
      this.#waiting.add(settle);
      this.#events.ownCertificate(anew);
    });
  }

  /** The web server says which certificate is its own. */
  told(pair: KeyPair): void {
    for (const settle of [...this.#waiting]) settle(pair);
  }
}
