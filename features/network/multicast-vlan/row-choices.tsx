import { useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { multicastVlanEntry, multicastVlanGroupEntry } from './objects.ts';

/** One of the group profiles. */
export function ProfileChoice({ field: _, choices: __, onRemoved: ___, ...props }: ControlProps) {
  const t = useText();
  const { data: rows } = useRows(multicastVlanGroupEntry);
  const offered = (rows ?? []).map(({ multicastVlanGroupName: name }) => ({ value: name, words: name }));
  const unknown = rows?.length === 0 ? t('No profiles yet') : t('Choose a profile');
  return <SelectBox {...props} offered={offered} unknown={unknown} onChoose={props.onChange} />;
}

/** One of the multicast VLANs. */
export function MulticastVlanChoice({ field: _, choices: __, onRemoved: ___, ...props }: ControlProps) {
  const t = useText();
  const { data: rows } = useRows(multicastVlanEntry);
  const offered = (rows ?? []).map(({ multicastVlanId: vlan, multicastVlanName: name }) => ({
    value: String(vlan),
    words: `${vlan} · ${name}`,
  }));
  const unknown = rows?.length === 0 ? t('No multicast VLANs yet') : t('Choose a multicast VLAN');
  return (
    <SelectBox {...props} offered={offered} unknown={unknown} onChoose={(chosen) => props.onChange(Number(chosen))} />
  );
}
