import type { Clock } from '../../datapath/clock.ts';
import type { Arrival, Backend, BackendMethods } from './backend.ts';
import type { Revision } from './revision.ts';

/** Characters of a call and of its answer beyond which nothing is kept, and answers that are: those of the pages that are open. */
const LONGEST_CALL = 4_000;
const LONGEST_ANSWER = 64_000;
const KEPT = 8;

type Question = BackendMethods['call']['question'];
type Reply = BackendMethods['call']['answer'];

interface Kept {
  readonly question: Question;
  readonly reply: Reply;
}

/**
 * The web server's answers to the very same call of the same session from the same place, as polls are. An answer that the switch says
 * stands is given again, without asking, until what it is made of changes or its time is over (see `Standing`).
 */
export class StandingAnswers {
  /** The one that was given last is the last. */
  readonly #kept: Kept[] = [];
  readonly #revision: Pick<Revision, 'present'>;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(revision: Pick<Revision, 'present'>, clock: Pick<Clock, 'now'>) {
    this.#revision = revision;
    this.#clock = clock;
  }

  /** A way to call that asks this one only for what it does not have. */
  before(ask: Backend['call']): Backend['call'] {
    return async (question) => {
      if (question.rpc.length > LONGEST_CALL) return ask(question);
      const kept = this.#take(question);
      const reply = kept && this.#stands(kept) ? kept : await ask(question);
      if (reply.standing && reply.text.length <= LONGEST_ANSWER) this.#keep({ question, reply });
      return reply;
    };
  }

  /** Takes the answer to this question out of those that are kept. */
  #take(question: Question): Reply | undefined {
    const at = this.#kept.findIndex((each) => isSame(each.question, question));
    return at === -1 ? undefined : this.#kept.splice(at, 1)[0]?.reply;
  }

  #keep(latest: Kept): void {
    // Asked twice at the same time, it has two answers.
    this.#take(latest.question);
    this.#kept.push(latest);
    if (this.#kept.length > KEPT) this.#kept.shift();
  }

  #stands({ standing }: Reply): boolean {
    return standing !== undefined && standing.revision === this.#revision.present && this.#clock.now() < standing.until;
  }
}

/** Whether two are alike in each property. The compiler sees to it that none is forgotten. */
type Alike<Compared> = { readonly [Name in keyof Required<Compared>]: (one: Compared, other: Compared) => boolean };

// Each property by its name: one chosen by a variable takes longer to find than all of them to compare.
const arrivalsAlike = Object.values({
  remoteAddress: (one, other) => one.remoteAddress === other.remoteAddress,
  epoch: (one, other) => one.epoch === other.epoch,
  localAddress: (one, other) => one.localAddress === other.localAddress,
  localPort: (one, other) => one.localPort === other.localPort,
  secure: (one, other) => one.secure === other.secure,
  name: (one, other) => one.name === other.name,
} satisfies Alike<Arrival>);

/** Everything that an answer may depend on: what is asked and by whom, and over which connection. */
const questionsAlike = Object.values({
  rpc: (one, other) => one.rpc === other.rpc,
  gambit: (one, other) => one.gambit === other.gambit,
  cookie: (one, other) => one.cookie === other.cookie,
  arrival: (one, other) => arrivalsAlike.every((isAlike) => isAlike(one.arrival, other.arrival)),
} satisfies Alike<Question>);

/** Compared as values: a text of all of them would take longer to make than most answers to find. */
function isSame(one: Question, other: Question): boolean {
  return questionsAlike.every((isAlike) => isAlike(one, other));
}
