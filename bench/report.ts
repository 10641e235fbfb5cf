import { availableParallelism, cpus } from 'node:os';
import { startAgent } from './agent.ts';
import { callCost, callRate, footprint } from './agent-figures.ts';
import { convergenceOnVirtual } from './convergence.ts';
import { convergenceOnOpenVSwitch } from './convergence-openvswitch.ts';
import { memberEnforced, onOpenVSwitch, onVirtual } from './enforced.ts';
import { securityEnforced } from './enforced-security.ts';
import { fleetOnPostgres, fleetOnSqlite } from './fleet.ts';
import { forwardingOnOpenVSwitch } from './forwarding.ts';
import { fullConfiguration } from './full-configuration.ts';
import { pagesOfFullSwitch } from './full-switch.ts';
import { fullWalk } from './full-walk.ts';
import { learningOnOpenVSwitch } from './learning.ts';
import { macTable } from './mac-table.ts';
import { commandLine, snmpBesideNetSnmp, walkBesideNetSnmp } from './management.ts';
import { metricsScrape } from './metrics-scrape.ts';
import { changesOnOpenVSwitch } from './openvswitch-changes.ts';
import { pageFigures } from './page-figures.ts';
import { puntLatencyOnOpenVSwitch, puntLatencyOnVirtual } from './punt-latency.ts';
import { startCost } from './start-cost.ts';
import { type Figure, formatTable } from './table.ts';
import { virtualDatapath } from './virtual-datapath.ts';
import { vlanChangeOnOpenVSwitch, vlanChangeOnVirtual } from './vlan-change.ts';

/** Takes every measurement in turn and prints the table; one that cannot be taken says why in its line. */
export async function report(): Promise<void> {
  const figures: Figure[] = [];
  const measurements: readonly [string, () => Promise<Figure[]>][] = [
    ['pages', () => withAgent(pageFigures)],
    ['address table', macTable],
    ['pages of a full switch', pagesOfFullSwitch],
    ['agent at rest', footprint],
    ['processor time of a start', startCost],
    ['remote calls', () => withAgent(callRate)],
    ['processor time of calls', callCost],
    ['SNMP', snmpBesideNetSnmp],
    ['SNMP walk', walkBesideNetSnmp],
    ['SNMP walk of a full switch', fullWalk],
    ['metrics', metricsScrape],
    ['command line and all services', commandLine],
    ['VLAN change on virtual', vlanChangeOnVirtual],
    ['change and save of a full configuration', fullConfiguration],
    ['VLAN change on Open vSwitch', vlanChangeOnOpenVSwitch],
    ['changes on Open vSwitch', changesOnOpenVSwitch],
    ['learning on Open vSwitch', learningOnOpenVSwitch],
    ['Apply to enforced on virtual', () => onVirtual(memberEnforced)],
    ['Apply to enforced on Open vSwitch', () => onOpenVSwitch(memberEnforced)],
    ['rules and bindings on virtual', () => onVirtual(securityEnforced)],
    ['rules and bindings on Open vSwitch', () => onOpenVSwitch(securityEnforced)],
    ['frames through virtual', virtualDatapath],
    ['convergence on virtual', convergenceOnVirtual],
    ['convergence on Open vSwitch', convergenceOnOpenVSwitch],
    ['forwarding on Open vSwitch', forwardingOnOpenVSwitch],
    ['punted frames on virtual', puntLatencyOnVirtual],
    ['punted frames on Open vSwitch', puntLatencyOnOpenVSwitch],
    ['a fleet on SQLite', fleetOnSqlite],
    ['a fleet on NATS and PostgreSQL', fleetOnPostgres],
  ];
  for (const [name, measure] of measurements) {
    process.stderr.write(`measuring ${name} …\n`);
    try {
      figures.push(...(await measure()));
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      figures.push({ what: name, measured: `not measured: ${reason}`, budget: '' });
    }
  }
  console.log(`Node ${process.versions.node}, ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`);
  console.log(formatTable(figures));
}

async function withAgent(measure: (agent: Awaited<ReturnType<typeof startAgent>>) => Promise<Figure[]>) {
  const agent = await startAgent();
  try {
    return await measure(agent);
  } finally {
    await agent.stop();
  }
}
