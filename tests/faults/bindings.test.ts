import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { DeviceWallClock } from '../../device/device-wall-clock.ts';
import { DeviceKey } from '../../device/flash/device-key.ts';
import { Keeper } from '../../device/flash/keeper.ts';
import { englishOf } from '../../device/log/log.ts';
import { LogBuffer } from '../../device/log/log-buffer.ts';
import { theDevice } from '../../device/management.ts';
import { ConfigOperation, sysConfig } from '../../features/save/objects.ts';
import { type KeptBinding, keptBindings } from '../../features/security/dhcp-snooping/kept-bindings.ts';
import { dhcpSnoopingConfig, dhcpSnoopingVlanEntry } from '../../features/security/dhcp-snooping/objects.ts';
import { dhcpBindings, dhcpSnoopingHandle } from '../../features/security/dhcp-snooping/slots.ts';
import { say } from '../../model/values/message.ts';
import { seed } from '../../protocols/random-frames.ts';
import { SOME_MOMENT } from '../../protocols/some-moment.ts';
import { type Cut, ModelFiles } from './model-files.ts';
import { FOLDER, ModelSwitch } from './model-switch.ts';
import { at, countOf, sampled, TIME } from './scenes.ts';

// What is sought here are faults of flash: the strength of secrets would only make the search slow.
type Image = ReadonlyMap<string, string | undefined>;

const HOUR = 3_600_000;
const binding = (host: number) => ({
  ...{ vlan: 1, mac: `02-00-00-00-00-0${host}`, address: `192.0.2.${host}`, port: host },
  ...{ leaseTime: 3600, expiresAt: SOME_MOMENT + HOUR },
});
const kept: readonly KeptBinding[] = [3, 4, 5].map((host) => {
  const { expiresAt: ends, ...rest } = binding(host);
  return { ...rest, ends };
});
const cuts: readonly Cut[] = ['kill', 'killHalfway', 'power', 'powerHalfway'];

/** The addresses of the bindings that a running switch has learned. */
const known = ({ running }: ModelSwitch) =>
  [...running.context.slots.get(dhcpBindings).learnt.values()].map(({ address }) => address).sort();

/** A switch that snoops and backs up, with one binding on its flash. */
async function begun(): Promise<Image> {
  const files = new ModelFiles(seededRandom(seed));
  void files.follow({});
  const started = await ModelSwitch.start(files);
  const { context } = started.running;
  await context.change(say('Test'), (configuration) =>
    configuration
      .withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: 1, dhcpSnoopingBackupDb: 1 })
      .withRow(dhcpSnoopingVlanEntry, { dhcpSnoopingVlanId: 1 }),
  );
  context.slots.get(dhcpSnoopingHandle)?.restore([binding(3)]);
  await save(started);
  await started.running.stop();
  return files.image();
}

/** Two saves at once, by the page and by the interval; the page's takes the bindings with it. */
async function save({ running: { context } }: ModelSwitch): Promise<void> {
  const values = { configOperConfigID: context.flash.startUpSlot, configOper: ConfigOperation.save };
  await Promise.all([
    context.management.perform([{ kind: 'set', object: sysConfig, values }], theDevice),
    context.slots.get(dhcpSnoopingHandle)?.backUp(),
    context.slots.get(dhcpSnoopingHandle)?.backUp(),
  ]);
  await context.flash.settled();
}

/** Starts, learns another binding, saves, and stops. */
async function live(files: ModelFiles): Promise<ModelSwitch> {
  const started = await ModelSwitch.start(files);
  started.running.context.slots.get(dhcpSnoopingHandle)?.restore([binding(4)]);
  await save(started).catch((error: unknown) => {
    if (!(error instanceof Error && ('said' in error || 'code' in error))) throw error;
  });
  await started.running.stop();
  return started;
}

/** Starts on what is left, without any fault: it forwards, and knows bindings that there were, and no others. */
async function startsWell(image: Image, expected: readonly (readonly string[])[]): Promise<ModelSwitch> {
  const files = new ModelFiles(seededRandom(seed), image);
  void files.follow({});
  const started = await ModelSwitch.start(files);
  expect(started.forwards()).toBe(true);
  expect(expected).toContainEqual(known(started));
  await started.running.stop();
  return started;
}

const former = [binding(3).address];
const both = [...former, binding(4).address];

test('no damage to the file of DHCP bindings passes for what was written, wherever it is, and the log says so', async () => {
  const files = new ModelFiles(seededRandom(seed));
  void files.follow({});
  await files.makeFolder(FOLDER);
  const log = new LogBuffer(new DeviceWallClock(new ManualClock(), () => 0));
  const key = await DeviceKey.load(files, `${FOLDER}/device-key`, log);
  const load = async () => new Keeper(files, FOLDER, log, key).keep(keptBindings).load();
  await new Keeper(files, FOLDER, log, key).keep(keptBindings).save(kept);
  expect(await load()).toEqual(kept);
  const [[path, text = ''] = ['', '']] = [...files.image()].filter(([, content]) => content !== undefined);
  const octets = Buffer.from(text);
  const damages = [
    ...[...octets.keys()].flatMap((place) =>
      [1, 0x20, 0x80].map((bit) => {
        const damaged = Buffer.from(octets);
        damaged[place] = (damaged[place] ?? 0) ^ bit;
        return damaged.toString('utf8');
      }),
    ),
    ...[...octets.keys()].map((length) => text.slice(0, length)),
  ];
  for (const damaged of damages) {
    const before = log.entries()[0]?.sequence ?? 0;
    await files.write(path, damaged);
    expect(await load(), damaged).toBeUndefined();
    const [said] = log.entries().filter(({ sequence }) => sequence > before);
    expect(said && englishOf(said)).toMatch(
      /^The stored file of dhcp-bindings (is damaged|has an unknown format); it was set aside\.$/,
    );
  }
  expect(damages.length).toBeGreaterThan(1000);
});

test(
  'the end of the process or of the power while bindings are saved leaves the former ones or the new ones',
  async () => {
    const random = seededRandom(seed);
    const image = await begun();
    const whole = new ModelFiles(random, image);
    void whole.follow({});
    await live(whole);
    await startsWell(whole.image(), [both]);
    const points = Array.from({ length: whole.operations }, (_, before) => before + 1).flatMap((operation) =>
      cuts.map((how) => ({ operation, how })),
    );
    const count = countOf({ sample: 24, full: points.length });
    for (const { operation, how } of sampled('ends', points, count, random)) {
      await at(`${how} at operation ${operation} of ${whole.operations}`, async () => {
        const files = new ModelFiles(random, image);
        const cut = files.follow({ cut: { at: operation, how } });
        expect(await Promise.race([cut, live(files)])).toBe('cut');
        await startsWell(files.survivors(how), [former, both]);
      });
    }
  },
  TIME,
);

test(
  'a flash that is full costs nothing but what is new, is told of, and takes the bindings once there is room',
  async () => {
    const image = await begun();
    const files = new ModelFiles(seededRandom(seed), image);
    const writes = new Set(['open', 'write', 'rename', 'makeFolder']);
    void files.follow({ error: (_operation, kind) => (writes.has(kind) ? 'ENOSPC' : undefined) });
    const started = await ModelSwitch.start(files);
    started.running.context.slots.get(dhcpSnoopingHandle)?.restore([binding(4)]);
    await started.running.context.slots.get(dhcpSnoopingHandle)?.backUp();
    expect(known(started)).toEqual(both);
    expect(started.forwards()).toBe(true);
    expect(started.complaints).toContain('The DHCP bindings could not be written to flash.');
    await startsWell(files.image(), [former]);
    void files.follow({});
    await started.running.context.slots.get(dhcpSnoopingHandle)?.backUp();
    await startsWell(files.image(), [both]);
    await started.running.stop();
  },
  TIME,
);

test(
  'a switch whose file of bindings is damaged starts without them, says so, and keeps new ones',
  async () => {
    const image = new Map(await begun());
    const path = [...image.keys()].find((name) => name.endsWith('dhcp-bindings.kept')) ?? '';
    image.set(path, image.get(path)?.slice(0, -20));
    const damaged = await startsWell(image, [[]]);
    expect(damaged.complaints).toContain('The stored file of dhcp-bindings is damaged; it was set aside.');
    const files = new ModelFiles(seededRandom(seed), image);
    void files.follow({});
    await live(files);
    await startsWell(files.image(), [[binding(4).address]]);
  },
  TIME,
);
