// @long-running
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nudge } from '../../cloud/bus/nudge.ts';
import { startController } from '../../cloud/controller/controller.ts';
import { GatewayLines } from '../../cloud/gateway/gateway-lines.ts';
import { askSwitch } from '../../cloud/gateway/switch-subjects.ts';
import { claimedSwitch, NOW } from '../../cloud/store/contract-switch.ts';
import { openSqlStore } from '../../cloud/store/sql-store.ts';
import { openSqlite } from '../../cloud/store/sqlite-database.ts';
import type { Store } from '../../cloud/store/store.ts';
import { keptAuthority } from '../../cloud/trust/authority.ts';
import { Users } from '../../cloud/users.ts';
import { seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { Passwords } from '../../device/sessions/passwords.ts';
import { weakSecrets } from '../../device/sessions/testing.ts';
import { seed } from '../../protocols/random-frames.ts';
import { LateBus } from './late-bus.ts';
import { LateSwitch } from './late-switch.ts';
import { TickClock } from './tick-clock.ts';

/** The same store, which notes where what it knows of a switch becomes older, or a line comes back that was over. */
function watched(store: Store, complain: (what: string) => void): Store {
  const latest = new Map<string, number>();
  const over = new Map<string, number>();
  const look = async (serial: string) => {
    const { report, gateway, line = 0 } = (await store.switchOf(serial)) ?? {};
    const told = report?.upTime ?? 0;
    if (told < (latest.get(serial) ?? 0)) complain(`${serial} is known by an older report`);
    if (gateway !== '' && line <= (over.get(serial) ?? 0)) complain(`${serial} has a line that is over`);
    latest.set(serial, told);
  };
  return overlaid(store, {
    async report(serial, ...rest) {
      const former = await store.report(serial, ...rest);
      await look(serial);
      return former;
    },
    lines: overlaid(store.lines, {
      async ended(serial, line, at) {
        await store.lines.ended(serial, line, at);
        over.set(serial, Math.max(line, over.get(serial) ?? 0));
        await look(serial);
      },
    }),
  });
}

/** The same with some parts of its own. */
function overlaid<Whole extends object>(whole: Whole, own: Partial<Whole>): Whole {
  return new Proxy(whole, {
    get(kept, name) {
      const value: unknown = Reflect.get(own, name) ?? Reflect.get(kept, name);
      return typeof value === 'function' ? value.bind(kept) : value;
    },
  });
}

/** Each is on its own: more of them find the same, sooner. */
const SWITCHES = Number(process.env.FACEPLATE_SWITCHES ?? 250);
const PROCESSES = 2;

it(`knows every switch though every message comes late, twice and in any order (FACEPLATE_SEED=${seed})`, async () => {
  const random = seededRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'faceplate-late-'));
  const clock = new TickClock();
  const bus = new LateBus(clock, random);
  const complaints: string[] = [];
  const store = watched(await openSqlStore(await openSqlite(':memory:')), (what) => complaints.push(what));
  const users = await Users.open(store, bus, clock);
  const authority = await keptAuthority(hostFiles, join(folder, 'authority'), NOW);
  const around = {
    ...{ bus, store, clock, users, authority, switchObjects: [], window: 120, secret: Buffer.alloc(32) },
    wallClock: { now: () => NOW + clock.now() },
    passwords: new Passwords(weakSecrets.passwordCost),
  };
  const controllers = Array.from({ length: PROCESSES }, () => startController(around));
  const gateways = Array.from({ length: PROCESSES }, () => new GatewayLines(bus, clock));
  for (const gateway of gateways) void gateway.begin();
  await clock.advance(20_000);
  const serials = Array.from({ length: SWITCHES }, (_, at) => `S${String(at).padStart(4, '0')}`);
  for (const serial of serials) await store.claimed(claimedSwitch(serial));
  const fleet = serials.map((serial) => new LateSwitch(serial, { bus, clock, random, gateways }));
  for (const one of fleet) one.start();
  await clock.advance(60_000);
  for (let round = 0; round < 2; round += 1) {
    for (const one of fleet) {
      const from = (await store.switchOf(one.serial))?.desiredRevision ?? 0;
      if (from > 0)
        await store.revisions.desire(one.serial, from, { document: '{"objects":{}}', hash: '', at: NOW, by: 'admin' });
      nudge(bus, one.serial);
      if (random() < 0.3) one.cut(random() < 0.5);
    }
    await clock.advance(40_000);
  }
  await clock.advance(180_000);

  const underWay: unknown[] = [];
  const away: unknown[] = [];
  for (const one of fleet) {
    const kept = await store.switchOf(one.serial);
    const { report, desiredRevision = 0, badRevisions = [] } = kept ?? {};
    const isAsWanted = desiredRevision > 0 && report?.revision === desiredRevision && one.revision === desiredRevision;
    if (report?.pending || !(isAsWanted || badRevisions.includes(desiredRevision)))
      underWay.push([one.serial, kept, one]);
    if (kept?.gateway === '') away.push(one.serial);
  }
  bus.isLate = false;
  const silent: string[] = [];
  await Promise.all(
    serials.map((serial) =>
      askSwitch(bus, serial, { method: 'ping', params: {} }, 1_000).catch(() => silent.push(serial)),
    ),
  );
  expect(complaints).toEqual([]);
  expect({ underWay: underWay.length, away, silent, first: underWay[0] }).toEqual({
    underWay: 0,
    away: [],
    silent: [],
    first: undefined,
  });

  for (const one of gateways) one.close();
  for (const one of controllers) one.close();
  await bus.close();
  await store.close();
  rmSync(folder, { recursive: true });
}, 240_000);
