import { X509Certificate } from 'node:crypto';
import type { DeviceContext } from '../../../device/feature.ts';
import { reasonOf } from '../../../device/flash/failure-reason.ts';
import { Severity } from '../../../device/log/log.ts';
import { serialNumber } from '../../../model/hardware/hardware.ts';
import { say } from '../../../model/values/message.ts';
import { claimCode } from '../../../protocols/cloud/claim-code.ts';
import { type CloudIdentity, keptIdentity } from './kept-identity.ts';
import { cloudIdentity } from './slots.ts';

/** One making of it at a time: two askers must not get two keys. */
const making = new WeakMap<DeviceContext['keep'], Promise<CloudIdentity>>();

/**
 * By what a cloud knows this switch; made where there is none yet. Never rejects for the flash: what cannot be kept serves until
 * the end.
 */
export function identityOf(context: DeviceContext): Promise<CloudIdentity> {
  const present = context.slots.get(cloudIdentity);
  if (present) return Promise.resolve(present);
  let made = making.get(context.keep);
  if (!made) {
    made = loadOrMake(context).finally(() => making.delete(context.keep));
    making.set(context.keep, made);
  }
  return made;
}

async function loadOrMake(context: DeviceContext): Promise<CloudIdentity> {
  const kept = await context.keep(keptIdentity).load();
  if (kept) {
    context.slots.update(cloudIdentity, () => kept);
    return kept;
  }
  const { createCertificate } = await import('../../../device/http/certificate.ts');
  const made = { own: await createCertificate([serialNumber(context.hardware)]), issued: undefined, owned: false };
  await keepIdentity(context, made);
  return made;
}

/** Lets this be the identity from now on. Never rejects. */
export async function keepIdentity(context: DeviceContext, identity: CloudIdentity): Promise<void> {
  context.slots.update(cloudIdentity, () => identity);
  await context
    .keep(keptIdentity)
    .save(identity)
    .catch((error: unknown) =>
      context.log.write(
        Severity.error,
        say('The certificate issued by the cloud could not be saved, because {{reason}}.', { reason: reasonOf(error) }),
      ),
    );
}

/** Codes of certificates: the state is asked for often, and reading a certificate takes a millisecond. */
const claimCodes = new WeakMap<CloudIdentity['own'], string>();

/** The code by which this switch is claimed. */
export function claimCodeOf({ own }: CloudIdentity): string {
  const known = claimCodes.get(own);
  if (known !== undefined) return known;
  const code = claimCode(new X509Certificate(own.certificate).publicKey.export({ type: 'spki', format: 'der' }));
  claimCodes.set(own, code);
  return code;
}

/** The cloud no longer manages the switch; its certificate stays, so that the switch can be given back. */
export async function release(context: DeviceContext): Promise<void> {
  const identity = await identityOf(context);
  await keepIdentity(context, { ...identity, owned: false });
}
