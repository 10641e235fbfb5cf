import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { boundLog } from './bounded-log.ts';
import { enlargeShare } from './host-priority.ts';
import { JsonRpcConnection } from './json-rpc.ts';
import { Ovsdb } from './ovsdb.ts';
import { CommandError, runCommand } from './run-command.ts';
import { runtimeFolder } from './runtime-folder.ts';

/** Paths of the sockets of an Open vSwitch: perhaps different after `ensure`. */
export interface OvsSockets {
  /** Of the database. */
  readonly database: string;
  /** Folder of the bridges' management sockets. */
  readonly runDirectory: string;
  /** Of ovs-vswitchd's own control. */
  vswitchdControl(): Promise<string>;
}

/** The Open vSwitch that the driver uses: started and ended by it, or somebody else's. */
export interface Daemons extends OvsSockets {
  /** Folder for what a later agent has to find; known from the first `ensure` on. */
  readonly folder: string;
  /**
   * Ensures that both daemons run and answer, at the start and after a failure; returns which had to be started.
   * Rejects with one clear sentence.
   */
  ensure(): Promise<readonly string[]>;
  /** Finds the folder of the daemons, and starts nothing. */
  find(): Promise<void>;
  /** Lets ovs-vswitchd forward: after a start it waits for the rules. */
  beginForwarding(): Promise<void>;
  /** Ends both, and removes their files; those of somebody else go on. */
  stop(): Promise<void>;
  /** Ends the daemons that `ensure` reported to have started. */
  end(started: ReadonlySet<string>): Promise<void>;
  /**
   * Ends a daemon that can be called and does not answer, if it does nothing else either; `isOverdue`: in any case.
   * Daemons of others are not touched.
   */
  endHung(isOverdue: boolean): Promise<void>;
  /** Keeps the logs from growing for as long as the daemons run; those of others are theirs. */
  boundLogs(): Promise<void>;
}

const DAEMONS = ['ovsdb-server', 'ovs-vswitchd'] as const;
const ROOT = 'Open_vSwitch';
/** While this is set ovs-vswitchd takes rules and forwards nothing. */
const WAIT_FOR_RULES = 'flow-restore-wait';
/** After so many milliseconds at most ovs-vswitchd takes up what cached decisions have counted, and with it where stations are. */
const LONGEST_BETWEEN_COUNTS = 'max-revalidator';
const MILLISECONDS_BETWEEN_COUNTS = 100;
const SCHEMA = '/usr/share/openvswitch/vswitch.ovsschema';
/**
 * Names a socket at which the service manager starts daemons as units of their own (apps/device/faceplate-openvswitch.sh): those
 * that the agent starts itself would end with its service.
 */
const STARTER = 'FACEPLATE_OPENVSWITCH';
/** Maximum length of a unix socket's path, without its terminating zero. */
const LONGEST_SOCKET_PATH = 107;
/** The longest name that a socket gets here. */
const ROOM_FOR_NAME = '/faceplate.snoop'.length;
const PERSONAL_FILE = /^(conf\.db(\..*)?|.*\.(sock|ctl|pid|log|mgmt|snoop)|\..*\.~lock~)$/;

/**
 * An Open vSwitch of the driver's own, its database, sockets and logs in `directory`, or elsewhere for as long as nothing can be
 * written there: then `obstructed` hears the system's error. The daemons are no children of the agent: they go on when it
 * dies, and the next one finds them again.
 */
export function privateDaemons(directory: string, obstructed: (obstacle: unknown) => void = () => {}): Daemons {
  const wanted = resolve(directory);
  const starter = process.env[STARTER];
  let home = wanted;
  /** Whether `home` was looked for already. */
  let isSettled = false;
  const at = (name: string) => join(home, name);
  const database = () => at('db.sock');
  const control = () => at('vswitchd.ctl');
  const run = (program: string, ...parameters: string[]) =>
    runCommand(program, parameters, { environment: { OVS_RUNDIR: home, OVS_LOGDIR: home, OVS_DBDIR: home } });

  /** Starts a daemon, which is on its own then; resolves once it has begun. */
  async function runDaemon(program: (typeof DAEMONS)[number], ...parameters: string[]): Promise<void> {
    const files = [`--pidfile=${at(`${program}.pid`)}`, `--log-file=${at(`${program}.log`)}`];
    await run(program, ...parameters, ...files, '--detach');
    const pid = await processOf(at(`${program}.pid`), program);
    if (pid !== undefined) enlargeShare(pid);
  }

  /** Looks for the folder where daemons can run; those that run in another one are ended. */
  async function settle(): Promise<void> {
    const { folder, obstacle, isAbandoned = false } = await runtimeFolder(wanted);
    if (isAbandoned) await endIn(wanted);
    else if (isSettled && folder !== home) await endIn(home);
    if (obstacle !== undefined && (!isSettled || folder !== home)) obstructed(obstacle);
    home = folder;
    isSettled = true;
  }

  /** Gives the Open vSwitch itself a setting, or takes one away, without waiting until it is carried out. */
  async function configure(key: string, value: string | undefined): Promise<void> {
    const connection = await Ovsdb.open(database());
    try {
      const rows = await connection.select(ROOT, ['_uuid']);
      const mutations = [
        ['other_config', 'delete', ['set', [key]]],
        ...(value === undefined ? [] : [['other_config', 'insert', ['map', [[key, value]]]]]),
      ];
      await connection.transact([
        ...(rows.length > 0 ? [] : [{ op: 'insert', table: ROOT, row: {} }]),
        { op: 'mutate', table: ROOT, where: [], mutations },
      ]);
    } finally {
      connection.close();
    }
  }

  async function startDatabase(): Promise<void> {
    await mkdir(home, { recursive: true });
    const files = await readdir(home);
    if (!files.includes('conf.db')) await run('ovsdb-tool', 'create', at('conf.db'), SCHEMA);
    if (starter) await startByManager(starter, 'ovsdb-server', home, () => answerOf(database(), 'list_dbs'));
    else {
      await runDaemon('ovsdb-server', at('conf.db'), `--remote=punix:${database()}`, `--unixctl=${at('ovsdb.ctl')}`);
    }
    // Segments and checksums that stations leave to their network cards pass through as they are.
    await configure('userspace-tso-enable', 'true');
  }

  /** The database holds nothing that the driver does not restore: a damaged one is recreated. */
  async function startDatabaseOrMakeAnew(): Promise<void> {
    try {
      await startDatabase();
    } catch (error) {
      if (error instanceof CommandError && error.missing) throw notInstalled(error);
      await rm(at('conf.db'), { force: true });
      await startDatabase();
    }
  }

  async function startSwitch(): Promise<void> {
    // Without its rules the switch would drop what it forwarded before: it waits until they are there.
    await configure(WAIT_FOR_RULES, 'true');
    await configure(LONGEST_BETWEEN_COUNTS, String(MILLISECONDS_BETWEEN_COUNTS));
    if (starter) return startByManager(starter, 'ovs-vswitchd', home, () => answerOf(control(), 'version'));
    await runDaemon('ovs-vswitchd', `unix:${database()}`, `--unixctl=${control()}`).catch((error: unknown) => {
      throw error instanceof CommandError && error.missing ? notInstalled(error) : error;
    });
  }

  /** Ends what does not answer, see `Daemons.endHung`. */
  async function endHung(isOverdue: boolean): Promise<void> {
    await endSilent(database(), 'list_dbs', at('ovsdb-server.pid'), 'ovsdb-server', isOverdue);
    await endSilent(control(), 'version', at('ovs-vswitchd.pid'), 'ovs-vswitchd', isOverdue);
  }

  return {
    get database() {
      return database();
    },
    get runDirectory() {
      return home;
    },
    get folder() {
      return home;
    },
    vswitchdControl: async () => control(),
    async ensure() {
      const answers = async () =>
        (await answerOf(database(), 'list_dbs')) !== 'none' && (await answerOf(control(), 'version')) !== 'none';
      if (isSettled) {
        await endHung(false);
        if (await answers()) return [];
      }
      await settle();
      await endHung(false);
      if (home.length + ROOM_FOR_NAME > LONGEST_SOCKET_PATH) {
        const most = LONGEST_SOCKET_PATH - ROOM_FOR_NAME;
        throw new Error(`The folder ${home} is too deep for the sockets of Open vSwitch: ${most} characters at most.`);
      }
      const started: string[] = [];
      if ((await answerOf(database(), 'list_dbs')) === 'none') {
        await end(at('ovsdb-server.pid'), 'ovsdb-server');
        await startDatabaseOrMakeAnew();
        started.push('ovsdb-server');
      }
      // Its process is still there for a moment after it was killed: what counts is whether it answers.
      if ((await answerOf(control(), 'version')) === 'none') {
        await end(at('ovs-vswitchd.pid'), 'ovs-vswitchd');
        await startSwitch();
        started.push('ovs-vswitchd');
      }
      return started;
    },
    find: settle,
    async beginForwarding() {
      await configure(WAIT_FOR_RULES, undefined);
    },
    stop: () => endIn(home),
    async end(started) {
      if (started.size === DAEMONS.length) await this.stop();
      else for (const name of started) await end(at(`${name}.pid`), name);
    },
    endHung,
    async boundLogs() {
      for (const name of DAEMONS) await boundLog(at(`${name}.log`));
    },
  };
}

/** Ends the daemons that run in a folder, and removes their files. */
async function endIn(folder: string): Promise<void> {
  await end(join(folder, 'ovs-vswitchd.pid'), 'ovs-vswitchd');
  await end(join(folder, 'ovsdb-server.pid'), 'ovsdb-server');
  const files = await readdir(folder).catch(() => []);
  const own = files.filter((name) => PERSONAL_FILE.test(name));
  await Promise.all(own.map((name) => rm(join(folder, name), { force: true }).catch(() => {})));
  await rmdir(folder).catch(() => {
    // Somebody keeps other files there.
  });
}

/** An Open vSwitch that somebody else runs, reached by its database socket "unix:PATH"; the driver's own files are in `directory`. */
export function runningDaemons(
  remote: string,
  directory: string,
  obstructed: (obstacle: unknown) => void = () => {},
): Daemons {
  let folder = resolve(directory);
  let isSettled = false;
  const database = remote.replace(/^unix:/, '');
  const runDirectory = dirname(database);
  async function vswitchdControl(): Promise<string> {
    const pid = (await readFile(join(runDirectory, 'ovs-vswitchd.pid'), 'utf8')).trim();
    return join(runDirectory, `ovs-vswitchd.${pid}.ctl`);
  }
  return {
    database,
    runDirectory,
    get folder() {
      return folder;
    },
    vswitchdControl,
    async ensure() {
      if (!isSettled) {
        const found = await runtimeFolder(folder);
        if (found.obstacle !== undefined) obstructed(found.obstacle);
        folder = found.folder;
        isSettled = true;
      }
      if ((await answerOf(database, 'list_dbs')) === 'none')
        throw new Error(`No Open vSwitch database answers at ${database}.`);
      const control = await vswitchdControl().catch(() => undefined);
      if (control === undefined || (await answerOf(control, 'version')) === 'none') {
        throw new Error(`No ovs-vswitchd runs beside the database at ${database}.`);
      }
      return [];
    },
    find: async () => {
      folder = (await runtimeFolder(folder)).folder;
    },
    beginForwarding: async () => {},
    stop: async () => {},
    end: async () => {},
    endHung: async () => {},
    boundLogs: async () => {},
  };
}

function notInstalled(error: CommandError): Error {
  return new Error(`Open vSwitch is not installed on this host: ${error.message}`);
}

/** How long a daemon may take to say that it is there before it counts as busy, in milliseconds. */
const BUSY = 2000;

/**
 * The answer of the daemon at the unix socket `path` to `method`. A killed daemon may still be listening for a moment
 * but no longer answers ("none"); a busy one answers late and is alive.
 */
async function answerOf(path: string, method: 'list_dbs' | 'version'): Promise<'prompt' | 'late' | 'none'> {
  let connection: JsonRpcConnection | undefined;
  try {
    connection = await JsonRpcConnection.open(path);
    const late = new Promise<'late'>((resolve) => {
      setTimeout(resolve, BUSY, 'late').unref();
    });
    return await Promise.race([connection.call(method, []).then(() => 'prompt' as const), late]);
  } catch {
    return 'none';
  } finally {
    connection?.close();
  }
}

/** How long a daemon may take until it answers, in milliseconds. */
const STARTING = 15_000;

/** Has the service manager start a daemon; resolves when it answers. */
async function startByManager(
  starter: string,
  program: string,
  folder: string,
  answer: () => Promise<'prompt' | 'late' | 'none'>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect(starter, () => socket.end(`${program}\n${folder}\n`));
    socket.once('error', (error) =>
      reject(new Error(`${program} could not be started at ${starter}: ${error.message}`)),
    );
    socket.once('finish', resolve);
    socket.resume();
  });
  for (let waited = 0; (await answer()) === 'none'; waited += END_STEP) {
    if (waited > STARTING) throw new Error(`${program} does not start: its unit and ${folder}/${program}.log say why.`);
    await new Promise((resolve) => setTimeout(resolve, END_STEP));
  }
}

/** The process of a pid file, where it is still the program that wrote it. */
async function processOf(pidFile: string, program: string): Promise<number | undefined> {
  try {
    const pid = Number((await readFile(pidFile, 'utf8')).trim());
    const [before = '', after = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ');
    return before.endsWith(`(${program.slice(0, 15)}`) && !'ZX'.includes(after[0] ?? 'X') ? pid : undefined;
  } catch {
    return undefined;
  }
}

const END_STEP = 20;
const END_STEPS = 150;

/** Ends a daemon kindly, after three seconds for good; resolves when it is gone. */
async function end(pidFile: string, program: string): Promise<void> {
  const pid = await processOf(pidFile, program);
  if (pid === undefined) return;
  signal(pid, 'SIGTERM');
  for (let step = 1; (await processOf(pidFile, program)) === pid; step += 1) {
    if (step === END_STEPS) signal(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, END_STEP));
  }
}

/** Ends a daemon that no longer reacts: either if it does nothing at all meanwhile, or in any case. */
async function endSilent(
  socket: string,
  method: 'list_dbs' | 'version',
  pidFile: string,
  program: string,
  isOverdue: boolean,
): Promise<void> {
  const before = await workOf(pidFile, program);
  if ((await answerOf(socket, method)) !== 'late') return;
  const after = await workOf(pidFile, program);
  if (!before || !after || before.pid !== after.pid) return;
  if (isOverdue || (before.ticks === after.ticks && after.isIdle)) signal(after.pid, 'SIGKILL');
}

/** Time of the processor that a daemon has had, and whether it wants none: it waits for something, or was stopped. */
async function workOf(
  pidFile: string,
  program: string,
): Promise<{ readonly pid: number; readonly ticks: number; readonly isIdle: boolean } | undefined> {
  const pid = await processOf(pidFile, program);
  if (pid === undefined) return undefined;
  try {
    // proc_pid_stat(5), from the state on: 14 and 15 are the ticks in user mode and in the kernel.
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    return { pid, ticks: Number(fields[11]) + Number(fields[12]), isIdle: 'STt'.includes(fields[0] ?? 'R') };
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself meanwhile.
  }
}
