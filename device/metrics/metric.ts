/** One value of a metric, distinguished from the others by its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number | bigint;
}

/** A metric with its values, as Prometheus names it: base units (seconds, bytes, watts), `_total` behind a counter. */
export interface Metric {
  /** Without the prefix. */
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
  /** It has the name that every program gives it, and no prefix: "process_cpu_seconds_total". */
  readonly isCommon?: boolean;
}

/** Begins the names of everything that only this product counts. */
const PREFIX = 'faceplate_';

/** The content type of what `formatMetrics` writes: the text format of Prometheus. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics in the text format of Prometheus, version 0.0.4; those without a value are left out. */
export function formatMetrics(metrics: readonly Metric[]): string {
  let text = '';
  for (const { name, type, help, samples, isCommon = false } of metrics) {
    if (samples.length === 0) continue;
    const full = isCommon ? name : `${PREFIX}${name}`;
    text += `# HELP ${full} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${full} ${type}\n`;
    for (const { labels, value } of samples) text += `${full}${labels ? labelled(labels) : ''} ${value}\n`;
  }
  return text;
}

function labelled(labels: NonNullable<Sample['labels']>): string {
  let text = '';
  for (const name in labels) text += `${text === '' ? '' : ','}${name}="${escaped(String(labels[name]))}"`;
  return `{${text}}`;
}

/** Names are chosen by users: nothing of them ends the label or the line. */
function escaped(value: string): string {
  return /["\\\n]/.test(value) ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : value;
}

/** A counter, or nothing if there is no value. */
export function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, type: 'counter', help, samples };
}

/** A gauge, or nothing if there is no value. */
export function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, type: 'gauge', help, samples };
}

/** The one sample of a metric without labels; none if the value is unknown. */
export function only(value: number | bigint | boolean | undefined): readonly Sample[] {
  if (value === undefined) return [];
  return [{ value: typeof value === 'boolean' ? Number(value) : value }];
}

/** A sample for each entry, its key under a label. */
export function each(label: string, counts: Iterable<readonly [string | number, number | bigint]>): readonly Sample[] {
  return [...counts].map(([key, value]) => ({ labels: { [label]: key }, value }));
}
