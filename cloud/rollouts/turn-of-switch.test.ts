import { expect, test } from 'vitest';
import { wordsOf } from '../../model/values/message.ts';
import type { FirmwareChange } from '../store/firmware-change.ts';
import type { KeptSwitch } from '../store/switches.ts';
import { firmwareTurn } from './turn-of-switch.ts';

const firmware = { version: '2.0.0', models: ['TEG-082WS'] } as unknown as FirmwareChange;

test.each<readonly [string, object]>([
  ['take', {}],
  ['same', { version: '2.0.0' }],
  ['wait: Its settings are not known yet.', { report: undefined }],
  ['leaveOut: It is managed locally.', { report: { owner: 'local' } }],
  ['leaveOut: The firmware is not for TEG-284WS.', { model: 'TEG-284WS' }],
])('the turn of a switch with firmware: %s', (turn, values) => {
  const kept = { model: 'TEG-082WS', version: '1.0.0', report: { owner: 'cloud' }, ...values } as unknown as KeptSwitch;
  const { kind, ...more } = firmwareTurn(kept, firmware);
  expect('reason' in more ? `${kind}: ${wordsOf(more.reason)}` : kind).toBe(turn);
});
