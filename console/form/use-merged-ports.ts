import { useEffect, useRef } from 'react';
import { formatPortList, NO_PORTS, parsePortList } from '../../model/values/port-list.ts';
import type { Value } from '../../model/wire/call.ts';
import { findField, useForm } from './form-context.ts';
import { draftKey } from './form-part.ts';

/**
 * Keeps a list of ports that is drawn, rather than typed, in step with the device: what another session changes meanwhile is taken
 * over, but for the ports that were drawn here.
 */
export function useMergedPorts(name: string): void {
  const { parts, form } = useForm();
  const { part } = findField(parts, name);
  const key = draftKey(part, name);
  const present = part.create ? undefined : part.values?.[name];
  const before = useRef(present);
  useEffect(() => {
    const was = before.current;
    before.current = present;
    const mine = form.getValues(key);
    if (was === undefined || present === undefined || was === present || mine === was) return;
    form.setValue(key, formatPortList(mergedPorts(was, mine, present)), { shouldDirty: true });
  }, [form, key, present]);
}

/** The ports of `theirs`, but those that `mine` has changed since `was` as `mine` has them. Pure. */
function mergedPorts(was: Value, mine: Value | undefined, theirs: Value): bigint {
  const [from, own, present] = [was, mine ?? '', theirs].map((list) => parsePortList(String(list)) ?? NO_PORTS);
  if (from === undefined || own === undefined || present === undefined) return NO_PORTS;
  const drawn = from ^ own;
  return (present & ~drawn) | (own & drawn);
}
