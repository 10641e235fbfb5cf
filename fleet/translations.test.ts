// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import german from '../apps/fleet/translations/de.ts';
import type { ObjectDeclaration } from '../model/schema/object.ts';
import { fleetFeatures } from './features.ts';
import { fleetMenu } from './menu.ts';

const root = join(import.meta.dirname, '..');

const quoted = `'((?:[^'\\\\\\n]|\\\\.)+)'`;

/** Texts in the sources of the fleet console and of the cloud: said, translated and declared. */
function textsInSources(): string[] {
  const patterns = [
    new RegExp(`\\b(?:t|say)\\(\\s*${quoted}`, 'g'),
    new RegExp(`\\b(?:title|empty|button|sentence|heading)[:=]\\s*${quoted}`, 'g'),
  ];
  return ['fleet', 'cloud'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|contract\.ts$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(root, folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
        return patterns.flatMap((pattern) =>
          [...text.matchAll(pattern)].map(([, words = '']) => words.replaceAll(/\\(.)/g, '$1')),
        );
      }),
  );
}

function textsOf({ title, fields }: ObjectDeclaration): (string | undefined)[] {
  return [
    title,
    ...Object.values(fields).flatMap(({ label, help, unit, limits }) => [
      label,
      help,
      unit,
      ...(limits.choices ?? []).map((choice) => choice.label),
    ]),
  ];
}

it('says everything of the fleet in German, too', () => {
  const texts = [
    ...textsInSources(),
    ...fleetFeatures.flatMap(({ answers }) => answers.flatMap(({ object }) => textsOf(object))),
    ...fleetMenu.flatMap(({ title, heading, sentence }) => [title, heading, sentence]),
  ].filter((text) => typeof text === 'string' && /\p{L}{2}/u.test(text.replaceAll(/\{\{\w+\}\}/g, '')));
  expect(texts.length).toBeGreaterThan(100);
  expect([...new Set(texts)].filter((text) => !Object.hasOwn(german, text ?? ''))).toEqual([]);
});
