import { useEffect } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { PortCells } from '../../../console/ports/PortCells.tsx';
import { portNumbers } from '../../../console/ports/port-numbers.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { formatPortList, hasPort, NO_PORTS, type PortList, parsePortList } from '../../../model/values/port-list.ts';
import type { Value } from '../../../model/wire/call.ts';
import { dot1qVlanStaticEntry } from '../vlan/objects.ts';

const portsIn = (value: Value) => parsePortList(String(value)) ?? NO_PORTS;

/** The members of a group: ports of the VLAN that the form names. */
export function GroupMembers(props: ControlProps) {
  const t = useText();
  const { value, onChange } = props;
  const vlan = Number(useDraftValue('dot1qVlanIndex'));
  const forbidden = portsIn(useDraftValue('dot1qStaticMulticastForbiddenEgressPorts'));
  const { data: rows } = useRows(dot1qVlanStaticEntry);
  const row = rows?.find(({ dot1qVlanIndex }) => dot1qVlanIndex === vlan);
  const inVlan = portsIn(row?.dot1qVlanStaticEgressPorts ?? '');
  const chosen = portsIn(value);
  const kept = row ? chosen & inVlan : chosen;
  useEffect(() => {
    // Ports chosen for another VLAN do not follow into one that they are not in.
    if (kept !== chosen) onChange(formatPortList(kept));
  });
  const reason = (port: number) => {
    if (rows && !row) return t('{{row}} does not exist.', { row: t('VLAN {{vlan}}', { vlan }) });
    if (row && !hasPort(inVlan, port)) {
      return t('Port {{port}} is not a member of {{row}}.', { port, row: t('VLAN {{vlan}}', { vlan }) });
    }
    return hasPort(forbidden, port) ? t('Port {{port}} is forbidden to the group.', { port }) : undefined;
  };
  return <Ports {...props} ports={kept} reason={reason} />;
}

/** The ports that a group never leaves by: any but its members. */
export function ForbiddenPorts(props: ControlProps) {
  const t = useText();
  const members = portsIn(useDraftValue('dot1qStaticMulticastStaticEgressPorts'));
  const reason = (port: number) =>
    hasPort(members, port) ? t('Port {{port}} is a member of the group.', { port }) : undefined;
  return <Ports {...props} ports={portsIn(props.value)} reason={reason} />;
}

interface PortsProps extends ControlProps {
  readonly ports: PortList;
  /** Why a port cannot be chosen. */
  readonly reason: (port: number) => string | undefined;
}

function Ports({ field, value: _, onChange, ports, reason, ...props }: PortsProps) {
  const t = useText();
  const unusable = new Map<number, string>();
  for (const port of portNumbers()) {
    const why = reason(port);
    if (why !== undefined) unusable.set(port, why);
  }
  return (
    <PortCells
      {...props}
      label={props.label ?? t(field.label)}
      value={ports}
      onChange={(chosen) => onChange(formatPortList(chosen))}
      unusable={unusable}
    />
  );
}
