import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreignChanges } from './flow-monitor.ts';
import { MessageType } from './message.ts';
import { OctetWriter } from './octet-writer.ts';

const ADDED = 1;
const REMOVED = 2;
const MODIFIED = 3;
const ABBREVIATED = 4;
const PAUSED = 5;
const RESUMED = 6;
const EXPIRED = 1;
const DELETED = 2;
const FIELDS = Uint8Array.of(0x80, 0, 0x0a, 2, 0x08, 0);

/** An entry about a rule (OpenFlow 1.4, 7.3.5.17.2). */
function entry(event: number, priority: number, reason = 0): Uint8Array {
  return new OctetWriter()
    .uint16(40)
    .uint16(event)
    .uint8(9)
    .uint8(reason)
    .uint16(0)
    .uint16(0)
    .uint16(priority)
    .zeros(4)
    .number(0x1234n, 8)
    .uint16(1)
    .uint16(4 + FIELDS.length)
    .octets(FIELDS)
    .pad8()
    .finish();
}

const brief = (event: number) => new OctetWriter().uint16(8).uint16(event).uint32(77).finish();

function reply(...entries: readonly Uint8Array[]) {
  const body = new OctetWriter().uint16(16).zeros(6);
  for (const one of entries) body.octets(one);
  return { type: MessageType.multipartReply, transaction: 0, body: body.finish() };
}

const named = (priority: number) => ({ table: 9, priority, fields: FIELDS });

describe('what is reported of rules that others change', () => {
  it('names those that were added, removed and changed', () => {
    const message = reply(entry(ADDED, 5), entry(REMOVED, 6, DELETED), entry(MODIFIED, 7));
    expect(foreignChanges(message)).toEqual({ rules: [5, 6, 7].map(named), areAll: true });
  });

  it('leaves out rules that expired, and changes of our own', () => {
    expect(foreignChanges(reply(entry(REMOVED, 6, EXPIRED), brief(ABBREVIATED), brief(RESUMED)))).toBeUndefined();
    expect(foreignChanges({ ...reply(entry(ADDED, 5)), type: MessageType.flowMod })).toBeUndefined();
  });

  it('says where some went unreported', () => {
    expect(foreignChanges(reply(entry(ADDED, 5), brief(PAUSED)))).toEqual({ rules: [named(5)], areAll: false });
  });

  it('that is damaged may have been anything', () => {
    const cut = entry(ADDED, 5).slice(0, 24);
    cut[1] = 24;
    expect(foreignChanges(reply(cut))).toEqual({ rules: [], areAll: false });
    const long = entry(ADDED, 5);
    long[27] = 200;
    expect(foreignChanges(reply(long))).toEqual({ rules: [], areAll: false });
    expect(foreignChanges(reply(Uint8Array.of(0, 2, 0, 1)))).toEqual({ rules: [], areAll: false });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (octets) => {
        foreignChanges(reply(octets));
      }),
    );
  });
});
