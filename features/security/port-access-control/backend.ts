import type { ServiceContext } from '../../../device/feature.ts';
import { STATIONS_MAXIMUM } from '../../../protocols/dot1x/draft.ts';
import type { BackendAnswer, BackendQuestion } from '../../../protocols/dot1x/events.ts';
import type { LocalConversation } from '../../../protocols/eap/local-server.ts';
import { EapCode, parseEap } from '../../../protocols/eap/packet.ts';
import { assignedVlanOf } from '../../../protocols/radius/assigned-vlan.ts';
import type { RadiusOutcome } from '../../../protocols/radius/events.ts';
import {
  Attribute,
  longAttribute,
  numberAttribute,
  numberOf,
  octetsOf,
  RadiusCode,
  type RadiusPacket,
  textAttribute,
} from '../../../protocols/radius/packet.ts';
import { dialInUserEntry } from '../dial-in-user/objects.ts';
import { radiusClient } from '../radius/slots.ts';
import { LocalBackend } from './local-backend.ts';
import { AuthMethod, dot1xExtConfig } from './objects.ts';

/** State of a conversation between one request and the next. */
type Conversation =
  | { readonly kind: 'radius'; readonly server: number; readonly state: Uint8Array | undefined }
  | { readonly kind: 'local'; readonly local: LocalConversation };

/** Grant of an Access-Accept to the session that begins. */
export interface Grant {
  readonly isLocal: boolean;
  /** RFC 2865 5.25: goes back unread with the records of the session. */
  readonly classes: readonly Uint8Array[];
  /** Seconds between two records of what it has used; undefined for none (RFC 2869 5.16). */
  readonly interimInterval: number | undefined;
}

/** Service-Type Framed, NAS-Port-Type Ethernet, and Termination-Action RADIUS-Request (RFC 3580 3.6, 3.19, 3.35). */
const FRAMED = 2;
export const ETHERNET = 15;
const THEN_ASK = 1;
/** The size that fits a frame with room for EAPOL and RADIUS around it (RFC 3580 3.10). */
const FRAMED_MTU = 1400;
/** Conversations that are kept between two questions, and acceptances: what is older was left. */
const KEPT = 1024;
/**
 * Maximum number of questions of one port that wait for an answer: stations that ask under many names do not block
 * other ports.
 */
const WAITING_OF_PORT = STATIONS_MAXIMUM;

/** A question that waits for an answer. */
interface Asking {
  readonly station: string;
  readonly abort: AbortController;
}

/** Decides whether a station is authenticated: RADIUS servers, or the list of dial-in users. */
export class Backend {
  readonly #context: ServiceContext;
  readonly #conversations = new Map<number, Conversation>();
  readonly #grants = new Map<number, Grant>();
  /** By port; oldest first. */
  readonly #asking = new Map<number, Set<Asking>>();

  readonly #local: LocalBackend;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#local = new LocalBackend(context);
  }

  /** Lets go of what conversations hold. */
  stop(): void {
    this.#local.stop();
  }

  /** The grant of the Access-Accept for an exchange; read once. */
  grantOf(exchange: number): Grant {
    const grant = this.#grants.get(exchange) ?? { isLocal: false, classes: [], interimInterval: undefined };
    this.#grants.delete(exchange);
    return grant;
  }

  /** Never rejects. */
  async ask(question: BackendQuestion): Promise<BackendAnswer> {
    const former = this.#conversations.get(question.former);
    this.#conversations.delete(question.former);
    const method = this.#context.configuration().group(dot1xExtConfig).dot1xAuthMethod;
    const isLocal = method === AuthMethod.local;
    if (former && (former.kind === 'local') !== isLocal) return { kind: 'silence' };
    return isLocal ? this.#askList(question, former) : this.#askServers(question, former);
  }

  async #askList(question: BackendQuestion, former: Conversation | undefined): Promise<BackendAnswer> {
    const { exchange } = question;
    const answer = await this.#local.ask(question, former?.kind === 'local' ? former.local : undefined);
    if (answer.kind === 'challenge') {
      keep<Conversation>(this.#conversations, exchange, { kind: 'local', local: answer.conversation });
      return { kind: 'challenge', eap: answer.eap, timeout: undefined };
    }
    if (answer.kind === 'reject') return { kind: 'reject', eap: answer.eap, user: answer.name };
    keep(this.#grants, exchange, { isLocal: true, classes: [], interimInterval: undefined });
    const row = this.#context.configuration().row(dialInUserEntry, { dialInUserName: answer.user });
    const vlan = row?.dialInUserVlan ?? 0;
    return {
      kind: 'accept',
      eap: answer.eap,
      user: answer.user,
      vlan: vlan === 0 ? { kind: 'none' } : { kind: 'vlan', vlan },
      sessionTimeout: undefined,
      thenReauthenticate: false,
    };
  }

  async #askServers(question: BackendQuestion, former: Conversation | undefined): Promise<BackendAnswer> {
    const { port, station, identity, eap } = question;
    const client = this.#context.slots.get(radiusClient);
    if (!client) return { kind: 'silence' };
    const before = former?.kind === 'radius' ? former : undefined;
    const { baseMacAddress } = this.#context.hardware;
    const attributes = () => [
      textAttribute(Attribute.userName, identity),
      numberAttribute(Attribute.nasPort, port),
      textAttribute(Attribute.nasPortId, String(port)),
      numberAttribute(Attribute.nasPortType, ETHERNET),
      numberAttribute(Attribute.serviceType, FRAMED),
      numberAttribute(Attribute.framedMtu, FRAMED_MTU),
      textAttribute(Attribute.calledStationId, baseMacAddress),
      textAttribute(Attribute.callingStationId, station),
      ...(before?.state ? [{ type: Attribute.state, value: before.state }] : []),
      ...longAttribute(Attribute.eapMessage, eap),
    ];
    const outcome = await this.#whileAsked(question, (signal) =>
      client.ask('authentication', attributes, { server: before?.server, signal }),
    );
    return this.#read(question.exchange, outcome);
  }

  #read(exchange: number, outcome: RadiusOutcome): BackendAnswer {
    if (outcome.kind === 'silence') return { kind: 'silence' };
    const { packet, server } = outcome;
    const eap = octetsOf(packet, Attribute.eapMessage);
    if (packet.code === RadiusCode.accessReject) return { kind: 'reject', eap };
    const seconds = numberOf(packet, Attribute.sessionTimeout);
    const time = seconds === undefined ? undefined : seconds * 1000;
    if (packet.code === RadiusCode.accessChallenge) {
      if (!eap) return { kind: 'silence' };
      const state = packet.attributes.find(({ type }) => type === Attribute.state)?.value;
      keep<Conversation>(this.#conversations, exchange, { kind: 'radius', server, state });
      // No time at all would be none to answer in.
      return { kind: 'challenge', eap, timeout: time === 0 ? undefined : time };
    }
    // An accepted station is notified by its server, or was not meant (RFC 3579 2.6.3).
    if (!eap || parseEap(eap)?.code !== EapCode.success) return { kind: 'reject', eap: undefined };
    keep(this.#grants, exchange, grantOf(packet));
    const thenReauthenticate = numberOf(packet, Attribute.terminationAction) === THEN_ASK;
    // Records of the session have the name that the server gave it (RFC 2865 5.1).
    const name = octetsOf(packet, Attribute.userName);
    const user = name && new TextDecoder().decode(name);
    return { kind: 'accept', eap, user, vlan: assignedVlanOf(packet), sessionTimeout: time, thenReauthenticate };
  }

  /**
   * Asks with a signal that aborts when the answer is no longer needed, since the station, or too many others of its
   * port, asked again.
   */
  async #whileAsked<Answer>(
    { port, station }: BackendQuestion,
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const present = this.#asking.get(port) ?? new Set();
    this.#asking.set(port, present);
    const [oldest] = present;
    const left =
      [...present].find((one) => one.station === station) ?? (present.size >= WAITING_OF_PORT ? oldest : undefined);
    if (left) {
      present.delete(left);
      left.abort.abort();
    }
    const own = { station, abort: new AbortController() };
    present.add(own);
    try {
      return await ask(own.abort.signal);
    } finally {
      present.delete(own);
    }
  }
}

/** Puts in the latest; the oldest makes room. */
function keep<Value>(map: Map<number, Value>, exchange: number, value: Value): void {
  map.set(exchange, value);
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size > KEPT) map.delete(oldest);
}

function grantOf(packet: RadiusPacket): Grant {
  const classes = packet.attributes.filter(({ type }) => type === Attribute.class).map(({ value }) => value);
  const interimInterval = numberOf(packet, Attribute.acctInterimInterval);
  return { isLocal: false, classes, interimInterval };
}
