import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { parseHostName } from '../../model/values/host-name.ts';
import { type Message, say } from '../../model/values/message.ts';
import { SpokenError } from '../../model/values/spoken-error.ts';
import { buildDnsQuery, RecordType, ResponseCode } from '../../protocols/dns/message.ts';
import { askDnsServer, type DnsServer } from './dns-exchange.ts';

/** Settings of the resolver. */
export interface NameSettings {
  readonly enabled: boolean;
  /** Asked in this order. Looked up at each question: leases come and go. */
  servers(): readonly DnsServer[];
  /** Added to names of one label; "" for none. */
  readonly domain: string;
  /** Milliseconds a server has to answer in. */
  readonly timeout: number;
  /** Addresses by name, known without asking. */
  readonly hosts: ReadonlyMap<string, string>;
}

/** Why a name has no address, in one sentence. */
export class NameError extends SpokenError {}

/** The servers' answer on one name. */
type Outcome = { readonly addresses: readonly string[]; readonly reason?: Message };

/** Turns the host names that the switch itself uses into addresses: its time and log servers, for instance. */
export class NameResolver {
  #settings: NameSettings = { enabled: true, servers: () => [], domain: '', timeout: 3000, hosts: new Map() };

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
    if (name === undefined) throw new NameError(say('"{{host}}" is not a host name.', { host }));
    const { enabled, hosts } = this.#settings;
    const servers = this.#settings.servers();
    const candidates = this.#candidates(name);
    const known = candidates.map((candidate) => hosts.get(candidate)).find((address) => address !== undefined);
    if (known !== undefined) return [known];
    if (!enabled) throw new NameError(say('{{name}} cannot be resolved: DNS is disabled.', { name }));
    if (servers.length === 0) throw new NameError(say('{{name}} cannot be resolved: no DNS server is set.', { name }));
    let reason = say('the name has no address');
    for (const candidate of candidates) {
      const [ipv4, ipv6] = await Promise.all([
        this.#ask(servers, candidate, RecordType.a),
        this.#ask(servers, candidate, RecordType.aaaa),
      ]);
      const addresses = [...ipv4.addresses, ...ipv6.addresses];
      if (addresses.length > 0) return addresses;
      reason = ipv4.reason ?? ipv6.reason ?? reason;
    }
    throw new NameError(say('{{name}} cannot be resolved: {{reason}}.', { name, reason }));
  }

  /** A name of one label is looked for in the domain first (RFC 1535). */
  #candidates(name: string): string[] {
    const { domain } = this.#settings;
    return domain !== '' && !name.includes('.') ? [`${name}.${domain}`, name] : [name];
  }

  /** Asks the servers in turn until one answers; that a name does not exist is an answer. */
  async #ask(servers: readonly DnsServer[], name: string, type: number): Promise<Outcome> {
    const question = { id: randomInt(0x1_0000), name, type };
    const query = buildDnsQuery(question);
    if (!query) return { addresses: [], reason: say('the name is too long') };
    let reason = say('no DNS server answers');
    for (const server of servers) {
      const answer = await askDnsServer(server, question, query, this.#settings.timeout);
      if (answer?.kind === 'addresses') return { addresses: answer.addresses };
      if (answer?.kind !== 'failure') continue;
      reason = answer.reason;
      if (answer.code === ResponseCode.nameError) break;
    }
    return { addresses: [], reason };
  }
}
