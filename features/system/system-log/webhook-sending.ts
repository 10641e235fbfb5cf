import type { DeviceContext } from '../../../device/feature.ts';
import { eventId } from '../../../device/log/event-id.ts';
import { englishOf, type LogEntry, severityNames } from '../../../device/log/log.ts';
import { serialNumber } from '../../../model/hardware/hardware.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { addressesSet } from '../../addresses-set.ts';
import { system } from '../system-management/objects.ts';
import { valuesIn } from './event-values.ts';
import { syslogCtrl } from './objects.ts';
import { isPermittedReceiver } from './permitted-receiver.ts';
import { Webhook, type WebhookEvent } from './webhook.ts';
import { isEnabled, webhookEntry } from './webhook-objects.ts';
import { noFigures, webhookFigures } from './webhook-state.ts';

type WebhookRow = RowOf<typeof webhookEntry>;

function eventOf({ configuration, hardware }: DeviceContext, entry: LogEntry): WebhookEvent {
  const id = eventId(entry);
  return {
    id,
    body: {
      id,
      sequence: entry.sequence,
      time: new Date(entry.time).toISOString(),
      severity: severityNames[entry.severity],
      message: englishOf(entry),
      values: valuesIn(entry.message),
      switch: {
        name: configuration().group(system).sysName,
        model: hardware.modelName,
        serialNumber: serialNumber(hardware),
      },
    },
  };
}

function openWebhook(context: DeviceContext, row: WebhookRow): Webhook {
  const { webhookIndex: index, webhookUrl: url, webhookSecret } = row;
  context.slots.update(webhookFigures, (present) => new Map(present).set(index, noFigures));
  const { syslogAuthority: authority } = context.configuration().group(syslogCtrl);
  return new Webhook(
    { url, secret: webhookSecret, authority },
    {
      clock: context.clock,
      wallTime: () => context.wallClock.now(),
      resolve: (host) => context.names.resolve(host),
      isPermitted: (address) =>
        isPermittedReceiver(address, addressesSet(context.configuration(), context.hardware.baseMacAddress)),
      changed: (figures) => context.slots.update(webhookFigures, (present) => new Map(present).set(index, figures)),
    },
  );
}

/** Sends each entry to the webhooks that want its level. */
export function startWebhooks(context: DeviceContext) {
  let webhooks = new Map<WebhookRow, Webhook>();
  let authority = '';
  const configure = () => {
    const configuration = context.configuration();
    const { syslogAuthority } = configuration.group(syslogCtrl);
    const present = syslogAuthority === authority ? webhooks : new Map<WebhookRow, Webhook>();
    authority = syslogAuthority;
    const rows = configuration.rows(webhookEntry).filter(isEnabled);
    const next = new Map(rows.map((row) => [row, present.get(row) ?? openWebhook(context, row)]));
    for (const [row, webhook] of webhooks) if (next.get(row) !== webhook) webhook.close();
    webhooks = next;
  };
  configure();
  context.log.follow((entry) => {
    for (const [row, webhook] of webhooks) {
      if (entry.severity <= row.webhookSeverity) webhook.send(eventOf(context, entry));
    }
  });
  return {
    changed: configure,
    stop() {
      for (const webhook of webhooks.values()) webhook.close();
    },
  };
}
