import type { PanelPort } from '../../console/ports/panel-port.ts';
import type { RowOf } from '../../model/schema/object.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { ifEntry, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { panelPort } from '../panel-port.ts';
import { PowerStatus, poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';

/** States of a port's power that an administrator has to look after. */
const powerFaults: ReadonlySet<number> = new Set([
  PowerStatus.Short,
  PowerStatus.Overload,
  PowerStatus['Power denied'],
  PowerStatus['Thermal shutdown'],
]);

/** The ports as the front panel shows them. */
export function panelPorts(
  t: Translate,
  ports: readonly RowOf<typeof portCtrlEntry>[],
  links: readonly RowOf<typeof ifEntry>[],
  power: readonly RowOf<typeof poePortState>[],
  problems: ReadonlyMap<number, PanelPort['problem']> = new Map(),
  hosts: ReadonlyMap<number, readonly string[]> = new Map(),
): PanelPort[] {
  const powerOf = new Map(power.map((row) => [row.pethPsePortIndex, row.poePortStatus]));
  const linkOf = new Map(links.map((row) => [row.ifIndex, row]));
  return ports.map((port) => {
    const status = powerOf.get(port.ifIndex);
    const isFault = status !== undefined && powerFaults.has(status);
    return {
      ...panelPort(port, linkOf.get(port.ifIndex)),
      fault: isFault ? `PoE: ${t(poePortState.fields.poePortStatus.show(status))}` : undefined,
      problem: problems.get(port.ifIndex),
      hosts: hosts.get(port.ifIndex),
      power: status === undefined ? undefined : status === PowerStatus['POWER ON'] ? 'on' : 'off',
    };
  });
}
