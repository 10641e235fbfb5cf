import type { Configuration } from '../model/configuration/configuration.ts';
import { NO_PORTS, type PortList } from '../model/values/port-list.ts';
import type { TrunkView } from '../protocols/lacp/trunk-view.ts';
import { configuredTrunks } from './bridge-ports.ts';
import { speaksLacp } from './network/trunk/objects.ts';

/**
 * The members of LACP trunks that carry no frames of their trunk. Frames of a neighbor at one of them are not addressed
 * to the trunk, and must not be answered there: another switch may be behind it (IEEE 802.1AX-2014 6.2.6, 6.2.7).
 */
export function membersStandingBy(
  configuration: Pick<Configuration, 'rows'>,
  views: ReadonlyMap<number, TrunkView>,
): PortList {
  return configuredTrunks(configuration)
    .filter(({ row }) => speaksLacp(row.trunkMode))
    .reduce((all, { number, members }) => all | (members & ~(views.get(number)?.distributing ?? NO_PORTS)), NO_PORTS);
}
