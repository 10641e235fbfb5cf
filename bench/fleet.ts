import { Changes, type FleetTrial, largeFleet, smallFleet } from '../tests/cloud/fleet-trial.ts';
import { SimulatedFleet } from '../tests/cloud/simulated-fleet.ts';
import { memoryOf, processorTimeOf } from './child-process.ts';
import type { Figure } from './table.ts';

/** Switches of the trials; `FACEPLATE_FLEET` divides them by so much, for a slower machine. */
const SHARE = Number(process.env.FACEPLATE_FLEET ?? 1);
const SMALL = Math.ceil(500 / SHARE);
const LARGE = Math.ceil(5_000 / SHARE);

/** Milliseconds over which the cost at rest is taken, and after which a trial is given up. */
const REST = 30_000;
const PATIENCE = 600_000;

/** 500 switches on the embedded default. */
export function fleetOnSqlite(): Promise<Figure[]> {
  return measured(`${SMALL} switches on SQLite`, () => smallFleet(SMALL));
}

/** 5,000 switches on two processes, three nodes of NATS and PostgreSQL, all on this machine. */
export function fleetOnPostgres(): Promise<Figure[]> {
  return measured(`${LARGE} switches on NATS and PostgreSQL`, () => largeFleet(LARGE));
}

async function measured(what: string, start: () => Promise<FleetTrial>): Promise<Figure[]> {
  const trial = await start();
  const fleet = new SimulatedFleet(trial.enrolled, trial);
  const changes = new Changes(trial);
  const count = trial.enrolled.length;
  const figures: Figure[] = [];
  const note = (line: string, value: string) => {
    process.stderr.write(`  ${line}: ${value}\n`);
    figures.push({ what: `${what}: ${line}`, measured: value, budget: '' });
  };
  const isUp = () => fleet.up() === count;
  const isSettled = () => Object.values(fleet.revisions()).every((revision) => revision > 0);
  try {
    note('all up from nothing', await timeUntil(() => fleet.start(), isUp));
    note('what each has adopted and numbered', await timeUntil(undefined, isSettled));
    await pause(REST / 2);
    for (const [name, value] of Object.entries(await rest(trial))) note(`${name} at rest`, value);
    const wanted = trial.enrolled.map(({ serial }) => serial);
    note(
      `a change acknowledged for ${wanted.length}, and kept by all`,
      await timeUntil(
        async () => {
          const queue = [...wanted];
          const writers = Array.from({ length: 16 }, async () => {
            for (let serial = queue.pop(); serial !== undefined; serial = queue.pop()) {
              while (!(await changes.make(serial))) await pause(50);
            }
          });
          await Promise.all(writers);
        },
        () => isUp() && keeps(fleet, changes),
      ),
    );
    for (const part of trial.parts) {
      // Changes go on while it is gone.
      let isOver = false;
      const making = (async () => {
        for (let at = 0; !isOver; at += 1) {
          if (!(await changes.make(wanted[at % count] ?? ''))) await pause(50);
        }
      })();
      await pause(2_000);
      await part.kill();
      const back = await timeUntil(
        () => part.start(),
        async () => isUp() && (await connected(trial, count)),
      );
      isOver = true;
      await making;
      const kept = await timeUntil(undefined, () => isUp() && keeps(fleet, changes));
      note(`all up after kill -9 of ${part.name}`, `${back}, all changes kept ${kept} later`);
    }
    const times = [...changes.acknowledged.values()].reduce((all, one) => all + one, 0);
    note('acknowledged changes lost', `${(await changes.lost()).length} of ${times}`);
  } finally {
    fleet.stop();
    await trial.close();
  }
  return figures;
}

function keeps(fleet: SimulatedFleet, changes: Changes): boolean {
  const revisions = fleet.revisions();
  return [...changes.acknowledged].every(([serial, times]) => (revisions[serial] ?? 0) >= times);
}

/** Whether the store knows a line of each, where it can be looked into beside the cloud. */
async function connected(trial: FleetTrial, count: number): Promise<boolean> {
  if (trial.parts.length === 1) return true;
  const query = { tenant: 'own', search: '', orderBy: 'serial', descending: false, offset: 0, limit: 1 } as const;
  const alone = { condition: 'connected', drifted: false, isAlarmed: false } as const;
  return trial
    .look(async (store) => (await store.listSwitches({ ...query, ...alone })).total === count)
    .catch(() => false);
}

/** Processor time as a share of one core, and memory, of what the cloud consists of. */
async function rest(trial: FleetTrial): Promise<Record<string, string>> {
  const groups = Object.entries(trial.pids());
  const timeOf = (pids: readonly number[]) => pids.reduce((all, pid) => all + processorTimeOf(pid), 0);
  const before = groups.map(([, pids]) => timeOf(pids));
  await pause(REST);
  return Object.fromEntries(
    groups.map(([name, pids], at) => {
      const share = ((timeOf(pids) - (before[at] ?? 0)) / REST) * 100;
      const memory = pids.reduce((all, pid) => all + memoryOf(pid), 0) / 1024 / 1024;
      return [name, `${share.toFixed(1)} % of a core, ${memory.toFixed(0)} MB`];
    }),
  );
}

/** Seconds from the beginning of `work` until `holds`. */
async function timeUntil(work: (() => unknown) | undefined, holds: () => boolean | Promise<boolean>): Promise<string> {
  const began = performance.now();
  await work?.();
  while (!(await holds())) {
    if (performance.now() - began > PATIENCE) throw new Error('It took too long.');
    await pause(100);
  }
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
