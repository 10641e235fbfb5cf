import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Kills the agent when it is about to run one of some programs, which change the host's network. */
export class EndAtProgram {
  readonly #folder = mkdtempSync(join(tmpdir(), 'faceplate-end-'));
  /** What an agent is started with that ends so. */
  readonly environment = { PATH: `${this.#folder}:${process.env.PATH}` };

  constructor(programs: readonly string[]) {
    for (const program of programs) {
      const path = join(this.#folder, program);
      const lines = [
        '#!/bin/sh',
        `if [ -f ${this.#folder}/at ]; then`,
        `  echo >> ${this.#folder}/ran`,
        `  if [ $(wc -l < ${this.#folder}/ran) -ge $(cat ${this.#folder}/at) ]; then kill -KILL $PPID; exit 1; fi`,
        'fi',
        `exec "$(PATH='${process.env.PATH}' && command -v ${program})" "$@"`,
      ];
      writeFileSync(path, `${lines.join('\n')}\n`);
      chmodSync(path, 0o755);
    }
  }

  /** From now on it ends before the so many-th program. */
  before(program: number): void {
    this.never();
    writeFileSync(join(this.#folder, 'at'), String(program));
  }

  never(): void {
    for (const file of ['at', 'ran']) rmSync(join(this.#folder, file), { force: true });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
