import type { FlushSelection } from '../../../datapath/datapath.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { NO_PORTS, type PortList } from '../../../model/values/port-list.ts';
import type { Flush } from '../../../protocols/spanning-tree/bridge-state.ts';
import type { BridgePort } from '../../bridge-ports.ts';

/**
 * What to forget so that each port forgets what it learnt in each of the trees: one selection for all trees in which the same
 * ports are meant, so that a topology change takes one flush, however many ports and VLANs.
 */
export function flushesOf(
  flush: readonly Flush[],
  ports: ReadonlyMap<number, BridgePort>,
  _configuration: Configuration,
): readonly FlushSelection[] {
  let all: PortList = NO_PORTS;
  for (const { port } of flush) all |= ports.get(port)?.members ?? NO_PORTS;
  return all === NO_PORTS ? [] : [{ ports: all }];
}
