import { addressKey, type ForwardingPlan, type PortNumber, type StaticUnicastPlan } from '../plan.ts';
import { pinnedInForce, type SecureSources } from '../port-security.ts';
import type { ForwardingState } from '../state.ts';
import { Field } from './openflow/field.ts';
import type { FlowStatistics } from './openflow/flow-statistics.ts';
import { macText } from './openflow/match.ts';
import { Register } from './pipeline/registers.ts';
import { Tag } from './pipeline/rule.ts';
import { Tally } from './tally.ts';

/** A count of a rule of port security. */
export type SourceCount =
  | { readonly kind: 'unknown'; readonly port: PortNumber; readonly packets: bigint }
  | { readonly kind: 'secure'; readonly name: string; readonly packets: bigint };

/** Reads a rule of the table that learns; undefined where it counts nothing. */
export function sourceCount({ cookie, match, packets }: FlowStatistics): SourceCount | undefined {
  const tag = Number(cookie & 0xffff_ffffn);
  if (tag === Tag.secureSource) {
    const lookedAt = (field: Field) => match.find((one) => one.field === field)?.value;
    const vlan = lookedAt(Register.vlan.field);
    const address = macText(lookedAt(Field.ethSource) ?? 0n);
    return { kind: 'secure', name: nameOf(vlan === undefined ? undefined : Number(vlan), address), packets };
  }
  const port = tag - Tag.unknownSource;
  return port > 0 && port <= 64 ? { kind: 'unknown', port, packets } : undefined;
}

/** Adds up what secured ports see: when ovs-vswitchd restarts, its rules count from 0 again. */
export class SourceTallies {
  readonly #unknown = new Map<PortNumber, Tally>();
  /** As for the meters of rates: at the first look a rule may be a former driver's. */
  #first: bigint | undefined;

  /** Takes the present counts; returns the sums since the start. */
  add(counts: readonly SourceCount[], plan: ForwardingPlan, state: ForwardingState): SecureSources {
    const heard = new Map<string, bigint>();
    const shared = plan.learning.constraint === 'shared';
    const secure = new Map<string, StaticUnicastPlan>();
    for (const entry of pinnedInForce(plan, state).values()) {
      if (plan.portSecurity.has(entry.port)) secure.set(nameOf(shared ? undefined : entry.vlan, entry.address), entry);
    }
    for (const count of counts) {
      if (count.kind === 'unknown') this.#tally(count.port).advance(count.packets);
      else {
        const entry = secure.get(count.name);
        if (entry && count.packets > 0n) heard.set(addressKey(entry.vlan, entry.address), count.packets);
      }
    }
    this.#first = 0n;
    return { unknown: new Map([...this.#unknown].map(([port, { total }]) => [port, total])), heard };
  }

  #tally(port: PortNumber): Tally {
    const present = this.#unknown.get(port);
    if (present) return present;
    const made = new Tally(this.#first);
    this.#unknown.set(port, made);
    return made;
  }
}

function nameOf(vlan: number | undefined, address: string): string {
  return vlan === undefined ? address : addressKey(vlan, address);
}
