import { expect, test } from 'vitest';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { testHardware } from '../../network/testing.ts';
import { settingsOf } from './device-settings.ts';
import { arpInspLogConfig } from './objects.ts';

test('the interval of the log is set in seconds, and its size in entries', () => {
  const set = Configuration.empty.withGroup(arpInspLogConfig, { arpInspLogBuffer: 20, arpInspLogInterval: 7 });
  expect(settingsOf(set, testHardware)).toMatchObject({ logSize: 20, logInterval: 7000 });
});
