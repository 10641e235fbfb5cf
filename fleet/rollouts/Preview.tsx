import { DeviceTable } from '../../console/table/DeviceTable.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { wordsOfText } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { Words } from '../Words.tsx';
import { fleetPreviewEntry } from './objects.ts';

/** The result of a rollout at each switch; `filters` stay the same object as long as the request is the same. */
export function Preview({ filters }: { readonly filters: Values }) {
  const t = useText();
  return (
    <DeviceTable
      object={fleetPreviewEntry}
      title={t('Changes')}
      filters={filters}
      columns={[
        {
          key: 'name',
          title: 'Name',
          text: ({ fleetPreviewName, fleetPreviewSwitch }) => fleetPreviewName || fleetPreviewSwitch,
          compare: false,
        },
        { key: 'serial', title: 'Serial number', text: (row) => row.fleetPreviewSwitch, compare: false },
        { key: 'model', title: 'Model', text: (row) => row.fleetPreviewModel, compare: false },
        {
          key: 'what',
          title: 'Changes',
          text: ({ fleetPreviewSaid }) => wordsOfText(fleetPreviewSaid, '', t),
          draw: ({ fleetPreviewSaid }) => <Words text={wordsOfText(fleetPreviewSaid, '', t)} />,
          compare: false,
        },
      ]}
      empty={t('No switch fits.')}
    />
  );
}
