import { isGroup, type Scenario } from '../../datapath/virtual/scenario/scenario.ts';
import { type StoredConfiguration, storeConfiguration } from '../../device/flash/stored-configuration.ts';
import { igsCtrl } from '../../features/network/igmp-snooping/objects.ts';
import {
  multicastVlanAssocEntry,
  multicastVlanCtrl,
  multicastVlanEntry,
  multicastVlanGroupEntry,
  multicastVlanGroupRangeEntry,
} from '../../features/network/multicast-vlan/objects.ts';
import { TrunkMode, trunkGroupEntry } from '../../features/network/trunk/objects.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { formatPortList, portListOf } from '../../model/values/port-list.ts';

/** No VLAN that an office is likely to have. */
const STREAM_VLAN = 4000;
const PROFILE = 'Office stream';

/**
 * Initial settings of the switch of the built-in office: an LACP trunk of the cables that its core switch would
 * aggregate, and a multicast VLAN by which the receivers get the server's stream. Settings that do not fit the switch
 * are left out.
 */
export function officeSettings(office: Scenario): StoredConfiguration {
  const objects = [
    trunkGroupEntry,
    igsCtrl,
    multicastVlanCtrl,
    multicastVlanEntry,
    multicastVlanGroupEntry,
    multicastVlanGroupRangeEntry,
    multicastVlanAssocEntry,
  ];
  return storeConfiguration(objects, withStream(withTrunk(Configuration.empty, office), office));
}

function withTrunk(configuration: Configuration, office: Scenario): Configuration {
  const members = trunkOf(office);
  if (members.length === 0) return configuration;
  return configuration.withRow(trunkGroupEntry, {
    trunkId: 1,
    trunkMode: TrunkMode.active,
    trunkMemberPorts: listOf(members),
  });
}

function withStream(configuration: Configuration, { stations, switches }: Scenario): Configuration {
  const groups = new Set(stations.flatMap(({ traffic }) => traffic.map(({ to }) => to).filter(isGroup)));
  const sources = stations.filter(({ traffic }) => traffic.some(({ to }) => groups.has(to)));
  const listeners = stations.filter((station) => station.groups.some((group) => groups.has(group)));
  const reached = listeners.flatMap(({ switch: behind, port }) =>
    behind === undefined ? [port] : trunkOf({ switches }),
  );
  const from = sources.filter((station) => station.switch === undefined).map(({ port }) => port);
  const to = reached.filter((port) => !from.includes(port));
  if (from.length === 0 || to.length === 0) return configuration;
  const stream = configuration
    .withGroup(igsCtrl, { igsStatus: 1, igsQuerierStatus: 1 })
    .withGroup(multicastVlanCtrl, { multicastVlanStatus: 1, multicastVlanForwardUnmatched: 1 })
    .withRow(multicastVlanEntry, {
      multicastVlanId: STREAM_VLAN,
      multicastVlanName: PROFILE,
      multicastVlanSourceUntagged: listOf(from),
      multicastVlanReceiverUntagged: listOf(to),
    })
    .withRow(multicastVlanGroupEntry, { multicastVlanGroupName: PROFILE })
    .withRow(multicastVlanAssocEntry, { multicastVlanId: STREAM_VLAN, multicastVlanGroupName: PROFILE });
  return [...groups].reduce(
    (soFar, group) =>
      soFar.withRow(multicastVlanGroupRangeEntry, {
        multicastVlanGroupName: PROFILE,
        multicastVlanGroupStart: group,
        multicastVlanGroupEnd: '',
      }),
    stream,
  );
}

/** The ports with a cable that a neighbor switch would aggregate. */
function trunkOf({ switches }: Pick<Scenario, 'switches'>): number[] {
  const [core] = switches;
  return core?.cables.filter(({ to }) => core.trunk.includes(to)).map(({ port }) => port) ?? [];
}

function listOf(ports: readonly number[]): string {
  return formatPortList(portListOf(ports));
}
