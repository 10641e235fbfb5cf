import { expect, it } from 'vitest';
import { say } from '../../model/values/message.ts';
import { LogType } from './log-objects.ts';
import { logTypeOf } from './log-types.ts';

it('tells cameras from recorders that come and go, and shows nothing of other features', () => {
  const of = (text: string, device: string) => logTypeOf({ text, values: { device: say(device), mac: '', port: 1 } });
  const [found, gone] = [
    '{{device}} {{mac}} was found at port {{port}}.',
    '{{device}} {{mac}} at port {{port}} was removed.',
  ];
  expect([of(found, 'Camera'), of(found, 'Recorder')]).toEqual([LogType.cameraAdded, LogType.recorderAdded]);
  expect([of(gone, 'Camera'), of(gone, 'Recorder')]).toEqual([LogType.cameraRemoved, LogType.recorderRemoved]);
  expect(logTypeOf(say('Port {{port}} link down.', { port: 1 }))).toBe(LogType.link);
  expect(logTypeOf(say('VLAN {{vlan}} was created.', { vlan: 1 }))).toBeUndefined();
});
