import { ManualClock } from '../../datapath/clock.ts';
import type { ManagementPath } from '../../datapath/datapath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import { VirtualDatapath } from '../../datapath/virtual/virtual-datapath.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { Rule } from '../../model/configuration/rule.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { group, type ObjectDeclaration, table } from '../../model/schema/object.ts';
import type { AccessContribution, Contribution, StateContribution } from '../contribution.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import type { DeviceContext, Operation } from '../feature.ts';
import type { Kept } from '../flash/keeper.ts';
import { Guard } from '../guard/guard.ts';
import { Whereabouts } from '../guard/whereabouts.ts';
import { Changes } from '../history/change-history.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { Transactions } from './transactions.ts';
import type { WaitingChange } from './waiting-change.ts';

/** For tests: a group with something to configure and something to do. */
export const settings = group('settings', {
  title: 'Settings',
  fields: {
    silent: integer({ label: 'Silent port', min: 0, max: 4 }),
    level: integer({ label: 'Level', min: 0, max: 9 }),
    go: integer({ label: 'Go', min: 0, max: 9, access: 'action' }),
  },
});

/** For tests: a table of at most three rows, of which row 1 is built in. */
export const rows = table('rows', {
  title: 'Row',
  index: { id: integer({ label: 'Row', min: 1, max: 99, access: 'create' }) },
  columns: { level: integer({ label: 'Level', min: 0, max: 9 }) },
  rows: { max: 3, builtIn: ({ id }) => id === 1 },
});

/** A switch of four ports. */
const fourPorts: Hardware = {
  modelName: 'x',
  portCount: 4,
  baseMacAddress: '02-00-00-00-00-00',
  ports: new Map([1, 2, 3, 4].map((number) => [number, { number, media: 'copper', speeds: [1000], pse: false }])),
  maxVlanId: 4094,
  maxVlans: 16,
  mirrorSessions: 1,
  lacking: new Set(),
};

/** Requests to a datapath, in order, and a gate that an `apply` can be held at. */
class WatchedDatapath extends VirtualDatapath {
  readonly asked: ({ readonly plan: ForwardingPlan } | { readonly state: ForwardingState })[] = [];
  /** Awaited by each `apply` before it takes place; where it rejects, so does that. */
  gate: () => Promise<void> = async () => undefined;
  /** The path of every connection. */
  path: ManagementPath | undefined;

  constructor(clock: ManualClock) {
    const ports = [...fourPorts.ports.values()].map((port) => ({ ...port, name: `Port ${port.number}` }));
    super({ ports, forwardingDatabaseSize: 16, mirrorSessions: 1, clock });
  }

  get plans(): readonly ForwardingPlan[] {
    return this.asked.flatMap((one) => ('plan' in one ? [one.plan] : []));
  }

  get states(): readonly ForwardingState[] {
    return this.asked.flatMap((one) => ('state' in one ? [one.state] : []));
  }

  override async apply(plan: ForwardingPlan): Promise<void> {
    this.asked.push({ plan });
    await this.gate();
    await super.apply(plan);
  }

  override async locate(): Promise<ManagementPath | undefined> {
    return this.path;
  }

  override update(state: ForwardingState): void {
    this.asked.push({ state });
    super.update(state);
  }
}

/** Parts of the features of a test. */
interface Brought {
  /** Beside `settings` and `rows`. */
  readonly objects?: readonly ObjectDeclaration[];
  readonly rules?: readonly Rule[];
  readonly contributions?: readonly Contribution[];
  readonly stateContributions?: readonly StateContribution[];
  readonly accessContributions?: readonly AccessContribution[];
  readonly operations?: readonly Operation[];
}

/** For tests: transactions in force, with everything around them within reach. */
export async function beginTransactions(brought: Brought = {}) {
  const clock = new ManualClock();
  const wallClock = new DeviceWallClock(clock, () => clock.now());
  const log = new LogBuffer(wallClock);
  const datapath = new WatchedDatapath(clock);
  const start = Configuration.empty.withGroup(settings, { level: 1 }).withRows(rows, [{ id: 1, level: 0 }]);
  const objects: readonly ObjectDeclaration[] = [settings, rows, ...(brought.objects ?? [])];
  /** Which objects were said to have changed, one entry for each time. */
  const told: string[][] = [];
  const inForce: ForwardingPlan[] = [];
  /** The record of a forced change on flash. */
  const onFlash: { change?: WaitingChange } = {};
  const waiting: Kept<WaitingChange> = {
    load: async () => onFlash.change,
    async save(change) {
      onFlash.change = change;
    },
    async remove() {
      delete onFlash.change;
    },
    settled: async () => {},
  };
  /** Configurations confirmed by the cloud, which became the startup configuration. */
  const keptConfigurations: Configuration[] = [];
  const history = new Changes(objects, () => ({ startup: start, running: transactions.configuration }));
  const context: Partial<DeviceContext> = {
    log,
    hardware: fourPorts,
    configuration: () => transactions.configuration,
    get slots() {
      return transactions.slots;
    },
    management: {
      perform: (requests, caller, options) => transactions.perform(requests, caller, options),
      tryOut: (requests, caller) => transactions.tryOut(requests, caller),
      read: () => Promise.reject(new Error('nothing is read here')),
    },
  };
  const guard = new Guard(clock);
  const transactions: Transactions = new Transactions(
    {
      objects,
      rules: brought.rules ?? [],
      contributions: brought.contributions ?? [],
      accessContributions: brought.accessContributions ?? [],
      stateContributions: brought.stateContributions ?? [],
      operations: brought.operations ?? [],
      hardware: fourPorts,
      datapath,
      guard,
      clock,
      whereabouts: new Whereabouts(clock, () => datapath.locate()),
      log,
      wallClock,
      // The operations of these tests ask for nothing else.
      context: () => context as DeviceContext,
      history: () => history,
      journal: () => ({ record() {}, tookBack() {} }),
      async changed(changed) {
        told.push([...changed].map(({ name }) => name));
      },
      inForce: (plan) => inForce.push(plan),
      moved() {},
      waiting,
      async keepConfirmed(configuration) {
        keptConfigurations.push(configuration);
      },
      async provisional() {},
      returned() {},
    },
    start,
  );
  await datapath.start({ portChanged() {}, framePunted() {}, report() {} });
  await transactions.begin(start);
  datapath.asked.length = 0;
  const messages = () => log.entries().map(englishOf);
  return { transactions, datapath, history, told, inForce, start, messages, clock, guard, onFlash, keptConfigurations };
}

/** For tests: lets everything go on that waits for a promise. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
