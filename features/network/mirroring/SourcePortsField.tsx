import { useId } from 'react';
import { Skeleton } from '../../../console/elements/Skeleton.tsx';
import {
  findField,
  useDraftValue,
  useFieldMessage,
  useForm,
  useSetDraftValue,
} from '../../../console/form/form-context.ts';
import { PortCells } from '../../../console/ports/PortCells.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { formatPortList, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import styles from './mirroring.module.css';
import { mirrorSessionEntry } from './objects.ts';

interface SourcePortsFieldProps {
  readonly name: 'mirrorIngressPorts' | 'mirrorEgressPorts';
  /** Ports that cannot be copied, and why. */
  readonly unusable: ReadonlyMap<number, string>;
}

/** The ports that a session copies in one direction. */
export function SourcePortsField({ name, unusable }: SourcePortsFieldProps) {
  const t = useText();
  const id = useId();
  const { parts, disabled } = useForm();
  const set = useSetDraftValue();
  const field = mirrorSessionEntry.fields[name];
  const value = parsePortList(String(useDraftValue(name))) ?? NO_PORTS;
  const error = useFieldMessage(name);
  return (
    <div className={styles.source} data-invalid={error ? true : undefined}>
      <strong>{t(field.label)}</strong>
      {findField(parts, name).part.values ? (
        <PortCells
          label={t(field.label)}
          value={value}
          onChange={(ports) => set(name, formatPortList(ports))}
          unusable={unusable}
          disabled={disabled}
          every
          describedBy={id}
          invalid={error !== undefined}
        />
      ) : (
        <Skeleton width="100%" height={64} />
      )}
      <small id={id} aria-live="polite">
        {error ?? (field.help && t(field.help))}
      </small>
    </div>
  );
}
