import { isSaidInOthers } from '../../model/values/quantities.ts';
import { FieldHelp } from '../help/FieldHelp.tsx';
import type { HelpedField } from '../help/helped-field.ts';
import { useText } from '../translations/use-text.ts';
import styles from './form.module.css';

interface FieldHeadingProps extends HelpedField {
  /** Identifier of the control; that of its label has "label" behind it. */
  readonly id: string;
}

/** A field's label with its unit, and the button beside it that explains the field. */
export function FieldHeading({ id, ...explained }: FieldHeadingProps) {
  const t = useText();
  const { label, field } = explained;
  return (
    <span className={styles.heading}>
      <label id={`${id}label`} htmlFor={id}>
        {label}
        {field.unit && !isSaidInOthers(field.unit) && <span className={styles.unit}> {t(field.unit)}</span>}
      </label>
      <FieldHelp beside={`${id}label`} label={t('About {{field}}', { field: label })} fields={[explained]} />
    </span>
  );
}
