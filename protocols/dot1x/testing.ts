import { buildEap, EapCode, EapType, parseEap } from '../eap/packet.ts';
import { buildEthernet, EtherType } from '../frames/ethernet.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { stepAuthenticator } from './authenticator.ts';
import { EapolType, PAE_GROUP, readEapol } from './eapol.ts';
import type { AuthenticatorEvent, AuthenticatorNews, BackendAnswer, BackendQuestion } from './events.ts';
import { idleAuthenticator, type PortSettings } from './state.ts';

/** The address of the switch in tests. */
const SWITCH = '02-00-00-00-00-0A';

/** A port in `auto` with short times, of which VLANs 10 and 20 can be had. */
export const auto: PortSettings = {
  control: 'auto',
  mode: 'port',
  txPeriod: 30_000,
  quietPeriod: 60_000,
  supplicantTimeout: 10_000,
  serverTimeout: 20_000,
  maxRequests: 2,
  reauthPeriod: Number.POSITIVE_INFINITY,
  guestVlan: undefined,
  dynamicVlan: true,
  admitsVlan: (vlan) => vlan === 10 || vlan === 20,
};

/** An EAPOL frame of a station. */
export function eapol(station: string, type: number, body: Uint8Array = new Uint8Array(), version = 2): Uint8Array {
  const payload = Uint8Array.from([version, type, body.length >>> 8, body.length & 0xff, ...body]);
  return buildEthernet({ destination: PAE_GROUP, source: station, etherType: EtherType.eapol, payload });
}

/** EAPOL-Start and EAPOL-Logoff. */
export const start = (station: string) => eapol(station, EapolType.start);
export const logoff = (station: string) => eapol(station, EapolType.logoff);

/** A response of a station. */
export function response(station: string, identifier: number, type: number, data: Uint8Array): Uint8Array {
  return eapol(station, EapolType.eap, buildEap(EapCode.response, identifier, type, data));
}

/** A plain acceptance. */
export const accepted: BackendAnswer & { readonly kind: 'accept' } = {
  kind: 'accept',
  eap: undefined,
  vlan: { kind: 'none' },
  sessionTimeout: undefined,
  thenReauthenticate: false,
};

/** An authenticator with a clock, and what it has said since somebody last looked. */
export class TestAuthenticator {
  state = idleAuthenticator;
  now = SOME_MOMENT;
  readonly news: AuthenticatorNews[] = [];
  readonly asked: BackendQuestion[] = [];
  /** The port on which frames of a port come back. */
  readonly loops = new Map<number, number>();
  /** Every frame that left, and its port. */
  readonly frames: { readonly port: number; readonly frame: Uint8Array }[] = [];
  readonly #sent: { readonly port: number; readonly frame: Uint8Array }[] = [];

  tell(event: AuthenticatorEvent): void {
    const step = stepAuthenticator(this.state, event, this.now, SWITCH, (port) => `mark of ${port}`);
    this.state = step.state;
    this.news.push(...step.news);
    this.asked.push(...step.ask);
    this.#sent.push(...step.send);
    this.frames.push(...step.send);
    for (const { port, frame } of step.send) {
      const end = this.loops.get(port);
      if (end !== undefined) this.frame(frame, end);
    }
  }

  /** Lets time pass, with every timer in its turn. Throws where one is due again at once: the switch would do nothing else. */
  pass(milliseconds: number): void {
    const end = this.now + milliseconds;
    while (this.state.wakeAt <= end) {
      this.now = Math.max(this.now, this.state.wakeAt);
      this.tell({ kind: 'wake' });
      if (this.state.wakeAt <= this.now) throw new Error('It is due again at the same moment.');
    }
    this.now = end;
  }

  frame(octets: Uint8Array, port = 1): void {
    this.tell({ kind: 'frame', port, octets });
  }

  /** Answers what was asked last. */
  answer(answer: BackendAnswer): void {
    const question = this.asked.at(-1);
    if (question) this.tell({ kind: 'answer', port: question.port, exchange: question.exchange, answer });
  }

  /** Sent frames, as "request 1 #3", "success", "failure", with their destination. */
  sent(): string[] {
    return this.#sent.splice(0).map(({ frame }) => {
      const reading = readEapol(frame);
      const packet = reading.kind === 'frame' ? parseEap(reading.frame.body) : undefined;
      if (!packet) return 'nothing that can be read';
      const names = ['', 'request', 'response', 'success', 'failure'];
      return packet.type === 0 ? `${names[packet.code]}` : `${names[packet.code]} ${packet.type}`;
    });
  }

  /** The identifier of the request that waits at a port, of a station if they are authenticated one by one. */
  identifier(port = 1, station = ''): number {
    return this.state.ports.get(port)?.conversations.get(station)?.request?.[1] ?? -1;
  }

  /** A station says who it is, in answer to the request that waits. */
  identify(station: string, name: string, port = 1, key = ''): void {
    const data = new TextEncoder().encode(name);
    this.frame(response(station, this.identifier(port, key), EapType.identity, data), port);
  }
}
