import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cookieMasks, EVERY_LEARNED, learnedCookie, portOfCookie } from './learned-cookie.ts';
import { vlanMasks } from './vlan-masks.ts';

const bridgePort = fc.oneof(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 5001, max: 5192 }));

describe('the cookies of learned rows', () => {
  it('tell the port, physical or trunk, and are told from the driver’s own', () => {
    fc.assert(fc.property(bridgePort, (port) => portOfCookie(learnedCookie(port)) === port));
    expect(portOfCookie(0x1000n << 32n)).toBeUndefined();
    expect(portOfCookie(0n)).toBeUndefined();
  });

  it('are named by masks, for any set of ports just those of its ports', () => {
    fc.assert(
      fc.property(fc.uniqueArray(bridgePort, { minLength: 1 }), bridgePort, (ports, other) => {
        const masks = cookieMasks(ports);
        const named = (port: number) => masks.some(({ value, mask }) => (learnedCookie(port) & mask) === value);
        expect(ports.every(named)).toBe(true);
        expect(named(other)).toBe(ports.includes(other));
      }),
    );
  });

  it('need a handful of masks', () => {
    const ports = Array.from({ length: 52 }, (_, index) => index + 1);
    expect(cookieMasks(ports).length).toBeLessThanOrEqual(2);
    expect(cookieMasks([...ports, 5001, 5002]).length).toBeLessThanOrEqual(3);
    expect(learnedCookie(5008) & EVERY_LEARNED.mask).toBe(EVERY_LEARNED.value);
  });
});

describe('masks of VLANs', () => {
  it('name just the VLANs of a set', () => {
    const vlan = fc.integer({ min: 1, max: 4094 });
    fc.assert(
      fc.property(fc.uniqueArray(vlan, { maxLength: 300 }), vlan, (vlans, other) => {
        const masks = vlanMasks(vlans);
        const named = (id: number) => masks.filter(({ value, mask }) => (id & mask) === value).length;
        expect(vlans.every((id) => named(id) === 1)).toBe(true);
        expect(named(other)).toBe(vlans.includes(other) ? 1 : 0);
      }),
    );
  });

  it('need few for a range', () => {
    const range = Array.from({ length: 4094 }, (_, index) => index + 1);
    expect(vlanMasks(range).length).toBeLessThanOrEqual(24);
    expect(vlanMasks(range.slice(99, 1099)).length).toBeLessThanOrEqual(24);
  });
});
