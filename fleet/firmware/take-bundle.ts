import { createHash } from 'node:crypto';
import type { FleetCaller, FleetContext } from '../../cloud/fleet/fleet-feature.ts';
import { FIRMWARE_PIECE, type KeptFirmware } from '../../cloud/store/firmware-images.ts';
import type { UploadedFile } from '../../device/feature.ts';
import { readBundle } from '../../device/firmware/read-bundle.ts';
import { Refusal } from '../../device/refusal.ts';
import { say } from '../../model/values/message.ts';
import { SpokenError } from '../../model/values/spoken-error.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { FIRMWARE_KEPT } from './objects.ts';

/** Takes a bundle that somebody sent, once it was read whole as a switch reads it. Rejects with a `Refusal`. */
export async function takeBundle(context: FleetContext, file: UploadedFile, { user, did }: FleetCaller): Promise<void> {
  const { store, wallClock } = context;
  const { tenant } = user;
  const found = await readWhole(context, file);
  const kept = await store.firmware.list(tenant);
  const isKnown = kept.some(({ digest }) => digest === found.digest);
  if (!isKnown && kept.length >= FIRMWARE_KEPT) {
    const message = say('The cloud stores at most {{max}} images. Delete one first.', { max: FIRMWARE_KEPT });
    throw new Refusal(ErrorCode.resourceUnavailable, message);
  }
  const firmware = { ...found, tenant, size: file.size, at: wallClock.now(), by: user.name };
  await store.firmware.put(firmware, inPieces(file.chunks()));
  const { version, models } = found;
  await did(say('Uploaded firmware {{version}} for {{models}}.', { version, models: models.join(', ') }));
}

/** Description of a bundle whose signature and octets are verified. */
async function readWhole(
  context: FleetContext,
  file: UploadedFile,
): Promise<Pick<KeptFirmware, 'digest' | 'version' | 'models'>> {
  const hash = createHash('sha256');
  const passing = async function* () {
    for await (const octets of file.chunks()) {
      hash.update(octets);
      yield octets;
    }
  };
  try {
    const { version, models } = await readBundle(passing(), await context.trustedKeys());
    return { digest: hash.digest('hex'), version, models };
  } catch (error) {
    if (!(error instanceof SpokenError)) throw error;
    throw new Refusal(ErrorCode.wrongValue, error.said);
  }
}

/** The same octets in pieces as the store takes them. */
async function* inPieces(octets: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let gathered: Uint8Array[] = [];
  let length = 0;
  for await (const next of octets) {
    gathered.push(next);
    length += next.length;
    if (length < FIRMWARE_PIECE) continue;
    const whole = Buffer.concat(gathered);
    let at = 0;
    for (; length - at >= FIRMWARE_PIECE; at += FIRMWARE_PIECE) yield whole.subarray(at, at + FIRMWARE_PIECE);
    gathered = [whole.subarray(at)];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(gathered);
}
