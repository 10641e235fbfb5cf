import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { parseHostName } from '../../model/values/host-name.ts';

/** What the resolver works with. */
export interface NameSettings {
  readonly enabled: boolean;
  /** IPv4 and IPv6 addresses, asked in this order; a port may follow, "[::1]:5353". Looked up at each question: leases come and go. */
  servers(): readonly string[];
  /** Added to names of one label; "" for none. */
  readonly domain: string;
  /** Seconds a server has to answer in. */
  readonly timeout: number;
  /** Addresses by name, known without asking. */
  readonly hosts: ReadonlyMap<string, string>;
}

/** Why a name has no address, in one sentence. */
export class NameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NameError';
  }
}

/** Turns the host names that the switch itself uses into addresses: its time and log servers, for instance. */
export class NameResolver {
  #settings: NameSettings = { enabled: true, servers: () => [], domain: '', timeout: 3, hosts: new Map() };

  /** Takes over the settings for the names asked for from now on. */
  configure(settings: NameSettings): void {
    this.#settings = settings;
  }

  /**
   * The addresses of `host`, IPv4 before IPv6, at least one. An address is its own answer.
   * Rejects with a `NameError` that says why there is none.
   */
  async resolve(host: string): Promise<readonly string[]> {
    if (isIP(host)) return [host];
    const name = parseHostName(host);
    if (name === undefined) throw new NameError(`"${host}" is not a host name.`);
    const { enabled, hosts } = this.#settings;
    const servers = this.#settings.servers();
    const candidates = this.#candidates(name);
    const known = candidates.map((candidate) => hosts.get(candidate)).find((address) => address !== undefined);
    if (known !== undefined) return [known];
    if (!enabled) throw new NameError(`${name} cannot be resolved: DNS is disabled.`);
    if (servers.length === 0) throw new NameError(`${name} cannot be resolved: no DNS server is set.`);
    return this.#ask(name, candidates, servers);
  }

  /** A name of one label is looked for in the domain first (RFC 1535). */
  #candidates(name: string): string[] {
    const { domain } = this.#settings;
    return domain !== '' && !name.includes('.') ? [`${name}.${domain}`, name] : [name];
  }

  async #ask(name: string, candidates: readonly string[], servers: readonly string[]): Promise<readonly string[]> {
    const resolver = new Resolver({ timeout: this.#settings.timeout * 1000, tries: 1 });
    resolver.setServers(servers);
    let silent = false;
    for (const candidate of candidates) {
      const answers = await Promise.allSettled([resolver.resolve4(candidate), resolver.resolve6(candidate)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      silent ||= answers.every((answer) => answer.status === 'rejected' && isSilence(answer.reason));
    }
    throw new NameError(
      silent
        ? `${name} cannot be resolved: no DNS server answers.`
        : `${name} cannot be resolved: the name is not known.`,
    );
  }
}

/** Whether a query failed because nobody answered, not because the answer was no. */
function isSilence(reason: unknown): boolean {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  return code === 'ETIMEOUT' || code === 'ECONNREFUSED' || code === 'ECANCELLED';
}
