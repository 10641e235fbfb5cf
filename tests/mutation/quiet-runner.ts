import { startTests } from '@vitest/runner';
import { type RunnerTestCase, TestRunner } from 'vitest';

/** The first test that failed, and how. */
export interface Failure {
  readonly words: string;
  readonly path: string;
  /** Undefined where the file failed as a whole. */
  readonly id: string | undefined;
}

/** The part of a worker's state (which Vitest keeps private) that is needed. */
interface WorkerState {
  readonly ctx: { readonly files: readonly unknown[] };
  readonly evaluatedModules: {
    getModuleById(path: string): object | undefined;
    invalidateModule(module: object): void;
  };
}

/** The state of the worker that a runner is in. */
export function workerStateOf(runner: TestRunner): WorkerState {
  return Reflect.get(runner, 'workerState');
}

/** Runs tests of a file, without reporting them, up to the first that fails. */
export async function firstFailure(
  runner: TestRunner,
  path: string,
  testIds: readonly string[],
): Promise<Failure | undefined> {
  if (testIds.length === 0) return undefined;
  const quiet = new QuietRunner(runner.config);
  for (const name of ['moduleRunner', '_otel'])
    Object.defineProperty(quiet, name, { value: Reflect.get(runner, name) });
  const [file] = await startTests([{ filepath: path, testIds: [...testIds] }], quiet);
  if (quiet.failure || file?.result?.state !== 'fail') return quiet.failure;
  return { words: file.result.errors?.[0]?.message ?? 'The file failed.', path, id: undefined };
}

class QuietRunner extends TestRunner {
  failure: Failure | undefined;

  /** The file is evaluated again, and of its modules none. */
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    const { evaluatedModules } = workerStateOf(this);
    const module = evaluatedModules.getModuleById(path);
    if (module) evaluatedModules.invalidateModule(module);
    return super.importFile(path, source);
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    if (test.result?.state !== 'fail') return;
    const [error] = test.result.errors ?? [];
    const words = `${test.name}: ${error?.message.split('\n')[0]}`;
    this.failure ??= { words, path: test.file.filepath, id: test.id };
    this.cancel('test-failure');
  }

  // Both would report to the process of Vitest.
  override async onAfterRunSuite(): Promise<void> {}
  override onAfterRunFiles(): void {}
}
