import type { ButtonProps } from '../elements/Button.tsx';
import { PassingButton } from '../elements/PassingButton.tsx';

/** A button that may take its own row away; the focus stays near. */
export function DeleteButton(props: Omit<ButtonProps, 'ref' | 'look' | 'destructive'>) {
  return <PassingButton {...props} look="text" destructive />;
}
