import { expect, test } from 'vitest';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { testHardware } from '../../network/testing.ts';
import { radiusServerEntry } from './objects.ts';
import { serverOf } from './running-client.ts';

test('a server is asked by its own secret, timeout and tries, and keeps account if that is on', () => {
  const rows = ([1, 2] as const).map((radiusServerAccounting) => ({
    ...{
      radiusServerPriority: 4 - radiusServerAccounting,
      radiusServerAddress: '192.0.2.1',
      radiusServerKey: 'secret',
    },
    ...{ radiusServerTimeout: 6, radiusServerRetransmit: 2, radiusServerAccounting },
  }));
  const set = rows.reduce(
    (next, row) => next.withRow(radiusServerEntry, row),
    factoryConfiguration([radiusServerEntry], testHardware),
  );
  expect(set.rows(radiusServerEntry).map(serverOf)).toEqual(
    expect.arrayContaining([
      { index: 3, secret: 'secret', timeout: 6000, retransmit: 2, accounting: true },
      { index: 2, secret: 'secret', timeout: 6000, retransmit: 2, accounting: false },
    ]),
  );
});
