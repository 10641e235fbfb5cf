import { useCallback, useRef, useState } from 'react';
import { interfaceName } from '../../model/values/interface-index.ts';
import { formatNumberRanges, PORT_LIST_MAXIMUM, parsePortList, portsOf } from '../../model/values/port-list.ts';
import type { PortRow } from './port-draft.ts';
import { type PortFacts, type PortFilter, passes } from './port-facts.ts';

/** Which rows of a port table are shown, and which of them its first row sets. */
export interface PortChoice {
  /** Rows that pass the filter. */
  readonly shown: readonly PortRow[] | undefined;
  readonly filter: PortFilter;
  readonly setFilter: (filter: PortFilter) => void;
  /** Row keys; none if the first row applies to all. */
  readonly ticked: ReadonlySet<string>;
  /** Ticks a row or takes its tick away; `extend` does so up to the row ticked before. */
  readonly tick: (key: string, extend: boolean) => void;
  readonly tickAll: () => void;
  readonly clear: () => void;
  /** The ticked ports, as typed or as "5-8,12"; trunks only have their ticks. */
  readonly text: string;
  /** The entry is no list of ports of this table. */
  readonly wrong: boolean;
  readonly type: (text: string) => void;
  readonly leave: () => void;
  /** Rows that the first row sets. */
  readonly targets: readonly PortRow[];
  /** Rows shown that "All" leaves out. */
  readonly spared: readonly PortRow[];
}

const none: ReadonlySet<string> = new Set();

/**
 * Selects rows by tick, by a typed range and by a filter. Without a tick all rows shown are selected except those that
 * lead to other switches or carry this session. `onChoice` is called before other rows are selected; it has to stay the
 * same.
 */
export function usePortChoice(
  rows: readonly PortRow[] | undefined,
  facts: PortFacts | undefined,
  onChoice: () => void,
): PortChoice {
  const [filter, setFilter] = useState<PortFilter>('All');
  const [ticked, setTicked] = useState(none);
  const [typed, setTyped] = useState<string>();
  const last = useRef<string>(undefined);
  const shown = filter === 'All' ? rows : rows?.filter(({ port }) => passes(filter, facts, port));
  const present = useRef(shown);
  present.current = shown;

  const choose = useCallback(
    (next: (before: ReadonlySet<string>) => ReadonlySet<string>) => {
      onChoice();
      setTicked(next);
    },
    [onChoice],
  );
  const tick = useCallback(
    (key: string, extend: boolean) => {
      const keys = (present.current ?? []).map((row) => row.key);
      const [from, to] = [extend ? keys.indexOf(last.current ?? key) : -1, keys.indexOf(key)];
      const reached = from < 0 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
      last.current = key;
      setTyped(undefined);
      choose((before) => {
        const next = new Set(before);
        const add = !before.has(key);
        for (const one of reached) {
          if (add) next.add(one);
          else next.delete(one);
        }
        return next;
      });
    },
    [choose],
  );

  const known = new Set(rows?.map(({ port }) => port));
  const listed = (text: string) => {
    const list = parsePortList(text.replace(/,\s*$/, ''));
    return list === undefined ? undefined : portsOf(list);
  };
  const wrong = typed !== undefined && typed !== '' && !listed(typed)?.every((port) => known.has(port));
  const chosen = rows?.filter(({ key }) => ticked.has(key)) ?? [];
  const spared = shown?.filter(({ port }) => facts?.spared.has(port)) ?? [];
  return {
    shown,
    filter,
    setFilter(next) {
      setFilter(next);
      setTyped(undefined);
      choose(() => none);
    },
    ticked,
    tick,
    tickAll() {
      setTyped(undefined);
      choose(() => new Set(shown?.map(({ key }) => key)));
    },
    clear() {
      setTyped(undefined);
      choose(() => none);
    },
    text: typed ?? portsText(chosen.filter(({ port }) => port <= PORT_LIST_MAXIMUM)),
    wrong,
    type(text) {
      setTyped(text);
      const ports = new Set(text === '' ? [] : listed(text));
      const isChosen = ({ key, port }: PortRow) => (port > PORT_LIST_MAXIMUM ? ticked.has(key) : ports.has(port));
      choose(() => new Set(rows?.filter(isChosen).map(({ key }) => key)));
    },
    leave() {
      if (!wrong) setTyped(undefined);
    },
    targets: ticked.size > 0 ? chosen : (shown?.filter((row) => !spared.includes(row)) ?? []),
    spared,
  };
}

/** Rows by their ports: "5-8,12"; trunks by their names behind. */
export function portsText(rows: readonly PortRow[]): string {
  const ports = [...new Set(rows.map(({ port }) => port))];
  const single = ports.filter((port) => port <= PORT_LIST_MAXIMUM);
  const trunks = ports.filter((port) => port > PORT_LIST_MAXIMUM).map(interfaceName);
  return [formatNumberRanges(single), ...trunks].filter(Boolean).join(',');
}
