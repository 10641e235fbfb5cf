import { lazy, Suspense, useMemo, useState } from 'react';
import { report } from '../../console/call/report.ts';
import { fetchFile } from '../../console/call/transfer.ts';
import { useRowsPage } from '../../console/call/use-rows-page.ts';
import { Button } from '../../console/elements/Button.tsx';
import { Page } from '../../console/elements/Page.tsx';
import { RefreshButton } from '../../console/elements/RefreshButton.tsx';
import { FormField } from '../../console/form/FormField.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { GroupForm } from '../../console/form/object-forms.tsx';
import { list } from '../../console/page/list.tsx';
import { Link } from '../../console/router/Link.tsx';
import { useSearchParams } from '../../console/router/router-context.ts';
import { CellLines } from '../../console/table/CellLines.tsx';
import { DeviceTable } from '../../console/table/DeviceTable.tsx';
import { FilterBox } from '../../console/table/FilterBox.tsx';
import { HeadingChoice } from '../../console/table/HeadingChoice.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { interfaceName } from '../../model/values/interface-index.ts';
import { rateWords } from '../rate-words.ts';
import { BlockedHosts } from './BlockedHosts.tsx';
import { evidenceText } from './evidence-text.ts';
import { HostName } from './HostName.tsx';
import { vlanWords } from './host-words.ts';
import styles from './hosts.module.css';
import { HOSTS_DOWNLOAD } from './names.ts';
import { HostSeen, HostShow, HostState, hostControl, hostEntry, hostLabelEntry } from './objects.ts';
import { portPath } from './port-path.ts';

/** Every label, of hosts that are not there, too. */
const Labels = list(hostLabelEntry, {
  title: 'Labels',
  columns: ['hostLabelAddress', 'hostLabelName'],
  filter: 'Label or address',
  empty: 'No labels yet.',
  fields: ['hostLabelAddress', 'hostLabelName'],
  add: { title: 'New label', what: 'Add host label', button: 'Add label' },
  modify: {
    title: ({ hostLabelAddress }, t) => t('Label of {{address}}', { address: hostLabelAddress }),
    what: 'Rename host',
    fields: ['hostLabelName'],
  },
  deleteAll: true,
});

const HostDrawer = lazy(() => import('./HostDrawer.tsx'));

type Host = RowOf<typeof hostEntry>;

/** Milliseconds between two reads of the page that is shown. */
const poll = 10_000;

/** The columns that can be shown, by title. */
const seen: Readonly<Record<string, number>> = {
  Now: HostSeen.now,
  'In the last 24 hours': HostSeen.lastDay,
  Gone: HostSeen.gone,
};
const shows: Readonly<Record<string, number>> = {
  'Clients grouped': HostShow.grouped,
  'All hosts': HostShow.all,
  'Duplicate addresses': HostShow.duplicates,
};

/** Asks for nothing but how many hosts share an address. */
const duplicateFilters = { hostFilterSeen: HostSeen.now, hostFilterShow: HostShow.duplicates };
const first = { page: 1, size: 1, order: undefined };

/** Hosts: who is at which port (docs/specification/hosts.md). */
export default function Hosts() {
  const t = useText();
  const [words, setWords] = useState('');
  const [moment, setMoment] = useState('Now');
  const [show, setShow] = useState('Clients grouped');
  const filters = useMemo(
    () => ({
      hostFilterText: words.slice(0, 64),
      hostFilterSeen: seen[moment] ?? HostSeen.now,
      hostFilterShow: shows[show] ?? HostShow.grouped,
    }),
    [words, moment, show],
  );
  const { data: duplicates } = useRowsPage(hostEntry, duplicateFilters, first, { poll });
  const [asked, setAsked] = useSearchParams();
  const selected = asked.get('host');
  return (
    <Page
      actions={
        <>
          <Button onClick={() => void fetchFile(HOSTS_DOWNLOAD).catch(report)}>{t('Download CSV')}</Button>
          <RefreshButton />
        </>
      }
    >
      <DeviceTable
        object={hostEntry}
        filters={filters}
        poll={poll}
        title={t('Hosts')}
        pairs
        beside={
          duplicates &&
          duplicates.total > 0 && (
            <Button look="text" destructive onClick={() => setShow('Duplicate addresses')}>
              {t('{{count}} hosts with a duplicate address', { count: duplicates.total })}
            </Button>
          )
        }
        actions={
          <>
            <FilterBox placeholder={t('Name, vendor, IP, MAC, port or VLAN')} value={words} onChange={setWords} />
            <HeadingChoice label="Seen" titles={Object.keys(seen)} chosen={moment} onChange={setMoment} />
            <HeadingChoice label="Show" titles={Object.keys(shows)} chosen={show} onChange={setShow} />
          </>
        }
        columns={[
          {
            name: 'hostName',
            text: nameText,
            draw: (row) => (
              <HostName
                host={row}
                onOpen={() => setAsked({ host: row.hostAddress })}
                onClients={() => {
                  setShow('All hosts');
                  setWords(`port ${interfaceName(row.hostPort)}`);
                }}
              />
            ),
          },
          {
            name: 'hostVendor',
            title: 'Vendor, model',
            draw: (row) => (
              <div className={styles.vendor}>
                <CellLines lines={lines(row.hostVendor, row.hostModel)} />
              </div>
            ),
          },
          { name: 'hostIpv4', title: 'IP', draw: (row) => <Addresses host={row} /> },
          { name: 'hostAddress', spare: 'next' },
          { name: 'hostPort', draw: (row) => <PortLink port={row.hostPort} /> },
          { name: 'hostVlans', text: ({ hostVlans }) => vlanWords(hostVlans) },
          {
            // Its text has a unit of its own.
            key: 'hostRate',
            title: 'Traffic',
            right: true,
            text: ({ hostState, hostRate }) => (hostState === HostState.present ? rateWords(hostRate) : ''),
          },
          { name: 'hostPower', right: true, spare: 'first' },
          {
            name: 'hostLastSeen',
            title: 'Seen',
            draw: (row) => <Seen host={row} />,
          },
          {
            name: 'hostKnownBy',
            spare: 'first',
            text: ({ hostKnownBy }) => evidenceText(t, hostKnownBy),
            draw: ({ hostKnownBy }) => <span className={styles.known}>{evidenceText(t, hostKnownBy)}</span>,
          },
        ]}
        empty={
          words === '' && moment === 'Now' && show === 'Clients grouped'
            ? t('No hosts yet.')
            : t('No matches for the filter.')
        }
      />
      <BlockedHosts />
      <Labels />
      <GroupForm object={hostControl} title={t('Detection')}>
        <FormFields>
          <FormField name="hostWatchStatus" />
        </FormFields>
      </GroupForm>
      {selected && (
        <Suspense>
          <HostDrawer mac={selected} poll={poll} onClose={() => setAsked({})} />
        </Suspense>
      )}
    </Page>
  );
}

function nameText({ hostName, hostAddress }: Host): string {
  return hostName || hostAddress;
}

function lines(...texts: readonly string[]): string[] {
  const said = texts.filter((text) => text !== '');
  return said.length === 0 ? ['–'] : said;
}

/** The IP addresses, and the MAC address while that has no column of its own. */
function Addresses({ host: { hostIpv4, hostIpv6, hostAddress } }: { readonly host: Host }) {
  return (
    <>
      <CellLines lines={lines(hostIpv4, hostIpv6)} />
      <div className={styles.folded}>{hostAddress}</div>
    </>
  );
}

/** When it was seen; little room leaves since when to its own view. */
function Seen({ host: { hostState, hostSince, hostLastSeen } }: { readonly host: Host }) {
  const t = useText();
  if (hostState !== HostState.present) return <CellLines lines={lines(hostLastSeen)} />;
  // Without its seconds, so that the table is no wider than its card in any language.
  const since = hostSince.slice(0, 'YYYY-MM-DD hh:mm'.length);
  return (
    <div className={styles.seen}>
      <CellLines lines={lines(t('Now'), since && t('since {{time}}', { time: since }))} />
    </div>
  );
}

/** The way to everything about the port; a trunk has a page of its own. */
function PortLink({ port }: { readonly port: number }) {
  const t = useText();
  if (port === 0) return '–';
  const name = interfaceName(port);
  return (
    <Link to={portPath(port)} aria-label={t('Port {{port}}', { port: name })}>
      {name}
    </Link>
  );
}
