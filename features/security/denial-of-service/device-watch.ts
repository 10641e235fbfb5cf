import type { Attack } from '../../../datapath/attack.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { say, wordsOf } from '../../../model/values/message.ts';
import { trapSender } from '../../system/snmp/slots.ts';
import { AttackType, dosTypeEntry } from './objects.ts';
import { shapesTold } from './shapes.ts';

/** Milliseconds between two looks, and between two lines of one shape at least. */
const LOOK = 5_000;
const TOLD_FOR = 60_000;

interface Told {
  /** Frames that were reported, and when: milliseconds. */
  readonly frames: bigint;
  readonly at: number;
}

/** Reports dropped frames, at most once per minute and shape. */
export function startAttackWatch(context: ServiceContext): RunningService {
  const { clock, datapath, log, slots } = context;
  const told = new Map<Attack, Told>();

  const look = async (): Promise<void> => {
    // While the datapath is on its way back nothing is forwarded, and nothing dropped.
    const drops = await datapath.attackDrops().catch(() => undefined);
    if (!drops) return;
    const now = clock.now();
    for (const attack of shapesTold(context.configuration())) {
      const count = drops.get(attack) ?? 0n;
      const before = told.get(attack);
      if (!before) told.set(attack, { frames: count, at: Number.NEGATIVE_INFINITY });
      else if (count > before.frames && now - before.at >= TOLD_FOR) {
        told.set(attack, { frames: count, at: now });
        tell(attack, count - before.frames);
      }
    }
  };
  const tell = (attack: Attack, frames: bigint): void => {
    const type = say(dosTypeEntry.fields.dosType.show(AttackType[attack]));
    const message = say('Denial of service: {{count}} frames of the type {{type}} were dropped.', {
      count: String(frames),
      type,
    });
    log.write(Severity.warning, message);
    slots.get(trapSender)?.({ kind: 'attack', words: wordsOf(message), varBinds: [], community: '' });
  };

  void look();
  clock.every(LOOK, () => void look());
  return {};
}
