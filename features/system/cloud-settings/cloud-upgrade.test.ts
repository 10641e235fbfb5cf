import { expect, it } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import { cloudBond } from '../../../device/cloud/ownership.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { say } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import { type BundleFromAfar, firmwareFromAfar } from '../../tools/firmware-upgrade/slots.ts';
import { CloudUpgrade } from './cloud-upgrade.ts';

const wanted = (id: string) => ({ id, user: 'admin', digest: 'a'.repeat(64), size: 1, version: '2.0' });

/** An upgrade of a switch that hands bundles to `take`. */
function upgradeOf(take: (bundle: BundleFromAfar) => Promise<void>, owns = true): CloudUpgrade {
  const values = new Map<string, unknown>([
    [cloudBond.name, { connected: true, owns }],
    [firmwareFromAfar.name, take],
  ]);
  const slots = { get: ({ name }: { name: string }) => values.get(name) };
  return new CloudUpgrade({ slots, clock: new ManualClock() } as unknown as ServiceContext, () => {});
}

it('is one at a time: a second one is refused in words, and the first one is told as it ends', async () => {
  let fail: (error: Error) => void = () => {};
  const upgrade = upgradeOf(() => new Promise((_resolve, reject) => (fail = reject)));
  expect(upgrade.ask(wanted('one'))).toEqual({ status: 'underWay' });
  // The word may come twice.
  expect(upgrade.ask(wanted('one'))).toEqual({ status: 'underWay' });
  expect(upgrade.ask(wanted('two'))).toEqual({ status: 'refused', reason: say('A firmware upgrade is running.') });
  expect(upgrade.report).toEqual({ id: 'one', status: 'underWay' });
  fail(new SpokenError(say('Not enough flash.')));
  await expect.poll(() => upgrade.report?.status).toBe('failed');
  expect(upgrade.ask(wanted('two'))).toEqual({ status: 'underWay' });
});

it('is refused where somebody at the switch decides', () => {
  const answer = upgradeOf(async () => {}, false).ask(wanted('one'));
  expect(answer).toMatchObject({ status: 'refused', reason: { text: expect.stringContaining('managed locally') } });
});
