import { X509Certificate } from 'node:crypto';
import type { Cancel, Clock } from '../../datapath/clock.ts';
import type { KeyPair } from '../console-settings.ts';

const HOUR = 3_600_000;
const MONTH = 30 * 24 * HOUR;

/** Whether a certificate (PEM) has to be replaced by now. Throws for what is no certificate. */
export function endsSoon(pem: string): boolean {
  return Date.parse(new X509Certificate(pem).validTo) < Date.now() + MONTH;
}

/**
 * Has the device's own certificate replaced before it ends: a switch may run for longer than browsers accept one, and learn the date
 * only after its start.
 */
export function keepValid(clock: Clock, present: () => KeyPair | undefined, renew: () => Promise<unknown>): Cancel {
  return clock.every(HOUR, () => {
    const pair = present();
    // One that could not be made is tried again in an hour.
    if (pair && endsSoon(pair.certificate)) renew().catch(() => {});
  });
}
