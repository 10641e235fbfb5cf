import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { hasDefault } from '../../model/schema/field.ts';
import { rangeOf } from '../../model/schema/range.ts';
import { measuredText } from '../../model/schema/value-text.ts';
import { wordsOf } from '../../model/values/message.ts';
import { isSaidInOthers } from '../../model/values/quantities.ts';
import type { Translate } from '../../model/values/translate.ts';
import { onPressOutside } from '../elements/on-press-outside.ts';
import { useText } from '../translations/use-text.ts';
import { commandAndPlace, fieldHelp, meaningsOfObjects } from './field-help.ts';
import styles from './help.module.css';
import type { HelpedField } from './helped-field.ts';

interface HelpPanelProps {
  readonly id: string;
  readonly label: string;
  readonly fields: readonly HelpedField[];
  readonly opener: RefObject<HTMLButtonElement | null>;
  /** What gets the focus back. */
  readonly from: RefObject<Element | null>;
  readonly onClose: () => void;
}

/** Pixels between the panel and its button, and between it and the window's edge. */
const gap = 6;

/** The panel of a field's help. It is in the browser's top layer; Escape, a press outside and leaving it by keyboard close it. */
export default function HelpPanel({ id, label, fields, opener, from, onClose }: HelpPanelProps) {
  const t = useText();
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const shown = panel.current;
    const button = opener.current;
    if (!shown || !button) return;
    shown.showPopover?.();
    place(shown, button);
    shown.focus();
  }, [opener]);
  useEffect(() => {
    const moved = ({ target }: Event) => {
      if (panel.current && opener.current && target !== panel.current) place(panel.current, opener.current);
    };
    const end = onPressOutside(
      (pressed) => [panel, opener].some(({ current }) => current?.contains(pressed)),
      () => close.current(),
    );
    window.addEventListener('scroll', moved, true);
    window.addEventListener('resize', moved);
    return () => {
      end();
      window.removeEventListener('scroll', moved, true);
      window.removeEventListener('resize', moved);
    };
  }, [opener]);
  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      popover="manual"
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The form around would ask whether to throw its entries away.
        event.preventDefault();
        event.stopPropagation();
        onClose();
        const { current: former } = from;
        (former instanceof HTMLElement ? former : opener.current)?.focus();
      }}
      onBlur={({ relatedTarget }) => {
        const isInside = panel.current?.contains(relatedTarget) || relatedTarget === opener.current;
        if (relatedTarget instanceof Node && !isInside) onClose();
      }}
    >
      {meaningsOfObjects(fieldHelp, fields).map((meaning) => (
        <p key={meaning}>{t(meaning)}</p>
      ))}
      {fields.map((one) => (
        <section key={`${one.object} ${one.name} ${one.label}`}>
          <h3>{one.label}</h3>
          <FieldFacts {...one} />
        </section>
      ))}
    </div>
  );
}

/** What is known of one field; what is not is left out. */
function FieldFacts({ field, object = '', name = '' }: HelpedField) {
  const t = useText();
  const { command, oid, standard } = commandAndPlace(fieldHelp, object, name);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('Values'), valuesText(field, t)],
    [t('Default value'), hasDefault(field) ? measuredText(t, field, field.default) : ''],
    [t('Command'), command && <code>{command}</code>],
    [t('SNMP name'), standard && <code>{standard}</code>],
    [t('OID'), oid && <code>{oid}</code>],
  ];
  return (
    <>
      {field.help !== undefined && <p>{t(field.help)}</p>}
      <dl>
        {facts.map(([title, value]) =>
          value === '' ? null : (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </>
  );
}

function valuesText(field: HelpedField['field'], t: Translate): string {
  const { choices } = field.limits;
  if (choices) return choices.map(({ label }) => t(label)).join(', ');
  if (field.access === 'ro') return '';
  const { min, max } = field.limits;
  const words = rangeOf(isSaidInOthers(field.unit) ? { ...field, unit: undefined } : field).map((part) =>
    wordsOf(part, t),
  );
  if (isSaidInOthers(field.unit) && min !== undefined && max !== undefined) {
    words[0] = t('{{min}} to {{max}}', { min: measuredText(t, field, min), max: measuredText(t, field, max) });
  }
  return words.join(', ');
}

/** Puts the panel below its button, or above it where there is more room; always whole within the window. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const { left, top, bottom } = button.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const below = bottom + gap + height <= window.innerHeight || top < window.innerHeight / 2;
  const wanted = below ? bottom + gap : top - gap - height;
  panel.style.left = `${Math.max(gap, Math.min(left - gap, window.innerWidth - width - gap))}px`;
  panel.style.top = `${Math.max(gap, Math.min(wanted, window.innerHeight - height - gap))}px`;
}
