import type { PanelPort } from '../../console/ports/panel-port.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../model/schema/object.ts';
import type { Translate } from '../../model/values/translate.ts';
import { type ifEntry, LinkStatus, type portCtrlEntry } from '../network/physical-interface/objects.ts';
import { PowerStatus, poePortState } from './objects.ts';

const media = { 1: 'copper', 2: 'fiber', 3: 'combo' } as const;

/** States of a port's power that an administrator has to look after. */
export const powerFaults: ReadonlySet<number> = new Set([
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
): PanelPort[] {
  const powerOf = new Map(power.map((row) => [row.pethPsePortIndex, row.poePortStatus]));
  const linkOf = new Map(links.map((row) => [row.ifIndex, row]));
  return ports.map((port) => {
    const link = linkOf.get(port.ifIndex);
    const status = powerOf.get(port.ifIndex);
    const isFault = status !== undefined && powerFaults.has(status);
    return {
      number: port.ifIndex,
      media: media[port.portMediaType],
      link: link?.ifOperStatus === LinkStatus.up ? 'up' : 'down',
      speed: port.ifHighSpeed,
      enabled: link?.ifAdminStatus !== Status.disabled,
      fault: isFault ? `PoE: ${t(poePortState.fields.poePortStatus.show(status))}` : undefined,
      power: status === undefined ? undefined : status === PowerStatus['POWER ON'] ? 'on' : 'off',
      description: port.ifAlias || undefined,
    };
  });
}
