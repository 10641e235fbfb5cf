import { expect, test } from 'vitest';
import { linkLight, type PanelPort } from './panel-port.ts';

const up: PanelPort = { number: 1, media: 'copper', link: 'up', speed: 1000, enabled: true };
const warning = { words: 'The link was lost four times.', isCritical: false };

test.each<readonly [string, Partial<PanelPort>, string]>([
  ['at full speed', {}, 'up'],
  ['at 100 Mbit/s', { speed: 100 }, 'slow'],
  ['at half duplex', { speed: 100, half: true }, 'half'],
  ['at half duplex with a problem', { speed: 100, half: true, problem: warning }, 'warn'],
  ['with a critical problem', { problem: { ...warning, isCritical: true } }, 'bad'],
  ['without a link, with a problem of before', { link: 'down', speed: 0, problem: warning }, 'off'],
  [
    'without a link, with a critical problem',
    { link: 'down', speed: 0, problem: { ...warning, isCritical: true } },
    'bad',
  ],
  ['that is shut for a fault', { link: 'down', speed: 0, fault: 'shut: loop' }, 'bad'],
])('the light of a port %s', (_, change, light) => {
  expect(linkLight({ ...up, ...change })).toBe(light);
});
