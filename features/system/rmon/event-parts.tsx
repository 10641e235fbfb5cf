import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { list } from '../../../console/page/list.tsx';
import { useSearchParams } from '../../../console/router/router-context.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { freeIndex } from '../../free-index.ts';
import { PageLink } from '../../PageLink.tsx';
import { snmpCommunityEntry } from '../snmp/community-objects.ts';
import { snmpAgentCtrl } from '../snmp/objects.ts';
import { EVENTS, EventType, eventEntry, logEntry } from './event-objects.ts';

type Event = RowOf<typeof eventEntry>;

/** Milliseconds between two reads. */
const POLL = 10_000;

/** The address names the event whose log is shown. */
const SHOWN = 'log';

const settings = ['eventDescription', 'eventType', { name: 'eventCommunity', control: CommunityControl }, 'eventOwner'];

export default [
  list(eventEntry, {
    title: 'Events',
    columns: ['eventIndex', 'eventDescription', 'eventType', 'eventLastTimeSent', 'eventOwner'],
    filter: 'Filter by index or description',
    empty: 'No events yet.',
    notice: NothingSent,
    rowActions: ViewLog,
    add: {
      title: 'New event',
      what: 'Add event',
      button: 'Add event',
      fields: ['eventIndex', ...settings],
      initial: (rows) => {
        const free = freeIndex(
          rows.map(({ eventIndex }) => eventIndex),
          EVENTS,
        );
        return free === undefined ? undefined : { eventIndex: free };
      },
    },
    modify: {
      title: ({ eventIndex: index }, t) => t('Event {{index}}', { index }),
      what: 'Modify event',
      fields: settings,
    },
    deleteAll: true,
  }),
  EventLog,
];

/** A community by its index, or all receivers. */
function CommunityControl(props: ControlProps) {
  const t = useText();
  const { data: communities = [] } = useRows(snmpCommunityEntry);
  return (
    <SelectBox
      {...props}
      extra={{ value: '', words: t('All receivers') }}
      offered={communities.map((row) => ({ value: row.snmpCommunityIndex, words: row.snmpCommunityIndex }))}
      unknown={String(props.value)}
      onChoose={props.onChange}
    />
  );
}

/** Says why traps of events go nowhere. */
function NothingSent({ rows = [] }: { readonly rows: readonly Event[] | undefined }) {
  const t = useText();
  const { data: settings } = useGroup(snmpAgentCtrl);
  const { data: communities } = useRows(snmpCommunityEntry);
  const traps = rows.filter(({ eventType }) => eventType === EventType.trap || eventType === EventType.logAndTrap);
  if (traps.length === 0 || !settings || !communities) return null;
  const isOff = [settings.snmpAgentState, settings.snmpTrapState, settings.trapRmon].includes(Status.disabled);
  const isKnown = ({ eventCommunity: wanted }: Event) =>
    wanted === '' || communities.some((row) => row.snmpCommunityIndex === wanted);
  const lost = traps.find((row) => !isKnown(row));
  if (isOff)
    return (
      <Notice actions={<PageLink to="/System/SNMP/Settings" />} tone="warn">
        {t('No traps are sent while SNMP, Traps or RMON traps are disabled.')}
      </Notice>
    );
  if (!lost) return null;
  return (
    <Notice tone="warn">
      {t('The community of event {{index}} does not exist: its traps have no receivers.', { index: lost.eventIndex })}
    </Notice>
  );
}

function ViewLog({ row: { eventIndex: index } }: { readonly row: Event }) {
  const t = useText();
  const [, setParameters] = useSearchParams();
  return (
    <Button
      look="text"
      aria-label={t('View log of event {{index}}', { index })}
      onClick={() => setParameters({ [SHOWN]: String(index) })}
    >
      {t('View log')}
    </Button>
  );
}

/** Log of events, the newest first: of the chosen one, or of all. */
function EventLog() {
  const t = useText();
  const [parameters, setParameters] = useSearchParams();
  const index = Number(parameters.get(SHOWN)) || undefined;
  const { data: rows } = useRows(logEntry, index === undefined ? {} : { logEventIndex: index }, { poll: POLL });
  return (
    <ObjectTable
      key={index ?? 0}
      object={logEntry}
      rows={rows && [...rows].sort((a, b) => b.logTime - a.logTime || b.logIndex - a.logIndex)}
      title={index === undefined ? t('Event log') : t('Log of event {{index}}', { index })}
      filter="Filter by event or text"
      kept={false}
      empty={t('No log entries yet.')}
      {...(index !== undefined && {
        actions: (
          <Button look="text" onClick={() => setParameters({})}>
            {t('Show all events')}
          </Button>
        ),
      })}
    />
  );
}
