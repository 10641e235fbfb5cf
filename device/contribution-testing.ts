import type { Configuration } from '../model/configuration/configuration.ts';
import type { ObjectDeclaration } from '../model/schema/object.ts';
import type { AccessContribution, Contribution, StateContribution } from './contribution.ts';
import type { DeviceFeature } from './feature.ts';
import type { PlannedSlot, SlotReader } from './slot.ts';

interface Named {
  readonly reads: readonly ObjectDeclaration[];
  readonly uses?: readonly PlannedSlot<unknown>[];
}

/**
 * For tests: the features as they are, except that a contribution that reads an undeclared object or slot fails the
 * test. Without the declaration, a change of it would take effect only with the next change of something else.
 */
export function provingReads(features: readonly DeviceFeature[]): readonly DeviceFeature[] {
  return features.map((feature) => ({
    ...feature,
    ...(feature.contributions && { contributions: feature.contributions.map(proving) }),
    ...(feature.stateContributions && { stateContributions: feature.stateContributions.map(provingState) }),
    ...(feature.accessContributions && { accessContributions: feature.accessContributions.map(proving) }),
  }));
}

function proving<One extends Contribution | AccessContribution>(one: One): One {
  return {
    ...one,
    compile: (configuration: Configuration, hardware: Parameters<One['compile']>[1], slots: SlotReader) =>
      one.compile(only(configuration, one), hardware, onlyUsed(slots, one)),
  };
}

function provingState(one: StateContribution): StateContribution {
  const { foresee } = one;
  return {
    ...one,
    compile: (configuration, hardware, slots) => one.compile(only(configuration, one), hardware, onlyUsed(slots, one)),
    // It may read any slot: it is called again whenever it is used.
    ...(foresee && {
      foresee: (configuration, hardware, slots, former) =>
        foresee(only(configuration, one), hardware, slots, only(former, one)),
    }),
  };
}

/** The methods by which an object of a configuration is read. */
const readers: ReadonlySet<string | symbol> = new Set(['group', 'rows', 'rowMap', 'row', 'part']);

function only(configuration: Configuration, { reads }: Named): Configuration {
  const named = new Set(reads);
  return new Proxy(configuration, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (object: ObjectDeclaration, ...rest: unknown[]) => {
        if (readers.has(name) && !named.has(object)) fail(`the object ${object.name}`, 'reads');
        return Reflect.apply(found, target, [object, ...rest]);
      };
    },
  });
}

function onlyUsed(slots: SlotReader, { uses = [] }: Named): SlotReader {
  const named = new Set<unknown>(uses);
  return {
    get(slot) {
      if (!named.has(slot)) fail(`the slot ${slot.name}`, 'uses');
      return slots.get(slot);
    },
  };
}

/** Errors of a contribution are caught where engines must not stop the switch: the test is notified anyway. */
function fail(what: string, where: string): never {
  const error = new Error(`A contribution reads ${what}, and does not name it in \`${where}\`.`);
  queueMicrotask(() => {
    throw error;
  });
  throw error;
}
