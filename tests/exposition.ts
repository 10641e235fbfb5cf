/** A sample as a collector understands it. */
export interface ScrapedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a collector understands of an answer. */
export interface Scrape {
  /** By name. */
  readonly types: ReadonlyMap<string, string>;
  readonly samples: readonly ScrapedSample[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LINE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/**
 * Reads the text format of Prometheus (version 0.0.4) as strictly as its documentation has it: a name is explained before its
 * samples, all of which follow together and differ by their labels, and counters are called so. Throws for anything else.
 */
export function readExposition(text: string): Scrape {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const seen = new Set<string>();
  const samples: ScrapedSample[] = [];
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, help] = new RegExp(`^# HELP (${NAME}) \\S.*$`).exec(line) ?? [];
    const [, typed, type = ''] = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary)$`).exec(line) ?? [];
    if (help !== undefined) {
      if (helped.has(help)) throw new Error(`${help} is explained twice`);
      helped.add(help);
      current = help;
    } else if (typed !== undefined) {
      if (typed !== current || types.has(typed)) throw new Error(`the type of ${typed} is out of place`);
      if ((type === 'counter') !== typed.endsWith('_total')) throw new Error(`${typed} is a ${type}`);
      types.set(typed, type);
    } else {
      const sample = readSample(line);
      if (sample.name !== current || !types.has(current)) throw new Error(`${line} is out of place`);
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (seen.has(key)) throw new Error(`${line} is there twice`);
      seen.add(key);
      samples.push(sample);
    }
  }
  return { types, samples };
}

function readSample(line: string): ScrapedSample {
  const [, name, labelText = '', number = ''] = LINE.exec(line) ?? [];
  const value = Number(number);
  if (name === undefined || number === '' || !Number.isFinite(value)) throw new Error(`${line} is no sample`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < labelText.length) {
    const [, label, words] = LABEL.exec(labelText) ?? [];
    if (label === undefined || words === undefined || label in labels) throw new Error(`${line} has wrong labels`);
    labels[label] = words.replace(/\\(["\\n])/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
  }
  return { name, labels, value };
}

/** The value of the one sample with these labels; undefined if there is none. */
export function sampleOf(
  { samples }: Scrape,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const fitting = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  if (fitting.length > 1) throw new Error(`${name} has several such samples`);
  return fitting[0]?.value;
}
