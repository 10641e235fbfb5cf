import { expect, test } from 'vitest';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { testHardware } from '../../network/testing.ts';
import { metricsNetworks, networksRule } from './networks.ts';
import { METRICS_NETWORKS, metricsCtrl } from './objects.ts';

const listed = (networks: readonly string[]) =>
  Configuration.empty.withGroup(metricsCtrl, { metricsNetworks: networks.join(', ') });

const problemsOf = (networks: readonly string[]) => {
  const [before, after] = [Configuration.empty, listed(networks)];
  return [...networksRule.check({ before, after, changes: [], hardware: testHardware })].map(({ message }) =>
    wordsOf(message),
  );
};

const networks = (count: number) => Array.from({ length: count }, (_, at) => `192.0.${at}.0/24`);

test('as many networks of collectors are taken as there may be, and not one more', () => {
  expect(problemsOf(networks(METRICS_NETWORKS))).toEqual([]);
  expect(metricsNetworks(listed(networks(METRICS_NETWORKS)))).toHaveLength(METRICS_NETWORKS);
  expect(problemsOf(networks(METRICS_NETWORKS + 1))).toEqual([`At most ${METRICS_NETWORKS} networks.`]);
});

test('what is no network is named', () => {
  expect(problemsOf(['192.0.2.0/24', '2001:db8::/32', 'collectors'])).toEqual([
    'collectors is not an IP address or network.',
  ]);
  expect(problemsOf(['', ' '])).toEqual([]);
});
