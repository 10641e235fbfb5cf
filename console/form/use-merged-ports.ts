import { useEffect } from 'react';
import { formatPortList, NO_PORTS, type PortList, parsePortList } from '../../model/values/port-list.ts';
import type { Value } from '../../model/wire/call.ts';
import { findField, useDraftState, useForm } from './form-context.ts';
import { placeOf } from './form-part.ts';

/**
 * Keeps a list of ports that is drawn, rather than typed, in step with the device: what another session changes meanwhile is taken
 * over, but for the ports that were drawn here.
 */
export function useMergedPorts(name: string): void {
  const { parts, draft } = useForm();
  const { part } = findField(parts, name);
  const place = placeOf(part);
  const present = useDraftState((state) => state.present.get(place)?.[name]);
  useEffect(() => {
    const { typed, begun } = draft.get();
    const mine = typed.get(place)?.[name];
    const from = begun.get(place)?.[name];
    if (mine === undefined || from === undefined || present === undefined || from === present) return;
    draft.enter({ place, column: name, value: formatPortList(mergedPorts(from, mine, present)) });
    draft.keepMine(place, name);
  }, [draft, place, name, present]);
}

/** The ports of `theirs`, but those that `mine` has changed since `from` as `mine` has them. */
function mergedPorts(from: Value, mine: Value, theirs: Value): PortList {
  const own = portsIn(mine);
  const drawn = portsIn(from) ^ own;
  return (portsIn(theirs) & ~drawn) | (own & drawn);
}

function portsIn(list: Value): PortList {
  return parsePortList(String(list)) ?? NO_PORTS;
}
