import { useEffect } from 'react';
import { useGroup, useRows } from '../console/call/use-reads.ts';
import type { PortFactsReader } from '../console/ports/port-facts.ts';
import { TRUNK_BASE } from '../model/values/interface-index.ts';
import { lldpLocalSystemData, lldpRemEntry } from './network/lldp/said-objects.ts';
import { uplinksOf } from './network/lldp/uplinks.ts';
import { ifEntry, LinkStatus, portCtrlEntry } from './network/physical-interface/objects.ts';
import { managementGuard } from './save/guard-objects.ts';
import { dot3StatsEntry } from './system/statistics/objects.ts';

/** Facts of this switch about its ports beside the table that is edited (console/ports/port-facts.ts). */
const PortFacts: PortFactsReader = ({ onFacts }) => {
  const links = useRows(ifEntry).data;
  const ports = useRows(portCtrlEntry).data;
  const errors = useRows(dot3StatsEntry).data;
  const neighbors = useRows(lldpRemEntry).data;
  const self = useGroup(lldpLocalSystemData).data;
  const guard = useGroup(managementGuard).data;
  useEffect(() => {
    if (!links || !ports || !errors || !neighbors || !self || !guard) return;
    const trunkOf = new Map(ports.map(({ ifIndex, portTrunkId }) => [ifIndex, portTrunkId]));
    const spared = [...uplinksOf(neighbors, self), guard.managementGuardPort].flatMap((port) => {
      const trunk = trunkOf.get(port);
      const members = ports.filter(({ portTrunkId }) => portTrunkId === trunk).map(({ ifIndex }) => ifIndex);
      return trunk ? [TRUNK_BASE + trunk, ...members] : [port];
    });
    const isFaulty = ({ ifInErrors, ifOutErrors }: (typeof errors)[number]) =>
      BigInt(ifInErrors) + BigInt(ifOutErrors) > 0n;
    onFacts({
      up: new Set(links.filter(({ ifOperStatus }) => ifOperStatus === LinkStatus.up).map(({ ifIndex }) => ifIndex)),
      named: new Set(ports.filter(({ ifAlias }) => ifAlias !== '').map(({ ifIndex }) => ifIndex)),
      faulty: new Set(errors.filter(isFaulty).map(({ dot3StatsIndex }) => dot3StatsIndex)),
      spared: new Set(spared),
    });
  }, [links, ports, errors, neighbors, self, guard, onFacts]);
  return null;
};

export default PortFacts;
