import type { ForwardingEntry } from '../datapath.ts';
import type { VlanId } from '../plan.ts';
import { portOfCookie } from './learned-cookie.ts';
import { Field } from './openflow/field.ts';
import type { Flow } from './openflow/flow.ts';
import type { FlowStatistics } from './openflow/flow-statistics.ts';
import { macText } from './openflow/match.ts';
import { Register } from './pipeline/registers.ts';

/** A learned row of the forwarding database, and the rule that it is. */
export interface LearnedRow extends ForwardingEntry {
  /** The VLAN that it was heard in. */
  readonly vlan: VlanId;
  /** Whether it holds in all VLANs. */
  readonly shared: boolean;
  /** Seconds until it is forgotten if nothing more is heard; 0 for never. */
  readonly timeout: number;
  readonly cookie: bigint;
  readonly rule: Flow;
}

/**
 * Reads a rule as a learned row; undefined where it is none. Its age is the time since its last source frame; under shared
 * learning the FID is 1.
 */
export function learnedRow(flow: FlowStatistics): LearnedRow | undefined {
  const { table, priority, match, loads, cookie, hardAge, hardTimeout } = flow;
  const lookedAt = (field: Field) => match.find((one) => one.field === field)?.value;
  const address = lookedAt(Field.ethDestination);
  const port = portOfCookie(cookie);
  if (address === undefined || port === undefined) return undefined;
  const vlan = lookedAt(Register.vlan.field);
  const noted = loads.find(({ to }) => to.field === Register.heardIn.field)?.value;
  return {
    fid: Number(vlan ?? 1n),
    vlan: Number(vlan ?? noted ?? 1n),
    shared: vlan === undefined,
    address: macText(address),
    port,
    origin: 'learned',
    age: hardAge,
    timeout: hardTimeout,
    cookie,
    rule: { table, priority, match, actions: loads },
  };
}
