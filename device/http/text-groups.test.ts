import { describe, expect, it } from 'vitest';
import { groupAt, textsOfGroups } from './text-groups.ts';

const catalogue = `{\n"Apply":"Anwenden",\n"Name, or \\"none\\"":"Name oder „keiner“",\n"Ports":{"by":"n","one":"Port","other":"Ports"}\n}\n`;
const groups = JSON.stringify({ console: [1], 'network.vlan': [3, 2], '7': [] });

describe('groups of texts', () => {
  it.each([
    ['console', { Apply: 'Anwenden' }],
    ['network.vlan', { Ports: { by: 'n', one: 'Port', other: 'Ports' }, 'Name, or "none"': 'Name oder „keiner“' }],
    ['7', {}],
    ['7,console', { Apply: 'Anwenden' }],
    [
      'console,network.vlan',
      {
        Apply: 'Anwenden',
        Ports: { by: 'n', one: 'Port', other: 'Ports' },
        'Name, or "none"': 'Name oder „keiner“',
      },
    ],
  ])('have their texts of the catalogue: %s', (names, texts) => {
    expect(JSON.parse(textsOfGroups(catalogue, groups, names.split(',')) ?? '')).toEqual(texts);
  });

  it.each(['network', 'toString', '__proto__', ''])('are not made up, nor in part: %s', (name) => {
    expect(textsOfGroups(catalogue, groups, [name])).toBeUndefined();
    expect(textsOfGroups(catalogue, groups, ['console', name])).toBeUndefined();
  });

  it('are found by their address, each once', () => {
    expect(groupAt('/assets/YTiRiRu/pt-BR/17,network.vlan,17.json')).toEqual({
      catalogue: '/assets/YTiRiRu/pt-BR.json',
      groups: '/assets/YTiRiRu/groups.json',
      names: ['17', 'network.vlan'],
    });
    for (const other of [
      '/assets/YTiRiRu/de.json',
      '/assets/YTiRiRu/de/../a.json',
      '/assets/YTiRiRu/de/a/b.json',
      '/a/de/b.json',
    ])
      expect(groupAt(other)).toBeUndefined();
  });
});
