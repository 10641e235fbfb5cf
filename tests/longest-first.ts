import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What a file says of itself in the comments at its beginning. */
const BEGINNING = 1000;
const environmentSaid = /^\/\/ @vitest-environment (\S+)/m;
const longSaid = /^\/\/ @long-running/m;

/**
 * The order of test files: those of one environment together, since a worker that changes its environment is restarted
 * and loads everything again; of these first those that say `// @long-running`, so that no worker is left with one at
 * the end; the rest as Vitest would.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const rankOf = new Map(usual.map((file) => [file, rank(readFileSync(file.moduleId, 'utf8').slice(0, BEGINNING))]));
    return usual.toSorted((one, other) => (rankOf.get(one) ?? 0) - (rankOf.get(other) ?? 0));
  }
}

/** Files with an environment of their own come first: they are many and short. */
function rank(beginning: string): number {
  const environment = environmentSaid.test(beginning) ? 0 : 2;
  return environment + (longSaid.test(beginning) ? 0 : 1);
}
