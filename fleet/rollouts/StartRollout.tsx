import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { createRow } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useRowsPage } from '../../console/call/use-rows-page.ts';
import { ApplyButton } from '../../console/elements/ApplyButton.tsx';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { confirm } from '../../console/feedback/dialogs.ts';
import { FormFields } from '../../console/form/FormFields.tsx';
import { PlainField } from '../../console/form/PlainField.tsx';
import { PlainForm } from '../../console/form/PlainForm.tsx';
import { usePlainField } from '../../console/form/use-plain-field.ts';
import { rowParameter } from '../../console/page/row-parameter.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { DeviceTable } from '../../console/table/DeviceTable.tsx';
import { FilterBox } from '../../console/table/FilterBox.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { dateTime } from '../../model/schema/kinds/date-time.ts';
import type { RowOf } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { fleetSwitchEntry } from '../switches/objects.ts';
import { Chosen, withOrWithout } from './Chosen.tsx';
import { ChosenSwitches, fleetRolloutEntry } from './objects.ts';
import { Preview } from './Preview.tsx';
import styles from './rollouts.module.css';

const { fleetRolloutName } = fleetRolloutEntry.index;

/** When it begins, as it is typed. */
const beginAt = dateTime({
  label: 'Start at',
  access: 'rw',
  never: '',
  help: 'Such as 2026-01-31 03:00:00, by the clock of this browser. No switch is changed or restarted before. Empty: now.',
});

interface StartRolloutProps {
  /** Which switches it is for, as filters of their list: the same object as long as it is the same question. */
  readonly fitting: Readonly<Record<string, string>>;
  /** Contents: columns of the rollout. */
  readonly what: Values;
  /** The choice that is required first; undefined if nothing is missing. */
  readonly missing: string | undefined;
  /** More fields. */
  readonly children?: ReactNode;
}

/** Choosing the switches that a rollout goes to, and its name; begins it. */
export function StartRollout({ fitting, what, missing, children }: StartRolloutProps) {
  const t = useText();
  const navigate = useNavigate();
  const { apply, pending } = useApply();
  const [name, setName] = useState<Value>('');
  const [message, setMessage] = useState<string>();
  const [search, setSearch] = useState('');
  const [serials, setSerials] = useState<ReadonlySet<string>>(new Set());
  const [previewed, setPreviewed] = useState<Values>();
  const searched = useMemo((): Readonly<Record<string, string>> => (search === '' ? {} : { search }), [search]);
  const filters = useMemo(() => ({ ...fitting, ...searched }), [fitting, searched]);
  const { data } = useRowsPage(fleetSwitchEntry, filters, { page: 1, size: 1, order: undefined });
  const total = data?.total ?? 0;
  const chosen = usePlainField(fleetRolloutEntry.fields.fleetRolloutChosen, ChosenSwitches.get);
  const [begin, setBegin] = useState<Value>('');
  const [beginMessage, setBeginMessage] = useState<string>();
  const isAllBut = chosen.value === ChosenSwitches.leftOut;
  const start = async () => {
    const read = fleetRolloutName.read(String(name).trim());
    if (!read.ok) {
      setMessage(t('Enter a name for the rollout.'));
      return;
    }
    const time = beginAt.read(begin);
    setBeginMessage(time.ok ? undefined : t('Enter a complete date and time, or none.'));
    if (!time.ok) return;
    setMessage(missing);
    if (missing !== undefined) return;
    const question =
      serials.size > 0 && isAllBut
        ? t('Start the rollout to all switches that fit, except those selected ({{count}})?', { count: serials.size })
        : serials.size > 0
          ? t('Start the rollout to the selected switches ({{count}})?', { count: serials.size })
          : t('Start the rollout to all switches that fit ({{count}})?', { count: total });
    const isSure = await confirm(
      question,
      t('First one switch, then 1 %, 10 % and all. The rollout stops when more than 2 % fail.'),
    );
    if (!isSure) return;
    const row = {
      ...what,
      fleetRolloutName: read.value,
      fleetRolloutSwitches: [...serials].join(' '),
      fleetRolloutSearch: search,
      fleetRolloutChosen: chosen.value,
      // Without a zone it is a time of this browser.
      ...(time.value !== '' && { fleetRolloutBegin: Date.parse(time.value.replace(' ', 'T')) / 1000 }),
    };
    if ((await apply(createRow(fleetRolloutEntry, row))).ok) {
      void navigate(`/Rollout/${rowParameter(fleetRolloutEntry, row)}`);
    }
  };
  return (
    <ChoiceContext value={{ serials, setSerials }}>
      <DeviceTable
        object={fleetSwitchEntry}
        title={
          serials.size > 0 && isAllBut
            ? t('To all switches that fit, except those selected ({{count}})', { count: serials.size })
            : serials.size > 0
              ? t('To the selected switches ({{count}})', { count: serials.size })
              : t('To all switches that fit ({{count}})', { count: total })
        }
        filters={filters}
        actions={<FilterBox placeholder={t('Search')} value={search} onChange={setSearch} />}
        columns={[
          {
            name: 'fleetSwitchName',
            draw: (row) => <SwitchChoice row={row} />,
          },
          'fleetSwitchSerial',
          'fleetSwitchModel',
          'fleetSwitchVersion',
          'fleetSwitchCondition',
          {
            key: 'standing',
            title: 'Configuration',
            text: ({ fleetSwitchStanding: standing }) => t(fleetSwitchEntry.fields.fleetSwitchStanding.show(standing)),
            compare: false,
          },
        ]}
        empty={t('No switch fits.')}
      />
      <Card title={t('Start')}>
        <PlainForm onSubmit={start}>
          <FormFields>
            <PlainField field={fleetRolloutName} value={name} onChange={setName} message={message} />
            {serials.size > 0 && <PlainField {...chosen} />}
            <PlainField field={beginAt} value={begin} onChange={setBegin} message={beginMessage} />
            {children}
          </FormFields>
          <div className={styles.buttons}>
            <ApplyButton type="submit" busy={pending}>
              {t('Start the rollout')}
            </ApplyButton>
            <Button disabled={missing !== undefined} onClick={() => setPreviewed({ ...what, ...searched })}>
              {t('Preview')}
            </Button>
          </div>
        </PlainForm>
      </Card>
      {previewed && <Preview filters={previewed} />}
    </ChoiceContext>
  );
}

/** Parameters of the table's cells: its columns stay the same while they are shown. */
interface Choice {
  readonly serials: ReadonlySet<string>;
  readonly setSerials: (serials: ReadonlySet<string>) => void;
}

const ChoiceContext = createContext<Choice>({ serials: new Set(), setSerials() {} });

/** A switch that can be chosen. */
function SwitchChoice({ row }: { readonly row: RowOf<typeof fleetSwitchEntry> }) {
  const { serials, setSerials } = useContext(ChoiceContext);
  const { fleetSwitchSerial: serial, fleetSwitchName } = row;
  return (
    <Chosen
      words={fleetSwitchName || serial}
      isChosen={serials.has(serial)}
      onChange={(isChosen) => setSerials(withOrWithout(serials, serial, isChosen))}
    />
  );
}
