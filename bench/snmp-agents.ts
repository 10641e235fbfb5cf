import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../tests/free-port.ts';
import type { AgentSession } from './agent.ts';

/** The community by which both agents are read. */
export const COMMUNITY = 'public';

/** Net-SNMP's agent with only IF-MIB, reading the host's interfaces. */
export async function startSnmpd(): Promise<{ readonly port: number; readonly pid: number; stop(): Promise<void> }> {
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
export async function portOf(session: AgentSession, object: string, column: string): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const read = await session.call('CommonGet', { Template: object });
    const port = Number(new RegExp(`"${column}":"[^"]*:(\\d+)"`).exec(JSON.stringify(read))?.[1] ?? 0);
    if (port > 0) return port;
    await sleep(100);
  }
  throw new Error(`${object} does not listen.`);
}

/** Changes an object of a measured agent. */
export const set = (session: AgentSession, Template: string, values: object) =>
  session.call('CommonSet', { Template, ...values });

/** Switches SNMP on in a measured agent; returns the port that it listens at. */
export async function enableSnmp(session: AgentSession): Promise<number> {
  await set(session, 'snmpCommunityEntry', { snmpCommunityIndex: '1', snmpCommunityName: COMMUNITY, RowStatus: 4 });
  await set(session, 'snmpAgentCtrl', { snmpAgentState: 1 });
  return portOf(session, 'snmpAgentCtrl', 'snmpListening');
}
