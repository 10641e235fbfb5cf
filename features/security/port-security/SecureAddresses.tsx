import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { AddressType, portSecClear, portSecInUseEntry } from './objects.ts';

type Row = RowOf<typeof portSecInUseEntry>;

/** Addresses accepted now, and the actions to clear learned ones: one address, those of a port, all. */
export function SecureAddresses() {
  const t = useText();
  const { apply, pending } = useApply();
  const { data: rows } = useRows(portSecInUseEntry, {}, { poll: 5000 });
  const ports = [...new Set(rows?.filter(isFleeting).map((row) => row.portSecInUsePort))];
  const clear = async (values: Parameters<typeof setGroup<typeof portSecClear>>[1], text: string) => {
    if (await confirmDeletion({ text }))
      await apply(setGroup(portSecClear, values), { what: 'Clear secure addresses' });
  };
  return (
    <ObjectTable
      object={portSecInUseEntry}
      rows={rows}
      title={t('Secure addresses in use')}
      filter="Port, VLAN or address"
      kept={false}
      columns={[
        'portSecInUsePort',
        'portSecInUseVlan',
        'portSecInUseMac',
        'portSecAddrType',
        'portSecInUseOrigin',
        { name: 'portSecAddrRemaining', title: 'Left' },
      ]}
      empty={t('No secure addresses in use.')}
      rowActions={(row: Row) =>
        isFleeting(row) && (
          <Button
            look="text"
            busy={pending}
            aria-label={t('Clear {{address}}', { address: row.portSecInUseMac })}
            onClick={() => void apply(setGroup(portSecClear, { portSecClearMac: row.portSecInUseMac }))}
          >
            {t('Clear')}
          </Button>
        )
      }
      actions={
        <>
          {ports.length > 1 &&
            ports.map((port) => (
              <Button
                key={port}
                look="text"
                busy={pending}
                onClick={() =>
                  void clear(
                    { portSecClearPort: port },
                    t('Clear the learned addresses of port {{port}}? They are learned again with the next frame.', {
                      port,
                    }),
                  )
                }
              >
                {t('Clear port {{port}}', { port })}
              </Button>
            ))}
          <Button
            look="text"
            destructive
            busy={pending}
            disabled={ports.length === 0}
            onClick={() =>
              void clear(
                { portSecClearAll: 1 },
                t('Clear all learned addresses? They are learned again with the next frame.'),
              )
            }
          >
            {t('Clear all learned addresses')}
          </Button>
        </>
      }
    />
  );
}

/** Learned, and not saved. */
function isFleeting(row: Row): boolean {
  return row.portSecAddrType === AddressType.deleteOnTimeout;
}
