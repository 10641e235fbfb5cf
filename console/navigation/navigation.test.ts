// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { translator } from '../translations/language.ts';
import { contradictsPage } from './cloud.ts';
import type { MenuEntry } from './menu-entry.ts';
import { menuTree } from './menu-tree.ts';
import { openEntries, shownEntries } from './open-entries.ts';
import { beginReload, reloading } from './reload-guard.ts';
import { searchEntries } from './search-entries.ts';

const entry = (title: string, under: string[], more: Partial<MenuEntry> = {}): MenuEntry => ({
  title,
  under,
  path: `/${[...under, title].join('/')}`,
  name: [...under, title].join('_'),
  page: () => Promise.reject(new Error('not fetched')),
  ...more,
});
const entries = [
  entry('Dashboard', [], { cloudCapable: true }),
  entry('Cloud Settings', ['System'], { needsCloudMode: true, cloudCapable: true }),
  entry('DNS', ['System'], { keywords: 'name server resolver' }),
  entry('Tagged', ['Network', 'VLAN'], { keywords: '802.1Q' }),
  entry('Modify VLAN', ['Network', 'VLAN'], { hidden: true, path: '/Network/ModifyVLAN/:row' }),
  entry('Port', ['Network', 'VLAN'], { module: 'VLAN Port' }),
];
const titles = (list: readonly MenuEntry[]) => list.map(({ title }) => title);
const open = { closedModules: {}, disabledModules: {}, lacking: [] };

describe('the menu of a device', () => {
  it('hides what is closed or disabled, by title, module title or heading', () => {
    expect(titles(openEntries(entries, { ...open, cloudMode: 1 }))).toEqual(titles(entries));
    expect(titles(openEntries(entries, open))).not.toContain('Cloud Settings');
    expect(titles(openEntries(entries, { ...open, closedModules: { DNS: 0 } }))).not.toContain('DNS');
    expect(titles(openEntries(entries, { ...open, disabledModules: { VLAN: 0 } }))).toEqual(['Dashboard', 'DNS']);
    expect(titles(openEntries(entries, { ...open, closedModules: { 'VLAN Port': 0 } }))).not.toContain('Port');
  });

  it('hides a page that needs what the switch cannot do', () => {
    const cable = entry('Cable Test', ['Tools'], { needs: 'temperature' });
    expect(titles(openEntries([...entries, cable], open))).toContain('Cable Test');
    expect(titles(openEntries([...entries, cable], { ...open, lacking: ['temperature'] }))).not.toContain('Cable Test');
  });

  it('shows no hidden page, and while the cloud manages only what it allows', () => {
    expect(titles(shownEntries(entries, false))).not.toContain('Modify VLAN');
    expect(titles(shownEntries(entries, true))).toEqual(['Dashboard', 'Cloud Settings']);
  });

  it('stands in a tree in the order of the list', () => {
    const shape = (nodes: ReturnType<typeof menuTree>): unknown[] =>
      nodes.map((node) => (node.kind === 'page' ? node.entry.title : { [node.title]: shape(node.nodes) }));
    expect(shape(menuTree(entries))).toEqual([
      'Dashboard',
      { System: ['Cloud Settings', 'DNS'] },
      { Network: [{ VLAN: ['Tagged', 'Modify VLAN', 'Port'] }] },
    ]);
  });
});

describe('finding a page', () => {
  const english = translator({});

  it('takes every word, title first, then heading, then keyword', () => {
    expect(titles(searchEntries(entries, 'vlan', english))).toEqual(['Modify VLAN', 'Tagged', 'Port']);
    expect(titles(searchEntries(entries, 'vlan port', english))).toEqual(['Port']);
    expect(titles(searchEntries(entries, 'resolver', english))).toEqual(['DNS']);
    expect(searchEntries(entries, 'nowhere', english)).toEqual([]);
    expect(searchEntries(entries, ' ', english)).toHaveLength(entries.length);
  });

  it('finds first what is called just so, with the headings it stands under or without', () => {
    const alike = [entry('Timeout', ['System']), entry('System Time', ['System']), entry('Time', ['System'])];
    expect(titles(searchEntries(alike, 'System / System Time', english))[0]).toBe('System Time');
    expect(titles(searchEntries(alike, 'system time', english))[0]).toBe('System Time');
    expect(titles(searchEntries(alike, 'time', english))).toEqual(['Time', 'Timeout', 'System Time']);
  });

  it('finds the shown language and English alike', () => {
    const german = translator({ Tagged: 'Mit Tag' });
    expect(titles(searchEntries(entries, 'mit tag', german))).toEqual(['Tagged']);
    expect(titles(searchEntries(entries, 'tagged', german))).toEqual(['Tagged']);
  });
});

describe('the menu reload guard', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    reloading.set(false);
  });
  afterEach(() => vi.useRealTimers());

  it('reloads unless the last reload was less than 2500 ms ago', () => {
    expect(beginReload(10_000)).toBe(true);
    expect(beginReload(12_499)).toBe(false);
    expect(beginReload(12_500)).toBe(true);
    expect(localStorage.getItem('lastReloadTime')).toBe('12500');
  });

  it('resets its flag after 500 ms', () => {
    beginReload(10_000);
    vi.advanceTimersByTime(499);
    expect(reloading.get()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(reloading.get()).toBe(false);
  });

  it('is not caught by a clock that was set back', () => {
    beginReload(10_000_000);
    expect(beginReload(5_000)).toBe(true);
  });
});

describe('the cloud connection', () => {
  it.each([
    [0, 1, true],
    [2, 0, true],
    [2, 1, false],
    [0, 0, false],
    [1, 1, false],
    [3, 0, false],
  ] as const)('state %i with the page’s flag %i contradicts it: %s', (state, flag, expected) => {
    expect(contradictsPage(state, flag)).toBe(expected);
  });
});
