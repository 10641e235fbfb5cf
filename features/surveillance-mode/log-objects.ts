import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH } from '../../model/values/message.ts';

/** Log messages on cameras, recorders, power and links, newest first. CommonDelAll clears only this view. */
export const aSVLogEntry = table('aSVLogEntry', {
  title: 'Surveillance log',
  help: 'Messages of the system log that concern cameras, recorders, power and links.',
  page: '/SurveillanceLog',
  index: { aSVLogIndex: integer({ label: 'No.', min: 1, max: 512, access: 'ro' }) },
  columns: {
    aSVLogTime: dateTime({ label: 'Time' }),
    aSVLogLevel: enumeration({
      label: 'Level',
      access: 'ro',
      choices: { alert: [1, 'Alert'], critical: [2, 'Critical'], warning: [3, 'Warning'], info: [4, 'Info'] },
      default: 4,
    }),
    aSVLogType: enumeration({
      label: 'Type',
      access: 'ro',
      choices: {
        cameraAdded: [1, 'Camera added'],
        cameraRemoved: [2, 'Camera removed'],
        recorderAdded: [3, 'Recorder added'],
        recorderRemoved: [4, 'Recorder removed'],
        link: [5, 'Link'],
        poe: [6, 'PoE'],
        loop: [7, 'Loop'],
        alive: [8, 'Device alive'],
        watchdog: [9, 'Watchdog'],
        login: [10, 'Login'],
        clock: [11, 'Clock'],
      },
    }),
    /** The port that it is about; 0 for none. */
    aSVLogPort: gauge({ label: 'Port', words: { 0: '–' } }),
    aSVLogText: text({ label: 'Message', maxLength: 255, access: 'ro' }),
    /** The same as a `Message` in JSON. */
    aSVLogSaid: text({ label: 'Message', maxLength: MESSAGE_TEXT_LENGTH, access: 'ro' }),
  },
  rows: { max: 512 },
  privateMib: {
    number: 194,
    columns: ['aSVLogIndex', 'aSVLogTime', 'aSVLogLevel', 'aSVLogType', 'aSVLogPort', 'aSVLogText', 'aSVLogSaid'],
  },
});

/** Wire values of `aSVLogLevel`. */
export const LogLevel = aSVLogEntry.fields.aSVLogLevel.values;

/** Wire values of `aSVLogType`. */
export const LogType = aSVLogEntry.fields.aSVLogType.values;
