import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { OfTheSwitch } from '../../../console/elements/OfTheSwitch.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { ConfigOperation, sysConfig } from '../../save/objects.ts';
import { cfgSlotEntry } from '../../save/slot-objects.ts';

type Slot = RowOf<typeof cfgSlotEntry>;

/** The two places a configuration is kept in: which one starts, and erasing the other. */
export function SlotList() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data } = useRows(cfgSlotEntry);
  const operate = (slot: Slot, configOper: 1 | 2) =>
    // The selection takes effect at a restart: there is no new address to reach now.
    apply(setGroup(sysConfig, { configOperConfigID: slot.cfgSlotId === 2 ? 2 : 1, configOper }), { restarts: true });
  const erase = async (slot: Slot) => {
    if (await confirmDeletion({ text: t('Erase configuration {{number}}?', { number: slot.cfgSlotId }) })) {
      await operate(slot, ConfigOperation.erase);
    }
  };
  return (
    <OfTheSwitch path={cfgSlotEntry.page}>
      <ObjectTable
        object={cfgSlotEntry}
        rows={data}
        title={t('Kept configurations')}
        filter={false}
        columns={[
          'cfgSlotId',
          {
            name: 'cfgSlotStartUp',
            draw: (row) => (row.cfgSlotStartUp === TruthValue.yes ? <Tag tone="ok">{t('Startup')}</Tag> : t('No')),
          },
          'cfgSlotSize',
          'cfgSlotTime',
          'cfgSlotUser',
        ]}
        kept={false}
        rowActions={(row) =>
          row.cfgSlotStartUp === TruthValue.yes || row.cfgSlotSize === 0 ? null : (
            <>
              <Button
                look="text"
                busy={pending}
                aria-label={`${t('Set startup')} ${row.cfgSlotId}`}
                onClick={() => void operate(row, ConfigOperation.setStartUp)}
              >
                {t('Set startup')}
              </Button>
              <Button
                look="text"
                destructive
                busy={pending}
                aria-label={`${t('Erase')} ${row.cfgSlotId}`}
                onClick={() => void erase(row)}
              >
                {t('Erase')}
              </Button>
            </>
          )
        }
      />
    </OfTheSwitch>
  );
}
