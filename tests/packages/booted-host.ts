import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';

const script = fileURLToPath(new URL('boot.sh', import.meta.url));

/** Nothing of this host's own settings. */
const surroundings = {
  cwd: '/',
  env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
};

/** Whether a host can be booted here: that takes root, systemd, dpkg, overlay file systems and /dev/net/tun. */
export function bootObstacle(root: string): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may boot a host';
  if (!existsSync(`${root}/lib/systemd/systemd`)) return `${root} has no systemd`;
  if (!existsSync(`${root}/usr/bin/dpkg`)) return `${root} has no dpkg`;
  if (!existsSync('/dev/net/tun')) return 'the kernel has no /dev/net/tun';
  const known = readFileSync('/proc/filesystems', 'utf8');
  return ['overlay', 'cgroup2'].find((name) => !known.includes(name))?.concat(' is missing in the kernel');
}

/** How a program on the host ended, and what it printed. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly output: string;
}

/** For tests: a host that runs systemd, on a copy of the files below `root` that is dropped at its end. */
export class BootedHost {
  readonly #shell: ChildProcess;
  readonly #init: number;

  private constructor(shell: ChildProcess, init: number) {
    this.#shell = shell;
    this.#init = init;
  }

  /** Boots it; `shared` is its folder /mnt. Resolves when systemd takes orders. */
  static async boot(root: string, shared: string): Promise<BootedHost> {
    const shell = spawn('unshare', ['--mount', script, root, shared], { stdio: ['ignore', 'inherit', 'inherit'] });
    // The shell becomes unshare, whose one child is process 1 of the host.
    const children = () => readFileSync(`/proc/${shell.pid}/task/${shell.pid}/children`, 'utf8').trim();
    await vi.waitFor(() => {
      if (!readFileSync(`/proc/${children()}/comm`, 'utf8').startsWith('systemd')) throw new Error('not booted yet');
    }, 20_000);
    const host = new BootedHost(shell, Number(children()));
    await vi.waitFor(async () => {
      const { output } = await host.run('systemctl is-system-running || true');
      if (!/running|degraded/.test(output)) throw new Error(`systemd is ${output}`);
    }, 60_000);
    return host;
  }

  /** Runs a line of shell on the host. */
  run(line: string): Promise<Ended> {
    return new Promise((resolve) => {
      execFile('nsenter', [...this.#place, 'sh', '-c', line], surroundings, (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : Number(error.code ?? 1),
          stdout: stdout.trim(),
          output: `${stdout}${stderr}`.trim(),
        }),
      );
    });
  }

  /** Runs a line that has to succeed; resolves to its standard output. */
  async must(line: string): Promise<string> {
    const { code, stdout, output } = await this.run(line);
    if (code !== 0) throw new Error(`${line}: exit code ${code}\n${output}`);
    return stdout;
  }

  /** Starts a program in a network namespace of the host. */
  spawn(namespace: string, words: readonly string[], options: SpawnOptions): ChildProcess {
    const given = [...this.#place, 'ip', 'netns', 'exec', namespace, ...words];
    return spawn('nsenter', given, { ...options, ...surroundings });
  }

  get #place(): string[] {
    return ['-t', String(this.#init), '-m', '-u', '-i', '-n', '-p', '-C', '-r', '-w'];
  }

  /** Ends it at once, as a loss of power does. */
  async end(): Promise<void> {
    const group = /^0::(\/faceplate-\d+)/m.exec(readFileSync(`/proc/${this.#shell.pid}/cgroup`, 'utf8'))?.[1];
    const gone = once(this.#shell, 'exit');
    process.kill(this.#init, 'SIGKILL');
    await gone;
    await removeGroup(group);
  }
}

/** Removes the cgroups that systemd made, where the kernel's tree of them can be found. */
async function removeGroup(group: string | undefined): Promise<void> {
  const place = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
  if (group === undefined || place === undefined) return;
  await new Promise((resolve) => {
    execFile('find', [`${place}${group}`, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';'], resolve);
  });
  if (existsSync(`${place}${group}`)) rmdirSync(`${place}${group}`);
}
