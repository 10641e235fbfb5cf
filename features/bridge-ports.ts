import type { Configuration } from '../model/configuration/configuration.ts';
import type { Hardware } from '../model/hardware/hardware.ts';
import type { DependentRows, RowOf } from '../model/schema/object.ts';
import { TRUNK_BASE } from '../model/values/interface-index.ts';
import { NO_PORTS, type PortList, parsePortList, portBit, portsOf } from '../model/values/port-list.ts';
import { TrunkMode, trunkGroupEntry } from './network/trunk/objects.ts';

/** An interface that a bridge forwards between: a port that is in no trunk, or a trunk. */
export interface BridgePort {
  /** The port's number, or 5000 and the trunk's. */
  readonly number: number;
  /** The physical ports: the single port, or the trunk's members. Never empty. */
  readonly members: PortList;
  /** The lowest member: in every port list of plan and state its bit represents the bridge port. */
  readonly representative: number;
}

/** A trunk that is in use and has members. */
export interface ConfiguredTrunk extends BridgePort {
  /** 1 to 8. */
  readonly trunk: number;
  readonly row: RowOf<typeof trunkGroupEntry>;
}

type Rows = Pick<Configuration, 'rows'>;

/** The trunks that are in use and have members, by number. */
export function configuredTrunks(configuration: Rows): readonly ConfiguredTrunk[] {
  return trunksIn(configuration.rows(trunkGroupEntry));
}

/** The same of rows that were read. */
export function trunksIn(rows: readonly RowOf<typeof trunkGroupEntry>[]): readonly ConfiguredTrunk[] {
  const inUse = rows.filter(({ trunkMode }) => trunkMode > TrunkMode.disabled);
  return inUse.flatMap((row) => {
    const members = membersOf(row);
    const [representative] = portsOf(members);
    if (representative === undefined) return [];
    return [{ number: TRUNK_BASE + row.trunkId, trunk: row.trunkId, members, representative, row }];
  });
}

/** The ports that a trunk's row names, whether it is in use or not. */
export function membersOf(row: Pick<RowOf<typeof trunkGroupEntry>, 'trunkMemberPorts'>): PortList {
  return parsePortList(row.trunkMemberPorts) ?? NO_PORTS;
}

/** Which trunk (1 to 8) each member of one in use is in. */
export function trunkOfPort(configuration: Rows): ReadonlyMap<number, number> {
  return new Map(
    configuredTrunks(configuration).flatMap(({ trunk, members }) =>
      portsOf(members).map((port): [number, number] => [port, trunk]),
    ),
  );
}

/**
 * Every bridge port of a configuration (it reads `trunkGroupEntry`), ports before trunks, each by number. A trunk is one whatever
 * its links do.
 */
export function bridgePorts(configuration: Rows, { ports }: Pick<Hardware, 'ports'>): readonly BridgePort[] {
  const trunks = configuredTrunks(configuration);
  const taken = trunks.reduce((all, { members }) => all | members, NO_PORTS);
  const single = [...ports.keys()]
    .filter((port) => (taken & portBit(port)) === NO_PORTS)
    .map((port): BridgePort => ({ number: port, members: portBit(port), representative: port }));
  return [...single, ...trunks];
}

/** The bridge ports, by their lowest member, that carry nothing while these links are down: no member of theirs is left. */
export function carriedBy(links: PortList, configuration: Rows, hardware: Pick<Hardware, 'ports'>): PortList {
  return bridgePorts(configuration, hardware)
    .filter(({ members }) => (members & ~links) === NO_PORTS)
    .reduce((ports, { representative }) => ports | portBit(representative), NO_PORTS);
}

/** A row for each bridge port, for a table with an index column of this name: they come and go with trunks. */
export function oneForEachBridgePort(column: string): DependentRows {
  return {
    reads: [trunkGroupEntry],
    index: (configuration, hardware) =>
      bridgePorts(configuration, hardware).map(({ number }) => ({ [column]: number })),
    isThere: (index, configuration, hardware) =>
      bridgePorts(configuration, hardware).some(({ number }) => number === index[column]),
  };
}
