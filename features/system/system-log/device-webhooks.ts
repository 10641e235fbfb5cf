import { type DeviceContext, type LiveColumnsOf, live, operation, type Service } from '../../../device/feature.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { withKeptSecret } from '../../kept-secret.ts';
import { syslogCtrl } from './objects.ts';
import { isEnabled, webhookEntry } from './webhook-objects.ts';
import { noFigures, webhookFigures } from './webhook-state.ts';

/** Sends events by HTTPS. */
export const webhookSending: Service = {
  name: 'webhooks',
  reads: [webhookEntry, syslogCtrl],
  decides: [webhookFigures],
  wanted: (configuration) => configuration.rows(webhookEntry).some(isEnabled),
  start: async (context) => (await import('./webhook-sending.ts')).startWebhooks(context),
};

function figureColumns({ configuration, slots }: DeviceContext): LiveColumnsOf<typeof webhookEntry> {
  const figures = slots.get(webhookFigures);
  return new Map(
    configuration()
      .rows(webhookEntry)
      .map((row) => {
        const { status, code, sent, dropped } = figures.get(row.webhookIndex) ?? noFigures;
        return [
          rowKey(webhookEntry, row),
          { webhookStatus: status, webhookCode: code, webhookSent: String(sent), webhookDropped: String(dropped) },
        ];
      }),
  );
}

/** What the webhooks answer. */
export const webhookAnswers = [live(webhookEntry, { columns: figureColumns })];

/** A new webhook needs a secret, and an address that leads somewhere: "https://[:]/" and port 99999 do not. */
export const changeWebhook = operation(webhookEntry, {
  async prepare(context, request) {
    const { kind, values } = request;
    if (values.webhookUrl !== undefined && !URL.canParse(values.webhookUrl)) {
      const message = say('Address must have a valid host or IP address, and a port from 1 to 65535.');
      throw new Refusal(ErrorCode.wrongValue, message, placeIn(webhookEntry, values, 'webhookUrl'));
    }
    return kind === 'create' || kind === 'set'
      ? withKeptSecret(context, request, 'webhookSecret', say('Enter a secret.'))
      : values;
  },
});
