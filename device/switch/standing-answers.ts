import type { Clock } from '../../datapath/clock.ts';
import { keepLatest } from '../keep-latest.ts';
import type { Backend, BackendMethods } from './backend.ts';
import type { Revision } from './revision.ts';

/** Characters of a call and of its answer beyond which nothing is kept, and answers that are: those of the pages that are open. */
const LONGEST_CALL = 4_000;
const LONGEST_ANSWER = 64_000;
const KEPT = 8;

type Question = BackendMethods['call']['question'];
type Reply = BackendMethods['call']['answer'];

/**
 * The web server's answers to the very same call of the same session from the same place, as polls are. An answer that the switch says
 * stands is given again, without asking, until what it is made of changes or its time is over (see `Standing`).
 */
export class StandingAnswers {
  readonly #kept = new Map<string, Reply>();
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
      const key = keyOf(question);
      const kept = this.#kept.get(key);
      const reply = kept && this.#stands(kept) ? kept : await ask(question);
      if (reply.standing && reply.text.length <= LONGEST_ANSWER) keepLatest(this.#kept, key, reply, KEPT);
      return reply;
    };
  }

  #stands({ standing }: Reply): boolean {
    return standing !== undefined && standing.revision === this.#revision.present && this.#clock.now() < standing.until;
  }
}

/** Everything that an answer may depend on; different questions have different keys, whatever a client puts into them. */
function keyOf(question: Question): string {
  return JSON.stringify(question);
}
