import { useId, useState } from 'react';
import type { Change } from '../../model/configuration/change.ts';
import { wordsOfChanges } from '../../model/configuration/told-changes.ts';
import type { TableObject } from '../../model/schema/object.ts';
import { formatPortList, NO_PORTS, parsePortList, portListOf } from '../../model/values/port-list.ts';
import type { Values } from '../../model/wire/call.ts';
import { CallRefused, failureText } from '../call/failure.ts';
import type { Question } from '../call/guarded.ts';
import { report } from '../call/report.ts';
import { rowCalls } from '../call/row-calls.ts';
import { useApply } from '../call/use-apply.ts';
import { settingsPoll, useRowsOfEach } from '../call/use-reads.ts';
import { Button } from '../elements/Button.tsx';
import { Card } from '../elements/Card.tsx';
import { toast } from '../feedback/toast.ts';
import { ApplyBar } from '../form/ApplyBar.tsx';
import { useUnsavedInput } from '../form/unsaved-input.ts';
import { type KeptValues, useKeptDraft } from '../form/use-kept-draft.ts';
import { WithApplyBar } from '../form/WithApplyBar.tsx';
import type { Part } from '../navigation/menu-entry.ts';
import { PortMatrix, type Reach, type RowRefusal } from '../ports/PortMatrix.tsx';
import { portNumbers } from '../ports/port-numbers.ts';
import { type ReachDraft, reachWith, withReach } from '../ports/reach-draft.ts';
import { useText } from '../translations/use-text.ts';
import { PageActions } from './PageActions.tsx';
import styles from './page.module.css';

/** A page's declaration of a matrix of ports. Texts are source texts. */
interface MatrixOptions {
  readonly title: string;
  /** Spoken as the matrix's name. */
  readonly label: string;
  /** The change's purpose in the device's log. */
  readonly what: string;
  /** The column that lists the ports reached. */
  readonly column: string;
  /** Asked before every port reaches every other one again. */
  readonly resetQuestion: string;
}

const nothing: ReachDraft = new Map();

/** Which port may reach which, of a table with one row a source port and a column that lists the ports reached. */
export function matrix(object: TableObject, { title, label, what, column, resetQuestion }: MatrixOptions): Part {
  const [source = ''] = Object.keys(object.index);
  const objects = [object];

  return function DeclaredMatrix() {
    const t = useText();
    const ports = portNumbers();
    const rows = useRowsOfEach(objects, { poll: settingsPoll })[0]?.data;
    const { apply, pending } = useApply();
    const [bothWays, setBothWays] = useState(true);
    const [draft, setDraft] = useState(nothing);
    const [refusal, setRefusal] = useState<RowRefusal>();
    const id = useId();
    const present = reachOf(rows ?? []);
    const drawn = reachWith(present, draft);
    const changes = changesOf(rows ?? [], drawn);
    const words = wordsOfChanges(changes, t);
    const holdsDraft = words.length > 0;
    useUnsavedInput(holdsDraft);

    useKeptDraft({
      ready: rows !== undefined,
      owns: (key) => key.startsWith(`${object.name}#`),
      present: () => (holdsDraft ? keptOf(draft) : {}),
      restore: (values) => setDraft(draftOfKept(values)),
    });

    const show = (next: ReachDraft) => {
      setDraft(next);
      setRefusal(undefined);
    };
    const send = async (sent: readonly Change[], ask?: Question) => {
      setRefusal(undefined);
      if (sent.length === 0) return toast(t('No changes.'), 'info');
      const applied = await apply(rowCalls(sent), { what, quiet: true, ...(ask && { ask }) });
      if (applied.ok) return show(nothing);
      if (applied.cancelled) return;
      const port = refusedSource(applied.failure);
      if (port === undefined) report(applied.failure);
      else setRefusal({ port, message: failureText(applied.failure, t) });
    };
    const reset = async () => {
      const everyPort = portListOf(ports);
      const open = changesOf(rows ?? [], new Map(ports.map((port) => [port, everyPort])));
      if (open.length === 0) return toast(t('Every port already reaches every port.'), 'info');
      await send(open, { text: t(resetQuestion) });
    };

    return (
      <>
        <PageActions>
          <Button destructive disabled={!rows} onClick={() => void reset()}>
            {t('Remove restrictions')}
          </Button>
        </PageActions>
        <WithApplyBar>
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
              value={drawn}
              onChange={(next) => show(withReach(draft, present, next))}
              refusal={refusal}
              bothWays={bothWays}
              disabled={!rows}
            />
          </Card>
          <ApplyBar
            count={changes.length}
            changes={words}
            calls={rowCalls(changes)}
            pending={pending}
            disabled={!rows}
            onApply={() => void send(changes)}
            onCancel={() => show(nothing)}
          />
        </WithApplyBar>
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

  function keptOf(draft: ReachDraft): KeptValues {
    return Object.fromEntries(
      [...draft].map(([port, { reached, barred }]) => [
        `${object.name}#${port}`,
        { value: formatPortList(reached), from: formatPortList(barred) },
      ]),
    );
  }

  /** The source port whose row a refusal names. */
  function refusedSource(failure: unknown): number | undefined {
    if (!(failure instanceof CallRefused) || failure.place.object !== object.name) return undefined;
    const port = failure.place.row?.[source];
    return port === undefined ? undefined : Number(port);
  }
}

/** The ports that were to be reached are kept as the value, those that were not as what it is taken from. */
function draftOfKept(kept: KeptValues): ReachDraft {
  return new Map(
    Object.entries(kept).map(([key, { value, from }]) => [
      Number(key.split('#').at(-1)),
      { reached: parsePortList(String(value)) ?? NO_PORTS, barred: parsePortList(String(from)) ?? NO_PORTS },
    ]),
  );
}
