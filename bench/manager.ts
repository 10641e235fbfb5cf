import { createSocket, type Socket } from 'node:dgram';
import { performance } from 'node:perf_hooks';
import type { Arcs } from '../protocols/snmp/ber.ts';
import { readMessage, Version, writeCommunityMessage } from '../protocols/snmp/message.ts';
import { arcsOf, isBelow } from '../protocols/snmp/oid-order.ts';
import { nothing, type Pdu, PduKind, type VarBind } from '../protocols/snmp/pdu.ts';

/** Milliseconds after which a request counts as lost. */
const PATIENCE = 5000;

/** Variables that are asked for at once in a walk. */
const REPETITIONS = 40;

/** A manager by version 2c, over UDP on a loopback address. */
export class Manager {
  readonly #port: number;
  readonly #community: string;
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (response: Pdu) => void>();
  #requestId = 0;

  constructor(port: number, community: string) {
    this.#port = port;
    this.#community = community;
    this.#socket = createSocket('udp4');
    this.#socket.on('message', (octets) => {
      const message = readMessage(octets);
      if (message.version === Version.v3 || message.pdu.kind === PduKind.trapV1) return;
      this.#waiting.get(message.pdu.requestId)?.(message.pdu);
      this.#waiting.delete(message.pdu.requestId);
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Answers of one GET of one variable in a second, of `count` asked by so many at once. */
  async getsPerSecond(name: string, count: number, atOnce: number): Promise<number> {
    const varBinds = [{ name: arcsOf(name), value: nothing }];
    let left = count;
    const began = performance.now();
    const ask = async () => {
      for (; left > 0; ) {
        left -= 1;
        const { varBinds: found } = await this.#ask(PduKind.get, varBinds);
        if (found[0]?.value.type.startsWith('noSuch')) throw new Error(`Nobody has ${name}.`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, ask));
    return (count * 1000) / (performance.now() - began);
  }

  /** Walks over everything below `root`: how many variables there are, and how many came in a second. */
  async walk(root: string): Promise<{ readonly variables: number; readonly milliseconds: number }> {
    const top = arcsOf(root);
    const began = performance.now();
    let name: Arcs = top;
    for (let variables = 0; ; ) {
      const { varBinds } = await this.#ask(PduKind.getBulk, [{ name, value: nothing }], REPETITIONS);
      const within = varBinds.filter((found) => found.value.type !== 'endOfMibView' && isBelow(top, found.name));
      variables += within.length;
      const last = within.at(-1);
      if (!last || within.length < varBinds.length) return { variables, milliseconds: performance.now() - began };
      name = last.name;
    }
  }

  #ask(kind: Pdu['kind'], varBinds: readonly VarBind[], errorIndex = 0): Promise<Pdu> {
    this.#requestId += 1;
    const pdu: Pdu = { kind, requestId: this.#requestId, errorStatus: 0, errorIndex, varBinds };
    const community = Buffer.from(this.#community);
    const octets = writeCommunityMessage({ version: Version.v2c, community, pdu });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('An SNMP request was not answered.')), PATIENCE);
      this.#waiting.set(pdu.requestId, (response) => {
        clearTimeout(timer);
        resolve(response);
      });
      this.#socket.send(octets, this.#port, '127.0.0.1');
    });
  }
}
