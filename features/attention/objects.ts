import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { enumeration, truth } from '../../model/schema/kinds/enumeration.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH } from '../../model/values/message.ts';

const page = '/';

/** Findings at most: several for each port of the largest switch. */
const FINDINGS = 512;
const KEY_LENGTH = 64;
const WORDS_LENGTH = 1024;

/**
 * Present problems of the switch and its network: one row for each finding, the worst first. Findings are evaluated
 * when they are read, by the rules of `rules/`.
 */
export const attentionEntry = table('attentionEntry', {
  title: 'Attention',
  help: 'Present problems, with their cause and remedy.',
  page,
  index: { attentionKey: text({ label: 'Finding', access: 'ro', maxLength: KEY_LENGTH }) },
  columns: {
    attentionSeverity: enumeration({
      label: 'Severity',
      access: 'ro',
      choices: { warning: [1, 'Warning'], critical: [2, 'Critical'] },
    }),
    attentionPorts: portList({ label: 'Ports', access: 'ro' }),
    attentionWhat: text({ label: 'Problem', access: 'ro', maxLength: WORDS_LENGTH }),
    attentionCause: text({ label: 'Cause', access: 'ro', maxLength: WORDS_LENGTH }),
    attentionAdvice: text({ label: 'Advice', access: 'ro', maxLength: WORDS_LENGTH }),
    attentionSince: dateTime({ label: 'Since' }),
    /** Paths of the pages that it concerns, separated by blanks. */
    attentionPages: text({ label: 'Pages', access: 'ro', maxLength: WORDS_LENGTH }),
    /** Texts and actions as JSON: see `SaidFinding` in `said.ts`. */
    attentionSaid: text({ label: 'Message', access: 'ro', maxLength: MESSAGE_TEXT_LENGTH, characters: /[^\0]/ }),
    attentionIntended: truth({ label: 'Intended', access: 'ro', default: 2 }),
    attentionIntendedBy: text({ label: 'Intended by', access: 'ro', maxLength: KEY_LENGTH }),
    attentionIntendedTime: dateTime({ label: 'Intended since' }),
  },
  rows: { max: FINDINGS },
  privateMib: {
    number: 202,
    columns: [
      'attentionKey',
      'attentionSeverity',
      'attentionPorts',
      'attentionWhat',
      'attentionCause',
      'attentionAdvice',
      'attentionSince',
      'attentionPages',
      'attentionSaid',
      'attentionIntended',
      'attentionIntendedBy',
      'attentionIntendedTime',
    ],
  },
});

/** Wire values of `attentionSeverity`. */
export const AttentionSeverity = attentionEntry.fields.attentionSeverity.values;

/** Puts findings away that are as they should be, and brings them back. */
export const attentionCtrl = group('attentionCtrl', {
  title: 'Attention',
  page,
  fields: {
    /** The key of the finding that is intended. */
    attentionIntend: text({
      label: 'It is intended',
      access: 'action',
      minLength: 1,
      maxLength: KEY_LENGTH,
      help: 'Puts the finding with this key away until its circumstances change.',
    }),
    /** The key of the finding that is not intended any longer. */
    attentionBringBack: text({
      label: 'Bring back',
      access: 'action',
      minLength: 1,
      maxLength: KEY_LENGTH,
      help: 'Shows the finding with this key again.',
    }),
  },
  privateMib: { number: 203, columns: ['attentionIntend', 'attentionBringBack'] },
});
