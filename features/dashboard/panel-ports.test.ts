import { expect, it } from 'vitest';
import { defaultsOf, type RowOf } from '../../model/schema/object.ts';
import { type ifEntry, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { PowerStatus, poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { panelPorts } from './panel-ports.ts';

const port = (ifIndex: number) => ({ ...defaultsOf(portCtrlEntry.fields), ifIndex }) as RowOf<typeof portCtrlEntry>;
const powered = (pethPsePortIndex: number, poePortStatus: number) =>
  ({ ...defaultsOf(poePortState.fields), pethPsePortIndex, poePortStatus }) as RowOf<typeof poePortState>;
const noLinks: readonly RowOf<typeof ifEntry>[] = [];
const plain = (text: string) => text;

it.each(Object.entries(PowerStatus))('shows a port with the power status "%s" as it is', (name, status) => {
  const [shown] = panelPorts(plain, [port(3)], noLinks, [powered(3, status)]);
  const isFault = ['Short', 'Overload', 'Power denied', 'Thermal shutdown'].includes(name);
  expect([shown?.fault !== undefined, shown?.power]).toEqual([isFault, name === 'POWER ON' ? 'on' : 'off']);
});

it('gives each port what is known of it, and of a port without power supply nothing of power', () => {
  const ports = panelPorts(
    plain,
    [port(3), port(9)],
    noLinks,
    [powered(9, PowerStatus.Overload), powered(4, PowerStatus['POWER ON'])],
    new Map([[3, { words: 'Half duplex', isCritical: false }]]),
    new Map([[9, ['camera']]]),
  );
  expect(ports.map(({ fault, power, hosts }) => [fault !== undefined, power, hosts])).toEqual([
    [false, undefined, undefined],
    [true, 'off', ['camera']],
  ]);
  expect(ports.map(({ problem }) => problem !== undefined)).toEqual([true, false]);
});
