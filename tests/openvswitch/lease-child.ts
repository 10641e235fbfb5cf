/** Inside the switch's namespace: runs the agent on Open vSwitch, makes it use DHCP, and reports its address. */
import { AgentClient } from '../agent/agent-client.ts';
import { AgentProcess, password } from '../browser/agent-process.ts';

const agent = await AgentProcess.start({ options: ['--datapath', 'openvswitch', '--ports', process.argv[2] ?? ''] });
process.once('disconnect', () => void agent.stop().then(() => process.exit()));
const client = new AgentClient(agent.origin);
await client.login(password);
await client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10001, ipAddrCfgMode: 2 });
for (let leased = false; !leased; ) {
  const rows = await client.read('ipAddressEntry');
  const lease = Array.isArray(rows) ? rows.find(({ ipAddressOrigin }) => ipAddressOrigin === 4) : undefined;
  leased = lease !== undefined;
  if (leased) process.send?.(lease.ipAddressAddr);
  else await new Promise((resolve) => setTimeout(resolve, 200));
}
