import type { Field, FieldKind } from '../../model/schema/field.ts';
import type { Control } from './control.ts';
import { DateTimeControl } from './DateTimeControl.tsx';
import { IntegerControl } from './IntegerControl.tsx';
import { Ipv4Control } from './Ipv4Control.tsx';
import { Ipv4MaskControl } from './Ipv4MaskControl.tsx';
import { Ipv6Control } from './Ipv6Control.tsx';
import { MacControl } from './MacControl.tsx';
import { PortControl } from './PortControl.tsx';
import { PortListControl } from './PortListControl.tsx';
import { ReadOnlyControl } from './ReadOnlyControl.tsx';
import { SecretControl } from './SecretControl.tsx';
import { CodeTextControl, TextControl } from './TextControl.tsx';
import { TickControl } from './TickControl.tsx';

/** The control of each kind of field. A page may put another one in its place: the boxes of an address, say. */
const controls: Readonly<Record<FieldKind, Control>> = {
  integer: IntegerControl,
  vlanId: IntegerControl,
  enumeration: TickControl,
  status: TickControl,
  truth: TickControl,
  text: TextControl,
  secret: SecretControl,
  host: TextControl,
  mac: MacControl,
  ipv4: Ipv4Control,
  ipv6: Ipv6Control,
  ipAddress: CodeTextControl,
  oid: CodeTextControl,
  hex: CodeTextControl,
  ipv4Mask: Ipv4MaskControl,
  port: PortControl,
  portList: PortListControl,
  vlanList: TextControl,
  dateTime: DateTimeControl,
  ticks: ReadOnlyControl,
  counter64: ReadOnlyControl,
  gauge: ReadOnlyControl,
};

/** The control of the field's kind; a read-only box for a field that cannot be set. */
export function controlOf(field: Field): Control {
  if (field.access === 'ro') return ReadOnlyControl;
  return controls[field.kind];
}
