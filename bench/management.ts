import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentSession, account, signIn, startAgent } from './agent.ts';
import { memoryOf, processorTimeOf } from './child-process.ts';
import { Manager } from './manager.ts';
import { nodeBaseline } from './node-baseline.ts';
import { type Figure, median, megabytes } from './table.ts';
import { createVlans } from './vlan-change.ts';

const MODEL = 'TPE-5240WS';
const VLANS = 4094;

/** ifInOctets of the first interface: both agents have it. */
const VARIABLE = '1.3.6.1.2.1.2.2.1.10.1';
const COMMUNITY = 'public';

/** Requests of one measurement, and how many are under way at a time. */
const REQUESTS = 5000;
const AT_ONCE = 16;
const ROUNDS = 5;

/** Milliseconds that the agent has to come to rest: it gives memory back after ten seconds. */
const REST = 12_000;

/** Logins of one measurement. */
const LOGINS = 7;

/** A TCP port of 127.0.0.1 that is free now, and hopefully the UDP port too. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Net-SNMP's agent with only IF-MIB, reading the host's interfaces. */
async function startSnmpd(): Promise<{ readonly port: number; readonly pid: number; stop(): Promise<void> }> {
  if (!existsSync('/usr/sbin/snmpd')) throw new Error('snmpd is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'faceplate-snmpd-'));
  const port = await freePort();
  writeFileSync(join(folder, 'snmpd.conf'), `rocommunity ${COMMUNITY} 127.0.0.1\n`);
  const modules = ['-I', 'ifTable,ifXTable,system_mib,vacm_context,snmp_mib'];
  const words = ['-f', '-Lo', '-C', '-c', join(folder, 'snmpd.conf'), ...modules, `udp:127.0.0.1:${port}`];
  const child = spawn('/usr/sbin/snmpd', words, {
    env: { ...process.env, SNMP_PERSISTENT_DIR: folder, MIBS: '' },
    stdio: 'ignore',
  });
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The port behind "…:port" that a service says it listens at, once it does. */
async function portOf(session: AgentSession, object: string, column: string): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const read = await session.call('CommonGet', { Template: object });
    const port = Number(new RegExp(`"${column}":"[^"]*:(\\d+)"`).exec(JSON.stringify(read))?.[1] ?? 0);
    if (port > 0) return port;
    await sleep(100);
  }
  throw new Error(`${object} does not listen.`);
}

const set = (session: AgentSession, Template: string, values: object) =>
  session.call('CommonSet', { Template, ...values });

async function enableSnmp(session: AgentSession): Promise<number> {
  await set(session, 'snmpCommunityEntry', { snmpCommunityIndex: '1', snmpCommunityName: COMMUNITY, RowStatus: 4 });
  await set(session, 'snmpAgentCtrl', { snmpAgentState: 1 });
  return portOf(session, 'snmpAgentCtrl', 'snmpListening');
}

/** SNMP requests a second and walks of a full switch, beside Net-SNMP's agent in the same run. */
export async function snmpBesideNetSnmp(): Promise<Figure[]> {
  const snmpd = await startSnmpd();
  const agent = await startAgent('--model', MODEL, '--port-offset', String(await freeOffset()));
  const managers: Manager[] = [];
  try {
    const session = await signIn(agent.origin);
    await createVlans(session, 2, VLANS);
    const own = new Manager(await enableSnmp(session), COMMUNITY);
    const theirs = new Manager(snmpd.port, COMMUNITY);
    managers.push(own, theirs);
    const rates = { own: [] as number[], theirs: [] as number[] };
    for (const one of managers) await one.getsPerSecond(VARIABLE, REQUESTS, AT_ONCE);
    // In turns, so that whatever else this machine does weighs on both.
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.own.push(await own.getsPerSecond(VARIABLE, REQUESTS, AT_ONCE));
      rates.theirs.push(await theirs.getsPerSecond(VARIABLE, REQUESTS, AT_ONCE));
    }
    await own.walk('1.3.6.1');
    const walked = await own.walk('1.3.6.1');
    const walks = { own: [] as number[], theirs: [] as number[] };
    const speed = ({ variables, milliseconds }: Awaited<ReturnType<Manager['walk']>>) =>
      (variables * 1000) / milliseconds;
    for (let round = 0; round < ROUNDS; round += 1) {
      walks.own.push(speed(await own.walk('1.3.6.1.2.1.2')));
      walks.theirs.push(speed(await theirs.walk('1.3.6.1.2.1.2')));
    }
    const rate = (values: readonly number[]) => Math.round(median(values)).toLocaleString('en');
    return [
      {
        what: `SNMP GETs a second, 52 ports × ${VLANS.toLocaleString('en')} VLANs, ${AT_ONCE} at a time`,
        measured: `${rate(rates.own)}; snmpd ${rate(rates.theirs)}`,
        budget: '',
      },
      {
        what: 'variables a second of a walk of IF-MIB by GETBULK',
        measured: `${rate(walks.own)}; snmpd ${rate(walks.theirs)}`,
        budget: '',
      },
      {
        what: `full SNMP walk, 52 ports × ${VLANS.toLocaleString('en')} VLANs`,
        measured: `${walked.variables.toLocaleString('en')} variables in ${(walked.milliseconds / 1000).toFixed(2)} s`,
        budget: '',
      },
    ];
  } finally {
    for (const manager of managers) manager.close();
    await agent.stop();
    await snmpd.stop();
  }
}

/** Interface tables, and how often they are walked in a measurement. */
const INTERFACE_TABLES = ['1.3.6.1.2.1.2.2', '1.3.6.1.2.1.31.1.1'];
const WALKS = 10;

/** The promised ratio of processor time a variable. */
const WALK_RATIO = 1.5;

/**
 * Processor time that a variable costs in a walk of ifTable and ifXTable, all threads of each agent together, beside Net-SNMP's agent in
 * the same run. That one serves the interfaces of the host, or of the network namespace that the measurement runs in.
 */
export async function walkBesideNetSnmp(): Promise<Figure[]> {
  const snmpd = await startSnmpd();
  const agent = await startAgent('--model', MODEL, '--port-offset', String(await freeOffset()));
  const managers: Manager[] = [];
  try {
    const own = new Manager(await enableSnmp(await signIn(agent.origin)), COMMUNITY);
    const theirs = new Manager(snmpd.port, COMMUNITY);
    managers.push(own, theirs);
    const walked = async (manager: Manager, pid: number) => {
      const before = processorTimeOf(pid);
      let variables = 0;
      for (let walk = 0; walk < WALKS; walk += 1) {
        for (const table of INTERFACE_TABLES) variables += (await manager.walk(table)).variables;
      }
      return ((processorTimeOf(pid) - before) * 1000) / variables;
    };
    const [mine, other, ratios]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [one, two] = [await walked(own, agent.pid), await walked(theirs, snmpd.pid)];
      // The first round lets the compiler finish.
      if (round === 0) continue;
      mine.push(one);
      other.push(two);
      ratios.push(one / two);
    }
    const ratio = median(ratios);
    return [
      {
        what: 'processor time of a variable, walk of ifTable and ifXTable',
        floor: `${median(other).toFixed(1)} µs (snmpd)`,
        measured: `${median(mine).toFixed(1)} µs`,
        ratio: ratio.toFixed(2),
        budget: `≤ ${WALK_RATIO}`,
        holds: ratio <= WALK_RATIO,
      },
    ];
  } finally {
    for (const manager of managers) manager.close();
    await agent.stop();
    await snmpd.stop();
  }
}

/** A port offset by which no service of the agent meets one of this host. */
async function freeOffset(): Promise<number> {
  return 20_000 + ((await freePort()) % 20_000);
}

/** Milliseconds from OpenSSH's start to the prompt of the command line, and the agent's memory with every service on. */
export async function commandLine(): Promise<Figure[]> {
  if (!existsSync('/usr/bin/ssh')) throw new Error("OpenSSH's client is not installed.");
  const folder = mkdtempSync(join(tmpdir(), 'faceplate-ssh-'));
  writeFileSync(join(folder, 'ask'), `#!/bin/sh\necho '${account.password}'\n`, { mode: 0o755 });
  const baseline = await nodeBaseline();
  const agent = await startAgent('--port-offset', String(await freeOffset()));
  try {
    const session = await signIn(agent.origin);
    await enableSnmp(session);
    await set(session, 'telnetCtrl', { telnetState: 1 });
    await set(session, 'rmonCtrl', { rmonGlobalState: 1 });
    await set(session, 'sshCtrl', { sshState: 1 });
    const port = await portOf(session, 'sshCtrl', 'sshListening');
    await sleep(REST);
    const memory = memoryOf(agent.pid) - baseline.memory;
    const times: number[] = [];
    for (let login = 0; login < LOGINS; login += 1) times.push(await timeToPrompt(port, folder));
    return [
      { what: 'SSH login to the prompt, by password', measured: `${median(times).toFixed(0)} ms`, budget: '' },
      {
        what: `agent memory with SNMP, SSH, Telnet and RMON on, above Node's ${megabytes(baseline.memory)}`,
        measured: megabytes(memory),
        budget: '',
      },
    ];
  } finally {
    await agent.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeToPrompt(port: number, folder: string): Promise<number> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'PubkeyAuthentication=no'];
  const words = ['-F', 'none', ...options.flatMap((option) => ['-o', option]), '-tt', '-p', String(port)];
  const began = performance.now();
  const child = spawn('ssh', [...words, `${account.user}@127.0.0.1`], {
    env: { ...process.env, SSH_ASKPASS: join(folder, 'ask'), SSH_ASKPASS_REQUIRE: 'force' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const gone = once(child, 'exit');
  let said = '';
  const took = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      said += text;
      if (said.includes('> ')) resolve(performance.now() - began);
    });
    child.once('exit', () => reject(new Error(`ssh ended before its prompt: ${said}`)));
  });
  child.stdin.end('exit\r');
  await gone;
  return took;
}
