import { useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { ipv4InterfaceEntry } from './objects.ts';

/** One of the IPv4 interfaces that there are. */
export function InterfaceControl({ field: _, choices: __, ...props }: ControlProps) {
  const { data: rows = [] } = useRows(ipv4InterfaceEntry);
  const offered = rows.map(({ ipv4InterfaceIfIndex: index }) => ({
    value: String(index),
    words: interfaceName(index),
  }));
  return (
    <SelectBox
      {...props}
      offered={offered}
      unknown={props.value === '' ? '–' : interfaceName(Number(props.value))}
      onChoose={(chosen) => props.onChange(Number(chosen))}
    />
  );
}
