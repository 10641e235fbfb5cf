import { Skeleton } from '../elements/Skeleton.tsx';
import type { ControlProps } from './control.ts';

/** Keeps a control's place while its value is read: a default would pass for what the device has. */
export function UnknownControl({ field }: ControlProps) {
  return <Skeleton width="100%" height={field.kind === 'portList' ? 64 : 34} />;
}
