import type { InstanceState, StatePart } from '../../../datapath/state.ts';
import type { Contribution, StateContribution } from '../../../device/contribution.ts';
import type { SlotReader } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { NO_PORTS, type PortList, portBit, portListOf } from '../../../model/values/port-list.ts';
import { BRIDGE_GROUP_ADDRESS } from '../../../protocols/spanning-tree/bridge-group-address.ts';
import {
  beginningOf,
  participationRead,
  portsTakingPart,
  settingsRead,
  treeOfVlans,
  treesOf,
} from './device-settings.ts';
import { dot1dStpExtPortEntry, EdgeValue } from './objects.ts';
import { decidedStates, spanningTree } from './slots.ts';

/** The kind of the BPDUs that come in. */
export const BPDU_FRAMES = 'bpdu';

/** Maximum number of BPDUs of a port that the agent reads per second: many more than neighbors of any kind send. */
const BPDUS_A_SECOND = 50;

/** BPDUs of the ports that take part come to the agent; the others', no bridge forwards. VLANs are in their trees. */
export const bpdus: Contribution = {
  reads: participationRead,
  compile(configuration, hardware) {
    const ports = portsTakingPart(configuration, hardware).reduce((all, { members }) => all | members, NO_PORTS);
    const spanningTreeInstances = treeOfVlans(configuration);
    if (ports === NO_PORTS) return { spanningTreeInstances };
    const matches = [{ destination: BRIDGE_GROUP_ADDRESS, ports }];
    return {
      spanningTreeInstances,
      punts: new Map([
        [BPDU_FRAMES, { stage: 'control', action: 'take', rate: BPDUS_A_SECOND, eachPort: true, matches }],
      ]),
    };
  },
};

/** Every port that there can be. */
const EVERY_PORT = (1n << 64n) - 1n;

/**
 * States of ports in each tree. A port that the engine has not decided yet discards, unless it is configured as an edge
 * port: this shows the guard the effect of enabling spanning tree, and leaves a loop no time before the engine runs.
 */
export const portStates: StateContribution = {
  reads: settingsRead,
  uses: [decidedStates],
  compile: statesOf,
  foresee(configuration, hardware, slots) {
    const { instances = new Map<number, InstanceState>() } = statesOf(configuration, hardware, slots);
    const unsettled = slots.get(spanningTree)?.unsettledBy(configuration);
    return {
      instances: new Map(
        [...instances].map(([tree, { learning = EVERY_PORT, forwarding = EVERY_PORT }]): [number, InstanceState] => {
          const open = ~(unsettled?.get(tree) ?? NO_PORTS);
          return [tree, { learning: learning & open, forwarding: forwarding & open }];
        }),
      ),
    };
  },
};

function statesOf(configuration: Configuration, hardware: Hardware, slots: SlotReader): StatePart {
  const ports = portsTakingPart(configuration, hardware);
  if (ports.length === 0) return {};
  const decided = slots.get(decidedStates);
  const valid = decided?.beginning === beginningOf(configuration) ? decided : undefined;
  const taking = portListOf(ports.map(({ representative }) => representative));
  const fresh = edgesOf(configuration, hardware) & ~(valid?.known ?? NO_PORTS);
  const whole = (list: PortList | undefined) => (EVERY_PORT & ~taking) | ((list ?? NO_PORTS) & taking) | fresh;
  return {
    attended: taking & ~(fresh | (valid?.edges ?? NO_PORTS)),
    instances: new Map(
      treesOf(configuration).map((tree): [number, InstanceState] => {
        const state = valid?.trees.get(tree);
        return [tree, { learning: whole(state?.learning), forwarding: whole(state?.forwarding) }];
      }),
    ),
  };
}

function edgesOf(configuration: Configuration, hardware: Hardware): PortList {
  return portsTakingPart(configuration, hardware).reduce((edges, { number, representative }) => {
    const row = configuration.row(dot1dStpExtPortEntry, { dot1dStpPort: number });
    return row?.dot1dStpPortAdminEdgePort === EdgeValue.yes ? edges | portBit(representative) : edges;
  }, NO_PORTS);
}
