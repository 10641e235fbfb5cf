import type { ControlProps } from '../../console/controls/control.ts';
import { Ipv4Control } from '../../console/controls/Ipv4Control.tsx';
import { Ipv6Control } from '../../console/controls/Ipv6Control.tsx';
import { useDraftValue } from '../../console/form/form-context.ts';

/** Wire value of IPv6 among the types of addresses (docs/specification/product.md 9). */
const IPV6 = 2;

/** The control of a server's address, in the type that `column` of the same row is set to. */
export function serverAddressControl(column: string) {
  return function ServerAddressControl(props: ControlProps) {
    return Number(useDraftValue(column)) === IPV6 ? <Ipv6Control {...props} /> : <Ipv4Control {...props} />;
  };
}

/** The lowest priority that no server has yet, for a new one; undefined where there is no room. */
export function nextPriority(taken: readonly number[], maximum: number): number | undefined {
  if (taken.length >= maximum) return undefined;
  return Array.from({ length: maximum }, (_, at) => at + 1).find((priority) => !taken.includes(priority));
}
