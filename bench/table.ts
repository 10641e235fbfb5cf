/** One measured figure, and what it is held against. */
export interface Figure {
  readonly what: string;
  /** The least that it could cost, measured in the same run. */
  readonly floor?: string;
  readonly measured: string;
  /** The measured value as a multiple of the floor. */
  readonly ratio?: string;
  /** The target by design and for users; empty if there is none. */
  readonly budget: string;
  /** Whether the budget holds; undefined where nothing is promised. */
  readonly holds?: boolean;
}

/** Figures as a table of text, one line each, columns aligned. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = [
    ['what', 'floor', 'measured', 'ratio', 'budget', ''],
    ...figures.map(({ what, floor = '', measured, ratio = '', budget, holds }) => [
      what,
      floor,
      measured,
      ratio,
      budget,
      holds === undefined ? '' : holds ? 'ok' : 'over',
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Octets in thousands: "84.3 kB". */
export function kilobytes(octets: number): string {
  return `${(octets / 1000).toFixed(1)} kB`;
}

/** Octets in millions: "61.2 MB". */
export function megabytes(octets: number): string {
  return `${(octets / 1e6).toFixed(1)} MB`;
}

/** The middle one of several measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
