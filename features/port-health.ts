import type { DeviceContext } from '../device/feature.ts';
import type { Message } from '../model/values/message.ts';
import type { Facts, PortSituation } from './attention/facts.ts';
import { findAll } from './attention/finding.ts';
import { factsOf } from './attention/gather.ts';
import { portRules } from './attention/rules.ts';

/** How a port does, and why. */
export interface Health {
  readonly state: 'normal' | 'attention' | 'fault' | 'noDevice';
  /** The worst first. */
  readonly reasons: readonly Message[];
}

/** How each port does by the rules of Attention, in the words of the Surveillance Mode. */
export function healthOf(facts: Facts): ReadonlyMap<number, Health> {
  const found = findAll(portRules, facts);
  return new Map(
    facts.ports.map((situation): [number, Health] => {
      const here = found.filter(({ ports }) => ports?.includes(situation.port));
      const reasons = here.map(({ plain, what }) => plain ?? what);
      if (here.some(({ severity }) => severity === 'critical')) return [situation.port, { state: 'fault', reasons }];
      if (reasons.length > 0) return [situation.port, { state: 'attention', reasons }];
      return [situation.port, { state: situation.isUp || situation.device ? 'normal' : 'noDevice', reasons }];
    }),
  );
}

/**
 * Every port and how it does; damaged frames count from what `damagedBefore` says. Rejects where the datapath cannot be read.
 */
export async function portsAndHealth(
  context: DeviceContext,
  damagedBefore: (port: number) => bigint,
): Promise<ReadonlyMap<number, PortSituation & { readonly health: Health }>> {
  const facts = await factsOf(context, damagedBefore);
  const health = healthOf(facts);
  const unknown: Health = { state: 'noDevice', reasons: [] };
  return new Map(
    facts.ports.map((situation) => [situation.port, { ...situation, health: health.get(situation.port) ?? unknown }]),
  );
}
