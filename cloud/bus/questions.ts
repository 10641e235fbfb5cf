import * as v from 'valibot';
import {
  type Health,
  health,
  type LogLine,
  logLine,
  type SwitchReport,
  switchReport,
} from '../../protocols/cloud/report.ts';
import type { HeldLine, LineFinding } from '../store/lines.ts';
import type { Bus, BusValue, Unsubscribe } from './bus.ts';

/** How a request of a switch that is not taken yet is answered: as HTTP does. */
export type AdmissionAnswer =
  | { readonly status: 200; readonly body: { readonly [name: string]: string } }
  | { readonly status: 401 | 403 | 404 | 409 | 429 | 503 };

/** A report of a switch: on which of its lines, and which of the reports there, from 1. */
export interface ReportOnLine extends HeldLine {
  readonly number: number;
  readonly gateway: string;
  /** Source address of the line. */
  readonly address: string;
  readonly report: SwitchReport;
}

/** Questions of gateways to controllers. Serial number and tenant are those of the verified certificate. */
export interface Questions {
  signIn: {
    question: { account: string; password: string; source: string; keyHash: string };
    answer: AdmissionAnswer;
  };
  claim: {
    question: {
      serial: string;
      model: string;
      token: string | undefined;
      source: string;
      /** SubjectPublicKeyInfo, DER, in base64. */
      publicKey: string;
    };
    answer: AdmissionAnswer;
  };
  /**
   * Whether this certificate, which the cloud's authority issued, is still good for this switch: the number of the line that it
   * may open, which is greater than those of all that it had, or null; `until` in milliseconds since 1970.
   */
  admit: {
    question: { serial: string; tenant: string; number: string; keyHash: string; until: number };
    answer: number | null;
  };
  /** The first report of a connection. False if the cloud no longer knows the switch. */
  connected: { question: ReportOnLine; answer: boolean };
  /** A later one, also where an earlier one has not come through. */
  state: { question: ReportOnLine; answer: boolean };
  log: { question: { serial: string; line: LogLine }; answer: null };
  health: { question: { serial: string; health: Health }; answer: null };
  /** The switch can be asked over its line from now on. */
  settled: { question: { serial: string }; answer: null };
  /** The gateway is there; `linesDigest` of the lines that it has, as far as the store knows. */
  alive: { question: { gateway: string }; answer: string };
  /** The lines that the gateway has, where that is not what the store knows; where the store differs. */
  lines: { question: { gateway: string; lines: readonly HeldLine[] }; answer: readonly LineFinding[] };
  /** This line is over. */
  disconnected: { question: HeldLine; answer: null };
  /** Octets of firmware that a tenant has; null for what he does not. */
  firmwareSize: { question: { tenant: string; digest: string }; answer: number | null };
  /** Some of its octets from this place, in base64; null where there are none. */
  firmware: { question: { tenant: string; digest: string; at: number }; answer: string | null };
  /** `number` is that of the certificate that the connection was opened with. Null if that is no longer valid. */
  renew: {
    question: { serial: string; tenant: string; number: string; publicKey: string };
    answer: { certificate: string; authority: string } | null;
  };
}

/** Milliseconds that a controller has for an answer; hashing a password behind others is the longest of them. */
const PATIENCE = 10_000;

const subjectOf = (name: keyof Questions) => `controller.${name}`;

/** Asks a controller. Rejects as `Bus.ask` does. */
export async function askController<Name extends keyof Questions>(
  bus: Bus,
  name: Name,
  question: Questions[Name]['question'],
): Promise<Questions[Name]['answer']> {
  // Both ends are of this cloud and speak the same version.
  return (await bus.ask(subjectOf(name), question as BusValue, PATIENCE)) as Questions[Name]['answer'];
}

const text = v.string();
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const heldLine = v.object({ serial: text, line: number });
const reported = v.object({ ...heldLine.entries, number, gateway: text, address: text, report: switchReport });

/** The format of questions: any other comes from another version of the cloud, or from a stranger. */
const readers: { readonly [Name in keyof Questions]: v.GenericSchema } = {
  signIn: v.object({ account: text, password: text, source: text, keyHash: text }),
  claim: v.object({ serial: text, model: text, token: v.optional(text), source: text, publicKey: text }),
  admit: v.object({ serial: text, tenant: text, number: text, keyHash: text, until: v.number() }),
  connected: reported,
  state: reported,
  log: v.object({ serial: text, line: logLine }),
  health: v.object({ serial: text, health }),
  settled: v.object({ serial: text }),
  alive: v.object({ gateway: text }),
  lines: v.object({ gateway: text, lines: v.array(heldLine) }),
  disconnected: heldLine,
  firmwareSize: v.object({ tenant: text, digest: text }),
  firmware: v.object({ tenant: text, digest: text, at: v.number() }),
  renew: v.object({ serial: text, tenant: text, number: text, publicKey: text }),
};

/** Answers what gateways ask. */
export function answerGateways(
  bus: Bus,
  replies: {
    readonly [Name in keyof Questions]: (question: Questions[Name]['question']) => Promise<Questions[Name]['answer']>;
  },
): Unsubscribe {
  const begin = <Name extends keyof Questions>(name: Name) =>
    bus.answer(subjectOf(name), async (question) => {
      if (!v.is(readers[name], question)) throw new Error(`This is no question of a gateway for "${name}".`);
      return (await replies[name](question as Questions[Name]['question'])) as BusValue;
    });
  const ends = (Object.keys(replies) as (keyof Questions)[]).map(begin);
  return () => {
    for (const end of ends) end();
  };
}
