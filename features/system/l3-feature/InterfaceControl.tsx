import { useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { ipv6InterfaceEntry } from './ipv6/interface-objects.ts';
import { ipv4InterfaceEntry } from './objects.ts';

/** One of the IPv4 interfaces that there are. */
export function InterfaceControl(props: ControlProps) {
  const { data: rows = [] } = useRows(ipv4InterfaceEntry);
  return <InterfaceChoice {...props} interfaces={rows.map((row) => row.ipv4InterfaceIfIndex)} />;
}

/** One of the IPv6 interfaces that there are. */
export function Ipv6InterfaceControl(props: ControlProps) {
  const { data: rows = [] } = useRows(ipv6InterfaceEntry);
  return <InterfaceChoice {...props} interfaces={rows.map((row) => row.ipv6InterfaceIfIndex)} />;
}

function InterfaceChoice({
  field: _,
  choices: __,
  interfaces,
  ...props
}: ControlProps & { readonly interfaces: readonly number[] }) {
  return (
    <SelectBox
      {...props}
      offered={interfaces.map((index) => ({ value: String(index), words: interfaceName(index) }))}
      unknown={props.value === '' ? '–' : interfaceName(Number(props.value))}
      onChoose={(chosen) => props.onChange(Number(chosen))}
    />
  );
}
