import type { FleetFeature } from '../../cloud/fleet/fleet-feature.ts';
import type { KeptFirmware } from '../../cloud/store/firmware-images.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { BUNDLE_MAXIMUM } from '../../model/firmware/bundle-head.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { secondsOf } from '../moment.ts';
import { FLEET_FIRMWARE_UPLOAD, fleetFirmwareEntry } from './objects.ts';
import { takeBundle } from './take-bundle.ts';

/** Firmware that the cloud has: sent to it, listed, deleted. */
export const firmware: FleetFeature = {
  answers: [
    {
      object: fleetFirmwareEntry,
      async read({ store }, query, { user: { tenant } }) {
        const wanted = query.fleetFirmwareDigest;
        if (wanted === undefined) return (await store.firmware.list(tenant)).map(rowOf);
        const found = await store.firmware.of(tenant, String(wanted));
        if (!found) throw gone();
        return [rowOf(found)];
      },
      async perform({ store }, { kind, values }, { user: { tenant }, did }) {
        if (kind !== 'destroy') {
          const message = say('Firmware is sent as a file.');
          throw new Refusal(ErrorCode.noCreation, message, placeIn(fleetFirmwareEntry));
        }
        const found = await store.firmware.of(tenant, String(values.fleetFirmwareDigest));
        if (!found) throw gone();
        const name = await store.firmware.remove(tenant, found.digest);
        if (name !== undefined) {
          const message = say('The rollout {{name}} uses this firmware.', { name });
          throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(fleetFirmwareEntry));
        }
        await did(say('Deleted firmware {{version}} from the cloud.', { version: found.version }));
      },
    },
  ],
  uploads: [
    {
      name: FLEET_FIRMWARE_UPLOAD,
      maximumSize: BUNDLE_MAXIMUM,
      receive: takeBundle,
    },
  ],
};

const gone = () => new Refusal(ErrorCode.noSuchName, say('The cloud has no such firmware.'));

function rowOf({ digest, version, models, size, at, by }: KeptFirmware): Values {
  return {
    fleetFirmwareDigest: digest,
    fleetFirmwareVersion: version,
    fleetFirmwareModels: models.join(' '),
    fleetFirmwareSize: size,
    fleetFirmwareAt: secondsOf(at),
    fleetFirmwareBy: by,
  };
}
