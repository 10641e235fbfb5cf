import { say } from '../../model/values/message.ts';
import type { Control, ControlProps } from './control.ts';
import { CodeTextControl } from './TextControl.tsx';

const characters = /[0-9a-fA-F:/]/;
const maxLength = 43;

/** An IPv6 address, in a field that takes no other or in one that takes either family (docs/specification/product.md 5). */
export const Ipv6Control: Control = Object.assign(
  function Ipv6Control(props: ControlProps) {
    const field = { ...props.field, limits: { ...props.field.limits, characters, maxLength } };
    return <CodeTextControl {...props} field={field} />;
  },
  {
    refuses: (value: unknown) => {
      const text = String(value).trim();
      return text === '' || text.includes(':') ? undefined : say('Invalid IPv6 address.');
    },
  },
);
