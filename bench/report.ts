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
import { fullChangesOnOpenVSwitch } from './full-openvswitch.ts';
import { firstFrameOnOpenVSwitch } from './full-openvswitch-start.ts';
import { pagesOfFullSwitch } from './full-switch.ts';
import { fullWalk } from './full-walk.ts';
import { learningOnOpenVSwitch } from './learning.ts';
import { macTable } from './mac-table.ts';
import { commandLine, snmpBesideNetSnmp } from './management.ts';
import { memoryOfCalls } from './memory-of-calls.ts';
import { metricsScrape } from './metrics-scrape.ts';
import { changesOnOpenVSwitch } from './openvswitch-changes.ts';
import { pageFigures } from './page-figures.ts';
import { paletteOfFullSwitch } from './palette.ts';
import { puntLatencyOnOpenVSwitch, puntLatencyOnVirtual } from './punt-latency.ts';
import { slowLogin } from './slow-login.ts';
import { walkBesideNetSnmp } from './snmp-walk.ts';
import { startCost } from './start-cost.ts';
import { type Figure, formatTable } from './table.ts';
import { virtualDatapath } from './virtual-datapath.ts';
import { vlanChangeOnOpenVSwitch, vlanChangeOnVirtual } from './vlan-change.ts';

/** What is measured only if it is named: it takes as long as everything else, and nothing is promised of it. */
const onRequest: ReadonlySet<string> = new Set(['a fleet on SQLite', 'a fleet on NATS and PostgreSQL']);

/**
 * Takes the measurements whose names contain one of the words, without any nearly all, in turn and prints the table; one that cannot be
 * taken says why in its line. Each measurement is also printed as soon as it is done, so a run that is cut off leaves what it found.
 */
export async function report(words: readonly string[]): Promise<void> {
  const figures: Figure[] = [];
  const measurements: readonly [string, () => Promise<Figure[]>][] = [
    ['pages', () => withAgent(pageFigures)],
    ['login page on a telephone', slowLogin],
    ['address table', macTable],
    ['pages of a full switch', pagesOfFullSwitch],
    ['palette of a full switch', paletteOfFullSwitch],
    ['agent at rest', footprint],
    ['memory of calls', memoryOfCalls],
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
    ['full configuration on Open vSwitch', fullChangesOnOpenVSwitch],
    ['first frame on Open vSwitch', firstFrameOnOpenVSwitch],
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
  const isWanted = (name: string) =>
    words.length === 0 ? !onRequest.has(name) : words.some((word) => name.toLowerCase().includes(word.toLowerCase()));
  for (const [name, measure] of measurements.filter(([name]) => isWanted(name))) {
    process.stderr.write(`measuring ${name} …\n`);
    const found = await measure().catch((error: unknown): Figure[] => {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      return [{ what: name, measured: `not measured: ${reason}`, budget: '' }];
    });
    for (const { what, measured, ratio = '' } of found) process.stderr.write(`  ${what}: ${measured} ${ratio}\n`);
    figures.push(...found);
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
