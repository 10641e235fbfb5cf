import { beforeAll, describe, expect, test } from 'vitest';
import { switchModels } from '../../apps/device/models.ts';
import { ManualClock } from '../../datapath/clock.ts';
import { VirtualDatapath } from '../../datapath/virtual/virtual-datapath.ts';
import { SLOT_VERSION } from '../../device/flash/migrations.ts';
import { hardwareOf } from '../../device/switch/hardware-of.ts';
import { formatConfigurationFile } from '../../features/tools/config-backup-restore/configuration-file.ts';
import { keyOf, newSalt, sealWith } from '../../features/tools/config-backup-restore/device-secrets.ts';
import { leftWithout } from '../../features/tools/config-backup-restore/left-without.ts';
import { readConfigurationFile } from '../../features/tools/config-backup-restore/read-configuration-file.ts';
import { restoredConfiguration } from '../../features/tools/config-backup-restore/restored-configuration.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { rowLimit } from '../../model/configuration/row-limit.ts';
import { atOnce } from '../../model/configuration/steps.ts';
import { LARGEST_FILE } from '../../model/wire/file-size.ts';
import { configuredObjects, fullConfiguration, growingTables } from './full-configuration.ts';

const objects = configuredObjects;

const largest = [...switchModels.values()].reduce((most, one) => (one.ports.length > most.ports.length ? one : most));
const hardware = hardwareOf(
  largest,
  new VirtualDatapath({ ...largest, clock: new ManualClock() }).facts,
  '02-00-00-00-00-00',
);

describe('a backup of a switch whose tables are full', () => {
  let full: Configuration;
  let text: string;

  beforeAll(async () => {
    full = fullConfiguration(hardware);
    const key = await keyOf('correct horse', newSalt());
    const header = { model: largest.name, version: '1.0.0', configurationVersion: SLOT_VERSION };
    text = [...formatConfigurationFile(header, objects, full, sealWith(key))].join('');
  });

  test('has every table at its maximum, and is not longer than a file may be', () => {
    const short = growingTables.filter((table) => full.rows(table).length < rowLimit(table, hardware));
    expect(short.map(({ name }) => name)).toEqual([]);
    expect(Buffer.byteLength(text)).toBeGreaterThan(1024 * 1024);
    expect(text).toContain('"secret":');
    expect(Buffer.byteLength(text)).toBeLessThan(LARGEST_FILE);
  });

  test('is searched for rows without their secrets with a breath every few milliseconds', () => {
    const file = atOnce(readConfigurationFile(text, objects));
    if (!file) throw new Error('no configuration file');
    const search = leftWithout(file, full);
    let steps = 1;
    while (!search.next().done) steps += 1;
    expect(file.entries.length / steps).toBeLessThan(600);
  });

  test('comes back as it was, with a breath every few milliseconds of it', () => {
    const reading = readConfigurationFile(text, objects);
    let steps = 1;
    let step = reading.next();
    for (; !step.done; step = reading.next()) steps += 1;
    const file = step.value;
    expect(file?.mistakes).toEqual([]);
    expect(file?.unknown).toEqual([]);
    expect(text.split('\n').length / steps).toBeLessThan(100);
    const entries = file?.entries ?? [];
    const restoring = restoredConfiguration({
      entries,
      objects,
      hardware,
      present: full,
      mode: 'replace',
      keepAddress: false,
      secrets: new Map(),
    });
    steps = 1;
    let part = restoring.next();
    for (; !part.done; part = restoring.next()) steps += 1;
    const restored = part.value;
    expect(entries.length / steps).toBeLessThan(300);
    expect(restored.mistakes).toEqual([]);
    for (const object of objects) {
      if (object.shape === 'group')
        expect(restored.configuration.group(object), object.name).toEqual(full.group(object));
      else expect(restored.configuration.rowMap(object), object.name).toEqual(full.rowMap(object));
    }
  });
});
