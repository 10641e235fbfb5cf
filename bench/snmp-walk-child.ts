/**
 * Walks ifTable and ifXTable of an agent and of Net-SNMP's, in turns, and posts what a variable costs each. Runs in a process of its own,
 * in a network namespace with as many interfaces as the agent has.
 */
import { freeOffset } from '../tests/free-port.ts';
import { signIn, startAgent } from './agent.ts';
import { snmpWalkBudget } from './budgets.ts';
import { processorTimeOf } from './child-process.ts';
import { Manager } from './manager.ts';
import { type Ratio, ratioOf } from './ratio.ts';
import { COMMUNITY, enableSnmp, startSnmpd } from './snmp-agents.ts';

const MODEL = 'TPE-5240WS';
const INTERFACE_TABLES = ['1.3.6.1.2.1.2.2', '1.3.6.1.2.1.31.1.1'];

/** Walks of one measurement, and how often both are measured. */
const WALKS = 10;
const ROUNDS = 9;

async function measure(): Promise<Ratio> {
  const snmpd = await startSnmpd();
  const agent = await startAgent('--model', MODEL, '--port-offset', String(await freeOffset()));
  const managers: Manager[] = [];
  try {
    const own = new Manager(await enableSnmp(await signIn(agent.origin)), COMMUNITY);
    const theirs = new Manager(snmpd.port, COMMUNITY);
    managers.push(own, theirs);
    /** Nanoseconds of processor time a variable, all threads of the agent together. */
    const walked = async (manager: Manager, pid: number) => {
      const before = processorTimeOf(pid);
      let variables = 0;
      for (let walk = 0; walk < WALKS; walk += 1)
        for (const table of INTERFACE_TABLES) variables += (await manager.walk(table)).variables;
      return ((processorTimeOf(pid) - before) * 1e6) / variables;
    };
    return await ratioOf(
      {
        what: 'processor time of a variable, walk of ifTable and ifXTable, against snmpd',
        floor: () => walked(theirs, snmpd.pid),
        ours: () => walked(own, agent.pid),
        things: 1,
        budget: snmpWalkBudget,
      },
      ROUNDS,
      (work) => work(),
    );
  } finally {
    for (const manager of managers) manager.close();
    await agent.stop();
    await snmpd.stop();
  }
}

const ratio = await measure();
process.send?.(ratio, () => process.exit());
