import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess } from '../end-process.ts';

/** A program of this system that a large fleet needs. It ends with its parent, however that ends. */
export interface TestServer {
  /** Ends it as a loss of its power would; resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again on what it kept, at the same port; resolves when it answers. */
  start(): Promise<void>;
  readonly pid: number;
}

/** A cluster of buses. */
export interface TestBus {
  /** As `--bus` takes it. */
  readonly address: string;
  /** The same, of each node. */
  readonly addresses: readonly string[];
  readonly nodes: readonly TestServer[];
  close(): Promise<void>;
}

/** A store. */
export interface TestStore extends TestServer {
  /** As `--store` takes it, of a new and empty database. */
  database(): string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Schemas that are made at a time: a program and a connection for each would take longer than what it is for. */
const SCHEMAS = 20;
const root = () => process.getuid?.() === 0;

/** Starts NATS nodes that know one another; without its password clients are ignored. */
export async function startTestBus(size = 3): Promise<TestBus> {
  const folder = mkdtempSync(join(tmpdir(), 'faceplate-bus-'));
  const password = randomBytes(9).toString('hex');
  const ports = await freePorts(size * 2);
  const routes = ports.slice(size).map((port) => `"nats://${HOST}:${port}"`);
  const nodes = Array.from({ length: size }, (_, at) => {
    const file = join(folder, `${at}.conf`);
    const port = ports[at] ?? 0;
    writeFileSync(
      file,
      `server_name: "node-${at}"
host: "${HOST}"
port: ${port}
authorization: { user: "faceplate", password: "${password}" }
cluster: { name: "faceplate", host: "${HOST}", port: ${ports[size + at]}, routes: [${routes.join(', ')}], no_advertise: true }
`,
    );
    return new Server('/usr/sbin/nats-server', ['-c', file], port);
  });
  const close = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    rmSync(folder, { recursive: true });
  };
  await Promise.all(nodes.map((node) => node.start())).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const addresses = ports.slice(0, size).map((port) => `nats://faceplate:${password}@${HOST}:${port}`);
  return {
    address: addresses.join(','),
    addresses,
    nodes,
    close,
  };
}

/** Starts a PostgreSQL that forgets nothing that it acknowledged; as its own user, for it refuses to run as root. */
export async function startTestStore(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'faceplate-store-'));
  const programs = postgresPrograms();
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(9).toString('hex');
  mkdirSync(data);
  writeFileSync(passwordFile, password);
  chmodSync(folder, 0o755);
  if (root()) execFileSync('chown', ['-R', 'postgres:postgres', folder]);
  const [initdb = '', ...words] = asOwner([
    join(programs, 'initdb'),
    ...['-D', data, '-U', 'faceplate', '-A', 'scram-sha-256', '--pwfile', passwordFile],
    ...['-E', 'UTF8', '--locale', 'C.UTF-8', '--no-instructions', '--no-sync'],
  ]);
  execFileSync(initdb, words, { cwd: folder, stdio: 'ignore' });
  const [port = 0] = await freePorts(1);
  const settings = {
    listen_addresses: HOST,
    port,
    unix_socket_directories: folder,
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    recovery_init_sync_method: 'syncfs',
    max_connections: 200,
  };
  const [program = '', ...rest] = asOwner([
    join(programs, 'postgres'),
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const ask = (statement: string) => {
    const words = ['-h', HOST, '-p', `${port}`, '-U', 'faceplate', '-d', 'postgres', '-qc', statement];
    const { status } = spawnSync(join(programs, 'psql'), words, { env: { ...process.env, PGPASSWORD: password } });
    return status === 0;
  };
  // It takes connections while it still looks through what the last end left.
  const server = new Server(program, rest, port, { folder, isReady: () => ask('SELECT 1') });
  const close = async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  await server.start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const make = (from: number) => {
    const schemas = Array.from({ length: SCHEMAS }, (_, at) => `CREATE SCHEMA fleet${from + at}`);
    if (!ask(schemas.join('; '))) throw new Error('The store makes no schema.');
  };
  let made = 0;
  return Object.assign(server, {
    database() {
      if (made % SCHEMAS === 0) make(made + 1);
      made += 1;
      // A database of its own would be some thousand files; a search path separates its tables from others as well.
      const options = encodeURIComponent(`-c search_path=fleet${made}`);
      return `postgres://faceplate:${password}@${HOST}:${port}/postgres?options=${options}`;
    },
    close,
  });
}

/** A program that ends when this process does, even where that is killed. */
class Server implements TestServer {
  readonly #command: readonly string[];
  readonly #port: number;
  readonly #folder: string | undefined;
  readonly #isReady: () => boolean;
  #process: ChildProcess | undefined;

  constructor(
    program: string,
    words: readonly string[],
    port: number,
    { folder, isReady = () => true }: { readonly folder?: string; readonly isReady?: () => boolean } = {},
  ) {
    this.#command = [program, ...words];
    this.#port = port;
    this.#folder = folder;
    this.#isReady = isReady;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(): Promise<void> {
    const started = spawn('/usr/bin/setpriv', ['--pdeathsig', 'KILL', ...this.#command], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(this.#folder !== undefined && { cwd: this.#folder }),
    });
    this.#process = started;
    let said = '';
    started.stderr.on('data', (text) => {
      said = `${said}${text}`.slice(-500);
    });
    const ended = new Promise<never>((_, reject) => {
      started.once('error', reject);
      started.once('close', (code) => reject(new Error(`${this.#command[0]} ended (${code}): ${said}`)));
    });
    ended.catch(() => {});
    while (!(await answers(this.#port)) || !this.#isReady()) {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20))]);
    }
  }

  async kill(): Promise<void> {
    const running = this.#process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    // Its own processes end with it, as all would without power: PostgreSQL does not start again while one is left.
    running.kill('SIGSTOP');
    const children = childrenOf(this.pid);
    for (const child of children) process.kill(child, 'SIGKILL');
    await endProcess(running, 'SIGKILL');
    while (children.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** Whether a process still holds anything: one that ended and was not yet asked about does not. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** A command as the user that PostgreSQL runs as. */
function asOwner(command: readonly string[]): readonly string[] {
  if (!root()) return command;
  // The signal that ends it with its parent is asked for again, since a change of the user forgets it.
  return [
    '/usr/bin/setpriv',
    ...['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', '--pdeathsig', 'KILL'],
    ...command,
  ];
}

/** Debian keeps the programs of each version apart. */
function postgresPrograms(): string {
  const folder = '/usr/lib/postgresql';
  const [newest] = readdirSync(folder).toSorted((a, b) => Number(b) - Number(a));
  return join(folder, newest ?? '', 'bin');
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Free ports of this host. */
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, HOST, () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => Number(Object(server.address()).port));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
