import { randomBytes } from 'node:crypto';
import type { SecureContext } from 'node:tls';
import type { Cancel } from '../../../datapath/clock.ts';
import type { KeyPair } from '../../../device/console-settings.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import type { BackendQuestion } from '../../../protocols/dot1x/events.ts';
import {
  answerLocally,
  continueLocally,
  type LocalAnswer,
  type LocalConversation,
} from '../../../protocols/eap/local-server.ts';
import { certificateInUse } from '../../system/ssl/slots.ts';
import { dialInUserEntry } from '../dial-in-user/objects.ts';
import { TlsTunnel, tunnelContext } from './tls-tunnel.ts';

/** Milliseconds for which a tunnel waits for its station. */
const LEFT_AFTER = 120_000;
/** Tunnels at once: each takes some ten kilobytes. */
export const TUNNELS_MAXIMUM = 128;

interface OpenTunnel {
  readonly port: number;
  readonly tunnel: TlsTunnel;
  readonly sleep: Cancel;
}

const nothing = new Uint8Array();
const noTunnel = { state: 'failed', sends: nothing, plain: nothing, challenge: nothing } as const;

const randomChallenge = () => randomBytes(16);

/** Answers by the list of dial-in users. */
export class LocalBackend {
  readonly #context: ServiceContext;
  /** By port and station, the one heard longest ago first. */
  readonly #tunnels = new Map<string, OpenTunnel>();
  readonly #contexts = new WeakMap<KeyPair, SecureContext | undefined>();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** Goes on with a conversation; begins one where `former` is undefined. Never rejects. */
  async ask(
    { port, station, eap }: BackendQuestion,
    former: LocalConversation | undefined,
  ): Promise<Exclude<LocalAnswer, { readonly kind: 'tunnel' }>> {
    const key = `${port} ${station}`;
    if (!former) this.#close(key);
    const certificate = await this.#certificate();
    // A user whose password was not restored cannot log in yet: an empty one would match any station.
    const known = this.#context
      .configuration()
      .rows(dialInUserEntry)
      .filter((row) => row.dialInUserPassword !== '');
    const users = known.map((row) => ({ name: row.dialInUserName, password: row.dialInUserPassword }));
    const server = { users, hasCertificate: certificate !== undefined };
    let answer = answerLocally(server, former, eap, randomChallenge());
    while (answer.kind === 'tunnel') {
      const output = await this.#tunnelOf(key, port, certificate)?.exchange(answer.input);
      answer = continueLocally(server, answer.conversation, output ?? noTunnel, randomChallenge());
    }
    if (answer.kind !== 'challenge') this.#close(key);
    return answer;
  }

  /** Lets go of all tunnels. */
  stop(): void {
    for (const key of [...this.#tunnels.keys()]) this.#close(key);
  }

  async #certificate(): Promise<SecureContext | undefined> {
    const pair = await certificateInUse(this.#context);
    if (!pair) return undefined;
    if (!this.#contexts.has(pair)) this.#contexts.set(pair, tunnelContext(pair));
    return this.#contexts.get(pair);
  }

  #tunnelOf(key: string, port: number, certificate: SecureContext | undefined): TlsTunnel | undefined {
    const present = this.#tunnels.get(key);
    const tunnel = present?.tunnel ?? (certificate && new TlsTunnel(certificate));
    if (!tunnel) return undefined;
    present?.sleep();
    this.#tunnels.delete(key);
    if (this.#tunnels.size >= TUNNELS_MAXIMUM) this.#makeRoom();
    const sleep = this.#context.clock.after(LEFT_AFTER, () => this.#close(key));
    this.#tunnels.set(key, { port, tunnel, sleep });
    return tunnel;
  }

  /** The port with the most tunnels loses its oldest one: faked stations do not displace those of other ports. */
  #makeRoom(): void {
    const counts = new Map<number, number>();
    for (const { port } of this.#tunnels.values()) counts.set(port, (counts.get(port) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const [pushed] = [...this.#tunnels].find(([, { port }]) => counts.get(port) === most) ?? [];
    if (pushed !== undefined) this.#close(pushed);
  }

  #close(key: string): void {
    const present = this.#tunnels.get(key);
    present?.sleep();
    present?.tunnel.close();
    this.#tunnels.delete(key);
  }
}
