import { type ClipboardEvent, Fragment, type KeyboardEvent, useRef } from 'react';
import { classNames } from '../elements/class-names.ts';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { keepAllowed } from './typed-text.ts';

interface SegmentedInputProps extends Omit<ControlProps, 'choices'> {
  readonly count: number;
  readonly separator: string;
  /** Characters of one box. */
  readonly length: number;
  readonly allowed: RegExp;
  readonly boxClass: string | undefined;
  readonly inputMode: 'numeric' | 'text';
  /** Corrects the text of box `index` when it is left. */
  readonly settle: (text: string, index: number) => string;
  /** Whether box text is complete, so that the next box is entered. */
  readonly isFull: (text: string) => boolean;
  /** The parts of a whole pasted address; fewer than `count` where it is none. */
  readonly partsOf: (text: string) => string[];
}

/**
 * An address in as many boxes as it has parts. Typing a full part, or its separator, enters the next box; Backspace at
 * the start of a box goes back; pasting fills all. The value is the joined text, "" while every box is empty.
 */
export function SegmentedInput(props: SegmentedInputProps) {
  const { id, field, value, onChange, onBlur, onRemoved, label, describedBy, invalid, disabled, compact } = props;
  const { count, separator, length, allowed, boxClass, inputMode, settle, isFull, partsOf } = props;
  const t = useText();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const name = label ?? t(field.label);
  const given = String(value) === '' ? [] : String(value).split(separator);
  const parts = Array.from({ length: count }, (_, index) => given[index] ?? '');

  const write = (next: readonly string[]) => onChange(next.every((part) => part === '') ? '' : next.join(separator));
  const replace = (index: number, text: string) => write(parts.map((part, at) => (at === index ? text : part)));
  const enter = (index: number) => {
    boxes.current[index]?.focus();
    boxes.current[index]?.select();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    const { selectionStart: start, selectionEnd: end, value: text } = event.currentTarget;
    const atStart = start === 0 && end === 0;
    const atEnd = start === text.length && end === text.length;
    if ((event.key === 'Backspace' || event.key === 'ArrowLeft') && atStart && index > 0) enter(index - 1);
    else if (event.key === 'ArrowRight' && atEnd && index < count - 1) enter(index + 1);
    else if (/^[.:-]$/.test(event.key) && text !== '' && index < count - 1) enter(index + 1);
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = partsOf(event.clipboardData.getData('text'));
    if (pasted.length !== count) return;
    event.preventDefault();
    write(pasted);
    enter(count - 1);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a line of a table; the group has its name
    <span
      className={styles.boxes}
      role="group"
      aria-label={name}
      aria-describedby={describedBy}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
      }}
    >
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are their places
        <Fragment key={index}>
          {index > 0 && <span aria-hidden="true">{separator}</span>}
          <input
            ref={(node) => {
              boxes.current[index] = node;
            }}
            id={index === 0 ? id : undefined}
            type="text"
            inputMode={inputMode}
            autoComplete="off"
            spellCheck={false}
            className={classNames(styles.box, boxClass, compact && styles.compact, invalid && styles.invalid)}
            value={part}
            disabled={disabled}
            aria-label={t('{{name}}, part {{n}} of {{count}}', { name, n: index + 1, count })}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            onFocus={(event) => event.currentTarget.select()}
            onPaste={onPaste}
            onKeyDown={(event) => onKeyDown(event, index)}
            onChange={(event) => {
              const kept = keepAllowed(event.currentTarget.value, allowed, length, 0);
              onRemoved?.(kept.removed);
              replace(index, kept.text);
              if (isFull(kept.text) && kept.text.length > part.length && index < count - 1) enter(index + 1);
            }}
            onBlur={(event) => {
              // The box is left within the same event that filled it: what it holds is newer than `part`.
              const typed = event.currentTarget.value;
              const settled = settle(typed, index);
              if (settled !== typed) replace(index, settled);
            }}
          />
        </Fragment>
      ))}
    </span>
  );
}
