import { useEffect } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { PortCells } from '../../../console/ports/PortCells.tsx';
import { portNumbers } from '../../../console/ports/port-numbers.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { formatPortList, hasPort, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { dot1qVlanStaticEntry } from '../vlan/objects.ts';

/** The ports of a group: those of the VLAN that the form names; the others say why they cannot be chosen. */
export function GroupMembersControl({ field, value, onChange, ...props }: ControlProps) {
  const t = useText();
  const vlan = Number(useDraftValue('dot1qVlanIndex'));
  const { data: rows } = useRows(dot1qVlanStaticEntry);
  const row = rows?.find(({ dot1qVlanIndex }) => dot1qVlanIndex === vlan);
  const members = parsePortList(row?.dot1qVlanStaticEgressPorts ?? '') ?? NO_PORTS;
  const chosen = parsePortList(String(value)) ?? NO_PORTS;
  const kept = row ? chosen & members : chosen;
  useEffect(() => {
    // Ports chosen for another VLAN do not follow into one that they are not in.
    if (kept !== chosen) onChange(formatPortList(kept));
  });
  const reason = (port: number) =>
    row
      ? t('Port {{port}} is not a member of {{row}}.', { port, row: t('VLAN {{vlan}}', { vlan }) })
      : t('{{row}} does not exist.', { row: t('VLAN {{vlan}}', { vlan }) });
  const others = rows ? portNumbers().filter((port) => !hasPort(members, port)) : [];
  return (
    <PortCells
      {...props}
      label={props.label ?? t(field.label)}
      value={kept}
      onChange={(ports) => onChange(formatPortList(ports))}
      unusable={new Map(others.map((port) => [port, reason(port)]))}
    />
  );
}
