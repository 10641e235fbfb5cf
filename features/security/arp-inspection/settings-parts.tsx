import { useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { form } from '../../../console/page/form.tsx';
import { type AddingProps, list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { AddVlans } from '../AddVlans.tsx';
import { arpAclEntry } from './acl-objects.ts';
import { arpInspConfig, arpInspFilterEntry, arpInspVlanLogEntry } from './objects.ts';
import { loggingPath } from './paths.ts';

export default [
  form(arpInspConfig, {
    title: 'Validation',
    what: 'ARP validation',
    fields: [['arpInspValSrcMac', 'arpInspValDstMac', 'arpInspValIp']],
  }),
  list(arpInspVlanLogEntry, {
    title: 'Logging by VLAN',
    filter: 'Filter by id',
    kept: false,
    empty: 'No VLANs are listed for inspection.',
    modifiedAt: ({ arpInspVlanId }) => loggingPath(arpInspVlanId),
  }),
  list(arpInspFilterEntry, {
    title: 'ARP filters',
    filter: 'VLAN or list',
    empty: 'No ARP filters yet.',
    add: { title: 'New ARP filter', button: 'Add ARP filter', form: AddFilters },
    fields: [{ name: 'arpInspFilterAcl', control: ListChoice }, 'arpInspFilterStatic'],
    modify: { title: ({ arpInspVlanId: vlan }, t) => t('VLAN {{vlan}}', { vlan }), what: 'Modify ARP filter' },
    deleteAll: true,
  }),
];

function AddFilters(props: AddingProps) {
  const { data: rows } = useRows(arpInspFilterEntry);
  return (
    <AddVlans
      {...props}
      object={arpInspFilterEntry}
      what="Add ARP filter"
      label="VID List"
      present={rows && new Set(rows.map(({ arpInspVlanId }) => arpInspVlanId))}
      taken="VLAN {{vlan}} already has a list."
      columns={[{ name: 'arpInspFilterAcl', control: ListChoice }, 'arpInspFilterStatic']}
      row={(vlan) => ({ arpInspVlanId: vlan })}
    />
  );
}

/** One of the ARP access lists. */
function ListChoice({ field: _, choices: __, onRemoved: ___, ...props }: ControlProps) {
  const t = useText();
  const { data: rows } = useRows(arpAclEntry);
  const offered = (rows ?? []).map(({ arpAclName: name }) => ({ value: name, words: name }));
  const unknown = rows?.length === 0 ? t('No lists yet') : t('Choose a list');
  return <SelectBox {...props} offered={offered} unknown={unknown} onChoose={props.onChange} />;
}
