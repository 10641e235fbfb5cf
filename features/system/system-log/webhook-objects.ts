import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { enumeration, Status, status } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { secret } from '../../../model/schema/kinds/secret.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { severities } from '../../../model/values/severity.ts';

/** Webhooks at most. */
export const WEBHOOKS = 4;

const webhookStatus = enumeration({
  label: 'Status',
  access: 'ro',
  choices: {
    none: [0, 'No event yet'],
    delivered: [1, 'Delivered'],
    unreachable: [2, 'Unreachable'],
    untrusted: [3, 'Certificate not accepted'],
    refused: [4, 'Refused by the receiver'],
    forbidden: [5, 'Address not permitted'],
  },
  help: 'Outcome of the last delivery.',
});

/** Receivers of events by HTTPS (docs/specification/system.md, "System Log"). */
export const webhookEntry = table('webhookEntry', {
  title: 'Webhook',
  page: '/System/SystemLog',
  index: { webhookIndex: integer({ label: 'No.', min: 1, max: WEBHOOKS, access: 'create' }) },
  columns: {
    webhookUrl: text({
      label: 'Address',
      minLength: 9,
      maxLength: 255,
      trim: true,
      characters: /[\x21-\x7e]/,
      pattern: {
        matches: /^https:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:\/[^#]*)?$/,
        refusal: say('Enter https:// and a host, without user name and fragment.'),
      },
      help: 'https://host/path of the receiver. Redirects are not followed.',
    }),
    webhookSecret: secret({
      label: 'Secret',
      minLength: 12,
      maxLength: 128,
      optional: true,
      help: 'Signs each event with HMAC-SHA256, so that the receiver can verify it.',
    }),
    webhookSeverity: enumeration({
      label: 'Level',
      choices: severities,
      default: 4,
      help: 'Sends events of this severity and more severe ones.',
    }),
    webhookState: status({ label: 'State', default: 1, help: 'Disabled: nothing is sent; the entry is kept.' }),
    webhookStatus,
    webhookCode: integer({
      label: 'Last HTTP status',
      min: 0,
      max: 999,
      access: 'ro',
      words: { 0: '–' },
      help: 'Answer of the receiver; 200 to 299 is a success.',
    }),
    webhookSent: counter64({ label: 'Events delivered', help: 'Since the start of the switch.' }),
    webhookDropped: counter64({
      label: 'Events dropped',
      help: 'Events that the receiver refused, or that found no room while it was unreachable.',
    }),
  },
  rows: { max: WEBHOOKS },
  rowName: (row) => say('webhook {{index}}', { index: row.webhookIndex }),
  privateMib: {
    number: 214,
    columns: [
      'webhookIndex',
      'webhookUrl',
      'webhookSecret',
      'webhookSeverity',
      'webhookState',
      'webhookStatus',
      'webhookCode',
      'webhookSent',
      'webhookDropped',
      'RowStatus',
    ],
  },
});

/** Wire values of `webhookStatus`. */
export const WebhookStatus = webhookEntry.fields.webhookStatus.values;

/** Whether events are sent to it. */
export function isEnabled({ webhookState }: { readonly webhookState: number }): boolean {
  return webhookState === Status.enabled;
}
