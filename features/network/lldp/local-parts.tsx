import { useRow } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import type { Part } from '../../../console/navigation/menu-entry.ts';
import { EntryGone } from '../../../console/page/EntryGone.tsx';
import { list } from '../../../console/page/list.tsx';
import { PageActions } from '../../../console/page/PageActions.tsx';
import { usePage } from '../../../console/page/page-context.ts';
import { indexOfRow, rowParameter } from '../../../console/page/row-parameter.ts';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { IndexOf, RowOf } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import { SaidBlocks } from './SaidBlocks.tsx';
import { type Block, extensionBlocks } from './said.ts';
import { lldpLocPortEntry } from './said-objects.ts';

type Row = RowOf<typeof lldpLocPortEntry>;

const blocks: readonly Block[] = [
  {
    title: 'Port',
    columns: ['PortIdSubtype', 'PortId', 'PortDesc', 'ManAddrs', 'SysCapSupported', 'SysCapEnabled'],
  },
  ...extensionBlocks,
];

/** The blocks by the words that the device has for their parts. */
const blockOf: Readonly<Record<string, string>> = {
  portDesc: 'Port',
  dot1: 'VLANs (802.1)',
  dot3: 'Link (802.3)',
  med: 'LLDP-MED',
};

const Ports = list(lldpLocPortEntry, {
  title: 'Ports',
  kept: false,
  filter: 'Filter by port',
  columns: ['lldpLocPortNum', 'lldpLocPortIdSubtype', 'lldpLocPortId', 'lldpLocPortDesc'],
  rowActions: ShowDetail,
});

function ShowDetail({ row }: { readonly row: Row }) {
  const t = useText();
  const navigate = useNavigate();
  const path = `/Network/LLDP/LocalInformation/${rowParameter(lldpLocPortEntry, row)}`;
  return (
    <Button
      look="text"
      aria-label={t('Show detail of port {{port}}', { port: row.lldpLocPortNum })}
      onClick={() => void navigate(path)}
    >
      {t('Show detail')}
    </Button>
  );
}

/** Network > LLDP > Local Information: everything that one port can say (docs/specification/network.md). */
function LocalInformation({ row }: { readonly row: string }) {
  const navigate = useNavigate();
  const list = usePage()?.list ?? '';
  const back = () => void navigate(list);
  const index = indexOfRow(lldpLocPortEntry, row);
  return index ? <OfPort index={index} onBack={back} /> : <EntryGone onBack={back} />;
}

function OfPort({ index, onBack }: { readonly index: IndexOf<typeof lldpLocPortEntry>; readonly onBack: () => void }) {
  const t = useText();
  const { data, isError } = useRow(lldpLocPortEntry, index, { poll: 10_000 });
  if (isError && !data) return <EntryGone onBack={onBack} />;
  const unsent = new Set((data?.lldpLocUnsent ?? '').split(',').map((part) => blockOf[part] ?? ''));
  return (
    <>
      <PageActions>
        <Button onClick={onBack}>{t('Back')}</Button>
      </PageActions>
      {data && (
        <SaidBlocks
          blocks={blocks}
          fields={lldpLocPortEntry.fields}
          prefix="lldpLoc"
          row={data as Values}
          unsent={unsent}
        />
      )}
    </>
  );
}

const part: Part = Object.assign(() => <Ports />, { Row: LocalInformation });
export default [part];
