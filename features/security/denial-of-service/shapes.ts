import { type Attack, attacks } from '../../../datapath/attack.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { AttackType, dosTypeEntry } from './objects.ts';

/** The shape of each wire value of `dosType`. */
export const shapes: ReadonlyMap<number, Attack> = new Map(attacks.map((attack) => [AttackType[attack], attack]));

/** The shapes that are denied and reported. */
export function shapesTold(configuration: Configuration): Attack[] {
  return configuration
    .rows(dosTypeEntry)
    .filter(({ dosState, dosTrapState }) => dosState === Status.enabled && dosTrapState === Status.enabled)
    .flatMap(({ dosType }) => shapes.get(dosType) ?? []);
}
