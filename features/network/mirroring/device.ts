import type { MirrorPlan } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import { type DeviceContext, type DeviceFeature, type LiveColumnsOf, live } from '../../../device/feature.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { mirrorOf } from './mirror.ts';
import { mirrorSessionEntry } from './objects.ts';
import { mirroringRules } from './rules.ts';

const mirrors: Contribution = {
  reads: [mirrorSessionEntry],
  compile(configuration) {
    const parts = new Map<number, MirrorPlan>();
    for (const row of configuration.rows(mirrorSessionEntry)) {
      const mirror = mirrorOf(row);
      if (mirror) parts.set(mirror.session, mirror);
    }
    return { mirrors: parts };
  },
};

async function drops({ datapath, hardware }: DeviceContext): Promise<LiveColumnsOf<typeof mirrorSessionEntry>> {
  const dropped = await datapath.mirrorDrops();
  return new Map(
    Array.from({ length: hardware.mirrorSessions }, (_, at) => [
      rowKey(mirrorSessionEntry, { mirrorSessionId: at + 1 }),
      { portCopyDestDropEvents: String(dropped.get(at + 1) ?? 0n) },
    ]),
  );
}

/** Network > Mirroring. */
export const mirroring: DeviceFeature = {
  objects: [mirrorSessionEntry],
  rules: mirroringRules,
  contributions: [mirrors],
  live: [live(mirrorSessionEntry, { columns: drops })],
};
