import { type Change, changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Field } from '../../model/schema/field.ts';
import type { TableObject } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { refuseWhereCloudOwns } from '../cloud/ownership.ts';
import type { DeviceContext } from '../feature.ts';
import { placeOfSecret } from '../flash/sealed-configuration.ts';
import { Severity } from '../log/log.ts';
import type { Caller, Request } from '../management.ts';
import { Refusal } from '../refusal.ts';
import { proofRequired } from '../sessions/access-proof.ts';
import { fitForTerminal } from './answer-text.ts';
import type { Command } from './command.ts';
import type { CommandIo } from './command-io.ts';
import { help } from './help-text.ts';
import type { Language } from './language.ts';
import { menuOf } from './menu.ts';
import { parse } from './parse.ts';
import { isWritten, replacedConfiguration } from './replaced-configuration.ts';
import type { RunnableVerb } from './runnable-verb.ts';
import { sealedOfWord } from './sealed-word.ts';
import { mayHoldSecret } from './secret-lines.ts';
import { filtered, jsonLines, shownLines } from './show.ts';
import { tokensOf } from './tokens.ts';

/** How a line went, and what it is to a program that asked for it: its exit status. */
export const Outcome = { done: 0, refused: 1, notUnderstood: 2 } as const;

/** One of the values of `Outcome`, or the wish to end the session. */
export type Outcome = (typeof Outcome)[keyof typeof Outcome] | 'exit';

/** A change of several lines. */
interface Begun {
  readonly requests: Request[];
  /** They are a whole configuration. */
  readonly replaces: boolean;
  /** Lines that were refused since it was begun. */
  refused: number;
}

/** Lines of a change that was begun at most. */
const BEGUN_MAXIMUM = 65_536;
const secretsHidden = () => new Refusal(ErrorCode.proofRequired, say('Enter your password to see the secrets.'));

/** Lines that are remembered. */
const HISTORY = 200;

/** Carries out the lines of one session. */
export class Shell {
  readonly language: Language;
  readonly #context: DeviceContext;
  readonly #caller: Caller;
  readonly #verbs: readonly RunnableVerb[];
  readonly #prove: (password: string) => Promise<void>;
  /** The words of lines that change no column. */
  readonly #harmless: ReadonlySet<string>;
  #begun: Begun | undefined;
  #isEnabled = false;
  #history: readonly string[] = [];

  /**
   * @param verbs beside those that every switch has.
   * @param prove takes the password again, for what grants access. Rejects with a `Refusal` where it is wrong.
   */
  constructor(
    context: DeviceContext,
    caller: Caller,
    verbs: readonly RunnableVerb[],
    prove: (password: string) => Promise<void> = () => Promise.reject(proofRequired()),
  ) {
    this.#prove = prove;
    this.#context = context;
    this.#caller = caller;
    this.#verbs = verbs;
    this.#harmless = new Set(['show', 'delete', 'terminal', ...verbs.map(({ words: [first] }) => first)]);
    this.language = {
      menu: menuOf(context.objects),
      verbs,
      objects: new Map(context.objects.map((object) => [object.name, object])),
      rowsOf: (table) => rowsIn(context, table),
    };
  }

  /** Lines that were entered, the latest last; those that hold a secret, or may hold one, are none of them. */
  get history(): readonly string[] {
    return this.#history;
  }

  /** The prompt; `name` is the switch's. Programs know none with a blank before the last one. */
  prompt(name: string): string {
    const change = this.#begun ? `(change, ${this.#begun.requests.length})` : '';
    return `${fitForTerminal(name)}${change}${this.#isEnabled ? '#' : '>'} `;
  }

  /** Carries a line out. Never rejects. */
  async run(line: string, io: CommandIo): Promise<Outcome> {
    const { tokens, isOpen } = tokensOf(line);
    if (tokens.length === 0) return Outcome.done;
    const parsed = isOpen ? undefined : parse(tokens, this.language);
    if (!mayHoldSecret(tokens, parsed, this.language, this.#harmless)) this.#remember(line);
    if (!parsed) return this.#complain(io, 'A quote is not closed.', Outcome.notUnderstood);
    if (parsed.kind !== 'command') return this.#complain(io, parsed.message, Outcome.notUnderstood);
    try {
      return await this.#carryOut(parsed.command, io);
    } catch (error) {
      if (error instanceof Refusal) return this.#complain(io, this.#wordsOf(error), Outcome.refused);
      this.#context.log.write(
        Severity.error,
        say('A command could not be carried out: {{reason}}', { reason: saidBy(error) }),
      );
      return this.#complain(io, 'The device could not carry out the request.', Outcome.refused);
    }
  }

  /** Why a line is refused. A row that is not there is named: who types it has not seen it in a list. */
  #wordsOf({ code, place, message }: Refusal): string {
    const object = place?.row && code === ErrorCode.noSuchName ? this.language.objects.get(place.object) : undefined;
    if (object?.shape !== 'table') return message;
    const index = Object.entries<Field>(object.index).map(([column, field]) => field.show(place?.row?.[column] ?? ''));
    return `${object.title} ${index.join(' ')} does not exist.`;
  }

  async #complain(io: CommandIo, message: string, outcome: Outcome): Promise<Outcome> {
    if (this.#begun) this.#begun.refused += 1;
    await io.complain(fitForTerminal(message));
    return outcome;
  }

  #remember(line: string): void {
    if (this.#history.at(-1) === line) return;
    this.#history = [...this.#history, line].slice(-HISTORY);
  }

  async #carryOut(command: Command, io: CommandIo): Promise<Outcome> {
    switch (command.kind) {
      case 'show':
        await this.#show(command, io);
        return Outcome.done;
      case 'change':
        return this.#change(this.#opened(command.requests), command.forced, io);
      case 'begin':
        if (this.#begun)
          return this.#complain(io, 'A change is already in progress: "apply" or "discard" it.', Outcome.refused);
        this.#begun = { requests: [], replaces: command.replaces, refused: 0 };
        return Outcome.done;
      case 'apply':
        return this.#apply(command.forced, io);
      case 'discard':
        if (!this.#begun) return this.#complain(io, 'No change is in progress.', Outcome.refused);
        this.#begun = undefined;
        return Outcome.done;
      case 'history':
        await io.print(this.#history);
        return Outcome.done;
      case 'help':
        await io.print(help);
        return Outcome.done;
      case 'verb':
        await this.#verb(command, io);
        return Outcome.done;
      case 'enable':
      case 'disable':
        this.#isEnabled = command.kind === 'enable';
        return Outcome.done;
      case 'terminal':
        io.resize?.(command.size);
        return Outcome.done;
      case 'exit':
        return this.#exit(io);
    }
  }

  async #show({ shown, filter }: Extract<Command, { kind: 'show' }>, io: CommandIo): Promise<void> {
    const { management } = this.#context;
    if (filter?.kind === 'json') await io.print(jsonLines(shown, management, this.#caller));
    else await io.print(filtered(shownLines(shown, management, this.#caller, io.width), filter));
  }

  async #change(requests: readonly Request[], forced: boolean, io: CommandIo): Promise<Outcome> {
    if (!this.#begun) {
      await this.#perform(requests, forced, io);
      return Outcome.done;
    }
    if (forced) return this.#complain(io, '"force" belongs before "apply".', Outcome.refused);
    if (this.#begun.requests.length + requests.length > BEGUN_MAXIMUM) {
      return this.#complain(io, `A change has at most ${BEGUN_MAXIMUM} requests.`, Outcome.refused);
    }
    this.#begun.requests.push(...requests);
    return Outcome.done;
  }

  async #apply(forced: boolean, io: CommandIo): Promise<Outcome> {
    const begun = this.#begun;
    if (!begun) return this.#complain(io, 'No change is in progress.', Outcome.refused);
    // Without a line that was mistyped, or whose secret did not open, the whole would be another configuration.
    if (begun.replaces && begun.refused > 0 && !forced) {
      const lines = `Lines refused since "begin replace": ${begun.refused}.`;
      return this.#complain(io, `${lines} Enter them again and "force apply", or "discard".`, Outcome.refused);
    }
    if (begun.replaces) await this.#replace(begun.requests, forced, io);
    else if (begun.requests.length > 0) await this.#perform(begun.requests, forced, io);
    this.#begun = undefined;
    return Outcome.done;
  }

  async #verb({ verb, given, forced, filter }: Extract<Command, { kind: 'verb' }>, io: CommandIo): Promise<void> {
    const begun = this.#begun;
    await this.#verbs
      .find((one) => one === verb)
      ?.run(given, {
        context: this.#context,
        caller: this.#caller,
        io,
        isForced: forced,
        begun: begun && (() => this.#changesOf(begun)),
        print: (lines) => io.print(filtered(asyncLines(lines), filter)),
        prove: () => this.#provePassword(io, secretsHidden()),
        perform: (requests) => this.#perform(requests, forced, io),
      });
  }

  async #provePassword(io: CommandIo, required: Refusal): Promise<void> {
    const { session, isProved } = this.#caller;
    if (isProved || (session !== undefined && this.#context.sessions.isProved(session))) return;
    const password = await io.askPassword?.(required.message);
    if (password === undefined) throw required;
    await this.#prove(password);
  }

  /** Requests with the secrets in clear that were given as this switch shows them. Throws a `Refusal`. */
  #opened(requests: readonly Request[]): readonly Request[] {
    return requests.map((request) => {
      const values = Object.entries(request.values).map(([name, value]): [string, Value] => {
        const field: Field | undefined = request.object.fields[name];
        const sealed = field?.sealed && typeof value === 'string' ? sealedOfWord(value) : undefined;
        if (!field || sealed === undefined) return [name, value];
        const opened = this.#context.secrets.open(sealed, placeOfSecret(request.object, request.values, name));
        const reading = opened === undefined ? undefined : field.read(opened);
        if (reading?.ok) return [name, reading.value];
        const message = say('{{label}} was encrypted for another switch or entry. Enter the secret itself.', {
          label: say(field.label),
        });
        throw new Refusal(ErrorCode.wrongValue, message);
      });
      return { ...request, values: Object.fromEntries(values) };
    });
  }

  async #changesOf({ requests, replaces }: Begun): Promise<readonly Change[]> {
    const { management, objects, hardware, configuration } = this.#context;
    const present = configuration();
    if (replaces) return changesBetween(objects, present, replacedConfiguration(objects, hardware, present, requests));
    return requests.length > 0 ? (await management.tryOut(requests, this.#caller)).changes : [];
  }

  #perform(requests: readonly Request[], forced: boolean, io: CommandIo): Promise<void> {
    return this.#guarded((force) => this.#performProved(requests, force, io), forced, io);
  }

  /**
   * Applies the lines as a whole, instead of the present configuration. They may contain anything that grants access.
   */
  async #replace(requests: readonly Request[], forced: boolean, io: CommandIo): Promise<void> {
    const { hold, slots, objects, hardware } = this.#context;
    hold.refuse();
    const all = objects.filter(isWritten).map((object): Request => ({ kind: 'set', object, values: {} }));
    refuseWhereCloudOwns(slots, all, this.#caller);
    await this.#provePassword(io, proofRequired());
    const edit = (present: Configuration) => replacedConfiguration(objects, hardware, present, requests);
    await this.#guarded(
      (force) => this.#context.changeFor(edit, { caller: this.#caller, forced: force }, true),
      forced,
      io,
    );
  }

  /** Asks where a change may cut the session off that asks, and then applies it provisionally. */
  async #guarded(act: (force: boolean) => Promise<void>, forced: boolean, io: CommandIo): Promise<void> {
    const { guard } = this.#context;
    let isForced = forced;
    try {
      await act(forced);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== ErrorCode.managementLoss || forced) throw error;
      if (!(await io.ask('Continue?', fitForTerminal(error.message)))) throw error;
      await act(true);
      isForced = true;
    }
    const waiting = isForced ? guard.provisional() : undefined;
    if (!waiting) return;
    await io.print([
      `Applied provisionally: log in on a new connection within ${waiting.secondsLeft} s to keep it; otherwise it is reverted.`,
    ]);
  }

  /** Asks for the password where the change grants access. */
  async #performProved(requests: readonly Request[], force: boolean, io: CommandIo): Promise<void> {
    const { management } = this.#context;
    try {
      await management.perform(requests, this.#caller, { force });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== ErrorCode.proofRequired) throw error;
      const password = await io.askPassword?.(fitForTerminal(error.message));
      if (password === undefined) throw error;
      await this.#prove(password);
      await management.perform(requests, this.#caller, { force });
    }
  }

  async #exit(io: CommandIo): Promise<Outcome> {
    const begun = this.#begun?.requests.length ?? 0;
    if (begun > 0 && !(await io.ask('The lines entered since "begin" are not applied. Leave?'))) return Outcome.refused;
    return 'exit';
  }
}

function rowsIn(context: DeviceContext, table: TableObject): readonly Values[] {
  // Live rows are not read for a completion: they may be thousands, and asked for over and over.
  return context.configuration().rows(table);
}

async function* asyncLines(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield* lines;
}
