import { readFileSync } from 'node:fs';

/** A task as docs/tasks.md states it. */
export interface StatedTask {
  readonly task: string;
  readonly steps: string;
  readonly actions: number;
}

/** The rows of the tables of docs/tasks.md whose columns are task, steps and actions. */
export function statedTasks(): readonly StatedTask[] {
  const text = readFileSync(new URL('../../docs/tasks.md', import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => {
    const [, task, steps, actions] = /^\| ([^|]+) \| ([^|]+) \| (\d+) \|/.exec(line) ?? [];
    return task === undefined || steps === undefined ? [] : [{ task, steps, actions: Number(actions) }];
  });
}
