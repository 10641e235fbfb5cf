import { randomBytes } from 'node:crypto';
import type { ServiceContext } from '../../../device/feature.ts';
import type { BackendAnswer, BackendQuestion } from '../../../protocols/dot1x/events.ts';
import { answerLocally, type LocalConversation } from '../../../protocols/eap/local-server.ts';
import { EapCode, parseEap } from '../../../protocols/eap/packet.ts';
import { assignedVlanOf } from '../../../protocols/radius/assigned-vlan.ts';
import type { RadiusOutcome } from '../../../protocols/radius/client.ts';
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
import { AuthMethod, dot1xExtConfig } from './objects.ts';

/** What goes on between a question and the next one of its conversation. */
type Conversation =
  | { readonly kind: 'radius'; readonly server: number; readonly state: Uint8Array | undefined }
  | { readonly kind: 'local'; readonly local: LocalConversation };

/** What an acceptance says of the session that begins. */
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
/** What fits a frame with room for EAPOL and RADIUS around it (RFC 3580 3.10). */
const FRAMED_MTU = 1400;
/** Conversations that are kept between two questions: what is older was left. */
const KEPT = 1024;

/** Who says whether a station is let in: RADIUS servers, or the list of dial-in users. */
export class Backend {
  readonly #context: ServiceContext;
  readonly #conversations = new Map<number, Conversation>();
  readonly #grants = new Map<number, Grant>();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** What the acceptance that answered an exchange granted; asked once. */
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

  #askList({ exchange, eap }: BackendQuestion, former: Conversation | undefined): BackendAnswer {
    const rows = this.#context.configuration().rows(dialInUserEntry);
    const users = rows.map((row) => ({ name: row.dialInUserName, password: row.dialInUserPassword }));
    const before = former?.kind === 'local' ? former.local : undefined;
    const answer = answerLocally(users, before, eap, randomBytes(16));
    if (answer.kind === 'challenge') {
      this.#keep(exchange, { kind: 'local', local: answer.conversation });
      return { kind: 'challenge', eap: answer.eap, timeout: undefined };
    }
    if (answer.kind === 'reject') return { kind: 'reject', eap: answer.eap };
    this.#grants.set(exchange, { isLocal: true, classes: [], interimInterval: undefined });
    const vlan = rows.find(({ dialInUserName }) => dialInUserName === answer.user)?.dialInUserVlan ?? 0;
    return {
      kind: 'accept',
      eap: answer.eap,
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
    const outcome = await client.ask(
      'authentication',
      () => [
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
      ],
      before?.server,
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
      this.#keep(exchange, { kind: 'radius', server, state: octetsOf(packet, Attribute.state) });
      return { kind: 'challenge', eap, timeout: time };
    }
    // Who is let in is told so by his server, or was not meant (RFC 3579 2.6.3).
    if (!eap || parseEap(eap)?.code !== EapCode.success) return { kind: 'reject', eap: undefined };
    this.#grants.set(exchange, grantOf(packet));
    const thenReauthenticate = numberOf(packet, Attribute.terminationAction) === THEN_ASK;
    return { kind: 'accept', eap, vlan: assignedVlanOf(packet), sessionTimeout: time, thenReauthenticate };
  }

  #keep(exchange: number, conversation: Conversation): void {
    this.#conversations.set(exchange, conversation);
    if (this.#conversations.size <= KEPT) return;
    const [oldest] = this.#conversations.keys();
    if (oldest !== undefined) this.#conversations.delete(oldest);
  }
}

function grantOf(packet: RadiusPacket): Grant {
  const classes = packet.attributes.filter(({ type }) => type === Attribute.class).map(({ value }) => value);
  const interimInterval = numberOf(packet, Attribute.acctInterimInterval);
  return { isLocal: false, classes, interimInterval };
}
