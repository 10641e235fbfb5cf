import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Makes veth pairs for as many ports as `count`, does the work with the names of their near ends, and removes them. */
export async function withDevices<Result>(
  count: number,
  work: (names: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const names = Array.from({ length: count }, (_, index) => `fpb${process.pid.toString(36)}${index}`);
  try {
    for (const name of names) {
      execFileSync('ip', ['link', 'add', name, 'type', 'veth', 'peer', 'name', `${name}p`]);
      execFileSync('ip', ['link', 'set', `${name}p`, 'up']);
    }
    return await work(names);
  } finally {
    for (const name of names) if (existsSync(`/sys/class/net/${name}`)) execFileSync('ip', ['link', 'del', name]);
  }
}
