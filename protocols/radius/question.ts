import type { RadiusAttribute } from './packet.ts';

/** One server as it is set. */
export interface RadiusServer {
  /** Its number; servers are asked in this order. */
  readonly index: number;
  readonly secret: string;
  /** Milliseconds that it has for an answer. */
  readonly timeout: number;
  /** How often a request is sent again. */
  readonly retransmit: number;
  /** Whether it receives accounting of sessions. */
  readonly accounting: boolean;
}

/** The port of a server that something goes to. */
export type RadiusWay = 'authentication' | 'accounting';

/** The server that a packet is for, and what a password in it is hidden by. */
export interface HiddenBy {
  readonly server: number;
  readonly authenticator: Uint8Array;
  readonly secret: string;
}

/** A question. */
export interface RadiusQuestion {
  /** Chosen by the asker; the answer has it. */
  readonly id: number;
  readonly way: RadiusWay;
  /** The only server that may be asked: the one that a conversation began with. */
  readonly server?: number;
  /** Attributes of the packet, without the Message-Authenticator; `waited` is in whole seconds. */
  attributes(hiddenBy: HiddenBy, waited: number): readonly RadiusAttribute[];
}
