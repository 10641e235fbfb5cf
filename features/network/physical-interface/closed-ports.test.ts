import { expect, test } from 'vitest';
import { SlotStore } from '../../../device/slot.ts';
import { type Closer, closedPorts, closePort, closePorts, followAdministrator, portsClosedBy } from './slots.ts';

/** Ports as administrators and the switch close them. */
function registry() {
  const slots = new SlotStore(
    () => undefined,
    (error) => expect.fail(String(error)),
  );
  return {
    close: (closer: Closer, ...ports: readonly number[]) => closePorts(slots, closer, new Set(ports)),
    disable: (...ports: readonly number[]) => followAdministrator(slots, (port) => !ports.includes(port)),
    closed: () => [...slots.get(closedPorts).keys()].sort(),
    closedBy: (closer: Closer) => [...portsClosedBy(slots, closer)].sort(),
  };
}

test('a port that two have closed is open once both have let go of it', () => {
  const { close, closed, closedBy } = registry();
  close('portSecurity', 2, 3);
  close('arpInspection', 3, 4);
  expect([closed(), closedBy('portSecurity'), closedBy('arpInspection')]).toEqual([
    [2, 3, 4],
    [2, 3],
    [3, 4],
  ]);
  close('portSecurity');
  expect([closed(), closedBy('portSecurity')]).toEqual([[3, 4], []]);
  close('arpInspection', 4);
  expect(closed()).toEqual([4]);
});

test('a closer that lets go of one port keeps its others, and leaves those of another closer shut', () => {
  const slots = new SlotStore(
    () => undefined,
    (error) => expect.fail(String(error)),
  );
  closePorts(slots, 'portSecurity', new Set([3]));
  for (const port of [3, 4]) closePort(slots, 'pingWatchdog', port, true);
  closePort(slots, 'pingWatchdog', 3, false);
  expect([...slots.get(closedPorts).keys()].sort()).toEqual([3, 4]);
  expect([...portsClosedBy(slots, 'pingWatchdog')]).toEqual([4]);
});

test('a port opens for all that closed it once it was disabled and enabled, and no other one does', () => {
  const { close, disable, closed } = registry();
  close('portSecurity', 3);
  close('arpInspection', 3, 4);
  disable();
  expect(closed()).toEqual([3, 4]);
  disable(3);
  expect(closed()).toEqual([3, 4]);
  disable();
  expect(closed()).toEqual([4]);
});

test.each([
  ['lets go of', [3], []],
  ['closes', [], [3]],
] as const)('a disabled port that another one %s opens still once it is enabled', (_, before, after) => {
  const { close, disable, closed } = registry();
  close('portSecurity', 3);
  close('arpInspection', ...before);
  disable(3);
  close('arpInspection', ...after);
  expect(closed()).toEqual([3]);
  disable();
  expect(closed()).toEqual([]);
});
