import { useId } from 'react';
import { device } from '../../../console/boot/device.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { useDraftValue, useFieldMessage, useForm, useSetDraftValue } from '../../../console/form/form-context.ts';
import { useMergedPorts } from '../../../console/form/use-merged-ports.ts';
import { FrontPanel } from '../../../console/ports/FrontPanel.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { formatPortList, hasPort, NO_PORTS, parsePortList, portBit, portsOf } from '../../../model/values/port-list.ts';
import { panelPort } from '../../panel-port.ts';
import { ifEntry, portCtrlEntry } from '../physical-interface/objects.ts';
import { TRUNK_MEMBERS_MAXIMUM, TrunkMode, trunkGroupEntry } from './objects.ts';
import styles from './trunk.module.css';

interface TrunkMembersProps {
  readonly trunk: number;
  readonly trunks: readonly RowOf<typeof trunkGroupEntry>[];
}

/** The members of a trunk, chosen on the switch's face: each port says which trunk it is in. */
export function TrunkMembers({ trunk, trunks }: TrunkMembersProps) {
  const t = useText();
  const id = useId();
  const { disabled } = useForm();
  const set = useSetDraftValue();
  const name = 'trunkMemberPorts';
  useMergedPorts(name);
  const error = useFieldMessage(name);
  const chosen = parsePortList(String(useDraftValue(name) ?? '')) ?? NO_PORTS;
  const { data: ports } = useRows(portCtrlEntry);
  const { data: links } = useRows(ifEntry);
  const others = trunks.filter(({ trunkId }) => trunkId !== trunk);
  const trunkOf = (port: number) =>
    hasPort(chosen, port)
      ? trunk
      : others.find((row) => hasPort(parsePortList(row.trunkMemberPorts) ?? NO_PORTS, port))?.trunkId;
  const first = ports?.find(({ ifIndex }) => hasPort(chosen, ifIndex));
  const reason = (port: number) => {
    if (hasPort(chosen, port)) return undefined;
    const other = trunkOf(port);
    if (other !== undefined) return t('Port {{port}} is a member of trunk {{trunk}}.', { port, trunk: other });
    if (portsOf(chosen).length >= TRUNK_MEMBERS_MAXIMUM) {
      return t('A trunk has at most {{max}} member ports.', { max: TRUNK_MEMBERS_MAXIMUM });
    }
    const own = ports?.find(({ ifIndex }) => ifIndex === port);
    if (!first || !own || own.portMediaType === first.portMediaType) return undefined;
    return t('Port {{port}} is of another kind than port {{first}} of trunk {{trunk}}.', {
      port,
      first: first.ifIndex,
      trunk,
    });
  };
  const shown = (ports ?? []).map((row) => ({
    ...panelPort(
      row,
      links?.find(({ ifIndex }) => ifIndex === row.ifIndex),
    ),
    trunk: trunkOf(row.ifIndex),
  }));
  const isAlone = Number(useDraftValue('trunkMode')) === TrunkMode.manual && portsOf(chosen).length === 1;
  return (
    <div className={styles.members} data-invalid={error ? true : undefined}>
      <div className={styles.heading}>
        <strong>{t('Member Ports')}</strong>
        <span>{formatPortList(chosen) || '–'}</span>
        <Button look="text" disabled={disabled || chosen === NO_PORTS} onClick={() => set(name, '')}>
          {t('None')}
        </Button>
      </div>
      <FrontPanel
        modelName={device().modelName}
        ports={shown}
        choice={{
          label: t('Member Ports'),
          describedBy: id,
          isChosen: (port) => hasPort(chosen, port),
          reason: disabled ? () => '' : reason,
        }}
        onSelect={(port) => set(name, formatPortList(chosen ^ portBit(port)))}
      />
      <small id={id} aria-live="polite">
        {error ??
          t(
            isAlone
              ? 'A single port has no redundancy: a manual trunk needs at least two to be useful.'
              : (trunkGroupEntry.fields.trunkMemberPorts.help ?? ''),
          )}
      </small>
    </div>
  );
}
