import { expect, it } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { createCertificate } from './certificate.ts';
import { keepValid } from './own-certificate-end.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

it('has a certificate replaced in its last month, or when the date turns out to be later, and no other', async () => {
  const clock = new ManualClock();
  let pair = await createCertificate(['switch.lan'], Date.now() - 366 * DAY);
  let renewals = 0;
  const cancel = keepValid(
    clock,
    () => pair,
    async () => {
      renewals += 1;
    },
  );
  clock.advance(HOUR);
  expect(renewals).toBe(0);
  pair = await createCertificate(['switch.lan'], Date.now() - 368 * DAY);
  clock.advance(HOUR);
  expect(renewals).toBe(1);
  pair = await createCertificate(['switch.lan'], 0);
  clock.advance(HOUR);
  expect(renewals).toBe(2);
  cancel();
});
