import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { Tag, type Tone } from '../../../console/elements/Tag.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { wordsOfText } from '../../../model/values/message.ts';
import { formatPortList, portListOf } from '../../../model/values/port-list.ts';
import { ifEntry } from '../../network/physical-interface/objects.ts';
import { CableTestStatus, cableDiagCtrl, cableDiagEntry, PairStatus } from './objects.ts';

type Row = RowOf<typeof cableDiagEntry>;

/** Milliseconds between two reads while a test runs, and otherwise. */
const poll = { running: 1_000, rest: 10_000 };

const tones: Readonly<Record<number, Tone>> = {
  [CableTestStatus.running]: 'warn',
  [CableTestStatus.done]: 'ok',
  [CableTestStatus.failed]: 'bad',
};

const pairTones: Readonly<Record<number, Tone>> = {
  [PairStatus.ok]: 'ok',
  [PairStatus.open]: 'bad',
  [PairStatus.short]: 'bad',
  [PairStatus.openOrShort]: 'bad',
  [PairStatus.crosstalk]: 'warn',
};

const { cableDiagStatus, cableDiagPair1Status, cableDiagTime } = cableDiagEntry.fields;

/** Tools > Diagnostics: what is wrong with a cable, and where (docs/specification/system.md). */
export default function Diagnostics() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data: first } = useRows(cableDiagEntry);
  const isRunning = (first ?? []).some((row) => row.cableDiagStatus === CableTestStatus.running);
  const { data } = useRows(cableDiagEntry, {}, { poll: isRunning ? poll.running : poll.rest });
  const { data: links } = useRows(ifEntry, {}, { poll: poll.rest });
  const up = new Set((links ?? []).filter(({ ifOperStatus }) => ifOperStatus === 1).map(({ ifIndex }) => ifIndex));
  const idle = (data ?? []).filter(({ ifIndex }) => !up.has(ifIndex)).map(({ ifIndex }) => ifIndex);
  const start = (ports: readonly number[]) =>
    apply(setGroup(cableDiagCtrl, { cableDiagPorts: formatPortList(portListOf(ports)) }), { success: false });
  const testOne = async ({ ifIndex: port }: Row) => {
    const question = t('Test the cable of port {{port}}?', { port });
    if (up.has(port) && !(await confirm(question, t('Its link drops for about a second.')))) return;
    await start([port]);
  };
  return (
    <Page
      actions={
        <>
          <RefreshButton />
          <Button busy={pending} onClick={() => void apply(setGroup(cableDiagCtrl, { cableDiagClear: 1 }))}>
            {t('Clear')}
          </Button>
          <Button look="primary" busy={pending} disabled={idle.length === 0} onClick={() => void start(idle)}>
            {t('Test all idle ports')}
          </Button>
        </>
      }
    >
      <ObjectTable
        object={cableDiagEntry}
        rows={data}
        title={t('Cables')}
        filter={false}
        columns={[
          'ifIndex',
          {
            name: 'cableDiagStatus',
            draw: (row) => (
              <Tag tone={tones[row.cableDiagStatus] ?? 'neutral'}>{t(cableDiagStatus.show(row.cableDiagStatus))}</Tag>
            ),
          },
          { name: 'cableDiagPair1Status', draw: (row) => <Pair row={row} pair={1} /> },
          { name: 'cableDiagPair2Status', draw: (row) => <Pair row={row} pair={2} /> },
          { name: 'cableDiagPair3Status', draw: (row) => <Pair row={row} pair={3} /> },
          { name: 'cableDiagPair4Status', draw: (row) => <Pair row={row} pair={4} /> },
          {
            name: 'cableDiagTime',
            draw: (row) =>
              wordsOfText(row.cableDiagReasonSaid, row.cableDiagReason, t) || t(cableDiagTime.show(row.cableDiagTime)),
          },
        ]}
        kept={false}
        rowActions={(row) => (
          <Button
            look="text"
            busy={row.cableDiagStatus === CableTestStatus.running}
            aria-label={`${t('Test')} ${row.ifIndex}`}
            onClick={() => void testOne(row)}
          >
            {t('Test')}
          </Button>
        )}
      />
    </Page>
  );
}

function Pair({ row, pair }: { row: Row; pair: 1 | 2 | 3 | 4 }) {
  const t = useText();
  const status = row[`cableDiagPair${pair}Status`];
  const metres = row[`cableDiagPair${pair}Length`];
  if (status === PairStatus.other) return '–';
  const words = t(cableDiagPair1Status.show(status));
  const where =
    metres < 0
      ? words
      : status === PairStatus.ok
        ? t('{{status}}, {{metres}} m', { status: words, metres })
        : t('{{status}} at {{metres}} m', { status: words, metres });
  return <Tag tone={pairTones[status] ?? 'neutral'}>{where}</Tag>;
}
