import { integer } from '../../../model/schema/kinds/integer.ts';
import { group } from '../../../model/schema/object.ts';

/** When idle sessions end, and how often the device announces itself (docs/specification/product.md 9, "UserInterface"). */
export const sysUserInterface = group('sysUserInterface', {
  title: 'Timeout',
  page: '/System/Timeout',
  fields: {
    /** Minutes; the agent's session store reads it at every request. */
    webIdleTimeout: integer({
      label: 'Web idle timeout',
      unit: 'min',
      min: 3,
      max: 60,
      default: 10,
      help: 'Time without input after which a session of the console ends.',
    }),
    /** Seconds between announcements; 0 is off. */
    groupInterval: integer({
      label: 'Group interval',
      unit: 's',
      min: 120,
      max: 1225,
      fixed: [0],
      default: 120,
      words: { 0: 'off' },
      help: 'Interval of announcements to discovery utilities; 0 disables them.',
    }),
    /** Minutes. */
    cliIdleTimeout: integer({
      label: 'Telnet/SSH idle timeout',
      unit: 'min',
      min: 3,
      max: 60,
      default: 5,
      help: 'For command line sessions over SSH and Telnet.',
    }),
  },
  privateMib: { number: 25, columns: ['webIdleTimeout', 'groupInterval', 'cliIdleTimeout'] },
});
