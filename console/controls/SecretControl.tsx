import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../elements/Button.tsx';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { FilteredInput } from './FilteredInput.tsx';

/**
 * A secret: hidden until its button shows it. The device never sends one back, so it starts empty. It is kept as it is typed,
 * whatever that is: a secret that was changed on the way would not let its owner in.
 */
export function SecretControl({ field, choices: _, ...props }: ControlProps) {
  const t = useText();
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.reveal}>
      <FilteredInput
        {...props}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        maximumLength={Number.POSITIVE_INFINITY}
        counted={field.limits.maxLength}
      />
      <IconButton
        label={shown ? t('Hide') : t('Show')}
        aria-pressed={shown}
        disabled={props.disabled}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </IconButton>
    </span>
  );
}
