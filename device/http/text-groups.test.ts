import { describe, expect, it } from 'vitest';
import { groupAt, textsOfGroup } from './text-groups.ts';

const catalogue = `{\n"Apply":"Anwenden",\n"Name, or \\"none\\"":"Name oder „keiner“",\n"Ports":{"by":"n","one":"Port","other":"Ports"}\n}\n`;
const groups = JSON.stringify({ console: [1], 'network.vlan': [3, 2], 'device.7': [] });

describe('a group of texts', () => {
  it.each([
    ['console', { Apply: 'Anwenden' }],
    ['network.vlan', { Ports: { by: 'n', one: 'Port', other: 'Ports' }, 'Name, or "none"': 'Name oder „keiner“' }],
    ['device.7', {}],
  ])('has its texts of the catalogue: %s', (name, texts) => {
    expect(JSON.parse(textsOfGroup(catalogue, groups, name) ?? '')).toEqual(texts);
  });

  it.each(['network', 'toString', '__proto__'])('is not made up: %s', (name) => {
    expect(textsOfGroup(catalogue, groups, name)).toBeUndefined();
  });

  it('is found by its address', () => {
    expect(groupAt('/assets/YTiRiRu/pt-BR/network.vlan.json')).toEqual({
      catalogue: '/assets/YTiRiRu/pt-BR.json',
      groups: '/assets/YTiRiRu/groups.json',
      name: 'network.vlan',
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
