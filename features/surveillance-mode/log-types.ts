import type { RowOf } from '../../model/schema/object.ts';
import type { Message } from '../../model/values/message.ts';
import { type aSVLogEntry, LogType } from './log-objects.ts';

/** Log texts of each type, by source texts. */
const textsByType: Readonly<
  Record<Exclude<keyof typeof LogType, `${'camera' | 'recorder'}${string}`>, readonly string[]>
> = {
  link: [
    'Port {{port}} link up, {{speed}} Mbit/s full duplex.',
    'Port {{port}} link up, {{speed}} Mbit/s half duplex.',
    'Port {{port}} link up, {{speed}} Mbit/s.',
    'Port {{port}} link down.',
  ],
  poe: [
    'PoE fault on port {{port}}: {{fault}}.',
    'PoE fault on port {{port}} has ended.',
    'PoE of port {{port}}: {{state}}.',
    'PoE uses {{watts}} W, {{percent}} % of the supply or more.',
    'PoE uses {{watts}} W, less than {{percent}} % of the supply.',
    'The device on port {{port}} is restarted: no power for {{seconds}} s.',
  ],
  loop: ['Port {{port}}: {{loop}}, {{what}} is blocked {{until}}.', 'Port {{port}}: {{what}} is open again, {{why}}.'],
  alive: [
    '{{device}} {{mac}} at port {{port}} does not respond.',
    '{{device}} {{mac}} at port {{port}} responds again.',
    'PD Alive: {{address}} on port {{port}} does not respond.',
    'PD Alive: the device on port {{port}} is restarted.',
  ],
  watchdog: [
    'Ping Watchdog: {{address}} responds again.',
    'Ping Watchdog: {{address}} still does not respond; no further actions until it does.',
    'Ping Watchdog: {{address}} does not respond.',
    'Ping Watchdog: port {{port}} provides no power for {{seconds}} s.',
    'Ping Watchdog: {{address}} does not respond; port {{port}} is disabled for {{seconds}} s.',
    'Ping Watchdog: {{address}} does not respond; the switch restarts.',
  ],
  login: [
    '{{user}} logged in from {{address}}.',
    '{{user}} logged in from {{address}} by {{way}}.',
    '{{user}} logged out from {{address}}.',
    'Login from {{address}} failed.',
    'Logins from {{address}} are refused for 10 minutes after 3 failures.',
    'The session of {{user}} from {{address}} timed out.',
  ],
  clock: ['The clock was set by {{seconds}} s: recordings before and after do not match in time.'],
};

/** A value of `aSVLogType`. */
type ShownType = RowOf<typeof aSVLogEntry>['aSVLogType'];

/** Texts of a device's appearance and disappearance in the log. */
const FOUND = '{{device}} {{mac}} was found at port {{port}}.';
const KNOWN_NO_MORE = '{{device}} {{mac}} at port {{port}} was removed.';
/** The name of a recorder in those. */
const RECORDER = 'Recorder';

const typeOfText: ReadonlyMap<string, ShownType> = new Map(
  Object.entries(textsByType).flatMap(([type, texts]) =>
    texts.map((text): [string, ShownType] => [text, LogType[type as keyof typeof textsByType]]),
  ),
);

/** The type of what was said; undefined where the Surveillance Log does not show it. */
export function logTypeOf({ text, values }: Message): ShownType | undefined {
  const device = values?.device;
  const isRecorder = typeof device === 'object' && 'text' in device && device.text === RECORDER;
  if (text === FOUND) return isRecorder ? LogType.recorderAdded : LogType.cameraAdded;
  if (text === KNOWN_NO_MORE) return isRecorder ? LogType.recorderRemoved : LogType.cameraRemoved;
  return typeOfText.get(text);
}
