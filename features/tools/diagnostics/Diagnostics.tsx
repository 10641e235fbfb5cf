import { setGroup } from '../../../console/call/object-calls.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { Tag, type Tone } from '../../../console/elements/Tag.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { wordsOfText } from '../../../model/values/message.ts';
import { CablePair } from '../../CablePair.tsx';
import { ifEntry } from '../../network/physical-interface/objects.ts';
import { useCableTest } from '../../use-cable-test.ts';
import { CableTestStatus, cableDiagCtrl, cableDiagEntry } from './objects.ts';

/** Milliseconds between two reads while a test runs, and otherwise. */
const poll = { running: 1_000, rest: 10_000 };

const tones: Readonly<Record<number, Tone>> = {
  [CableTestStatus.running]: 'warn',
  [CableTestStatus.done]: 'ok',
  [CableTestStatus.failed]: 'bad',
};

const { cableDiagStatus, cableDiagTime } = cableDiagEntry.fields;

/** Tools > Diagnostics: what is wrong with a cable, and where (docs/specification/system.md). */
export default function Diagnostics() {
  const t = useText();
  const { apply, pending, start, testOne } = useCableTest();
  const { data: first } = useRows(cableDiagEntry);
  const isRunning = (first ?? []).some((row) => row.cableDiagStatus === CableTestStatus.running);
  const { data } = useRows(cableDiagEntry, {}, { poll: isRunning ? poll.running : poll.rest });
  const { data: links } = useRows(ifEntry, {}, { poll: poll.rest });
  const up = new Set((links ?? []).filter(({ ifOperStatus }) => ifOperStatus === 1).map(({ ifIndex }) => ifIndex));
  const idle = (data ?? []).filter(({ ifIndex }) => !up.has(ifIndex)).map(({ ifIndex }) => ifIndex);
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
          { name: 'cableDiagPair1Status', draw: (row) => <CablePair row={row} pair={1} /> },
          { name: 'cableDiagPair2Status', draw: (row) => <CablePair row={row} pair={2} /> },
          { name: 'cableDiagPair3Status', draw: (row) => <CablePair row={row} pair={3} /> },
          { name: 'cableDiagPair4Status', draw: (row) => <CablePair row={row} pair={4} /> },
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
            onClick={() => void testOne(row.ifIndex, up.has(row.ifIndex))}
          >
            {t('Test')}
          </Button>
        )}
      />
    </Page>
  );
}
