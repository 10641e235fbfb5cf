import { formatPortList, portListOf } from '../model/values/port-list.ts';
import { type AgentSession, signIn, startAgent } from './agent.ts';
import { processorTimeOf } from './child-process.ts';
import { needOpenVSwitch } from './driven-openvswitch.ts';
import { type Figure, median } from './table.ts';
import { withDevices } from './veth.ts';

/** Ports of `MODEL`. */
const PORTS = 52;

/** Milliseconds of processor time that one change may take on the virtual switch, however many VLANs there are. */
export const CHANGE_BUDGET = 5;

/** Changes of one measurement. Twenty are not enough for the compiler to be done with what they run through. */
const ROUNDS = 101;

const MODEL = 'TPE-5240WS';

const everyPort = `1-${PORTS}`;

/** Cost of one VLAN change with few VLANs and with all of them, on the virtual switch. */
export async function vlanChangeOnVirtual(): Promise<Figure[]> {
  return costOf('virtual', []);
}

/** The same on Open vSwitch, with veth pairs as ports; throws where this host has none or does not let make them. */
export async function vlanChangeOnOpenVSwitch(): Promise<Figure[]> {
  needOpenVSwitch();
  return withDevices(PORTS, (names) => costOf('openvswitch', ['--ports', names.join(',')]));
}

async function costOf(datapath: string, options: readonly string[]): Promise<Figure[]> {
  const agent = await startAgent('--model', MODEL, '--datapath', datapath, ...options);
  try {
    const session = await signIn(agent.origin);
    const changeCost = (vlan: number) => costOfChanges(session, agent.pid, vlan);
    await createVlans(session, 2, 10);
    // The first round warms the agent up.
    await changeCost(5);
    const few = await changeCost(5);
    await createVlans(session, 11, 4094);
    const many = await changeCost(2047);
    return [
      {
        what: `one VLAN change, ${PORTS} ports × 10 VLANs, ${datapath}`,
        measured: `${few.toFixed(1)} ms of processor time`,
        budget: '',
      },
      {
        what: `one VLAN change, ${PORTS} ports × 4,094 VLANs, ${datapath}`,
        measured: `${many.toFixed(1)} ms of processor time, ${(many / few).toFixed(1)} ×`,
        // Limits of Open vSwitch are measured with its own tool, see changesOnOpenVSwitch.
        ...(datapath === 'virtual'
          ? { budget: `≤ ${CHANGE_BUDGET} ms`, holds: many <= CHANGE_BUDGET }
          : { budget: '' }),
      },
    ];
  } finally {
    await agent.stop();
  }
}

/** Makes VLANs `first` to `last` with every port as a tagged member, in batches. */
export async function createVlans(session: AgentSession, first: number, last: number): Promise<void> {
  const batch = 512;
  for (let start = first; start <= last; start += batch) {
    const calls = Array.from({ length: Math.min(batch, last + 1 - start) }, (_, index) => ({
      method: 'CommonSet',
      params: {
        Template: 'dot1qVlanStaticEntry',
        RowStatus: 4,
        dot1qVlanIndex: start + index,
        dot1qVlanStaticName: `v${start + index}`,
        dot1qVlanStaticEgressPorts: everyPort,
      },
    }));
    await session.call('BatchPost', { FuncName: 'VLANs', calls });
  }
}

/** Median milliseconds of processor time that the agent takes to take a port out of a VLAN or put it back, the call included. */
export async function costOfChanges(session: AgentSession, pid: number, vlan: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = processorTimeOf(pid);
    await changeVlan(session, vlan, round);
    times.push(processorTimeOf(pid) - began);
  }
  return median(times);
}

/** Takes one port out of a VLAN with all ports and puts the one of the round before back. */
export async function changeVlan(session: AgentSession, vlan: number, round: number): Promise<void> {
  const without = (round % PORTS) + 1;
  const members = formatPortList(
    portListOf(Array.from({ length: PORTS }, (_, index) => index + 1).filter((port) => port !== without)),
  );
  await session.call('CommonSet', {
    Template: 'dot1qVlanStaticEntry',
    dot1qVlanIndex: vlan,
    dot1qVlanStaticEgressPorts: members,
  });
}
