import { useRows } from '../../console/call/use-reads.ts';
import { Button } from '../../console/elements/Button.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { CablePair } from '../CablePair.tsx';
import { CableTestStatus, cableDiagEntry } from '../tools/diagnostics/objects.ts';
import { useCableTest } from '../use-cable-test.ts';
import styles from './port-workplace.module.css';

/** Milliseconds between two reads while a test runs. */
const POLL = 1000;

const pairs = [1, 2, 3, 4] as const;

interface PortCableProps {
  readonly port: number;
  readonly isUp: boolean;
}

/** Tests the cable of a port, and shows the last result; nothing for a port without a copper cable. */
export function PortCable({ port, isUp }: PortCableProps) {
  const t = useText();
  const { pending, testOne } = useCableTest();
  const find = (rows: ReturnType<typeof useTests>) => rows?.find(({ ifIndex }) => ifIndex === port);
  const isRunning = find(useTests(false))?.cableDiagStatus === CableTestStatus.running;
  const row = find(useTests(isRunning && POLL));
  if (!row) return null;
  const reason = wordsOfText(row.cableDiagReasonSaid, row.cableDiagReason, t);
  return (
    <>
      <Button busy={pending || isRunning} onClick={() => void testOne(port, isUp)}>
        {t('Test cable')}
      </Button>
      <div className={styles.pairs} role="status">
        {isRunning && t('The test is running.')}
        {row.cableDiagStatus === CableTestStatus.failed && reason}
        {row.cableDiagStatus === CableTestStatus.done &&
          pairs.map((pair) => (
            <span key={pair}>
              {t(cableDiagEntry.fields[`cableDiagPair${pair}Status`].label)} <CablePair row={row} pair={pair} />
            </span>
          ))}
      </div>
    </>
  );
}

function useTests(poll: number | false) {
  return useRows(cableDiagEntry, {}, { poll }).data;
}
