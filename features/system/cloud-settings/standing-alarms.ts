import { type Message, say, wordsOf } from '../../../model/values/message.ts';
import type { StandingAlarm } from '../../../protocols/cloud/report.ts';

/** Something that begins and ends in the log; `named` are the values that distinguish it from others of its kind. */
interface Trouble {
  readonly kind: StandingAlarm['kind'];
  readonly severity: number;
  readonly begins: readonly string[];
  readonly ends: string;
  readonly named: readonly string[];
}

/** Conditions, by the texts of their log messages. A test checks each of them against the translations. */
export const troubles: readonly Trouble[] = [
  {
    kind: 'power',
    severity: 4,
    begins: ['PoE fault on port {{port}}: {{fault}}.'],
    ends: 'PoE fault on port {{port}} has ended.',
    named: ['port'],
  },
  {
    kind: 'power',
    severity: 4,
    begins: ['PoE uses {{watts}} W, {{percent}} % of the supply or more.'],
    ends: 'PoE uses {{watts}} W, less than {{percent}} % of the supply.',
    named: [],
  },
  {
    kind: 'loop',
    severity: 3,
    begins: ['Port {{port}}: {{loop}}, {{what}} is blocked {{until}}.'],
    ends: 'Port {{port}}: {{what}} is open again, {{why}}.',
    named: ['port', 'what'],
  },
  {
    kind: 'silent',
    severity: 4,
    begins: [
      'Ping Watchdog: {{address}} does not respond.',
      'Ping Watchdog: {{address}} does not respond; port {{port}} is disabled for {{seconds}} s.',
    ],
    ends: 'Ping Watchdog: {{address}} responds again.',
    named: ['address'],
  },
  {
    kind: 'silent',
    severity: 4,
    begins: ['RADIUS server {{priority}} does not respond.'],
    ends: 'RADIUS server {{priority}} responds again.',
    named: ['priority'],
  },
  {
    kind: 'silent',
    severity: 4,
    begins: ['TACACS+ server {{priority}} does not respond.'],
    ends: 'TACACS+ server {{priority}} responds again.',
    named: ['priority'],
  },
];

/** Maximum number of alarms that a switch reports. */
const MOST = 50;

/** Present conditions, by their key; oldest first. */
export type Standing = ReadonlyMap<string, StandingAlarm>;

/** The conditions after a log message; the same map if nothing changes. Pure. */
export function afterSaid(standing: Standing, said: Message): Standing {
  const begun = troubles.find(({ begins }) => begins.includes(said.text));
  const over = troubles.find(({ ends }) => ends === said.text);
  const trouble = begun ?? over;
  if (!trouble) return standing;
  const mark = markOf(trouble, said);
  const { kind, severity } = trouble;
  if (begun) {
    const next = new Map(standing).set(mark, { mark, kind, severity, said });
    const [oldest] = next.keys();
    if (next.size > MOST && oldest !== undefined) next.delete(oldest);
    return next;
  }
  if (!standing.has(mark)) return standing;
  const next = new Map(standing);
  next.delete(mark);
  return next;
}

/** Whether a log message is reported as a condition, not as an event. */
export function isStanding({ text }: Message): boolean {
  return troubles.some(({ begins, ends }) => begins.includes(text) || ends === text);
}

function markOf({ kind, named, ends }: Trouble, { values = {} }: Message): string {
  const own = named.map((name) => wordsOf(say('{{value}}', { value: values[name] ?? '' })));
  return [kind, troubles.findIndex((one) => one.ends === ends), ...own].join(' ').slice(0, 64);
}
