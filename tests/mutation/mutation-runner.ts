import { type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest';
import { Journal } from './journal.ts';
import { type Failure, firstFailure, workerStateOf } from './quiet-runner.ts';
import { type MutantSwitch, Switch } from './switch.ts';
import { testsFor, type Unit } from './which-tests.ts';

declare global {
  var mutant: MutantSwitch;
}

/** Milliseconds that a test has while a mutant is on, and that all tests for one have together. */
const PATIENCE = 5000;
const BUDGET = Number(process.env.FACEPLATE_MUTATION_BUDGET ?? 4000);
/** One mutant in so many is tried. */
const SAMPLE = Number(process.env.FACEPLATE_MUTATION_SAMPLE ?? 1);
/** One kill in so many is looked at for what it leaves behind. */
const LOOKED_AT = 8;

const mutants = new Switch();
globalThis.mutant = mutants;
let rejections = 0;
process.on('unhandledRejection', () => {
  rejections += 1;
});

/** Runs the tests once to find out which of them reach which mutant, and then for each mutant those that do. */
export default class MutationRunner extends TestRunner {
  readonly #journal = new Journal(process.env.FACEPLATE_MUTATION_JOURNAL ?? '');
  /** By the numbers that the switch knows. */
  readonly #units: (Unit & { ms: number })[] = [];
  readonly #failing = new Set<string>();
  #filesLeft = workerStateOf(this).ctx.files.length;
  #fileUnit = -1;
  #mostCalls = 0;

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    mutants.calls = 0;
    this.#fileUnit = this.#units.push({ path: file.filepath, ms: 0 }) - 1;
    mutants.reaching = this.#fileUnit;
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    mutants.reaching = this.#units.push({ path: test.file.filepath, id: test.id, ms: 0 }) - 1;
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    const unit = this.#units[mutants.reaching ?? -1];
    if (unit) unit.ms = test.result?.duration ?? 0;
    if (test.result?.state === 'fail') this.#failing.add(test.id);
    mutants.reaching = this.#fileUnit;
  }

  override async onAfterRunFiles(): Promise<void> {
    super.onAfterRunFiles();
    this.#mostCalls = Math.max(this.#mostCalls, mutants.calls);
    this.#filesLeft -= 1;
    if (this.#filesLeft === 0) await this.#tryAll();
  }

  async #tryAll(): Promise<void> {
    mutants.reaching = undefined;
    mutants.mostCalls = 3 * this.#mostCalls + 200_000;
    Object.assign(this.config, { testTimeout: PATIENCE, hookTimeout: PATIENCE, setupFiles: [] });
    const done = this.#journal.read();
    for (const [number, name] of mutants.names.entries()) {
      const before = done.get(name);
      const isOfSample = (((number + 1) * 2_654_435_761) >>> 8) % SAMPLE === 0;
      if (isOfSample && (before === undefined || before === 'dirty')) await this.#try(number, name, before === 'dirty');
    }
    this.#journal.write('end', 'end');
  }

  async #try(number: number, name: string, isAgain: boolean): Promise<void> {
    const reaching = mutants.reachedBy[number];
    if (!reaching) return this.#journal.write('unreached', name);
    this.#journal.write('begun', name);
    const units = this.#units.filter(({ id = '' }) => !this.#failing.has(id));
    const reached = reaching.flatMap((index) => this.#units[index] ?? []).filter((unit) => units.includes(unit));
    let hits = 0;
    for (const [path, ids] of testsFor(reached, units, BUDGET)) {
      const failure = await this.#failureWith(number, path, ids);
      hits += mutants.hits;
      if (failure) return this.#killed(number, name, failure, isAgain);
    }
    this.#journal.write(hits > 0 ? 'survived' : 'loading', name);
  }

  async #failureWith(number: number, path: string, ids: readonly string[]): Promise<Failure | undefined> {
    mutants.turnOn(number);
    rejections = 0;
    try {
      const failure = await firstFailure(this, path, ids);
      return failure ?? (rejections > 0 ? { words: 'unhandled rejection', path, id: ids[0] } : undefined);
    } finally {
      mutants.turnOff();
    }
  }

  /** The test has to pass again without the mutant: else an earlier one has left something behind. */
  async #killed(number: number, name: string, { words, path, id }: Failure, isAgain: boolean): Promise<void> {
    const isSuspect = isAgain || number % LOOKED_AT === 0 || /timed out|unhandled|does not end/.test(words);
    const own = this.#units.flatMap((unit) => (unit.path === path && unit.id !== undefined ? [unit.id] : []));
    const ids = (id === undefined ? own : [id]).filter((one) => !this.#failing.has(one));
    const isClean = !isSuspect || (await firstFailure(this, path, ids)) === undefined;
    this.#journal.write(isClean || isAgain ? 'killed' : 'dirty', name, words);
    if (!isClean) process.kill(process.pid, 'SIGKILL');
  }
}
