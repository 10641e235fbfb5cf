import type { ShownCertificate } from '../../../device/access-plan.ts';
import type { KeyPair } from '../../../device/console-settings.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { endsSoon } from '../../../device/http/own-certificate-end.ts';
import { plannedSlot, slot } from '../../../device/slot.ts';
import type { KeptCertificate } from './kept-certificate.ts';

/** Certificate in force: as read at the start and changed since, and the guard's view of it. */
export interface PresentCertificate extends KeptCertificate {
  /** Undefined for one that the switch made itself. */
  readonly shown?: ShownCertificate;
  /** When it expires, in milliseconds since 1970; undefined for one that the switch made itself. */
  readonly ends?: number;
  /** It expires so soon that the administrator should be warned. */
  readonly endsSoon?: boolean;
}

/** The present certificate. */
export const present = plannedSlot<PresentCertificate>(
  'certificate',
  { pair: undefined, request: undefined },
  'returns',
  (now) => (now.shown && now.endsSoon ? { ...now, shown: { ...now.shown, isExpired: true } } : now),
);

/** The certificate that the device made itself, as far as it was asked for. */
const own = slot<KeyPair | undefined>('ownCertificate', undefined);

type Surroundings = Pick<DeviceContext, 'console' | 'slots'>;

/** The device's own certificate; another one than before if `anew`. Undefined if the web server has none. */
export async function ownCertificate({ console, slots }: Surroundings, anew = false): Promise<KeyPair | undefined> {
  const known = slots.get(own);
  if (known && !anew && !endsSoon(known.certificate)) return known;
  const made = await console.ownCertificate(anew);
  slots.update(own, (before) => made ?? before);
  return made;
}

/** The certificate that the device proves itself by: the uploaded one, or its own. */
export async function certificateInUse(context: Surroundings): Promise<KeyPair | undefined> {
  return context.slots.get(present).pair ?? (await ownCertificate(context));
}
