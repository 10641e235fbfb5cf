import type { PanelPort } from '../console/ports/panel-port.ts';
import { Status } from '../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../model/schema/object.ts';
import { DuplexStatus, type ifEntry, LinkStatus, type portCtrlEntry } from './network/physical-interface/objects.ts';

const media = { 1: 'copper', 2: 'fiber', 3: 'combo' } as const;

/** A port as the front panel shows it by what the tables of the ports say; without a link's row it is down. */
export function panelPort(port: RowOf<typeof portCtrlEntry>, link: RowOf<typeof ifEntry> | undefined): PanelPort {
  return {
    number: port.ifIndex,
    media: media[port.portMediaType],
    link: link?.ifOperStatus === LinkStatus.up ? 'up' : 'down',
    speed: port.ifHighSpeed,
    half: port.dot3StatsDuplexStatus === DuplexStatus.half,
    enabled: link?.ifAdminStatus !== Status.disabled,
    description: port.ifAlias || undefined,
    trunk: port.portTrunkId || undefined,
  };
}
