import type { Configuration } from '../../model/configuration/configuration.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';

/**
 * Makes the texts of moments (milliseconds since 1970) by the clock of the device, "" for none, and each of them once: thousands of
 * stations were heard in the same second.
 */
export function momentsOf(configuration: Configuration): (time: number | undefined) => string {
  const known = new Map<number, string>();
  return (time) => {
    if (time === undefined) return '';
    const second = Math.floor(time / 1000);
    const text = known.get(second) ?? formatDateTime(deviceTimeAt(configuration, time));
    known.set(second, text);
    return text;
  };
}
