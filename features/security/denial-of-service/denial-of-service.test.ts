import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attackFrame } from '../../../datapath/contract/attack-packets.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { Bench, settled } from '../../network/test-bench.ts';
import { denialOfService } from './device.ts';
import { AttackType, dosConfig, dosTypeEntry } from './objects.ts';

const bench = new Bench([denialOfService]);
const hostile = attackFrame({ protocol: 'tcp', to: 1 });
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'faceplate-attacks-'));
  await bench.start(directory);
});

afterAll(async () => {
  await bench.stop();
  await rm(directory, { recursive: true });
});

const deny = (dosTrapState: 1 | 2) =>
  bench.change((configuration) =>
    configuration.withRow(dosTypeEntry, { dosType: AttackType.land, dosState: Status.enabled, dosTrapState }),
  );

async function dropped(): Promise<unknown> {
  const [land] = await bench.live(dosTypeEntry);
  return land?.dosDropCount;
}

beforeEach(async () => {
  await bench.change((configuration) => configuration.withRow(dosTypeEntry, { dosType: 1, dosState: Status.disabled }));
  await bench.set(dosConfig, { dosClearCounters: 1 });
});

describe('the shape of an attack', () => {
  it('passes where it is not denied, is dropped and counted where it is, and counts from zero again', async () => {
    expect(await bench.passes(1, hostile)).toEqual(['2', '3', '4', '5', '6']);
    await deny(Status.disabled);
    expect(await bench.passes(1, hostile)).toEqual([]);
    expect(await bench.passes(1, attackFrame({ protocol: 'tcp' }))).toEqual(['2', '3', '4', '5', '6']);
    expect(await dropped()).toBe('1');
    // Setting a type's action, or setting no value, clears nothing.
    await bench.set(dosTypeEntry, { dosType: AttackType.land, dosTrapState: Status.enabled });
    await bench.set(dosTypeEntry, { dosType: AttackType.land, dosTrapState: Status.disabled });
    await bench.set(dosConfig, {});
    expect(await dropped()).toBe('1');
    await bench.set(dosConfig, { dosClearCounters: 1 });
    expect(await dropped()).toBe('0');
  });

  it('is told of once a minute at most, where that is wanted', async () => {
    const since = bench.context.log.entries()[0]?.sequence ?? 0;
    const lines = () => bench.log(since).filter((line) => line.startsWith('Denial of service'));
    const wait = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 5) {
        bench.clock.advance(5000);
        await settled();
      }
    };
    await deny(Status.enabled);
    await settled();
    for (let frame = 0; frame < 3; frame += 1) await bench.passes(1, hostile);
    await wait(10);
    expect(lines()).toEqual(['Denial of service: 3 frames of the type Land were dropped.']);
    await bench.passes(1, hostile);
    await wait(30);
    expect(lines()).toHaveLength(1);
    await wait(40);
    expect(lines().at(-1)).toBe('Denial of service: 1 frames of the type Land were dropped.');
  });
});
