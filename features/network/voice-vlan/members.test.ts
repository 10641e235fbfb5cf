import { describe, expect, it } from 'vitest';
import { listeningAt, phoneHeard, phonesKnown } from './members.ts';

const ageing = 1000;
const nobody = new Map<number, number>();

describe('a port in the voice VLAN', () => {
  it('joins when a phone is heard, and stays as long as one is known', () => {
    const joined = phoneHeard(nobody, 3, 0);
    expect([...joined.keys()]).toEqual([3]);
    const later = phonesKnown(joined, new Set([3]), { now: 5000, ageing });
    expect([...phonesKnown(later, new Set(), { now: 5999, ageing }).keys()]).toEqual([3]);
    expect([...phonesKnown(later, new Set(), { now: 6000, ageing }).keys()]).toEqual([]);
  });

  it('does not join because a phone is known at it', () => {
    expect(phonesKnown(nobody, new Set([4]), { now: 0, ageing }).size).toBe(0);
  });

  it('leaves at once where nobody listens any more', () => {
    expect([...listeningAt(phoneHeard(phoneHeard(nobody, 3, 0), 4, 0), new Set([4])).keys()]).toEqual([4]);
  });
});
