import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Tag, type Tone } from '../../../console/elements/Tag.tsx';
import { confirm, confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { fwImageEntry, fwUpgradeCtrl, ImageState } from './objects.ts';

type Image = RowOf<typeof fwImageEntry>;

const tones: Readonly<Record<number, Tone>> = {
  [ImageState.running]: 'ok',
  [ImageState.nextBoot]: 'warn',
  [ImageState.bad]: 'bad',
};

const { fwImageState } = fwImageEntry.fields;

/** The two slots: the contents of each, which one is started, and erasing the other. */
export function ImageList() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data } = useRows(fwImageEntry);
  const start = async ({ fwImageId: slot, fwImageVersion: version }: Image) => {
    const question = t('Start version {{version}} of slot {{slot}} from now on?', { version, slot });
    if (!(await confirm(question, t('It runs after the next restart.')))) return;
    await apply(setGroup(fwUpgradeCtrl, { fwBootImage: slot === 2 ? 2 : 1 }));
  };
  const remove = async ({ fwImageId: slot }: Image) => {
    if (!(await confirmDeletion({ text: t('Delete the firmware of slot {{slot}}?', { slot }) }))) return;
    await apply(setGroup(fwUpgradeCtrl, { fwDeleteImage: slot }));
  };
  return (
    <ObjectTable
      object={fwImageEntry}
      rows={data}
      title={t('Firmware slots')}
      filter={false}
      columns={[
        'fwImageId',
        {
          name: 'fwImageState',
          draw: (row) => (
            <Tag tone={tones[row.fwImageState] ?? 'neutral'}>{t(fwImageState.show(row.fwImageState))}</Tag>
          ),
        },
        'fwImageVersion',
        'fwImageSize',
        'fwImageUpdateTime',
        'fwImageFromAddr',
        'fwImageUser',
      ]}
      kept={false}
      rowActions={(row) =>
        row.fwImageState === ImageState.standBy || row.fwImageState === ImageState.bad ? (
          <>
            <Button
              look="text"
              busy={pending}
              aria-label={`${t('Use at next start')} ${row.fwImageId}`}
              onClick={() => void start(row)}
            >
              {t('Use at next start')}
            </Button>
            <Button
              look="text"
              destructive
              busy={pending}
              aria-label={`${t('Delete')} ${row.fwImageId}`}
              onClick={() => void remove(row)}
            >
              {t('Delete')}
            </Button>
          </>
        ) : null
      }
    />
  );
}
