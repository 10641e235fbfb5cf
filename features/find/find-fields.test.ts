// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { fieldPlaces } from '../../apps/device/field-places.ts';
import { entryName } from '../../console/navigation/entry-name.ts';
import { searchEntries } from '../../console/navigation/search-entries.ts';
import { asWritten, type Translate } from '../../model/values/translate.ts';
import { menu } from '../menu.ts';
import { findFields } from './find-fields.ts';
import { vlanName, vlanNumber, wordsWithPorts } from './port-query.ts';

const find = (query: string, t: Translate = asWritten) =>
  findFields(fieldPlaces, menu.full, query, t).map(({ page, label }) => `${page}: ${label}`);

test('finds a field by its label, by words of its object and page, and in English beside the shown language', () => {
  expect(find('hello time')[0]).toBe('Network / Spanning Tree / Protocol: Hello Time');
  expect(find('lacp timeout')[0]).toBe('Network / Trunk / Settings: Timeout');
  expect(find('lacpTimeout')[0]).toBe('Network / Trunk / Settings: Timeout');
  expect(find('PVID')[0]).toBe('Network / VLAN / Port: PVID');
  const german: Translate = (text) => (text === 'Hello Time' ? 'Hallo-Intervall' : text);
  expect(find('hello time', german)[0]).toBe('Network / Spanning Tree / Protocol: Hallo-Intervall');
  expect(find('hallo', german)[0]).toBe('Network / Spanning Tree / Protocol: Hallo-Intervall');
});

test('names first the field that is called so, then those whose names begin so, then those that have all words; eight at most', () => {
  const path = '/Network/Trunk/Settings';
  const found = (...labels: readonly string[]) =>
    findFields(
      [[path, '', labels.map((label, at) => [label, `column${at}`] as const)]],
      menu.full,
      'hold time',
      asWritten,
    ).map(({ label }) => label);
  expect(found('Time to hold', 'Time of a trunk', 'Hold time limit', 'Hold time')).toEqual([
    ...['Hold time', 'Hold time limit', 'Time to hold'],
  ]);
  expect(found(...Array.from({ length: 9 }, (_, at) => `Hold time ${at}`))).toHaveLength(8);
});

test('names no field for the words of a page alone, nor for nothing', () => {
  expect(find('')).toEqual([]);
  expect(find('/')).toEqual([]);
  expect(find('administration')).toEqual([]);
});

test('finds every labeled field of every page of the menu', () => {
  const lost = fieldPlaces.flatMap(([path, , fields]) => {
    const entry = menu.full.find((one) => one.path === path);
    if (!entry) return [];
    const isLost = ([label, name]: readonly [string, string]) =>
      [label, name].some(
        (query) => findFields([[path, '', [[label, name]]]], menu.full, query, asWritten).length === 0,
      );
    return fields.filter(isLost);
  });
  expect(lost).toEqual([]);
});

test('a page with a line in the menu is found before all else by its name', () => {
  const lines = menu.full.filter(({ hidden, path }) => !hidden && !path.includes(':'));
  const names = lines.map((entry) => entryName(entry, asWritten));
  expect(lines.length).toBeGreaterThan(100);
  expect(names.map((name) => searchEntries(menu.full, name, asWritten)[0]?.path)).toEqual(
    lines.map(({ path }) => path),
  );
  // Ports and VLANs are listed before pages.
  const ports = Array.from({ length: 28 }, (_, at) => at + 1);
  const queries = [vlanNumber, vlanName, (name: string) => wordsWithPorts(name, ports)];
  expect(names.filter((name) => queries.some((sought) => sought(name) !== undefined))).toEqual([]);
});
