import { useId, useState } from 'react';
import { type Change, describeChange } from '../../model/configuration/change.ts';
import type { TableObject } from '../../model/schema/object.ts';
import { formatPortList, NO_PORTS, parsePortList, portListOf } from '../../model/values/port-list.ts';
import type { ObjectCall, Values } from '../../model/wire/call.ts';
import { CallRefused, failureText } from '../call/failure.ts';
import { report } from '../call/report.ts';
import { useApply } from '../call/use-apply.ts';
import { useRowsOfEach } from '../call/use-reads.ts';
import { ApplyButton } from '../elements/ApplyButton.tsx';
import { Button } from '../elements/Button.tsx';
import { Card } from '../elements/Card.tsx';
import { confirm } from '../feedback/dialogs.ts';
import { toast } from '../feedback/toast.ts';
import { ChangesCard } from '../form/Changes.tsx';
import { useUnsavedInput } from '../form/unsaved-input.ts';
import type { Part } from '../navigation/menu-entry.ts';
import { PortMatrix, type Reach, type RowRefusal } from '../ports/PortMatrix.tsx';
import { portNumbers } from '../ports/port-numbers.ts';
import { useText } from '../translations/use-text.ts';
import { PageActions } from './PageActions.tsx';
import styles from './page.module.css';

/** What a page says of a matrix of ports. Texts are source texts. */
interface MatrixOptions {
  readonly title: string;
  /** Spoken as the matrix's name. */
  readonly label: string;
  /** What the change is for, in the device's log. */
  readonly what: string;
  /** The column that lists the ports reached. */
  readonly column: string;
  /** Asked before every port reaches every other one again. */
  readonly resetQuestion: string;
}

/** Which port may reach which, of a table with one row a source port and a column that lists the ports reached. */
export function matrix(object: TableObject, { title, label, what, column, resetQuestion }: MatrixOptions): Part {
  const [source = ''] = Object.keys(object.index);
  const objects = [object];

  return function DeclaredMatrix() {
    const t = useText();
    const ports = portNumbers();
    const rows = useRowsOfEach(objects)[0]?.data;
    const { apply, pending } = useApply();
    const [bothWays, setBothWays] = useState(true);
    const [drawn, draw] = useState<Reach>();
    const [refusal, setRefusal] = useState<RowRefusal>();
    const id = useId();
    const present = reachOf(rows ?? []);
    const changes = changesOf(rows ?? [], drawn ?? present);
    const words = changes.map((change) => describeChange(change, t));
    useUnsavedInput(words.length > 0);

    const show = (reach: Reach | undefined) => {
      draw(reach);
      setRefusal(undefined);
    };
    const send = async (sent: readonly Change[]) => {
      setRefusal(undefined);
      if (sent.length === 0) return toast(t('Nothing has changed.'), 'info');
      const applied = await apply(sent.map(callOf), { what, quiet: true });
      if (applied.ok) return show(undefined);
      if (applied.cancelled) return;
      const port = refusedSource(applied.failure);
      if (port === undefined) report(applied.failure);
      else setRefusal({ port, message: failureText(applied.failure, t) });
    };
    const reset = async () => {
      const everyPort = portListOf(ports);
      const open = changesOf(rows ?? [], new Map(ports.map((port) => [port, everyPort])));
      if (open.length === 0) return toast(t('Every port reaches every port already.'), 'info');
      if (await confirm(t(resetQuestion))) await send(open);
    };

    return (
      <>
        <PageActions>
          <Button destructive disabled={!rows} onClick={() => void reset()}>
            {t('Reset')}
          </Button>
          {words.length > 0 && <Button onClick={() => show(undefined)}>{t('Cancel')}</Button>}
          <ApplyButton busy={pending} disabled={!rows} onClick={() => void send(changes)}>
            {t('Apply')}
          </ApplyButton>
        </PageActions>
        <Card
          flush
          title={t(title)}
          actions={
            <label className={styles.choice} htmlFor={id}>
              <input
                id={id}
                type="checkbox"
                checked={bothWays}
                onChange={(event) => setBothWays(event.currentTarget.checked)}
              />
              {t('Both ways')}
            </label>
          }
        >
          <PortMatrix
            label={t(label)}
            ports={ports}
            value={drawn ?? present}
            onChange={show}
            refusal={refusal}
            bothWays={bothWays}
            disabled={!rows}
          />
        </Card>
        <ChangesCard changes={words} calls={changes.map(callOf)} />
      </>
    );
  };

  function reachOf(rows: readonly Values[]): Reach {
    return new Map(rows.map((row) => [Number(row[source]), parsePortList(String(row[column])) ?? NO_PORTS]));
  }

  function changesOf(rows: readonly Values[], reach: Reach): Change[] {
    return rows.flatMap((row): Change[] => {
      const from = String(row[column]);
      const to = formatPortList(reach.get(Number(row[source])) ?? parsePortList(from) ?? NO_PORTS);
      return to === from ? [] : [{ object, kind: 'value', row: { ...row, [column]: to }, column, from, to }];
    });
  }

  /** The source port whose row a refusal names. */
  function refusedSource(failure: unknown): number | undefined {
    if (!(failure instanceof CallRefused) || failure.place.object !== object.name) return undefined;
    const port = failure.place.row?.[source];
    return port === undefined ? undefined : Number(port);
  }

  function callOf({ row = {}, to = '' }: Change): ObjectCall {
    return { method: 'CommonSet', params: { Template: object.name, [source]: row[source] ?? 0, [column]: to } };
  }
}
