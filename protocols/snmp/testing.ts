import { createSocket } from 'node:dgram';
import { readMessage, Version, writeCommunityMessage } from './message.ts';
import { arcsOf } from './oid-order.ts';
import { nothing, type Pdu, PduKind, type SnmpValue, type VarBind } from './pdu.ts';

/** For tests: asks an agent by version 1 or 2c, over UDP. */
export class TestManager {
  readonly #port: number;
  readonly #community: string;
  readonly #version: typeof Version.v1 | typeof Version.v2c;
  #requestId = 0;

  constructor(port: number, community: string, version: typeof Version.v1 | typeof Version.v2c = Version.v2c) {
    this.#port = port;
    this.#community = community;
    this.#version = version;
  }

  /** The response to variables with nothing, or with values; rejects where none comes within the time given. */
  async ask(kind: Pdu['kind'], variables: Readonly<Record<string, SnmpValue>>, patience = 30_000): Promise<Pdu> {
    this.#requestId += 1;
    const varBinds = Object.entries(variables).map(([name, value]): VarBind => ({ name: arcsOf(name), value }));
    const pdu: Pdu = {
      kind,
      requestId: this.#requestId,
      errorStatus: 0,
      errorIndex: kind === PduKind.getBulk ? 10 : 0,
      varBinds,
    };
    const community = Buffer.from(this.#community);
    const octets = writeCommunityMessage({ version: this.#version, community, pdu });
    return new Promise((resolve, reject) => {
      const socket = createSocket('udp4');
      const timer = setTimeout(() => {
        socket.close();
        reject(new Error('no answer'));
      }, patience);
      socket.on('message', (answer) => {
        clearTimeout(timer);
        socket.close();
        const message = readMessage(answer);
        if (message.version === Version.v3 || message.pdu.kind === PduKind.trapV1) reject(new Error('no response'));
        else resolve(message.pdu);
      });
      socket.send(octets, this.#port, '127.0.0.1');
    });
  }

  /** The values of these variables. */
  async get(...names: readonly string[]): Promise<readonly SnmpValue[]> {
    const { varBinds } = await this.ask(PduKind.get, Object.fromEntries(names.map((name) => [name, nothing])));
    return varBinds.map(({ value }) => value);
  }

  /** Every variable below a root, by GetBulk, as "name": value. */
  async walk(root: string): Promise<ReadonlyMap<string, SnmpValue>> {
    const found = new Map<string, SnmpValue>();
    let at = root;
    for (;;) {
      const { varBinds } = await this.ask(PduKind.getBulk, { [at]: nothing });
      for (const { name, value } of varBinds) {
        const text = name.join('.');
        if (value.type === 'endOfMibView' || !text.startsWith(`${root}.`)) return found;
        found.set(text, value);
        at = text;
      }
    }
  }

  /** Sets variables; resolves to error-status and error-index. */
  async set(variables: Readonly<Record<string, SnmpValue>>): Promise<readonly [status: number, index: number]> {
    const { errorStatus, errorIndex } = await this.ask(PduKind.set, variables);
    return [errorStatus, errorIndex];
  }
}

/** A text as the octets that travel. */
export const octets = (text: string): SnmpValue => ({ type: 'OctetString', value: Buffer.from(text) });

/** A number as an INTEGER. */
export const integer = (value: number): SnmpValue => ({ type: 'Integer32', value });
