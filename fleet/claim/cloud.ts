import type { FleetFeature } from '../../cloud/fleet/fleet-feature.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { secondsOf } from '../moment.ts';
import { fleetClaimEntry, fleetPlace, PlaceClock } from './objects.ts';

/** Milliseconds for which a claim waits for its switch (docs/specification/cloud.md 4). */
const WAITS = 15 * 60_000;

/** "00-11-22-aa-bb-cc" is the switch that calls itself "001122AABBCC". */
const asShown = (serial: string) => serial.replaceAll(/[:-]/g, '').toUpperCase();

const inGroups = (code: string) => (code.replaceAll('-', '').toUpperCase().match(/.{4}/g) ?? []).join('-');

/** Claiming a switch by the code that it shows. */
export const claims: FleetFeature = {
  answers: [
    {
      object: fleetPlace,
      read: async ({ forSwitches, clockFault, wallClock }) => ({
        fleetPlaceAddress: forSwitches.place,
        fleetPlaceFingerprint: forSwitches.fingerprint,
        fleetPlaceClock: PlaceClock[clockFault(wallClock.now()) ?? 'plausible'],
      }),
    },
    {
      object: fleetClaimEntry,
      async read({ store, wallClock }, _query, { user: { tenant } }) {
        const claims = await store.claims.list(tenant, wallClock.now());
        return claims.map(({ serial, code, user, until, wrongCodes }) => ({
          fleetClaimSerial: serial,
          fleetClaimCode: code,
          fleetClaimUser: user,
          fleetClaimUntil: secondsOf(until),
          fleetClaimWrongCodes: wrongCodes,
        }));
      },
      async perform({ store, wallClock }, { kind, values }, { user: { tenant, name: user }, did }) {
        const serial = asShown(String(values.fleetClaimSerial));
        if (kind === 'destroy') {
          if (await store.claims.withdraw(serial, tenant)) {
            await did(say('Withdrew the claim of switch {{serial}}.', { serial }), serial);
          }
          return;
        }
        if (kind !== 'create' || typeof values.fleetClaimCode !== 'string') {
          const message = say('{{label}} must be filled in.', { label: say('Claim code') });
          throw new Refusal(ErrorCode.wrongValue, message, placeIn(fleetClaimEntry, values, 'fleetClaimCode'));
        }
        const until = wallClock.now() + WAITS;
        const code = inGroups(values.fleetClaimCode);
        if (!(await store.claims.put({ serial, code, tenant, user, until }))) {
          const message = say('Another owner has claimed this switch.');
          throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(fleetClaimEntry, values, 'fleetClaimSerial'));
        }
        await did(say('Entered the claim code of switch {{serial}}.', { serial }), serial);
      },
    },
  ],
};
