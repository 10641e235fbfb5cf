import { clientIdentifier, identifierText } from './identifier.ts';
import { DHCPV6_CLIENT_PORT, Dhcpv6Type, messageIn } from './message.ts';
import { type Association, Dhcpv6Option, type Dhcpv6Options, optionOf, parseAssociation, statusOf } from './options.ts';
import type { Dhcpv6Settings } from './state.ts';

/** A server's answer to this client. */
export interface Answer {
  readonly type: typeof Dhcpv6Type.advertise | typeof Dhcpv6Type.reply;
  /** The server's identifier, "00:03:00:01:…". */
  readonly server: string;
  /** Of the whole message (RFC 8415 21.13). */
  readonly status: number;
  /** The first that is the client's own; undefined where the server speaks of none. */
  readonly association: Association | undefined;
  readonly options: Dhcpv6Options;
}

/** Octets of an identifier at most (RFC 8415 11.1). */
const IDENTIFIER_MAXIMUM = 130;

/** Reads a frame as an answer in the transaction (RFC 8415 16.3, 16.10); undefined for anything else. */
export function answerIn(octets: Uint8Array, settings: Dhcpv6Settings, transaction: number): Answer | undefined {
  const message = messageIn(octets, DHCPV6_CLIENT_PORT);
  if (message?.transaction !== transaction) return undefined;
  const { type, options } = message;
  if (type !== Dhcpv6Type.advertise && type !== Dhcpv6Type.reply) return undefined;
  const server = optionOf(options, Dhcpv6Option.serverIdentifier);
  const client = optionOf(options, Dhcpv6Option.clientIdentifier);
  if (!server || server.length === 0 || server.length > IDENTIFIER_MAXIMUM || !client) return undefined;
  if (identifierText(client) !== identifierText(clientIdentifier(settings.mac))) return undefined;
  const associations = options.flatMap(([code, content]) =>
    code === Dhcpv6Option.addresses ? (parseAssociation(content) ?? []) : [],
  );
  return {
    type,
    server: identifierText(server),
    status: statusOf(options),
    association: associations.find(({ id }) => id === settings.association),
    options,
  };
}
