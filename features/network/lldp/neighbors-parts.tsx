import { useGroup, useRow, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import type { Part } from '../../../console/navigation/menu-entry.ts';
import { EntryGone } from '../../../console/page/EntryGone.tsx';
import { PageActions } from '../../../console/page/PageActions.tsx';
import { usePage } from '../../../console/page/page-context.ts';
import { indexOfRow } from '../../../console/page/row-parameter.ts';
import { useNavigate } from '../../../console/router/router-context.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { IndexOf } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import { PageLink } from '../../PageLink.tsx';
import { differences } from './differences.ts';
import { ManagementLinks } from './ManagementLinks.tsx';
import { NeighborPicture } from './NeighborPicture.tsx';
import { detailPath } from './neighbor-path.ts';
import { lldpConfiguration } from './objects.ts';
import { SaidBlocks } from './SaidBlocks.tsx';
import { type Block, extensionBlocks } from './said.ts';
import { lldpLocPortEntry, lldpRemEntry } from './said-objects.ts';

/** Milliseconds between two reads. */
const poll = 5000;

const blocks: readonly Block[] = [
  {
    title: 'Neighbor',
    columns: [
      'ChassisIdSubtype',
      'ChassisId',
      'PortIdSubtype',
      'PortId',
      'PortDesc',
      'SysName',
      'SysDesc',
      'SysCapSupported',
      'SysCapEnabled',
      'Expires',
    ],
  },
  ...extensionBlocks,
  { title: 'Other', columns: ['Other'] },
];

/** Network > LLDP > Neighbors: a picture of who is where, and the table (docs/specification/network.md). */
function Neighbors() {
  const t = useText();
  const navigate = useNavigate();
  const { data: rows } = useRows(lldpRemEntry, {}, { poll });
  const { data: settings } = useGroup(lldpConfiguration);
  const off = settings?.lldpStatus === Status.disabled;
  return (
    <>
      {off && (
        <Notice actions={<PageLink to="/Network/LLDP/Settings" />} tone="warn">
          {t('LLDP is disabled: no neighbors are learned.')}
        </Notice>
      )}
      <NeighborPicture rows={rows} />
      <ObjectTable
        object={lldpRemEntry}
        rows={rows}
        title={t('Neighbors')}
        filter="Filter by port or name"
        empty={t('No neighbors yet.')}
        kept={false}
        columns={[
          'lldpRemIndex',
          'lldpRemLocalPortNum',
          'lldpRemSysName',
          'lldpRemChassisIdSubtype',
          'lldpRemChassisId',
          'lldpRemPortIdSubtype',
          'lldpRemPortId',
          'lldpRemPortDesc',
          'lldpRemExpires',
        ]}
        rowActions={(row) => (
          <Button
            look="text"
            aria-label={t('Show detail of neighbor {{index}} of port {{port}}', {
              index: row.lldpRemIndex,
              port: row.lldpRemLocalPortNum,
            })}
            onClick={() => void navigate(detailPath(row))}
          >
            {t('Show detail')}
          </Button>
        )}
      />
    </>
  );
}

/** Network > LLDP > Remote Port Information: the details of one neighbor (docs/specification/network.md). */
function RemotePortInformation({ row }: { readonly row: string }) {
  const navigate = useNavigate();
  const list = usePage()?.list ?? '';
  const back = () => void navigate(list);
  const index = indexOfRow(lldpRemEntry, row);
  return index ? <OfNeighbor index={index} onBack={back} /> : <EntryGone onBack={back} />;
}

interface OfNeighborProps {
  readonly index: IndexOf<typeof lldpRemEntry>;
  readonly onBack: () => void;
}

function OfNeighbor({ index, onBack }: OfNeighborProps) {
  const t = useText();
  const { data, isError } = useRow(lldpRemEntry, index, { poll });
  const { data: local } = useRow(lldpLocPortEntry, { lldpLocPortNum: index.lldpRemLocalPortNum }, { poll });
  // A neighbor that is gone is not shown as if it were still there.
  if (isError) return <EntryGone onBack={onBack} />;
  return (
    <>
      <PageActions>
        <Button onClick={onBack}>{t('Back')}</Button>
      </PageActions>
      {data &&
        local &&
        differences(t, local, data).map((words) => (
          <Notice key={words} tone="warn">
            {words}
          </Notice>
        ))}
      {data && <ManagementLinks addresses={data.lldpRemManAddrs} />}
      {data && <SaidBlocks blocks={blocks} fields={lldpRemEntry.fields} prefix="lldpRem" row={data as Values} />}
    </>
  );
}

const part: Part = Object.assign(() => <Neighbors />, { Row: RemotePortInformation });

export default [part];
