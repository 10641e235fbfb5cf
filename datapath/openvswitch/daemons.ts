import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Ovsdb } from './ovsdb.ts';
import { runCommand } from './run-command.ts';

/** Where the sockets of an Open vSwitch are. */
export interface OvsSockets {
  /** Of the database. */
  readonly database: string;
  /** Folder of the bridges' management sockets. */
  readonly runDirectory: string;
  /** Of ovs-vswitchd's own control. */
  vswitchdControl(): Promise<string>;
}

const SCHEMA = '/usr/share/openvswitch/vswitch.ovsschema';

/** The Open vSwitch that the driver uses: started and ended by it, or somebody else's. */
export interface Daemons extends OvsSockets {
  /** Makes sure that both daemons run; tells which had to be started. Rejects with one clear sentence. */
  ensure(): Promise<readonly string[]>;
  /** Ends what `ensure` started. */
  stop(): Promise<void>;
}

/** An Open vSwitch of the driver's own, its database, sockets and logs in `directory`; it outlives the agent's death. */
export function privateDaemons(directory: string): Daemons {
  const at = (name: string) => join(directory, name);
  const environment = { OVS_RUNDIR: directory, OVS_LOGDIR: directory, OVS_DBDIR: directory };
  const database = at('db.sock');
  const run = (program: string, ...parameters: string[]) => runCommand(program, parameters, { environment });

  async function startDatabase(): Promise<void> {
    await mkdir(directory, { recursive: true });
    if (!(await exists(at('conf.db')))) await run('ovsdb-tool', 'create', at('conf.db'), SCHEMA);
    await rm(database, { force: true });
    await run(
      'ovsdb-server',
      at('conf.db'),
      `--remote=punix:${database}`,
      `--unixctl=${at('ovsdb.ctl')}`,
      `--pidfile=${at('ovsdb-server.pid')}`,
      `--log-file=${at('ovsdb-server.log')}`,
      '--detach',
    );
    await run('ovs-vsctl', '-t', '10', `--db=unix:${database}`, '--no-wait', 'init');
  }

  async function startSwitch(): Promise<void> {
    // Without its rules the switch would drop what it forwarded before: it waits until they are there.
    await run(
      'ovs-vsctl',
      '-t',
      '10',
      `--db=unix:${database}`,
      '--no-wait',
      'set',
      'Open_vSwitch',
      '.',
      'other_config:flow-restore-wait=true',
    );
    await rm(at('vswitchd.ctl'), { force: true });
    await run(
      'ovs-vswitchd',
      `unix:${database}`,
      `--unixctl=${at('vswitchd.ctl')}`,
      `--pidfile=${at('ovs-vswitchd.pid')}`,
      `--log-file=${at('ovs-vswitchd.log')}`,
      '--detach',
    );
  }

  return {
    database,
    runDirectory: directory,
    vswitchdControl: async () => at('vswitchd.ctl'),
    async ensure() {
      const started: string[] = [];
      if (!(await answers(database))) {
        await end(at('ovsdb-server.pid'), 'ovsdb-server');
        await startDatabase();
        started.push('ovsdb-server');
      }
      if (!(await alive(at('ovs-vswitchd.pid'), 'ovs-vswitchd'))) {
        await startSwitch();
        started.push('ovs-vswitchd');
      }
      return started;
    },
    async stop() {
      await end(at('ovs-vswitchd.pid'), 'ovs-vswitchd');
      await end(at('ovsdb-server.pid'), 'ovsdb-server');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** An Open vSwitch that somebody else runs, reached by its database socket "unix:PATH". */
export function runningDaemons(remote: string): Daemons {
  const database = remote.replace(/^unix:/, '');
  const runDirectory = join(database, '..');
  return {
    database,
    runDirectory,
    async vswitchdControl() {
      const pid = (await readFile(join(runDirectory, 'ovs-vswitchd.pid'), 'utf8')).trim();
      return join(runDirectory, `ovs-vswitchd.${pid}.ctl`);
    },
    async ensure() {
      if (!(await answers(database))) throw new Error(`No Open vSwitch database answers at ${database}.`);
      return [];
    },
    stop: async () => {},
  };
}

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  );
}

async function answers(database: string): Promise<boolean> {
  try {
    (await Ovsdb.open(database)).close();
    return true;
  } catch {
    return false;
  }
}

/** The process of a pid file, where it is still the program that wrote it. */
async function processOf(pidFile: string, program: string): Promise<number | undefined> {
  try {
    const pid = Number((await readFile(pidFile, 'utf8')).trim());
    const name = (await readFile(`/proc/${pid}/comm`, 'utf8')).trim();
    const state = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.[0];
    return name === program.slice(0, 15) && state !== 'Z' ? pid : undefined;
  } catch {
    return undefined;
  }
}

async function alive(pidFile: string, program: string): Promise<boolean> {
  return (await processOf(pidFile, program)) !== undefined;
}

const END_STEP = 20;
const END_STEPS = 150;

/** Ends a daemon kindly, after three seconds for good. */
async function end(pidFile: string, program: string): Promise<void> {
  const pid = await processOf(pidFile, program);
  if (pid === undefined) return;
  process.kill(pid, 'SIGTERM');
  for (let step = 0; step < END_STEPS; step += 1) {
    if ((await processOf(pidFile, program)) !== pid) return;
    await new Promise((resolve) => setTimeout(resolve, END_STEP));
  }
  process.kill(pid, 'SIGKILL');
}
