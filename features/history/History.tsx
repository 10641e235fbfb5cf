import { useId, useMemo, useState } from 'react';
import { useGroup, useRows } from '../../console/call/use-reads.ts';
import controls from '../../console/controls/controls.module.css';
import { Breakable } from '../../console/elements/Breakable.tsx';
import { Button } from '../../console/elements/Button.tsx';
import { Page } from '../../console/elements/Page.tsx';
import { RefreshButton } from '../../console/elements/RefreshButton.tsx';
import { Tag, type Tone } from '../../console/elements/Tag.tsx';
import { useSearchParams } from '../../console/router/router-context.ts';
import type { Column } from '../../console/table/column.ts';
import { RowsTable } from '../../console/table/RowsTable.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { ChangeWords } from '../../model/configuration/change.ts';
import type { Translate } from '../../model/values/translate.ts';
import { choices, everything, type HistoryFilter, isFound, type ShownEntry, shownEntries } from '../history-rows.ts';
import { configChangeEntry } from '../save/objects.ts';
import { CompareDrawer } from './CompareDrawer.tsx';
import styles from './history.module.css';
import { cfgHistoryCtrl, cfgHistoryEntry } from './objects.ts';
import { PointDrawer } from './PointDrawer.tsx';
import { DiscardDrawer, UndoDrawer } from './WayBackDrawer.tsx';

/** Milliseconds between two reads. */
const POLL = 10_000;

/** What is open beside the list. */
type Opened =
  | { readonly what: 'undo'; readonly entry: ShownEntry }
  | { readonly what: 'point'; readonly entry: ShownEntry }
  | { readonly what: 'compare'; readonly from: number; readonly to: number }
  | { readonly what: 'discard' };

/** Every change of the configuration, and the ways back (docs/specification/system.md, "History"). */
export default function History() {
  const t = useText();
  const { data, error } = useRows(cfgHistoryEntry, {}, { poll: POLL });
  const [filter, setFilter] = useState(everything);
  const [chosen, setOpened] = useState<Opened>();
  const entries = useMemo(() => data && shownEntries(data, t), [data, t]);
  // The same number as in the header: one change in force may have taken several steps, or none that is left.
  const unsaved = useRows(configChangeEntry).data?.length ?? 0;
  // A link to this page may name a change to undo: "?undo=12".
  const [asked, setAsked] = useSearchParams();
  const linked = entries?.find(
    ({ id, kind, isRevertible }) => kind === 'change' && isRevertible && String(id) === asked.get('undo'),
  );
  const opened = chosen ?? (linked && ({ what: 'undo', entry: linked } as const));
  const close = () => {
    setOpened(undefined);
    if (asked.has('undo')) setAsked({});
  };
  return (
    <Page actions={<RefreshButton />}>
      <div className={styles.list}>
        <FilterBar entries={entries ?? []} filter={filter} onChange={setFilter} />
        <RowsTable
          title={t('Changes')}
          label={t('Changes')}
          beside={unsaved > 0 && <Tag tone="warn">{t('{{count}} unsaved', { count: unsaved })}</Tag>}
          columns={columnsIn(t)}
          rows={entries?.filter((entry) => isFound(entry, filter))}
          keyOf={({ id }) => String(id)}
          filter={t('Filter by text')}
          failure={error}
          empty={
            entries?.length === 0
              ? t('No changes yet. Every change of the configuration will be listed here.')
              : t('No matches for the filter.')
          }
          actionsOf={(entry) => <Actions entry={entry} open={setOpened} />}
          isSelected={(entry) => opened !== undefined && 'entry' in opened && opened.entry.id === entry.id}
          actions={
            unsaved > 0 && (
              <Button look="text" destructive onClick={() => setOpened({ what: 'discard' })}>
                {t('Discard all unsaved…')}
              </Button>
            )
          }
        />
        <Kept />
      </div>
      {opened?.what === 'undo' && <UndoDrawer entry={opened.entry} onClose={close} />}
      {opened?.what === 'discard' && <DiscardDrawer onClose={close} />}
      {opened?.what === 'point' && <PointDrawer entry={opened.entry} onClose={close} />}
      {opened?.what === 'compare' && <CompareDrawer from={opened.from} to={opened.to} onClose={close} />}
    </Page>
  );
}

/** What the history holds at most, and how much of that it holds. */
function Kept() {
  const t = useText();
  const { data } = useGroup(cfgHistoryCtrl);
  if (!data) return null;
  const { cfgHistorySize: size, cfgHistorySizeMax: max, cfgHistoryPointsMax: points } = data;
  return (
    <p className={styles.kept}>
      {t(
        'The last {{points}} saves are points to go back to. Kept over restarts, encrypted; {{percent}} % of 1 MB in flash used.',
        {
          points,
          percent: max === 0 ? 0 : Math.ceil((100 * size) / max),
        },
      )}
    </p>
  );
}

function columnsIn(t: Translate): readonly Column<ShownEntry>[] {
  return [
    {
      key: 'state',
      title: t('State'),
      right: false,
      text: (entry) => t(stateOf(entry).words),
      draw: (entry) => <Tag tone={stateOf(entry).tone}>{t(stateOf(entry).words)}</Tag>,
    },
    {
      key: 'time',
      title: t('When'),
      right: false,
      text: ({ time }) => time,
      draw: ({ time }) => <span className={styles.time}>{time}</span>,
    },
    {
      key: 'who',
      title: t('User and origin'),
      right: false,
      text: (entry) => [whoOf(entry, t), entry.address].join(' '),
      draw: (entry) => <Who entry={entry} />,
    },
    {
      key: 'what',
      title: t('Change'),
      right: false,
      text: (entry) => whatText(entry, t),
      draw: (entry) => <What entry={entry} />,
    },
  ];
}

function stateOf({ kind, state, wayValue, alike }: ShownEntry): { readonly words: string; readonly tone: Tone } {
  if (kind === 'save') return { words: 'Saved', tone: 'ok' };
  if (kind === 'start') return { words: 'System start', tone: 'plain' };
  if (state === 'unsaved') return { words: 'unsaved', tone: 'warn' };
  return { words: state ?? '–', tone: wayValue > 0 && alike.length === 0 && state === 'saved' ? 'neutral' : 'plain' };
}

function whoOf({ kind, user, way }: ShownEntry, t: Translate): string {
  if (kind === 'save') return user;
  if (kind === 'start') return '';
  return user === '' ? way : t('{{user}} · {{way}}', { user, way });
}

function Who({ entry }: { readonly entry: ShownEntry }) {
  const t = useText();
  return (
    <span className={styles.who}>
      {whoOf(entry, t)}
      {entry.isForced && <strong>{t('forced')}</strong>}
      {entry.address !== '' && <small>{entry.address}</small>}
    </span>
  );
}

function lineText({ what, from, to }: ChangeWords): string {
  return from === '' && to === '' ? what : `${what}: ${from} → ${to}`;
}

/** What the filter looks in. */
function whatText(entry: ShownEntry, t: Translate): string {
  if (entry.kind === 'start') return t('The switch started');
  if (entry.kind === 'save') return pointName(entry, t);
  return [entry.note, ...[entry, ...entry.alike].flatMap(({ lines }) => lines.map(lineText)), ...entry.objects].join(
    ' ',
  );
}

function pointName({ point, pointName: name }: ShownEntry, t: Translate): string {
  return name === '' ? t('Point {{point}}', { point }) : t('Point {{point}}: {{name}}', { point, name });
}

function What({ entry }: { readonly entry: ShownEntry }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  if (entry.kind === 'start') {
    return <span className={styles.quiet}>{t('The switch started; what was not saved before was lost.')}</span>;
  }
  if (entry.kind === 'save') {
    return (
      <span className={styles.what}>
        <strong>{pointName(entry, t)}</strong>
        <small>
          {entry.changed === 1 ? t('1 value changed') : t('{{number}} values changed', { number: entry.changed })}
        </small>
      </span>
    );
  }
  const [first, ...others] = entry.lines;
  const hidden = others.length + entry.more;
  return (
    <span className={styles.what}>
      {entry.note !== '' && <small>{entry.note}</small>}
      {first && <Line line={first} />}
      {open && others.map((line) => <Line key={lineText(line)} line={line} />)}
      {open &&
        entry.alike.map(({ id, lines, time }) =>
          lines.map((line) => <Line key={`${id} ${lineText(line)}`} line={line} time={time} />),
        )}
      {hidden > 0 && (
        <Button look="text" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open && entry.more > 0
            ? t('and {{count}} more', { count: entry.more })
            : t('+{{count}} in the same step', { count: hidden })}
        </Button>
      )}
      {entry.alike.length > 0 && (
        <Button look="text" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('{{count}} alike, grouped', { count: entry.alike.length + 1 })}
        </Button>
      )}
    </span>
  );
}

function Line({ line: { what, from, to }, time }: { readonly line: ChangeWords; readonly time?: string }) {
  const t = useText();
  return (
    <span className={styles.line}>
      {time !== undefined && <small>{time} </small>}
      <Breakable text={what} />
      {(from !== '' || to !== '') && (
        <>
          {': '}
          <span className={styles.from}>
            <Breakable text={from} />
          </span>
          {' → '}
          <span className="visually-hidden">{t('to')} </span>
          <strong>
            <Breakable text={to} />
          </strong>
        </>
      )}
    </span>
  );
}

function Actions({ entry, open }: { readonly entry: ShownEntry; readonly open: (opened: Opened) => void }) {
  const t = useText();
  if (!entry.isRevertible) return null;
  if (entry.kind === 'save') {
    const what = pointName(entry, t);
    return (
      <>
        <RowAction action={t('Compare')} what={what} run={() => open({ what: 'compare', from: entry.point, to: 0 })} />
        <RowAction action={t('Go back…')} what={what} run={() => open({ what: 'point', entry })} />
      </>
    );
  }
  const settings = entry.lines.length + entry.more;
  return (
    <RowAction
      action={settings > 1 ? t('Undo {{count}}', { count: settings }) : t('Undo')}
      what={entry.lines[0]?.what ?? ''}
      run={() => open({ what: 'undo', entry })}
    />
  );
}

/** A button of a row; a reader hears what of. */
function RowAction({
  action,
  what,
  run,
}: {
  readonly action: string;
  readonly what: string;
  readonly run: () => void;
}) {
  const t = useText();
  return (
    <Button look="text" aria-label={t('{{action}}: {{what}}', { action, what })} onClick={run}>
      {action}
    </Button>
  );
}

interface FilterBarProps {
  readonly entries: readonly ShownEntry[];
  readonly filter: HistoryFilter;
  readonly onChange: (filter: HistoryFilter) => void;
}

function FilterBar({ entries, filter, onChange }: FilterBarProps) {
  const t = useText();
  const id = useId();
  const changes = entries.filter(({ kind }) => kind === 'change');
  const selects = [
    { key: 'user', label: t('User'), offered: choices(changes.map(({ user }) => user)) },
    { key: 'way', label: t('Way'), offered: choices(changes.map(({ way }) => way)) },
    { key: 'object', label: t('Setting'), offered: choices(changes.flatMap(({ objects }) => objects)) },
  ] as const;
  return (
    <div className={styles.filters}>
      {selects.map(({ key, label, offered }) => (
        <div key={key} className={styles.filter}>
          <label htmlFor={`${id}${key}`}>{label}</label>
          <select
            id={`${id}${key}`}
            className={controls.box}
            value={filter[key]}
            onChange={({ currentTarget: { value } }) => onChange({ ...filter, [key]: value })}
          >
            <option value="">{t('All')}</option>
            {offered.map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        </div>
      ))}
      <div className={styles.filter}>
        <label htmlFor={`${id}ports`}>{t('Ports')}</label>
        <input
          id={`${id}ports`}
          className={controls.box}
          placeholder="5-8,12"
          value={filter.ports}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, ports: value })}
        />
      </div>
    </div>
  );
}
