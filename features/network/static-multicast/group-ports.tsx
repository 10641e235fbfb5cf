import { useEffect } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { formatPortList, hasPort } from '../../../model/values/port-list.ts';
import { PortChoice, portsIn } from '../port-choice.tsx';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';

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
    return hasPort(forbidden, port) ? t('Port {{port}} is forbidden for the group.', { port }) : undefined;
  };
  return <PortChoice {...props} ports={kept} reason={reason} />;
}

/** The ports that a group never leaves by: any but its members. */
export function ForbiddenPorts(props: ControlProps) {
  const t = useText();
  const members = portsIn(useDraftValue('dot1qStaticMulticastStaticEgressPorts'));
  const reason = (port: number) =>
    hasPort(members, port) ? t('Port {{port}} is a member of the group.', { port }) : undefined;
  return <PortChoice {...props} reason={reason} />;
}
