import { useMemo, useState } from 'react';
import { useRow, useRows } from '../../console/call/use-reads.ts';
import { Notice } from '../../console/elements/Notice.tsx';
import { PlainField } from '../../console/form/PlainField.tsx';
import { usePlainField } from '../../console/form/use-plain-field.ts';
import type { Column } from '../../console/table/column.ts';
import { RowsTable } from '../../console/table/RowsTable.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { fleetSwitchEntry } from '../switches/objects.ts';
import { Chosen, withOrWithout } from './Chosen.tsx';
import { fleetRolloutEntry, fleetSettingEntry } from './objects.ts';
import { StartRollout } from './StartRollout.tsx';

type Setting = RowOf<typeof fleetSettingEntry>;

export default [Object.assign(() => null, { Row: BringSettings })];

/** Choosing settings of one switch, and the switches that are to have them, too. */
function BringSettings({ row: serial }: { readonly row: string }) {
  const t = useText();
  const { data: kept } = useRow(fleetSwitchEntry, { fleetSwitchSerial: serial });
  const { data: settings, error } = useRows(fleetSettingEntry, { fleetSettingSwitch: serial });
  const others = useMemo(() => ({ except: serial }), [serial]);
  const [onlyChanged, setOnlyChanged] = useState(true);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const replaces = usePlainField(fleetRolloutEntry.fields.fleetRolloutReplaces, TruthValue.no);
  const columns: Column<Setting>[] = [
    {
      key: 'what',
      title: t('Setting'),
      right: false,
      text: ({ fleetSettingWhat }) => wordsOfText(fleetSettingWhat, '', t),
      draw: ({ fleetSettingName: name, fleetSettingWhat }) => (
        <Chosen
          words={wordsOfText(fleetSettingWhat, '', t)}
          isChosen={chosen.has(name)}
          onChange={(isChosen) => choose(withOrWithout(chosen, name, isChosen))}
        />
      ),
    },
    {
      key: 'section',
      title: t('Section'),
      right: false,
      text: ({ fleetSettingSection }) => wordsOfText(fleetSettingSection, '', t),
    },
    {
      key: 'value',
      title: t('Value'),
      right: false,
      text: ({ fleetSettingValue }) => wordsOfText(fleetSettingValue, '', t),
    },
  ];
  return (
    <>
      <RowsTable
        title={t('Settings of {{name}}', { name: kept?.fleetSwitchName || serial })}
        label={t('Settings of {{name}}', { name: kept?.fleetSwitchName || serial })}
        columns={columns}
        rows={settings?.filter(
          ({ fleetSettingName, fleetSettingChanged }) =>
            !onlyChanged || fleetSettingChanged === TruthValue.yes || chosen.has(fleetSettingName),
        )}
        keyOf={({ fleetSettingName }) => fleetSettingName}
        isSelected={({ fleetSettingName }) => chosen.has(fleetSettingName)}
        failure={error}
        filter={t('Filter')}
        actions={
          <Chosen words={t('Only what differs from the defaults')} isChosen={onlyChanged} onChange={setOnlyChanged} />
        }
        empty={t('Nothing of this switch can be rolled out to others.')}
      />
      <StartRollout
        fitting={others}
        what={{
          fleetRolloutFrom: serial,
          fleetRolloutSettings: [...chosen].join(' '),
          fleetRolloutReplaces: replaces.value,
        }}
        missing={chosen.size === 0 ? t('Choose the settings to roll out.') : undefined}
      >
        <PlainField {...replaces} />
      </StartRollout>
      <Notice tone="info">
        {t('Names, locations, addresses and passwords belong to a single switch and are not rolled out.')}
      </Notice>
    </>
  );
}
