import { expect, it } from 'vitest';
import { translator } from '../translations/language.ts';
import { ofRows, type PortDraft, type PortRow, portName, withValue } from './port-draft.ts';

it('names a trunk in the language that is shown, and a port by its number', () => {
  const t = translator({ 'Trunk {{trunk}}': 'Bündel {{trunk}}' });
  expect(portName(t, 5001)).toBe('Bündel 1');
  expect(portName(t, 3)).toBe('3');
});

it('holds what is typed until it is what the device has, however that is written', () => {
  const row = (port: number): PortRow => ({ key: String(port), port, values: { port, rate: 64 } });
  const none: PortDraft = new Map();
  const typed = withValue(withValue(none, row(1), 'rate', '128'), row(2), 'rate', 256);
  expect([...typed]).toEqual([
    ['1', { rate: '128' }],
    ['2', { rate: 256 }],
  ]);
  expect([...withValue(typed, row(1), 'rate', '64')]).toEqual([['2', { rate: 256 }]]);
  expect([...withValue(typed, row(2), 'note', '')]).toEqual([...typed]);
});

it('keeps nothing of a row that is there no more', () => {
  const draft: PortDraft = new Map([
    ['1', { rate: 128 }],
    ['5001', { rate: 256 }],
  ]);
  expect([...ofRows(draft, [{ key: '1', port: 1, values: {} }])]).toEqual([['1', { rate: 128 }]]);
});
