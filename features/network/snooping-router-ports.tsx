import { useRow } from '../../console/call/use-reads.ts';
import type { ControlProps } from '../../console/controls/control.ts';
import { useDraftValue } from '../../console/form/form-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { hasPort } from '../../model/values/port-list.ts';
import { VLAN_ID_MAXIMUM } from '../../model/values/vlan-list.ts';
import { PortChoice, portsIn } from './port-choice.tsx';
import { dot1qVlanStaticEntry } from './vlan/static-vlan-objects.ts';

/** The control of a VLAN's router ports: its members. `vlanColumn` names the VLAN of the row. */
export function routerPortsControl(vlanColumn: string) {
  return function RouterPorts(props: ControlProps) {
    const t = useText();
    const vlan = Number(useDraftValue(vlanColumn));
    // Of thousands of VLANs it is about one.
    const isVlan = vlan >= 1 && vlan <= VLAN_ID_MAXIMUM;
    const { data: row } = useRow(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan }, { enabled: isVlan });
    const members = portsIn(row?.dot1qVlanStaticEgressPorts ?? '');
    const reason = (port: number) =>
      row && !hasPort(members, port)
        ? t('Port {{port}} is not a member of {{row}}.', { port, row: t('VLAN {{vlan}}', { vlan }) })
        : undefined;
    return <PortChoice {...props} reason={reason} />;
  };
}
