import { describe, expect, it } from 'vitest';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { outOfLength } from '../../../model/schema/kinds/text.ts';
import { say } from '../../../model/values/message.ts';
import { factory, messagesOf, planOf, testHardware } from '../testing.ts';
import { dot3PauseEntry, ifEntry, portCtrlEntry } from './objects.ts';
import { modesOffered } from './port-modes.ts';

const before = factory();

function set(values: Parameters<typeof before.withRow<typeof portCtrlEntry>>[1]) {
  return before.withRow(portCtrlEntry, values);
}

describe('port settings', () => {
  it('start enabled, negotiating, without jumbo frames or flow control', () => {
    const { ports } = planOf(before);
    expect(ports.get(1)).toMatchObject({
      admin: true,
      mode: 'auto',
      maximumFrame: 1522,
      flowControl: false,
      eapPass: false,
      bpduPass: false,
    });
    expect(ports.size).toBe(testHardware.portCount);
  });

  it('reach the plan of their port and leave the other ports as they are', () => {
    const after = set({ ifIndex: 2, portMode: 4, portJumbo: 1 })
      .withRow(ifEntry, { ifIndex: 2, ifAdminStatus: 2 })
      .withRow(dot3PauseEntry, { dot3StatsIndex: 2, dot3PauseAdminMode: 4 });
    const old = planOf(before);
    const now = planOf(after.withRow(portCtrlEntry, { ifIndex: 2, portEapPass: 1, portBpduPass: 1 }));
    expect(now.ports.get(2)).toMatchObject({
      admin: false,
      mode: '100H',
      maximumFrame: 9216,
      flowControl: true,
      eapPass: true,
      bpduPass: true,
    });
    expect(now.ports.get(3)).toEqual(old.ports.get(3));
  });

  it('refuse what the medium cannot do', () => {
    expect(messagesOf(before, set({ ifIndex: 9, portMode: 4 }))).toEqual(['This setting is not supported on port 9.']);
    expect(messagesOf(before, set({ ifIndex: 9, portMode: 3 }))).toHaveLength(1);
    expect(messagesOf(before, set({ ifIndex: 9, portMode: 2 }))).toEqual([]);
    expect(messagesOf(before, set({ ifIndex: 1, portMode: 7 }))).toEqual(['This setting is not supported on port 1.']);
    expect(messagesOf(before, set({ ifIndex: 1, portMode: 6 }))).toEqual([]);
  });

  it('refuse what the datapath lacks, and still take the default', () => {
    const hardware: Hardware = { ...testHardware, lacking: new Set(['portMode', 'jumbo', 'flowControl']) };
    const paused = before.withRow(dot3PauseEntry, { dot3StatsIndex: 1, dot3PauseAdminMode: 4 });
    for (const after of [set({ ifIndex: 1, portMode: 3 }), set({ ifIndex: 1, portJumbo: 1 }), paused]) {
      expect(messagesOf(before, after, hardware)).toEqual(['This setting is not supported on port 1.']);
      expect(messagesOf(after, before, hardware)).toEqual([]);
    }
    expect(modesOffered({ number: 1, media: 'copper', speeds: [10, 100, 1000], pse: false }, hardware)).toEqual([1]);
  });

  it('offer fiber its own speed and copper every one it can be forced to', () => {
    const offered = (number: number) => {
      const port = testHardware.ports.get(number);
      return port && modesOffered(port, testHardware);
    };
    expect(offered(9)).toEqual([1, 2]);
    expect(offered(1)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('take a description of 32 characters and refuse 33', () => {
    const { ifAlias } = portCtrlEntry.fields;
    expect(ifAlias.read('x'.repeat(32))).toEqual({ ok: true, value: 'x'.repeat(32) });
    expect(ifAlias.read('x'.repeat(33))).toMatchObject({
      ok: false,
      message: outOfLength(say('Description'), 0, 32),
    });
  });

  it.each([
    ['ifAdminStatus', ifEntry.fields.ifAdminStatus],
    ['portMode', portCtrlEntry.fields.portMode],
    ['portJumbo', portCtrlEntry.fields.portJumbo],
    ['dot3PauseAdminMode', dot3PauseEntry.fields.dot3PauseAdminMode],
  ])('refuse %s outside its choices', (_column, field) => {
    expect(field.read(0).ok).toBe(false);
    expect(field.read(8).ok).toBe(false);
  });
});
