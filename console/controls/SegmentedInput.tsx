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
  /** The same of the last box, where it takes more. */
  readonly lastLength?: number;
  readonly allowedLast?: RegExp;
  readonly boxClass: string | undefined;
  readonly inputMode: 'numeric' | 'text';
  /** Whether the text of box `index` can never become a part: the box is marked, and its text stays. */
  readonly isWrong?: (text: string, index: number) => boolean;
  /** Whether box text is complete, so that the next box is entered. */
  readonly isFull: (text: string) => boolean;
  /** The parts of a whole pasted address; undefined where it is none. */
  readonly partsOf: (text: string) => readonly string[] | undefined;
}

/**
 * An address in as many boxes as it has parts. Typing a full part, or its separator, enters the next box; Backspace at
 * the start of a box goes back; pasting a whole address fills all. The value is the joined text as it was typed, "" while
 * every box is empty.
 */
export function SegmentedInput(props: SegmentedInputProps) {
  const { id, field, value, onChange, onBlur, onRemoved, label, describedBy, invalid, disabled, compact } = props;
  const { count, separator, length, allowed, lastLength, allowedLast, boxClass, inputMode, isWrong, isFull, partsOf } =
    props;
  const t = useText();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const name = label ?? t(field.label);
  const given = String(value) === '' ? [] : String(value).split(separator);
  // Surplus parts stay in the last box, so that none of them is lost.
  const last = given.slice(count - 1).join(separator);
  const parts = Array.from({ length: count }, (_, index) => (index < count - 1 ? (given[index] ?? '') : last));

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
    else if (isSeparator(event.key) && text !== '' && index < count - 1) enter(index + 1);
    // A separator after a full part, which has entered this box already.
    else if (!isSeparator(event.key) || text !== '') return;
    event.preventDefault();
  };
  const takeWhole = (text: string): boolean => {
    const whole = partsOf(text);
    if (!whole) return false;
    onRemoved?.(undefined);
    write(whole);
    enter(count - 1);
    return true;
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    if (takeWhole(event.clipboardData.getData('text'))) event.preventDefault();
  };

  const wrong = parts.map((part, index) => isWrong?.(part, index) === true);
  // A problem of the address as a whole marks every box.
  const isMarked = (index: number) => wrong[index] === true || (invalid === true && !wrong.includes(true));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be inline in a table; the group has its name
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
            className={classNames(styles.box, boxClass, compact && styles.compact, isMarked(index) && styles.invalid)}
            value={part}
            disabled={disabled}
            aria-label={t('{{name}}, part {{n}} of {{count}}', { name, n: index + 1, count })}
            aria-invalid={isMarked(index) || undefined}
            aria-describedby={describedBy}
            onFocus={(event) => event.currentTarget.select()}
            onPaste={onPaste}
            onKeyDown={(event) => onKeyDown(event, index)}
            onChange={(event) => {
              const { value: typed, selectionStart } = event.currentTarget;
              // Dropped or filled in by the browser, an address comes whole.
              if (typed.length > length && takeWhole(typed)) return;
              const isLast = index === count - 1;
              const may = (isLast && allowedLast) || allowed;
              const kept = keepAllowed(typed, may, (isLast && lastLength) || length, selectionStart ?? typed.length);
              // On-screen keyboards reveal a separator only through the contents of the box.
              const goesOn = !isLast && kept.text !== '' && isSeparator(typed.replace(kept.text, ''));
              onRemoved?.(goesOn ? undefined : kept.removal);
              replace(index, kept.text);
              if (goesOn || (isFull(kept.text) && kept.text.length > part.length && !isLast)) enter(index + 1);
            }}
          />
        </Fragment>
      ))}
    </span>
  );
}

function isSeparator(character: string): boolean {
  return /^[.:-]$/.test(character);
}
