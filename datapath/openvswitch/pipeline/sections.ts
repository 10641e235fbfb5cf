import { type Flow, flowKey, sameEffect } from '../openflow/flow.ts';
import type { Group } from '../openflow/group.ts';

/** The rules of a part of a plan. */
interface Rules {
  readonly flows: readonly Flow[];
  readonly group?: Group;
}

interface Section extends Rules {
  readonly inputs: readonly unknown[];
}

/** Sections of one kind, by their subject. If its inputs are unchanged none of them is examined. */
interface Family {
  readonly inputs: readonly unknown[];
  readonly sections: ReadonlyMap<string | number, Section>;
}

/** Rules with what they were made from, part by part, so that the next ones cost what they change. */
export type Families = ReadonlyMap<string, Family>;

/** Adds the section about `key`, made by `make` unless `inputs` are, one by one, what they were. */
export type AddSection = (key: string | number, inputs: readonly unknown[], make: () => Rules) => void;

/** Puts families together; each is made by `make` unless `inputs` are, one by one, what they were. */
export class FamilyBuilder {
  readonly #previous: Families;
  readonly #families = new Map<string, Family>();

  constructor(previous: Families) {
    this.#previous = previous;
  }

  add(name: string, inputs: readonly unknown[], make: (section: AddSection) => void): void {
    const before = this.#previous.get(name);
    if (before && same(before.inputs, inputs)) {
      this.#families.set(name, before);
      return;
    }
    const sections = new Map<string | number, Section>();
    make((key, of, rules) => {
      const present = before?.sections.get(key);
      sections.set(key, present && same(present.inputs, of) ? present : { inputs: of, ...rules() });
    });
    this.#families.set(name, { inputs, sections });
  }

  build(): Families {
    return this.#families;
  }
}

/** The steps from one set of rules to another. */
export interface FlowChanges {
  readonly add: readonly Flow[];
  readonly remove: readonly Flow[];
  /** Those of `add` that take the place of another rule of the same name, with that one. */
  readonly replaced: ReadonlyMap<Flow, Flow>;
  /** Groups that are new or another: they have to be there before rules name them. */
  readonly groups: readonly Group[];
  /** Numbers of groups that no rule names any longer. */
  readonly withoutGroups: readonly number[];
}

/** The difference between two sets of rules; families and sections that stayed are not looked into. */
export function difference(before: Families, after: Families): FlowChanges {
  const add = new Map<string, Flow>();
  const remove = new Map<string, Flow>();
  const replaced = new Map<Flow, Flow>();
  const groups = new Map<number, Group>();
  const withoutGroups = new Set<number>();
  const compare = (old: Rules | undefined, next: Rules | undefined) => {
    if (old === next) return;
    if (old?.group !== next?.group) {
      if (old?.group) withoutGroups.add(old.group.number);
      if (next?.group) groups.set(next.group.number, next.group);
    }
    const known = new Map(old?.flows.map((flow) => [flowKey(flow), flow]));
    for (const flow of next?.flows ?? []) {
      const key = flowKey(flow);
      const present = known.get(key);
      known.delete(key);
      if (present && sameEffect(present, flow)) continue;
      add.set(key, flow);
      if (present) replaced.set(flow, present);
    }
    for (const [key, flow] of known) remove.set(key, flow);
  };
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, next] = [before.get(name), after.get(name)];
    if (old === next) continue;
    for (const [key, section] of next?.sections ?? []) compare(old?.sections.get(key), section);
    for (const [key, section] of old?.sections ?? []) if (!next?.sections.has(key)) compare(section, undefined);
  }
  // A rule or a group may move from one section to another; what is added stays.
  const removed: Flow[] = [];
  for (const [key, flow] of remove) {
    const moved = add.get(key);
    if (moved) replaced.set(moved, flow);
    else removed.push(flow);
  }
  return {
    add: [...add.values()],
    remove: removed,
    replaced,
    groups: [...groups.values()],
    withoutGroups: [...withoutGroups].filter((number) => !groups.has(number)),
  };
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
