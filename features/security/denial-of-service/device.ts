import { type Attack, attacks, fragmentAttacks } from '../../../datapath/attack.ts';
import type { Contribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { AttackType, dosConfig, dosTypeEntry } from './objects.ts';
import { shapes, shapesTold } from './shapes.ts';
import { clearedDrops } from './slots.ts';

const denied: Contribution = {
  reads: [dosTypeEntry],
  compile(configuration) {
    const rows = configuration.rows(dosTypeEntry).filter(({ dosState }) => dosState === Status.enabled);
    return {
      deniedAttacks: new Map(
        rows.flatMap(({ dosType }): [Attack, boolean][] => {
          const attack = shapes.get(dosType);
          return attack ? [[attack, true]] : [];
        }),
      ),
    };
  },
};

/** A switch that does not see the position of fragments cannot recognize the shapes that depend on it. */
const seen: Rule = {
  concerns: [dosTypeEntry],
  *check({ after, hardware }) {
    if (!hardware.lacking.has('fragmentOffsets')) return;
    for (const row of after.rows(dosTypeEntry)) {
      const attack = shapes.get(row.dosType);
      if (row.dosState !== Status.enabled || !attack || !fragmentAttacks.has(attack)) continue;
      const message = say('This switch cannot recognize the position of a fragment in its packet.');
      yield conflict(dosTypeEntry, message, { row, column: 'dosState' });
    }
  },
};

async function liveDrops({ datapath, slots }: DeviceContext): Promise<LiveColumnsOf<typeof dosTypeEntry>> {
  const drops = await datapath.attackDrops();
  const cleared = slots.get(clearedDrops);
  return new Map(
    attacks.map((attack) => {
      const count = (drops.get(attack) ?? 0n) - (cleared.get(attack) ?? 0n);
      return [rowKey(dosTypeEntry, { dosType: AttackType[attack] }), { dosAction: 1, dosDropCount: String(count) }];
    }),
  );
}

const clear = operation(dosConfig, {
  async operate({ datapath, slots }, { values }) {
    if (values.dosClearCounters === undefined) return;
    const drops = await datapath.attackDrops();
    slots.update(clearedDrops, () => drops);
  },
});

const watch: Service = {
  name: 'denial of service',
  reads: [dosTypeEntry],
  wanted: (configuration) => shapesTold(configuration).length > 0,
  start: async (context) => (await import('./device-watch.ts')).startAttackWatch(context),
};

/** Security > Denial of Service. */
export const denialOfService: DeviceFeature = {
  objects: [dosConfig, dosTypeEntry],
  rules: [seen],
  contributions: [denied],
  live: [live(dosTypeEntry, { columns: liveDrops })],
  operations: [clear],
  services: [watch],
};
