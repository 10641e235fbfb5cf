import { type InputHTMLAttributes, type Ref, useLayoutEffect, useReducer, useRef } from 'react';
import { classNames } from '../elements/class-names.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { defaultMaximumLength, keepAllowed } from './typed-text.ts';

interface FilteredInputProps
  extends Omit<ControlProps, 'field' | 'choices'>,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      'type' | 'inputMode' | 'autoComplete' | 'onPaste' | 'onKeyDown' | 'onFocus' | 'className' | 'placeholder'
    > {
  /** One character that the text may contain; all by default. */
  readonly allowed?: RegExp;
  readonly maximumLength?: number;
  /** A limit that is counted towards in sight, whether or not the text is cut there. */
  readonly counted?: number;
  readonly required?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** The part of a limit from which the counter is there: before, it would only be noise. */
const nearLimit = 0.8;

/** A text box that removes characters that it may not contain, and says so; the caret keeps its place. */
export function FilteredInput(props: FilteredInputProps) {
  const { value, onChange, onRemoved, label, describedBy, invalid, compact, extra, allowed, inputRef, ...rest } = props;
  const { maximumLength = defaultMaximumLength, counted, required, className, placeholder, ...input } = rest;
  const element = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    element.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const length = [...String(value)].length;
  const isCounting = counted !== undefined && length > 0 && length >= counted * nearLimit;
  const box = (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      {...input}
      ref={(node) => {
        element.current = node;
        if (typeof inputRef === 'function') return inputRef(node);
        if (inputRef) inputRef.current = node;
      }}
      className={classNames(styles.box, compact && styles.compact, invalid && styles.invalid, className)}
      value={String(value)}
      placeholder={placeholder ?? extra?.words}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const kept = keepAllowed(typed, allowed, maximumLength, event.currentTarget.selectionStart ?? typed.length);
        caret.current = kept.text === typed ? undefined : kept.caret;
        // The result may be the former text: redrawn anyway, for the caret.
        if (kept.text !== typed) redraw();
        onRemoved?.(kept.removal);
        onChange(kept.text);
      }}
    />
  );
  if (counted === undefined) return box;
  return (
    <span className={classNames(styles.counted, isCounting && styles.counting)}>
      {box}
      {isCounting && (
        <span className={classNames(styles.count, length > counted && styles.over)} aria-hidden="true">
          {length}/{counted}
        </span>
      )}
    </span>
  );
}
