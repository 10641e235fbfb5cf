import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import { VirtualDatapath } from '../../datapath/virtual/virtual-datapath.ts';
import { removedRows } from '../../model/configuration/changed-rows.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../model/configuration/rule.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import type { Contribution, StateContribution } from '../contribution.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { Guard } from '../guard/guard.ts';
import { Whereabouts } from '../guard/whereabouts.ts';
import { Changes } from '../history/change-history.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { theDevice } from '../management.ts';
import { Transactions } from './transactions.ts';

const number = (label: string) => integer({ label, min: 0, max: 99 });
/** Profiles, each falling back on another one; 0 is none. Profile 1 is built in. */
const profiles = table('profiles', {
  title: 'Profile',
  index: { id: number('Profile') },
  columns: { fallback: number('Fallback') },
  rows: { max: 99, builtIn: ({ id }) => id === 1 },
});
const ports = table('ports', {
  title: 'Port',
  index: { port: number('Port') },
  columns: { profile: number('Profile') },
  rows: { max: 4, fixed: true },
});
const objects = [profiles, ports];

const usedByPort: Rule = {
  concerns: [profiles, ports],
  *check({ after, changes }) {
    for (const row of removedRows(changes, profiles)) {
      const used = after.rows(ports).some(({ profile }) => profile === row.id);
      if (used) yield conflict(profiles, say('Profile {{id}} is in use by a port.', { id: row.id }), { row });
    }
  },
};
const usedByProfile: Rule = {
  concerns: [profiles],
  *check({ after, changes }) {
    for (const row of removedRows(changes, profiles)) {
      const used = after.rows(profiles).some(({ fallback }) => fallback === row.id);
      if (used) yield conflict(profiles, say('Profile {{id}} is in use by a profile.', { id: row.id }), { row });
    }
  },
};

const hardware: Hardware = {
  modelName: 'x',
  portCount: 2,
  baseMacAddress: '02-00-00-00-00-00',
  ports: new Map(),
  maxVlanId: 4094,
  maxVlans: 4094,
  mirrorSessions: 1,
  lacking: new Set(),
};

/** Transactions over profiles 1 to 6, with these fallbacks, of which the ports use these. */
function transactions(
  used: readonly number[],
  fallbacks: Readonly<Record<number, number>> = {},
  contributed: {
    readonly contributions?: readonly Contribution[];
    readonly stateContributions?: readonly StateContribution[];
    readonly Datapath?: typeof VirtualDatapath;
  } = {},
) {
  const { contributions = [], stateContributions = [], Datapath = VirtualDatapath } = contributed;
  const clock = new ManualClock();
  const datapath = new Datapath({ ports: [], forwardingDatabaseSize: 16, mirrorSessions: 1, clock });
  const wallClock = new DeviceWallClock(clock, () => clock.now());
  const log = new LogBuffer(wallClock);
  const start = Configuration.empty
    .withRows(
      profiles,
      [1, 2, 3, 4, 5, 6].map((id) => ({ id, fallback: fallbacks[id] ?? 0 })),
    )
    .withRows(
      ports,
      used.map((profile, index) => ({ port: index + 1, profile })),
    );
  let moves = 0;
  const running: Transactions = new Transactions(
    {
      objects,
      rules: [usedByPort, usedByProfile],
      accessContributions: [],
      stateContributions,
      contributions,
      operations: [],
      hardware,
      datapath,
      guard: new Guard(clock),
      clock,
      whereabouts: new Whereabouts(clock, async () => undefined),
      log,
      wallClock,
      context: () => {
        throw new Error('nothing here asks for it');
      },
      journal: () => ({ record() {}, tookBack() {} }),
      history: () => new Changes(objects, () => ({ startup: start, running: running.configuration })),
      async changed() {},
      inForce() {},
      moved() {
        moves += 1;
      },
      async provisional() {},
      returned() {},
      async keepConfirmed() {},
      waiting: { load: async () => undefined, save: async () => {}, remove: async () => {}, settled: async () => {} },
    },
    start,
  );
  const deleteAll = async () => {
    const outcomes = await running.perform([{ kind: 'deleteAll', object: profiles, values: {} }], theDevice);
    return outcomes.map(({ deleted }) => deleted);
  };
  const left = () => running.configuration.rows(profiles).map(({ id }) => id);
  return { running, log, deleteAll, left, start, moves: () => moves };
}

test('answers that were kept are void with each change that is put in force, and with no other', async () => {
  const { running, deleteAll, moves } = transactions([3, 5]);
  const before = moves();
  await running.tryOut([{ kind: 'deleteAll', object: profiles, values: {} }], theDevice);
  expect(moves()).toBe(before);
  await deleteAll();
  expect(moves()).toBeGreaterThan(before);
});

test('a Delete All leaves the rows that a rule reports as in use, deletes the rest and answers how many', async () => {
  const { deleteAll, left, log } = transactions([3, 5]);
  expect(await deleteAll()).toEqual([3]);
  expect(left()).toEqual([1, 3, 5]);
  expect(log.entries().map(englishOf)).toHaveLength(3);
});

test('a Delete All leaves what the rows that stay need, however long the chain', async () => {
  const { deleteAll, left } = transactions([6], { 6: 4, 4: 2, 3: 5 });
  expect(await deleteAll()).toEqual([2]);
  expect(left()).toEqual([1, 2, 4, 6]);
});

test('a Delete All of rows that are all in use changes nothing, and says why', async () => {
  const { running, deleteAll, left } = transactions([2, 3, 4, 5], { 5: 6 });
  const before = running.configuration;
  await expect(deleteAll()).rejects.toThrow('Profile 2 is in use by a port.');
  expect(left()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(running.configuration).toBe(before);
});

test('one row in use cannot be deleted by itself, and the sentence says why', async () => {
  const { running, left } = transactions([3]);
  const request = { kind: 'destroy', object: profiles, values: { id: 3 } } as const;
  await expect(running.perform([request], theDevice)).rejects.toThrow('Profile 3 is in use by a port.');
  expect(left()).toEqual([1, 2, 3, 4, 5, 6]);
});

test('what a plan brings that an engine decides of is closed before the plan comes, at the start and later', async () => {
  /** For each plan: the trees that VLANs were put into, and those whose ports were closed by then. */
  const seen: [number[], number[]][] = [];
  let closed: number[] = [];
  let refuses = false;
  class Watched extends VirtualDatapath {
    override update(state: ForwardingState): void {
      closed = [...state.instances.keys()].sort();
      super.update(state);
    }
    override apply(plan: ForwardingPlan): Promise<void> {
      seen.push([[...new Set(plan.spanningTreeInstances.values())].sort(), closed]);
      return refuses ? Promise.reject(new Error('no')) : super.apply(plan);
    }
  }
  /** Each profile is a tree, of the VLAN with its number. */
  const trees = (configuration: Configuration) => configuration.rows(profiles).map(({ id }) => id);
  const none = { learning: 0n, forwarding: 0n };
  const { running, start } = transactions(
    [1],
    {},
    {
      Datapath: Watched,
      contributions: [
        {
          reads: [profiles],
          compile: (configuration) => ({ spanningTreeInstances: new Map(trees(configuration).map((id) => [id, id])) }),
        },
      ],
      stateContributions: [
        {
          reads: [profiles],
          compile: (configuration) => ({ instances: new Map(trees(configuration).map((id) => [id, none])) }),
        },
      ],
    },
  );
  await running.begin(start);
  const add = (id: number) => running.change(say('Test'), (now) => now.withRow(profiles, { id, fallback: 0 }));
  await add(7);
  refuses = true;
  await expect(add(8)).rejects.toThrow('The setting was not applied');
  expect(closed).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(seen).toEqual([
    [
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3, 4, 5, 6],
    ],
    [
      [1, 2, 3, 4, 5, 6, 7],
      [1, 2, 3, 4, 5, 6, 7],
    ],
    [
      [1, 2, 3, 4, 5, 6, 7, 8],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ],
  ]);
});
