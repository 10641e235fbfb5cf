import { startTestAgent } from '../tests/agent/test-agent.ts';
import { Manager } from './manager.ts';
import { type Figure, median } from './table.ts';
import { createVlans } from './vlan-change.ts';

/** Milliseconds that the switch's thread may be held in one go. */
const BUDGET = 20;

const COMMUNITY = 'public';
const [PORTS, VLANS, ADDRESSES] = [52, 4094, 16_384];

/** Walks that are measured; the first one lets the compiler finish. */
const WALKS = 3;

/** Milliseconds of the driven clock between looks at what was learned. */
const STEP = 1000;

/** Plugged into the switch: an uplink, behind which addresses appear. */
const uplink = { name: 'uplink', port: PORTS, mac: '02-00-00-00-00-01', address: '192.168.10.1', uplink: true };

/**
 * How long a walk of everything on a full switch holds the thread in one go: the processor time between two turns of the event loop, in
 * which the manager's own part counts, too. Other load of the machine does not.
 */
export async function fullWalk(): Promise<Figure[]> {
  const scenario = { macTable: ADDRESSES, stations: [uplink] };
  const agent = await startTestAgent({ model: 'TPE-5240WS', scenario });
  try {
    const session = await agent.signedIn();
    await createVlans(session, 2, VLANS);
    await session.set('snmpCommunityEntry', { snmpCommunityIndex: '1', snmpCommunityName: COMMUNITY, RowStatus: 4 });
    await session.set('snmpAgentCtrl', { snmpAgentState: 1 });
    const learned = () => agent.running.context.datapath.forwardingDatabase().then((all) => all.length);
    for (let step = 0; step < 60 && (await learned()) < ADDRESSES; step += 1) agent.clock.advance(STEP);
    const port = Number(/"snmpListening":"[^"]*:(\d+)"/.exec(JSON.stringify(await session.read('snmpAgentCtrl')))?.[1]);
    const manager = new Manager(port, COMMUNITY);
    try {
      const longest: number[] = [];
      let variables = 0;
      for (let walk = 0; walk <= WALKS; walk += 1) {
        const turn = await longestTurn(async () => {
          variables = (await manager.walk('1.3.6.1')).variables;
        });
        if (walk > 0) longest.push(turn);
      }
      const size = `${PORTS} ports × ${VLANS} VLANs × ${await learned()} addresses, ${variables} variables`;
      const held = median(longest);
      return [
        {
          what: `longest hold of the switch's thread in a full SNMP walk, ${size}`,
          measured: `${held.toFixed(1)} ms of processor time`,
          budget: `≤ ${BUDGET} ms`,
          holds: held <= BUDGET,
        },
      ];
    } finally {
      manager.close();
    }
  } finally {
    await agent.close();
  }
}

/** Milliseconds of processor time of the longest turn of the event loop while `work` is done. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let [isOver, longest] = [false, 0];
  const watched = (async () => {
    while (!isOver) {
      const before = process.cpuUsage();
      await new Promise(setImmediate);
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  })();
  await work();
  isOver = true;
  await watched;
  return longest;
}
