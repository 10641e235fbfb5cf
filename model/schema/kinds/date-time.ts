import { dateAndTime } from '../../mib/syntax.ts';
import { formatDateTime, parseDateTime } from '../../values/date-time.ts';
import { say } from '../../values/message.ts';
import { accept, compareText, type Field, type FieldOptions, refuse } from '../field.ts';

interface DateTimeOptions extends FieldOptions<string> {
  /** The words for "", a moment that never was; default "never". */
  readonly never?: string;
}

/** A moment on the device's clock, "2026-01-31 13:05:09"; "" for one that never was. Read-only unless said otherwise. */
export function dateTime(options: DateTimeOptions): Field<string> {
  const { never = 'never', ...text } = options;
  const label = say(options.label);
  return {
    ...text,
    kind: 'dateTime',
    syntax: dateAndTime,
    access: options.access ?? 'ro',
    default: options.default ?? '',
    limits: { maxLength: 19, characters: /[0-9T: -]/, optional: true },
    read(input) {
      if (typeof input !== 'string') return refuse(say('{{label}} must be a date and time.', { label }));
      const spelt = input.trim();
      if (spelt === '') return accept('');
      const time = parseDateTime(spelt);
      if (time) return accept(formatDateTime(time));
      return /^\d{4}-\d{1,2}-\d{1,2}[ T]\d{1,2}:\d{1,2}(:\d{1,2})?$/.test(spelt)
        ? refuse(say('The date does not exist.'))
        : refuse(say('{{label}} must be a date and time, such as "2026-01-31 13:05:09".', { label }));
    },
    show: (value) => (value === '' ? never : value),
    compare: compareText,
  };
}
