import { describe, expect, test } from 'vitest';
import type { ServiceContext } from '../../../device/feature.ts';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { type Message, wordsOf } from '../../../model/values/message.ts';
import type { Binding } from '../../../protocols/dhcp-snooping/state.ts';
import { isBackedUp } from './backed-up.ts';
import { BackedUpBindings } from './backed-up-bindings.ts';
import { type KeptBinding, keptBindings } from './kept-bindings.ts';
import { BINDINGS, dhcpSnoopingConfig, FOR_EVER } from './objects.ts';

const kept: KeptBinding = {
  ...{ vlan: 10, mac: '02-00-00-00-00-0A', address: '192.0.2.10', port: 2 },
  ...{ leaseTime: 3600, ends: 1_800_000_000_000 },
};
const [NOW, DATE] = [5_000_000, 1_799_999_000_000];
const settings = { dhcpSnoopingStatus: Status.enabled, dhcpSnoopingBackupDb: Status.enabled };
const configuration = Configuration.empty.withGroup(dhcpSnoopingConfig, settings);

/** A flash that holds `stored`, and what is written to it and to the log. */
function flash(stored?: readonly KeptBinding[], own = configuration) {
  const written: unknown[] = [];
  const told: string[] = [];
  const fails = { next: false };
  const doing = async (what: unknown) => {
    if (fails.next) throw new Error('full');
    written.push(what);
  };
  const context = {
    ...{ clock: { now: () => NOW }, wallClock: { now: () => DATE }, configuration: () => own },
    log: { write: (_severity: number, message: Message) => void told.push(wordsOf(message)) },
    keep: () => ({ load: async () => stored, save: doing, remove: () => doing('removed') }),
  };
  return { bindings: new BackedUpBindings(context as unknown as ServiceContext), written, told, fails };
}

describe('a stored binding', () => {
  test.each<[string, Partial<KeptBinding>, Pick<Binding, 'leaseTime' | 'expiresAt'> | undefined]>([
    ['goes on to its end', {}, { leaseTime: 3600, expiresAt: NOW + 1_000_000 }],
    ['for ever never ends', { leaseTime: null, ends: null }, { leaseTime: Infinity, expiresAt: Infinity }],
    ['without an end has none', { ends: null }, { leaseTime: Infinity, expiresAt: Infinity }],
    ['lasts a moment', { ends: DATE + 1 }, { leaseTime: 3600, expiresAt: NOW + 1 }],
    ['has ended now', { ends: DATE }, undefined],
    ['is no longer than its lease by a clock set back', { leaseTime: 60 }, { leaseTime: 60, expiresAt: NOW + 60_000 }],
  ])('%s', async (_what, change, left) => {
    const { vlan, mac, address, port } = kept;
    const { bindings, told } = flash([{ ...kept, ...change }]);
    expect(await bindings.load(configuration)).toEqual(left ? [{ vlan, mac, address, port, ...left }] : []);
    expect(told).toEqual(left ? ['1 DHCP bindings were restored after the start.'] : []);
  });

  test('is not read where nothing is backed up, or nothing snooped', async () => {
    for (const off of [{ dhcpSnoopingStatus: Status.disabled }, { dhcpSnoopingBackupDb: Status.disabled }]) {
      const { bindings } = flash([kept]);
      expect(await bindings.load(configuration.withGroup(dhcpSnoopingConfig, { ...settings, ...off }))).toEqual([]);
    }
  });

  test('is written with the date of its end', async () => {
    const { bindings, written } = flash();
    const { vlan, mac, address, port } = kept;
    const one = { vlan, mac, address, port };
    await bindings.save([
      { ...one, leaseTime: 3600, expiresAt: NOW + 1_000_000.4 },
      { ...one, leaseTime: Infinity, expiresAt: Infinity },
    ]);
    expect(written).toEqual([
      [
        { ...one, leaseTime: 3600, ends: DATE + 1_000_000 },
        { ...one, leaseTime: null, ends: null },
      ],
    ]);
  });

  test('is removed where none is to be kept, and a failure told once', async () => {
    const { bindings, written, told, fails } = flash([], Configuration.empty);
    await bindings.save([]);
    expect(written).toEqual(['removed']);
    fails.next = true;
    for (let time = 0; time < 2; time += 1) await bindings.save([]);
    expect(told).toHaveLength(1);
    fails.next = false;
    await bindings.save([]);
    fails.next = true;
    await bindings.save([]);
    expect(told).toHaveLength(2);
  });
});

describe('the file', () => {
  const without = { ...kept, port: undefined };
  test.each<[string, unknown, boolean]>([
    ['a whole binding', kept, true],
    ['one for ever', { ...kept, leaseTime: null, ends: null }, true],
    ['the longest lease', { ...kept, leaseTime: FOR_EVER - 1 }, true],
    ['the shortest', { ...kept, leaseTime: 1 }, true],
    ['a lease of no time', { ...kept, leaseTime: 0 }, false],
    ['the number for ever', { ...kept, leaseTime: FOR_EVER }, false],
    ['half a second', { ...kept, leaseTime: 0.5 }, false],
    ['no port', without, false],
    ['a port between two', { ...kept, port: 1.5 }, false],
    ['no VLAN', { ...kept, vlan: 4095 }, false],
    ['another spelling of a MAC address', { ...kept, mac: '02:00:00:00:00:0a' }, false],
    ['no address', { ...kept, address: '192.0.2' }, false],
    ['an end that is no time', { ...kept, ends: 'soon' }, false],
    ['nothing', null, false],
  ])('is read with %s: %o', (_what, json, isRead) => {
    expect(keptBindings.read([json, kept], 1)).toEqual(isRead ? [json, kept] : [kept]);
  });

  test('is none with more bindings than there can be', () => {
    const many = (count: number) => Array.from({ length: count }, () => kept);
    expect(keptBindings.read(many(BINDINGS), 1)).toHaveLength(BINDINGS);
    expect(keptBindings.read(many(BINDINGS + 1), 1)).toBeUndefined();
    expect(keptBindings.read({}, 1)).toBeUndefined();
  });
});

test.each([
  [1200, true],
  [1199, false],
])('a lease of %i s is valid in a copy that is written every 600 s: %s', (leaseTime, expected) => {
  const own = configuration.withGroup(dhcpSnoopingConfig, { ...settings, dhcpSnoopingDbInterval: 600 });
  expect(isBackedUp(own, { leaseTime })).toBe(expected);
  expect(isBackedUp(Configuration.empty, { leaseTime })).toBe(false);
});
