import type { ControlProps } from '../../console/controls/control.ts';
import { PortCells } from '../../console/ports/PortCells.tsx';
import { portNumbers } from '../../console/ports/port-numbers.ts';
import { useText } from '../../console/translations/use-text.ts';
import { formatPortList, NO_PORTS, type PortList, parsePortList } from '../../model/values/port-list.ts';
import type { Value } from '../../model/wire/call.ts';
import { alikeInTrunks, useFollowerReason, useTrunks } from '../use-trunks.ts';

/** The ports of a draft's port list; none where it is no port list. */
export function portsIn(value: Value): PortList {
  return parsePortList(String(value)) ?? NO_PORTS;
}

interface PortChoiceProps extends ControlProps {
  /** The ports shown as chosen, if they differ from the field's value. */
  readonly ports?: PortList;
  /** Why a port cannot be chosen. */
  readonly reason: (port: number) => string | undefined;
}

/**
 * A port list's control of which some ports cannot be chosen now, each with its reason. Of a trunk one member is chosen for
 * all.
 */
export function PortChoice({ field, value, onChange, ports, reason, ...props }: PortChoiceProps) {
  const t = useText();
  const trunks = useTrunks();
  const follows = useFollowerReason();
  const unusable = new Map<number, string>();
  for (const port of portNumbers()) {
    const why = reason(port) ?? follows(port);
    if (why !== undefined) unusable.set(port, why);
  }
  return (
    <PortCells
      {...props}
      label={props.label ?? t(field.label)}
      value={alikeInTrunks(ports ?? portsIn(value), trunks)}
      onChange={(chosen) => onChange(formatPortList(alikeInTrunks(chosen, trunks)))}
      unusable={unusable}
      bulk={field.limits.all !== 'none'}
      every={field.limits.all === 'every'}
    />
  );
}
