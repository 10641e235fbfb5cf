import { useRef } from 'react';
import { classNames } from '../elements/class-names.ts';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { keepAllowed } from './typed-text.ts';

const parts = [
  { name: 'Year', separator: '', digits: 4 },
  { name: 'Month', separator: '-', digits: 2 },
  { name: 'Day', separator: '-', digits: 2 },
  { name: 'Hour', separator: ' ', digits: 2 },
  { name: 'Minute', separator: ':', digits: 2 },
  { name: 'Second', separator: ':', digits: 2 },
] as const;

/** A date and time in six boxes; the value is "2026-01-31 13:05:09", "" while every box is empty. */
export function DateTimeControl(props: ControlProps) {
  const { id, field, value, onChange, onBlur, onRemoved, label, describedBy, invalid, disabled, compact } = props;
  const t = useText();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const given = String(value) === '' ? [] : String(value).split(/[-: T]/);
  const write = (index: number, text: string) => {
    const next = parts.map((_, at) => (at === index ? text : (given[at] ?? '')));
    onChange(next.every((part) => part === '') ? '' : parts.map((part, at) => part.separator + next[at]).join(''));
  };
  const boxOf = (index: number) => {
    const part = parts[index];
    if (!part) return null;
    const { name, separator, digits } = part;
    return (
      <span key={name} className={styles.boxes}>
        {separator.trim() && <span aria-hidden="true">{separator}</span>}
        <input
          ref={(node) => {
            boxes.current[index] = node;
          }}
          id={index === 0 ? id : undefined}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className={classNames(
            styles.box,
            digits === 4 ? styles.number4 : styles.number2,
            compact && styles.compact,
            invalid && styles.invalid,
          )}
          value={given[index] ?? ''}
          disabled={disabled}
          aria-label={t(name)}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            const kept = keepAllowed(
              event.currentTarget.value,
              /\d/,
              digits,
              event.currentTarget.selectionStart ?? digits,
            );
            onRemoved?.(kept.removal);
            write(index, kept.text);
            if (kept.text.length === digits && kept.text.length > (given[index] ?? '').length) {
              boxes.current[index + 1]?.focus();
            }
          }}
        />
      </span>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be inline; the group has its name
    <span
      className={styles.dateTime}
      role="group"
      aria-label={label ?? t(field.label)}
      aria-describedby={describedBy}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
      }}
    >
      {[0, 3].map((first) => (
        <span key={first}>{[first, first + 1, first + 2].map(boxOf)}</span>
      ))}
    </span>
  );
}
