import type { Configuration } from '../../../model/configuration/configuration.ts';
import { NO_PORTS, type PortList, portListOf } from '../../../model/values/port-list.ts';
import type { PortDecision } from '../../security/port-access-control/slots.ts';
import { type ConfiguredMulticastVlan, configuredMulticastVlans } from './configured.ts';

/** The multicast VLANs that are on, without ports in their guest VLAN: those are neither sources nor receivers. */
export function multicastVlansInForce(
  configuration: Configuration,
  decisions: ReadonlyMap<number, PortDecision>,
): readonly ConfiguredMulticastVlan[] {
  const streams = configuredMulticastVlans(configuration);
  const guests = portListOf([...decisions].filter(([, { isGuest }]) => isGuest).map(([port]) => port));
  if (guests === NO_PORTS) return streams;
  const others = (ports: PortList) => ports & ~guests;
  return streams.map((one) => ({
    ...one,
    sources: others(one.sources),
    receivers: others(one.receivers),
    untagged: others(one.untagged),
  }));
}
