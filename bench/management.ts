import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { freeOffset } from '../tests/free-port.ts';
import { account, signIn, startAgent } from './agent.ts';
import { memoryOf } from './child-process.ts';
import { Manager } from './manager.ts';
import { nodeBaseline } from './node-baseline.ts';
import { COMMUNITY, enableSnmp, portOf, set, startSnmpd } from './snmp-agents.ts';
import { type Figure, median, megabytes } from './table.ts';
import { createVlans } from './vlan-change.ts';

const MODEL = 'TPE-5240WS';
const VLANS = 4094;

/** ifInOctets of the first interface: both agents have it. */
const VARIABLE = '1.3.6.1.2.1.2.2.1.10.1';

/** Requests of one measurement, and how many are under way at a time. */
const REQUESTS = 5000;
const AT_ONCE = 16;
const ROUNDS = 5;

/** Milliseconds that the agent has to come to rest: it gives memory back after ten seconds. */
const REST = 12_000;

/** Logins of one measurement. */
const LOGINS = 7;

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
