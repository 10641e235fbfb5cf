import { expect, test } from 'vitest';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { settingsOf } from './device-settings.ts';
import { lldpConfiguration } from './objects.ts';

test('times are set in seconds, and counts as they are', () => {
  const set = Configuration.empty.withGroup(lldpConfiguration, {
    ...{ lldpMessageTxInterval: 40, lldpMessageTxHoldMultiplier: 3, lldpReinitDelay: 5, lldpTxDelay: 6 },
    lldpXMedFastStartRepeatCount: 4,
  });
  expect(settingsOf(set, '02-00-00-00-00-01', new Map(), new Map())).toEqual({
    ...{ source: '02-00-00-00-00-01', transmitInterval: 40_000, holdMultiplier: 3, reinitDelay: 5000 },
    ...{ transmitDelay: 6000, fastStart: 4, ports: new Map() },
  });
});
