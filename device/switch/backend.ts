import type { NeighbourEntry } from '../../datapath/datapath.ts';
import type { ConsoleSettings, KeyPair } from '../console-settings.ts';
import type { PermittedSources } from '../permitted-sources.ts';
import type { Proof } from '../sessions/session.ts';
import type { SourceReport } from '../source-admission.ts';
import type { FileToSend, UploadPlace } from '../transfer-control.ts';

/** How a request reached the web server. */
export interface Arrival {
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
  /** It speaks TLS. */
  readonly secure: boolean;
  /** See `ManagementConnection`. */
  readonly name?: string;
  /**
   * The web server's epoch when the TCP connection was opened; it increases with every change that a session has to
   * reconnect for (see `SwitchEvents.epoch`).
   */
  readonly epoch: number;
}

/** Questions of the web server to the switch: each method's question and answer, both plain enough for a message. */
export interface BackendMethods {
  /** `DeviceGlobals` as JSON text, for the browser with this cookie, or for anybody. */
  globals: { question: { readonly cookie: string | undefined } | undefined; answer: string };
  /** The constants script, for the browser with this cookie. */
  constants: { question: { readonly cookie: string | undefined }; answer: string };
  /** The public-key script. */
  publicKey: { question: undefined; answer: string };
  /** Whether the browser with these cookies is signed in, or was before. */
  visitor: { question: VisitorQuestion; answer: VisitorReply };
  login: { question: LoginQuestion; answer: LoginReply };
  /** A remote call's JSON text in, its answer's JSON text out. */
  call: { question: Proof & { readonly rpc: string; readonly arrival: Arrival }; answer: CallReply };
  /** The same of a program: with an API token instead of a session. */
  tokenCall: {
    question: { readonly token: string; readonly rpc: string; readonly arrival: Arrival };
    answer: TokenReply;
  };
  /** The measurements for a collector, with its API token if it sent one. */
  metrics: { question: { readonly token: string | undefined; readonly arrival: Arrival }; answer: TextReply };
  /** Whether the switch answers at all; rejects or never answers otherwise. */
  ready: { question: undefined; answer: true };
  logout: { question: Proof; answer: { readonly lastOfBrowser: boolean } };
  /** Whether the session may send a file to the upload of this name: where to put it, or the answer to give at once. */
  uploadPlace: { question: Proof & { readonly name: string }; answer: UploadPlace | { readonly refused: string } };
  upload: { question: UploadQuestion; answer: string };
  download: { question: DownloadQuestion; answer: FileToSend | { readonly refused: string } };
  /** Which sources the web server has seen. */
  seen: { question: SourceReport; answer: undefined };
  /** The certificate that the web server made itself. */
  certified: { question: KeyPair; answer: undefined };
  /** The neighbors of the switch's own station: which stations those are that connect. */
  neighbours: { question: undefined; answer: readonly NeighbourEntry[] };
}

interface VisitorQuestion {
  /** The session cookie. */
  readonly cookie: string | undefined;
  /** The proof of an earlier login. */
  readonly known: string | undefined;
  /** The API token of a program. */
  readonly token?: string;
}

/** How long the answer to a call remains the answer to the same call. */
export interface Standing {
  /** While the switch's `Revision` is this one, */
  readonly revision: number;
  /** and before this time, in monotonic milliseconds. */
  readonly until: number;
}

interface CallReply {
  /** JSON text. */
  readonly text: string;
  /** Absent if each call has to be answered by the switch. */
  readonly standing?: Standing;
}

interface TextReply {
  /** Of HTTP: 200, 401 without a token that is accepted, 404 if it is not served. */
  readonly status: number;
  readonly body: string;
}

interface TokenReply {
  /** Of HTTP: 200, or 401 if the token is not accepted. */
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

interface VisitorReply {
  readonly isSignedIn: boolean;
  /** It is, or was before. */
  readonly isKnown: boolean;
}

interface LoginQuestion extends VisitorQuestion {
  readonly pelican: string;
  readonly pinkpanther: string;
  /** A session to end where they are all taken; "" for none. */
  readonly end: string;
  readonly arrival: Arrival;
}

interface LoginReply {
  /** `LoginAnswer` as JSON text. */
  readonly body: string;
  /** The cookies to set; absent after a failure. */
  readonly cookies?: { readonly session: string; readonly known: string };
}

interface UploadQuestion extends Proof {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Written whole to the path that `uploadPlace` gave; who wrote it removes it after the answer. */
  readonly file: { readonly name: string; readonly path: string; readonly size: number };
  readonly arrival: Arrival;
}

interface DownloadQuestion extends Proof {
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly arrival: Arrival;
}

/** The name of something that the web server asks. */
export type BackendMethod = keyof BackendMethods;

/** The switch as the web server sees it, in the same thread or in another one. */
export type Backend = {
  readonly [Method in BackendMethod]: (
    question: BackendMethods[Method]['question'],
  ) => Promise<BackendMethods[Method]['answer']>;
};

/** A backend all of whose methods go the same way. */
export function createUniformBackend(
  ask: <Method extends BackendMethod>(
    method: Method,
    question: BackendMethods[Method]['question'],
  ) => Promise<BackendMethods[Method]['answer']>,
): Backend {
  return {
    globals: (question) => ask('globals', question),
    constants: (question) => ask('constants', question),
    publicKey: (question) => ask('publicKey', question),
    visitor: (question) => ask('visitor', question),
    login: (question) => ask('login', question),
    call: (question) => ask('call', question),
    tokenCall: (question) => ask('tokenCall', question),
    metrics: (question) => ask('metrics', question),
    ready: (question) => ask('ready', question),
    logout: (question) => ask('logout', question),
    uploadPlace: (question) => ask('uploadPlace', question),
    upload: (question) => ask('upload', question),
    download: (question) => ask('download', question),
    seen: (question) => ask('seen', question),
    certified: (question) => ask('certified', question),
    neighbours: (question) => ask('neighbours', question),
  };
}

/** The switch cannot answer now: it restarts, or too many calls wait. */
export class Unavailable extends Error {
  constructor() {
    super('The device is not available at the moment.');
    this.name = 'Unavailable';
  }
}

/** Events that the switch sends its process without being asked. */
export interface SwitchEvents {
  /** Connections opened before now prove nothing about the plan now in force: the guard waits for new ones. */
  epoch(value: number): void;
  /** The switch's own IP addresses, all of those in force, whenever they may have changed. */
  addresses(addresses: readonly string[]): void;
  /** From where the console may be asked, whenever that may have changed. */
  sources(sources: PermittedSources): void;
  /** How the console is to be answered, whenever that may have changed. */
  console(settings: ConsoleSettings): void;
  /** Requests the device's own certificate; a new one with `anew`. `certified` answers it. */
  ownCertificate(anew: boolean): void;
  /** The names of the switch, whenever they may have changed. */
  names(names: readonly string[]): void;
  /** Somebody signed in from this source (see `Sources`), by whichever service. */
  knownSource(source: string): void;
  /** The switch wants to be started again. */
  reboot(): void;
  /** A password was made for the first account; to be shown on the terminal once and kept nowhere. Resolves once it is shown. */
  initialPassword(password: string): void | Promise<void>;
}
