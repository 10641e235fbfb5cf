import { breath } from '../../datapath/breath.ts';
import {
  type Backend,
  type BackendMethod,
  type BackendMethods,
  createUniformBackend,
  type Standing,
  type SwitchEvents,
  Unavailable,
} from './backend.ts';
import { type CarriedText, ReceivedTexts, SentTexts } from './recent-texts.ts';
import type { StandingAnswers } from './standing-answers.ts';

/** Carries messages between the two threads: a `MessagePort` or a `Worker`. */
export interface Channel {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Calls that may wait for their answers at the same time; more are turned away. */
const IN_FLIGHT = 256;

type Ask = { readonly kind: 'ask'; readonly id: number; readonly method: BackendMethod; readonly question: unknown };
type Reply = { readonly kind: 'reply'; readonly id: number; readonly answer: unknown };
/** A reply that is text. */
type TextReply = { readonly kind: 'textReply'; readonly id: number; readonly carried: CarriedText };
/** The reply to a call. */
type CallReply = {
  readonly kind: 'callReply';
  readonly id: number;
  readonly carried: CarriedText;
  readonly standing: Standing | undefined;
};
type Failure = { readonly kind: 'failure'; readonly id: number };
type EventMessage = {
  readonly [Name in keyof SwitchEvents]: {
    readonly kind: 'event';
    readonly name: Name;
    readonly value: Parameters<SwitchEvents[Name]>[0];
  };
}[keyof SwitchEvents];

/** The first password has been shown. */
type Shown = { readonly kind: 'shown' };

// Both ends are this module: what arrives is what the other one sent.
type Message = Ask | Reply | TextReply | CallReply | Failure | EventMessage | Shown;

/** Messages that were sent together. */
type Together = { readonly kind: 'together'; readonly messages: readonly Message[] };

/**
 * Sends what comes up in one turn of a thread as one message, in order: a message of its own costs the other thread a wake-up, which is
 * more than most questions do.
 */
function sendingTogether(channel: Channel): (message: Message) => void {
  let messages: Message[] = [];
  return (message) => {
    messages.push(message);
    if (messages.length > 1) return;
    setImmediate(() => {
      const sent = messages;
      messages = [];
      const [only] = sent;
      channel.postMessage(sent.length === 1 ? only : ({ kind: 'together', messages: sent } satisfies Together));
    });
  };
}

/** The messages that arrived together. */
function messagesOf(received: unknown): readonly Message[] {
  const message = received as Message | Together;
  return message.kind === 'together' ? message.messages : [message];
}

/** Questions looked at before frames and timers of the switch go first. */
const ASKS_IN_A_BREATH = 16;

/** The switch's end: answers what the web server asks, in order, a few questions at a time. */
export function serveBackend(channel: Channel, backend: Backend): void {
  const texts = new SentTexts();
  const send = sendingTogether(channel);
  const replyTo = (id: number, method: BackendMethod, answer: unknown): Message => {
    if (method === 'call') {
      const { text, standing } = answer as BackendMethods['call']['answer'];
      return { kind: 'callReply', id, carried: texts.carried(text), standing };
    }
    return typeof answer === 'string'
      ? { kind: 'textReply', id, carried: texts.carried(answer) }
      : { kind: 'reply', id, answer };
  };
  const answer = ({ id, method, question }: Ask) => {
    // The question was made for this method by `connectBackend`.
    const ask = backend[method] as (question: unknown) => Promise<unknown>;
    ask(question).then(
      (answer) => send(replyTo(id, method, answer)),
      () => send({ kind: 'failure', id } satisfies Failure),
    );
  };
  // Everything that has arrived by now is handed over in one turn of the thread: two hundred questions, if they wait.
  const asked: Ask[] = [];
  let isAnswering = false;
  const answerAll = async () => {
    isAnswering = true;
    while (asked.length > 0) {
      for (const ask of asked.splice(0, ASKS_IN_A_BREATH)) answer(ask);
      await breath();
    }
    isAnswering = false;
  };
  channel.on('message', (received) => {
    for (const message of messagesOf(received)) if (message.kind === 'ask') asked.push(message);
    if (!isAnswering && asked.length > 0) void answerAll();
  });
}

/** The switch's end: what it sends without being asked. */
export function sendEvents(channel: Channel): SwitchEvents {
  const send = <Name extends keyof SwitchEvents>(name: Name, value: Parameters<SwitchEvents[Name]>[0]) =>
    channel.postMessage({ kind: 'event', name, value });
  return {
    epoch: (value) => send('epoch', value),
    addresses: (addresses) => send('addresses', addresses),
    names: (names) => send('names', names),
    sources: (sources) => send('sources', sources),
    knownSource: (source) => send('knownSource', source),
    console: (settings) => send('console', settings),
    ownCertificate: (anew) => send('ownCertificate', anew),
    reboot: () => send('reboot', undefined),
    initialPassword: (password) =>
      new Promise((resolve) => {
        channel.on('message', (message) => {
          if ((message as Message).kind === 'shown') resolve();
        });
        send('initialPassword', password);
      }),
  };
}

/** The web server's end, and whether anybody still waits for an answer. */
export interface ConnectedBackend {
  readonly backend: Backend;
  /** Resolves when no call is waiting any longer. */
  idle(): Promise<void>;
  /** The other end is gone: waiting callers and all later ones are notified. */
  close(): void;
}

/**
 * Connects the web server's end. Calls reject with `Unavailable` when too many wait or the other end is gone. `standing` keeps answers
 * to calls; without it each call is passed on.
 */
export function connectBackend(channel: Channel, events: SwitchEvents, standing?: StandingAnswers): ConnectedBackend {
  interface Waiting {
    resolve(answer: unknown): void;
    reject(error: Error): void;
  }
  const waiting = new Map<number, Waiting>();
  const whenIdle: (() => void)[] = [];
  let last = 0;
  let closed = false;

  const settle = (id: number, how: (one: Waiting) => void) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (one) how(one);
    if (waiting.size === 0) for (const resolve of whenIdle.splice(0)) resolve();
  };
  const texts = new ReceivedTexts();
  const send = sendingTogether(channel);
  const receive = (message: Message) => {
    if (message.kind === 'reply') settle(message.id, (one) => one.resolve(message.answer));
    else if (message.kind === 'textReply') {
      const text = texts.text(message.carried);
      settle(message.id, (one) => one.resolve(text));
    } else if (message.kind === 'callReply') {
      const { standing } = message;
      const text = texts.text(message.carried);
      settle(message.id, (one) => one.resolve({ text, ...(standing && { standing }) }));
    } else if (message.kind === 'failure') settle(message.id, (one) => one.reject(new Unavailable()));
    else if (message.kind === 'event') {
      tell(events, message);
      if (message.name === 'initialPassword') channel.postMessage({ kind: 'shown' } satisfies Shown);
    }
  };
  channel.on('message', (received) => messagesOf(received).forEach(receive));

  const uniform = createUniformBackend(
    (method, question) =>
      new Promise((resolve, reject) => {
        if (closed || waiting.size >= IN_FLIGHT) {
          reject(new Unavailable());
          return;
        }
        last += 1;
        waiting.set(last, { resolve: resolve as Waiting['resolve'], reject });
        send({ kind: 'ask', id: last, method, question } satisfies Ask);
      }),
  );
  return {
    backend: standing ? { ...uniform, call: standing.before(uniform.call) } : uniform,
    idle: () => (waiting.size === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))),
    close() {
      closed = true;
      for (const id of [...waiting.keys()]) settle(id, (one) => one.reject(new Unavailable()));
    },
  };
}

function tell(events: SwitchEvents, message: EventMessage): void {
  if (message.name === 'epoch') events.epoch(message.value);
  else if (message.name === 'initialPassword') void events.initialPassword(message.value);
  else if (message.name === 'addresses') events.addresses(message.value);
  else if (message.name === 'sources') events.sources(message.value);
  else if (message.name === 'console') events.console(message.value);
  else if (message.name === 'ownCertificate') events.ownCertificate(message.value);
  else if (message.name === 'names') events.names(message.value);
  else if (message.name === 'knownSource') events.knownSource(message.value);
  else events.reboot();
}
