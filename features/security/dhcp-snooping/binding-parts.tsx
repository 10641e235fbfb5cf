import { useState } from 'react';
import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { CreateForm } from '../../../console/form/object-forms.tsx';
import { DeclaredFields } from '../../../console/page/DeclaredFields.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { AddButton } from '../../../console/table/AddButton.tsx';
import { CellLines } from '../../../console/table/CellLines.tsx';
import { DeleteButton } from '../../../console/table/DeleteButton.tsx';
import { HeadingChoice } from '../../../console/table/HeadingChoice.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useDeletion } from '../../../console/table/use-deletion.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { BridgePortControl } from '../../bridge-port-control.tsx';
import { pathOfBinding } from './binding-path.ts';
import {
  BINDINGS,
  BindingType,
  dhcpSnoopingBindingEntry,
  dhcpSnoopingConfig,
  dhcpSnoopingStaticBindingEntry,
  FOR_EVER,
  SnoopingClear,
} from './objects.ts';

type Row = RowOf<typeof dhcpSnoopingBindingEntry>;

/** Which bindings are shown, by source texts (docs/specification/product.md 9, "Address table filter"); undefined for all. */
const shownTypes: ReadonlyMap<string, number | undefined> = new Map([
  ['All', undefined],
  ['Static', BindingType.static],
  ['Dynamic', BindingType.dynamic],
]);

export default [Bindings];

function AddBinding({ onDone }: { readonly onDone: () => void }) {
  const t = useText();
  return (
    <CreateForm
      object={dhcpSnoopingStaticBindingEntry}
      title={t('New static binding')}
      what="Add static binding"
      onApplied={onDone}
      onCancel={onDone}
    >
      <DeclaredFields
        fields={[
          ['bindingMac', 'bindingVlanId', 'bindingIp'],
          [{ name: 'bindingPort', control: BridgePortControl }, 'bindingLease'],
        ]}
      />
    </CreateForm>
  );
}

function Bindings() {
  const t = useText();
  const { apply, pending } = useApply();
  const [choice, choose] = useState('All');
  const [adding, setAdding] = useState(false);
  const { data: rows } = useRows(dhcpSnoopingBindingEntry, {}, { poll: 5000 });
  const type = shownTypes.get(choice);
  const shown = rows?.filter(({ bindingType }) => type === undefined || bindingType === type);
  const clear = async () => {
    const text = t('Clear all dynamic bindings? Their stations must request their addresses again.');
    if (!(await confirmDeletion({ text }))) return;
    await apply(setGroup(dhcpSnoopingConfig, { dhcpSnoopingClear: SnoopingClear.dynamic }), {
      what: 'Clear dynamic bindings',
    });
  };
  const statics = useDeletion(dhcpSnoopingStaticBindingEntry);
  return (
    <>
      {adding && <AddBinding onDone={() => setAdding(false)} />}
      <ObjectTable
        object={dhcpSnoopingBindingEntry}
        rows={shown}
        title={t('Bindings')}
        filter="Address, VLAN or port"
        kept={false}
        columns={[
          'bindingMac',
          { name: 'bindingVlanId', title: 'VLAN' },
          'bindingIp',
          'bindingPort',
          'bindingType',
          { name: 'bindingLease', title: 'Lease', right: false, draw: (row) => <Lease row={row} /> },
        ]}
        empty={t('No bindings.')}
        count={(total) => t('{{total}} of {{maximum}}', { total, maximum: BINDINGS })}
        rowActions={(row) => <BindingActions row={row} />}
        addButton={<AddButton words={t('Add static binding')} open={adding} onPress={() => setAdding(!adding)} />}
        deleteAll={() => void statics.removeAll()}
        actions={
          <>
            <HeadingChoice label="Show" titles={[...shownTypes.keys()]} chosen={choice} onChange={choose} />
            <Button
              look="text"
              destructive
              busy={pending}
              disabled={!rows?.some(({ bindingType }) => bindingType === BindingType.dynamic)}
              onClick={() => void clear()}
            >
              {t('Clear Dynamic')}
            </Button>
          </>
        }
      />
    </>
  );
}

/** How long it is, and how much of it is left. */
function Lease({ row: { bindingLease, bindingRemaining: seconds } }: { readonly row: Row }) {
  const t = useText();
  const whole = valueText(t, dhcpSnoopingBindingEntry.fields.bindingLease, bindingLease);
  return <CellLines lines={seconds === FOR_EVER ? [whole] : [whole, t('{{seconds}} s left', { seconds })]} />;
}

/** A static binding is modified or deleted; a learned one is made static, or cleared. */
function BindingActions({ row }: { readonly row: Row }) {
  const t = useText();
  const navigate = useNavigate();
  const { apply, pending } = useApply();
  const { remove, deleting } = useDeletion(dhcpSnoopingStaticBindingEntry);
  const { bindingVlanId, bindingMac, bindingIp, bindingPort, bindingLease, bindingType } = row;
  const isStatic = bindingType === BindingType.static;
  const name = wordsOf(dhcpSnoopingBindingEntry.rowName(row), t);
  const forget = async () => {
    if (!(await confirmDeletion({ text: t('Delete {{name}}?', { name }) }))) return;
    const values = { dhcpSnoopingClearVlan: bindingVlanId, dhcpSnoopingClearMac: bindingMac };
    await apply(setGroup(dhcpSnoopingConfig, { dhcpSnoopingClear: SnoopingClear.one, ...values }), {
      what: 'Delete binding',
    });
  };
  const verb = isStatic ? t('Modify') : t('Make static');
  return (
    <>
      <Button look="text" aria-label={`${verb} ${name}`} onClick={() => void navigate(pathOfBinding(row))}>
        {verb}
      </Button>
      <DeleteButton
        busy={pending || deleting !== undefined}
        aria-label={`${t('Delete')} ${name}`}
        onClick={() =>
          void (isStatic ? remove({ bindingVlanId, bindingMac, bindingIp, bindingPort, bindingLease }) : forget())
        }
      >
        {t('Delete')}
      </DeleteButton>
    </>
  );
}
