import { describe, expect, it } from 'vitest';
import { conflictsOf, draftStore, valueAt } from './draft-store.ts';

const ports = (...rates: readonly number[]) =>
  new Map(rates.map((rate, at) => [String(at + 1), { port: at + 1, rate }] as const));
const rate = (place: string, value: string | number) => ({ place, column: 'rate', value });

describe('a draft', () => {
  it('holds an entry until it is what the device has, however that is written', () => {
    const draft = draftStore(ports(64, 64));
    draft.enter(rate('1', '128'), rate('2', 256), { place: '2', column: 'note', value: '' });
    const { typed } = draft.get();
    expect([...typed]).toEqual([
      ['1', { rate: '128' }],
      ['2', { rate: 256 }],
    ]);
    draft.enter(rate('1', '64'));
    expect([...draft.get().typed]).toEqual([['2', { rate: 256 }]]);
    // What shows the second place is not drawn again.
    expect(draft.get().typed.get('2')).toBe(typed.get('2'));
  });

  it('forgets what the device has come to, and everything of a place that went', () => {
    const draft = draftStore(ports(64, 64, 64));
    draft.enter(rate('1', 128), rate('2', 256), rate('3', 512));
    draft.refuse({ place: '2', column: 'rate', message: 'Too much.' });
    draft.follow(ports(128, 65));
    expect([...draft.get().typed]).toEqual([['2', { rate: 256 }]]);
    expect(draft.get().problems.get('2')?.rate?.message).toBe('Too much.');
    draft.follow(ports(129, 65, 64));
    expect([...draft.get().typed]).toEqual([['2', { rate: 256 }]]);
    expect(valueAt(draft.get(), '1', 'rate')).toBe(129);
  });

  it('is in conflict with another session from its first entry on, until one of both is chosen', () => {
    const draft = draftStore(ports(64));
    draft.enter(rate('1', 12));
    draft.follow(ports(65));
    draft.enter(rate('1', 128));
    expect([...conflictsOf(draft.get())]).toEqual([['1', { rate: 65 }]]);
    draft.keepMine('1', 'rate');
    expect(conflictsOf(draft.get()).size).toBe(0);
    draft.follow(ports(66));
    expect([...conflictsOf(draft.get())]).toEqual([['1', { rate: 66 }]]);
    draft.enter(rate('1', 66));
    expect(draft.get().typed.size).toBe(0);
  });

  it('shows what was applied until the device is read, and keeps what was entered meanwhile', () => {
    const draft = draftStore(ports(64, 64));
    draft.enter(rate('1', 128), rate('2', 128));
    const sent = draft.get().typed;
    draft.enter(rate('2', 256));
    draft.applied(sent);
    expect(valueAt(draft.get(), '1', 'rate')).toBe(128);
    expect([...draft.get().typed]).toEqual([['2', { rate: 256 }]]);
    expect(conflictsOf(draft.get()).size).toBe(0);
    // A poll that was under way brings what was there before.
    draft.follow(ports(64, 64));
    expect(valueAt(draft.get(), '1', 'rate')).toBe(128);
    draft.follow(ports(100, 128));
    expect(valueAt(draft.get(), '1', 'rate')).toBe(100);
    expect(conflictsOf(draft.get()).size).toBe(0);
  });

  it('keeps a refusal until anything is changed, whatever the field itself says', () => {
    const draft = draftStore(ports(64, 64));
    draft.judge('1', 'rate', 'Not a number.');
    draft.refuse({ place: '2', column: 'rate', message: 'More than port 1.' });
    draft.judge('2', 'rate', undefined);
    expect(draft.get().problems.get('2')?.rate?.message).toBe('More than port 1.');
    draft.enter({ place: '1', column: 'port', value: 7 });
    expect([...draft.get().problems]).toEqual([['1', { rate: { message: 'Not a number.', refused: false } }]]);
  });
});
