import type { RatePlan } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import { type DeviceContext, type DeviceFeature, type LiveColumnsOf, live } from '../../../device/feature.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { type RowOf, rowKey } from '../../../model/schema/object.ts';
import { onceFor } from '../../../model/values/once-for.ts';
import { stormWatch } from './device-storms.ts';
import { rateCtrlEntry, StormState, stormCtrlEntry } from './objects.ts';
import { RATE_UNIT } from './rates.ts';
import { ratesWithinSpeed } from './rules.ts';
import { storms } from './slots.ts';

const stormPart = onceFor((row: RowOf<typeof stormCtrlEntry>): Partial<RatePlan> | undefined => {
  const threshold = row.stormCtrlThreshold * RATE_UNIT;
  const part = {
    ...(row.stormCtrlBroadcast === Status.enabled && { broadcasts: threshold }),
    ...(row.stormCtrlMulticast === Status.enabled && { multicasts: threshold }),
    ...(row.stormCtrlDlf === Status.enabled && { unknownUnicasts: threshold }),
  };
  return Object.keys(part).length === 0 ? undefined : part;
});

const ratePart = onceFor((row: RowOf<typeof rateCtrlEntry>): Partial<RatePlan> | undefined => {
  const part = {
    ...(row.rateCtrlIngressStatus === Status.enabled && { ingressKilobits: row.rateCtrlIngressRate * RATE_UNIT }),
    ...(row.rateCtrlEgressStatus === Status.enabled && { egressKilobits: row.rateCtrlEgressRate * RATE_UNIT }),
  };
  return Object.keys(part).length === 0 ? undefined : part;
});

const thresholds: Contribution = {
  reads: [stormCtrlEntry],
  compile: (configuration) => ({
    rates: present(configuration.rows(stormCtrlEntry).map((row) => [row.ifIndex, stormPart(row)])),
  }),
};

const limits: Contribution = {
  reads: [rateCtrlEntry],
  compile: (configuration) => ({
    rates: present(configuration.rows(rateCtrlEntry).map((row) => [row.rateCtrlIndex, ratePart(row)])),
  }),
};

function present(parts: readonly (readonly [number, Partial<RatePlan> | undefined])[]): Map<number, Partial<RatePlan>> {
  return new Map(parts.flatMap(([port, part]) => (part ? [[port, part] as const] : [])));
}

function stormStates({ hardware, slots }: DeviceContext): LiveColumnsOf<typeof stormCtrlEntry> {
  const raging = new Set(slots.get(storms).map(({ port }) => port));
  return new Map(
    [...hardware.ports.keys()].map((port) => [
      rowKey(stormCtrlEntry, { ifIndex: port }),
      { stormCtrlState: raging.has(port) ? StormState.storm : StormState.calm },
    ]),
  );
}

function ratesInKilobits(context: DeviceContext): LiveColumnsOf<typeof rateCtrlEntry> {
  return new Map(
    context
      .configuration()
      .rows(rateCtrlEntry)
      .map((row) => [
        rowKey(rateCtrlEntry, row),
        {
          rateCtrlIngressKbps: row.rateCtrlIngressRate * RATE_UNIT,
          rateCtrlEgressKbps: row.rateCtrlEgressRate * RATE_UNIT,
        },
      ]),
  );
}

/** Network > Bandwidth Control. */
export const bandwidthControl: DeviceFeature = {
  objects: [stormCtrlEntry, rateCtrlEntry],
  rules: [ratesWithinSpeed],
  contributions: [thresholds, limits],
  live: [live(stormCtrlEntry, { columns: stormStates }), live(rateCtrlEntry, { columns: ratesInKilobits })],
  services: [stormWatch],
};
