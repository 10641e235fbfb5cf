import { spawnSync } from 'node:child_process';
import { type Flow, formatFlow } from '../datapath/openvswitch/openflow/flow.ts';

/** The upper half of the cookie is the same in all rules of a driver. */
const GENERATION = 0xffff_ffffn << 32n;

/**
 * Words rules for ovs-ofctl as those of the driver of a bridge, which would install everything again if it missed any of its own. The
 * rules of `table` are looked at for its cookie.
 */
export function wordingOwnRules(bridge: string, table: number): (flow: Flow) => string {
  const { stdout } = spawnSync('ovs-ofctl', ['-O', 'OpenFlow14', 'dump-flows', bridge, `table=${table}`]);
  const cookie = /cookie=(0x[0-9a-f]+),/.exec(stdout.toString())?.[1];
  if (cookie === undefined) throw new Error('The bridge has no rules.');
  const generation = BigInt(cookie) & GENERATION;
  return (flow) => `add cookie=0x${(generation | BigInt(flow.tag ?? 0)).toString(16)},${formatFlow(flow)}`;
}
