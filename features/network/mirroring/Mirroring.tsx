import { useRows } from '../../../console/call/use-reads.ts';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { FillFields } from '../../../console/form/FillFields.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { RowForm } from '../../../console/form/object-forms.tsx';
import { portNumbers } from '../../../console/ports/port-numbers.ts';
import { useSelectedRow } from '../../../console/ports/use-asked-ports.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { hasPort, NO_PORTS, type PortList, parsePortList } from '../../../model/values/port-list.ts';
import { useMemberReason } from '../../use-trunks.ts';
import { mirrorSessionEntry } from './objects.ts';
import { SourcePortsField } from './SourcePortsField.tsx';

type Session = RowOf<typeof mirrorSessionEntry>;

/** Milliseconds between two reads of the dropped copies. */
const poll = 5000;

/** Network > Mirroring: copies the traffic of ports to an analyser (docs/specification/network.md). */
export default function Mirroring() {
  const t = useText();
  const { data: sessions } = useRows(mirrorSessionEntry, {}, { poll });
  const unused = sessions?.find((row) => row.mirrorSessionStatus === Status.disabled)?.mirrorSessionId;
  const { selected, select, asked, onEntered } = useSelectedRow(unused);
  return (
    <Page actions={<RefreshButton />}>
      <RowForm
        key={selected}
        object={mirrorSessionEntry}
        index={{ mirrorSessionId: selected }}
        title={t('Mirroring session {{session}}', { session: selected })}
        what="Mirroring session"
      >
        <FormFields>
          <FormField name="mirrorSessionStatus" />
          <Target selected={selected} sessions={sessions ?? []} />
        </FormFields>
        <Sources selected={selected} sessions={sessions ?? []} />
        {asked !== undefined && (
          <FillFields
            values={{ mirrorSessionStatus: Status.enabled, mirrorIngressPorts: asked, mirrorEgressPorts: asked }}
            onFilled={onEntered}
          />
        )}
      </RowForm>
      <ObjectTable
        object={mirrorSessionEntry}
        title={t('Sessions')}
        rows={sessions}
        filter={false}
        columns={[
          'mirrorSessionId',
          'mirrorSessionStatus',
          'mirrorTargetPort',
          'mirrorIngressPorts',
          'mirrorEgressPorts',
          'portCopyDestDropEvents',
        ]}
        isSelected={(row) => row.mirrorSessionId === selected}
        onModify={(row) => select(row.mirrorSessionId)}
      />
    </Page>
  );
}

/** The port that receives the copies: no member of a trunk, no source, and no target of another session. */
function Target({ selected, sessions }: { selected: number; sessions: readonly Session[] }) {
  const isMember = useMemberReason();
  const own = [useDraftValue('mirrorIngressPorts'), useDraftValue('mirrorEgressPorts')];
  const others = sessions.filter(
    (row) => row.mirrorSessionId !== selected && row.mirrorSessionStatus === Status.enabled,
  );
  const sources = [
    ...own,
    ...others.flatMap((row) => [row.mirrorIngressPorts, row.mirrorEgressPorts]),
  ].reduce<PortList>((all, list) => all | (parsePortList(String(list)) ?? NO_PORTS), NO_PORTS);
  const isTaken = (port: number) => hasPort(sources, port) || others.some((row) => row.mirrorTargetPort === port);
  const free = portNumbers().filter((port) => isMember(port) === undefined && !isTaken(port));
  return <FormField name="mirrorTargetPort" choices={free} />;
}

/** The ports copied; the targets of this session and of the enabled ones cannot be among them. */
function Sources({ selected, sessions }: { selected: number; sessions: readonly Session[] }) {
  const t = useText();
  const own = Number(useDraftValue('mirrorTargetPort'));
  const others = sessions.filter(
    (row) => row.mirrorSessionId !== selected && row.mirrorSessionStatus === Status.enabled,
  );
  const targets = [own, ...others.map((row) => row.mirrorTargetPort)];
  const isMember = useMemberReason();
  const unusable = new Map(targets.map((port) => [port, t('It is a mirroring target port.')]));
  for (const port of portNumbers()) {
    const why = isMember(port);
    if (why !== undefined) unusable.set(port, why);
  }
  return (
    <>
      <SourcePortsField name="mirrorIngressPorts" unusable={unusable} />
      <SourcePortsField name="mirrorEgressPorts" unusable={unusable} />
    </>
  );
}
