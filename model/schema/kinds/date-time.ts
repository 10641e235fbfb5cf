import { dateAndTime } from '../../smi/syntax.ts';
import { type DateTime, dateTimeExists, formatDateTime, readDateTime } from '../../values/date-time.ts';
import { say } from '../../values/message.ts';
import {
  type Access,
  accept,
  accessOf,
  compareText,
  type Field,
  type FieldOptions,
  refuse,
  refuseOnDevice,
} from '../field.ts';

interface DateTimeOptions<A extends Access> extends FieldOptions<string, A> {
  /** The words for "", a moment that never was; default "never". */
  readonly never?: string;
}

const missing = say('The date does not exist.');

/** The console's controls take hour 24, minute 60 and second 60 (docs/specification/product.md 9, "System time"). */
function passesControl(time: DateTime): boolean {
  const { hour, minute, second } = time;
  return hour <= 24 && minute <= 60 && second <= 60 && dateTimeExists({ ...time, hour: 0, minute: 0, second: 0 });
}

/** A moment on the device's clock, "2026-01-31 13:05:09"; "" for one that never was. Read-only unless said otherwise. */
export function dateTime<const A extends Access = 'ro'>(options: DateTimeOptions<A>): Field<string, NoInfer<A>> {
  const { never = 'never', ...text } = options;
  const label = say(options.label);
  return {
    ...text,
    kind: 'dateTime',
    syntax: dateAndTime,
    access: accessOf(options, 'ro'),
    default: options.default ?? '',
    limits: { maxLength: 19, characters: /[0-9T: -]/, optional: true },
    read(input) {
      if (typeof input !== 'string') return refuse(say('{{label}} must be a date and time.', { label }));
      const spelt = input.trim();
      if (spelt === '') return accept('');
      const time = readDateTime(spelt);
      if (!time) return refuse(say('{{label}} must be a date and time, such as "2026-01-31 13:05:09".', { label }));
      if (dateTimeExists(time)) return accept(formatDateTime(time));
      return passesControl(time) ? refuseOnDevice(missing, spelt) : refuse(missing);
    },
    show: (value) => (value === '' ? never : value),
    compare: compareText,
  };
}
