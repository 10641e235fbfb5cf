import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * Of a mutant: a test failed, none did, no test comes there, or only the loading of modules does, which is over by then. `begun`
 * is followed by another verdict unless the mutant hangs or ends its process. `dirty`: the test fails without it, too, and another
 * process tries again.
 */
type Verdict = 'begun' | 'killed' | 'survived' | 'unreached' | 'loading' | 'dirty' | 'end';

/** The verdicts so far, by mutant: they outlast the processes that mutants end. */
export class Journal {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  write(verdict: Verdict, mutant: string, by = ''): void {
    appendFileSync(this.#path, `${verdict}\t${mutant}\t${by.replaceAll(/\s+/g, ' ').slice(0, 200)}\n`);
  }

  read(): ReadonlyMap<string, string> {
    if (!existsSync(this.#path)) return new Map();
    const lines = readFileSync(this.#path, 'utf8').split('\n').filter(Boolean);
    return new Map(lines.map((line) => line.split('\t')).map(([verdict = '', mutant = '']) => [mutant, verdict]));
  }
}
