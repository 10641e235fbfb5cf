// @long-running
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentClient } from '../agent/agent-client.ts';
import { cloudPassword } from './cloud-process.ts';
import { Changes, type FleetTrial, largeFleet, smallFleet } from './fleet-trial.ts';
import { SimulatedFleet } from './simulated-fleet.ts';

/** Switches of each trial: enough that they come side by side, and few enough for a busy machine. */
const SWITCHES = 20;

const patience = { timeout: 90_000, interval: 200 };

describe.each([
  ['one process on SQLite', smallFleet],
  ['two processes on NATS and PostgreSQL', largeFleet],
] as const)('a fleet on %s', (_name, start) => {
  let trial: FleetTrial;
  let fleet: SimulatedFleet;
  let changes: Changes;
  let close = async () => {};

  beforeAll(async () => {
    trial = await start(SWITCHES);
    fleet = new SimulatedFleet(trial.enrolled, trial);
    changes = new Changes(trial);
    close = async () => {
      fleet.stop();
      await trial.close();
    };
    fleet.start();
  });
  afterAll(() => close());

  /** All have their lines, and what was acknowledged for each is what it has. */
  const isWhole = async () => {
    const revisions = fleet.revisions();
    const behind = [...changes.acknowledged].filter(([serial, times]) => (revisions[serial] ?? 0) < times);
    return { up: fleet.up(), behind: behind.map(([serial]) => serial) };
  };

  it('is given a change, which is kept by each', async () => {
    await expect.poll(() => fleet.up(), patience).toBe(SWITCHES);
    await expect
      .poll(async () => Object.values(fleet.revisions()).every((revision) => revision > 0), patience)
      .toBe(true);
    for (const { serial } of trial.enrolled) expect(await changes.make(serial)).toBe(true);
    await expect.poll(isWhole, patience).toEqual({ up: SWITCHES, behind: [] });
  });

  it('takes whoever is signed in at whichever process, and whoever comes with the key of another one, once', async () => {
    const clients = trial.origins.map((origin) => new AgentClient(origin));
    for (const [at, client] of clients.entries()) {
      const next = clients[(at + 1) % clients.length] ?? client;
      const login = await client.sealed('admin', cloudPassword);
      expect(await next.send(login)).toBe(0);
      const { gambit, cookie } = next;
      expect(await new AgentClient(client.origin).send(login)).toBe(8702);
      for (const origin of trial.origins) {
        const known = Object.assign(new AgentClient(origin), { gambit, cookie });
        expect((await known.call('CommonGet', { Template: 'fleetUserEntry' })).error.code).toBe(0);
      }
    }
  });

  it('loses nothing that it acknowledged while each of its parts is killed, and all come back', async () => {
    for (const part of trial.parts) {
      let isOver = false;
      let made = 0;
      const making = Promise.all(
        [0, 1, 2, 3].map(async (writer) => {
          for (let at = writer; !isOver; at += 4) {
            if (await changes.make(trial.enrolled[at % SWITCHES]?.serial ?? '')) made += 1;
            else await new Promise((resolve) => setTimeout(resolve, 50));
          }
        }),
      );
      await expect.poll(() => made, patience).toBeGreaterThan(8);
      await part.kill();
      await part.start();
      const before = made;
      await expect.poll(() => made, patience).toBeGreaterThan(before + 8);
      isOver = true;
      await making;
      await expect.poll(isWhole, { ...patience, message: part.name }).toEqual({ up: SWITCHES, behind: [] });
    }
    expect(await changes.lost()).toEqual([]);
  });
});
