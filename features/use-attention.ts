import { useMemo } from 'react';
import { useRows } from '../console/call/use-reads.ts';
import type { PanelPort } from '../console/ports/panel-port.ts';
import type { RowOf } from '../model/schema/object.ts';
import { wordsOf } from '../model/values/message.ts';
import { parsePortList, portsOf } from '../model/values/port-list.ts';
import type { Translate } from '../model/values/translate.ts';
import { AttentionSeverity, attentionEntry } from './attention/objects.ts';
import { readSaid, type SaidFinding } from './attention/said.ts';

/** Milliseconds between two reads: a finding is no alarm, and evaluating it costs the switch something. */
const POLL = 30_000;

/** A finding as the console shows it. */
export interface ShownFinding extends SaidFinding {
  readonly key: string;
  readonly isCritical: boolean;
  readonly ports: readonly number[];
  /** As the device dates it. */
  readonly since: string;
  readonly pages: readonly string[];
  /** User who put it away, and time; undefined for one that needs attention. */
  readonly intended: { readonly user: string; readonly time: string } | undefined;
}

/** The switch's findings, the worst first; undefined until they are known. They are read once if `isLive` is false. */
export function useAttention(isLive = true): readonly ShownFinding[] | undefined {
  const { data } = useRows(attentionEntry, {}, { poll: isLive && POLL });
  return useMemo(() => data?.flatMap((row) => shown(row) ?? []), [data]);
}

/** Those that are not put away. */
export function open(findings: readonly ShownFinding[]): readonly ShownFinding[] {
  return findings.filter(({ intended }) => !intended);
}

/** Problems of each port, for the front panel. */
export function portProblems(
  findings: readonly ShownFinding[],
  t: Translate,
): ReadonlyMap<number, NonNullable<PanelPort['problem']>> {
  const problems = new Map<number, NonNullable<PanelPort['problem']>>();
  for (const { ports, what, isCritical } of open(findings)) {
    for (const port of ports) {
      const others = problems.get(port);
      const words = wordsOf(what, t);
      problems.set(port, {
        words: others ? `${others.words} ${words}` : words,
        isCritical: isCritical || others?.isCritical === true,
      });
    }
  }
  return problems;
}

function shown(row: RowOf<typeof attentionEntry>): ShownFinding | undefined {
  const said = readSaid(row.attentionSaid);
  if (!said) return undefined;
  const ports = parsePortList(row.attentionPorts);
  return {
    ...said,
    key: row.attentionKey,
    isCritical: row.attentionSeverity === AttentionSeverity.critical,
    ports: ports === undefined ? [] : portsOf(ports),
    since: row.attentionSince,
    pages: row.attentionPages.split(' '),
    intended:
      row.attentionIntended === 1 ? { user: row.attentionIntendedBy, time: row.attentionIntendedTime } : undefined,
  };
}
