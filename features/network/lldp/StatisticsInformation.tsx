import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { fact, facts } from '../../../console/page/facts.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { lldpStatistics, lldpStatsRxPortEntry } from './objects.ts';

/** Milliseconds between two reads. */
const poll = 5000;

const TableFacts = facts(
  'Neighbors',
  [
    fact(lldpStatistics, 'lldpStatsRemTablesLastChangeTime'),
    fact(lldpStatistics, 'lldpStatsRemTablesInserts'),
    fact(lldpStatistics, 'lldpStatsRemTablesDeletes'),
    fact(lldpStatistics, 'lldpStatsRemTablesDrops'),
    fact(lldpStatistics, 'lldpStatsRemTablesAgeouts'),
  ],
  { poll },
);

/** Network > LLDP > Statistics Information: the counters, and clearing them (docs/specification/network.md). */
export default function StatisticsInformation() {
  const t = useText();
  const { apply } = useApply();
  const clear = async (port: number) => {
    const question =
      port === 0 ? t('Clear the counters of all ports?') : t('Clear the counters of port {{port}}?', { port });
    if (await confirmDeletion({ text: question })) await apply(setGroup(lldpStatistics, { lldpStatsClear: port }));
  };
  return (
    <Page actions={<RefreshButton />}>
      <TableFacts />
      <ObjectTable
        object={lldpStatsRxPortEntry}
        poll={poll}
        title={t('Ports')}
        filter="Filter by port"
        paged={false}
        kept={false}
        actions={
          <Button look="text" destructive onClick={() => void clear(0)}>
            {t('Clear all')}
          </Button>
        }
        rowActions={({ lldpStatsRxPortNum: port }) => (
          <Button
            look="text"
            destructive
            aria-label={t('Clear port {{port}}', { port })}
            onClick={() => void clear(port)}
          >
            {t('Clear')}
          </Button>
        )}
      />
    </Page>
  );
}
