import { expect, test } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { syslogCtrl } from './objects.ts';
import { webhookEntry } from './webhook-objects.ts';
import { startWebhooks } from './webhook-sending.ts';

test('a webhook is opened anew for what it is set to and for another authority, and goes on otherwise', () => {
  const row = { webhookIndex: 1, webhookUrl: 'https://hooks.example/', webhookState: Status.enabled };
  let configuration = Configuration.empty.withRow(webhookEntry, row);
  let opened = 0;
  const context = {
    clock: new ManualClock(),
    configuration: () => configuration,
    log: { follow: () => () => undefined },
    // The figures of a webhook begin with it.
    slots: { update: () => (opened += 1) },
  };
  // It looks at nothing else of the device.
  const webhooks = startWebhooks(context as unknown as DeviceContext);
  const openedBy = (next: Configuration) => {
    opened = 0;
    configuration = next;
    webhooks.changed();
    return opened;
  };
  expect(opened).toBe(1);
  expect(openedBy(configuration.withGroup(syslogCtrl, { syslogState: Status.enabled }))).toBe(0);
  expect(openedBy(configuration.withGroup(syslogCtrl, { syslogAuthority: 'another' }))).toBe(1);
  expect(openedBy(configuration.withGroup(syslogCtrl, { syslogState: Status.disabled }))).toBe(0);
  expect(openedBy(configuration.withRow(webhookEntry, { ...row, webhookUrl: 'https://other.example/' }))).toBe(1);
});
