import { expect, it } from 'vitest';
import { NOW } from './contract-switch.ts';
import { FIRMWARE_PIECE } from './firmware-images.ts';
import type { Store } from './store.ts';

/** Cases for the firmware of every store. */
export function firmwareCases(storeNow: () => Store): void {
  it('keeps firmware in pieces, and gives it to its tenant alone', async () => {
    const { firmware } = storeNow();
    const octets = new Uint8Array(FIRMWARE_PIECE + 1000).map((_, at) => at % 251);
    const kept = {
      tenant: 'own',
      digest: 'd1',
      version: '1.2.3',
      models: ['X'],
      size: octets.length,
      at: NOW,
      by: 'a',
    };
    async function* pieces() {
      yield octets.subarray(0, FIRMWARE_PIECE);
      yield octets.subarray(FIRMWARE_PIECE);
    }
    await firmware.put(kept, pieces());
    await firmware.put({ ...kept, by: 'b' }, pieces());
    expect(await firmware.list('own')).toEqual([kept]);
    expect([await firmware.list('other'), await firmware.of('other', 'd1')]).toEqual([[], undefined]);
    const read: Uint8Array[] = [];
    for (
      let at = 0, piece = await firmware.piece('own', 'd1', 0);
      piece;
      piece = await firmware.piece('own', 'd1', at)
    ) {
      read.push(piece);
      at += piece.length;
    }
    expect(Buffer.compare(Buffer.concat(read), octets)).toBe(0);
    expect(Buffer.from((await firmware.piece('own', 'd1', 7)) ?? []).subarray(0, 2)).toEqual(Buffer.from([7, 8]));
    expect(await firmware.piece('own', 'd1', octets.length)).toBeUndefined();
    expect(await firmware.piece('other', 'd1', 0)).toBeUndefined();
    expect(await firmware.remove('other', 'd1')).toBeUndefined();
    expect(await firmware.remove('own', 'd1')).toBeUndefined();
    expect([await firmware.of('own', 'd1'), await firmware.piece('own', 'd1', 0)]).toEqual([undefined, undefined]);
  });

  it('forgets what somebody began to bring, and never keeps half of it', async () => {
    const { firmware } = storeNow();
    const octets = new Uint8Array(FIRMWARE_PIECE + 1);
    const kept = (digest: string) => ({
      tenant: 'own',
      digest,
      version: '1.2.3',
      models: ['X'],
      size: octets.length,
      at: NOW,
      by: 'a',
    });
    async function* broken() {
      yield octets.subarray(0, FIRMWARE_PIECE);
      throw new Error('broken off');
    }
    async function* overtaken() {
      yield octets.subarray(0, FIRMWARE_PIECE);
      await firmware.put(kept('second'), whole());
      yield octets.subarray(FIRMWARE_PIECE);
    }
    async function* whole() {
      yield octets.subarray(0, FIRMWARE_PIECE);
      yield octets.subarray(FIRMWARE_PIECE);
    }
    await expect(firmware.put(kept('broken'), broken())).rejects.toThrow('broken off');
    expect(await firmware.of('own', 'broken')).toBeUndefined();
    await expect(firmware.put(kept('first'), overtaken())).rejects.toThrow('at the same moment');
    expect((await firmware.list('own')).map(({ digest }) => digest)).toEqual(['second']);
    expect(await firmware.piece('own', 'broken', 0)).toBeUndefined();
  });

  it('is brought by a rollout or deleted, whichever comes first', async () => {
    const { firmware, rollouts } = storeNow();
    const change = { digest: 'd1', version: '1', models: ['X'], size: 3 };
    const bring = (name: string, tenant = 'own') =>
      rollouts.make(
        { tenant, name, kind: 'firmware', change: JSON.stringify(change), at: NOW, beginsAt: 0, by: 'a' },
        [],
      );
    async function* octets() {
      yield new Uint8Array(3);
    }
    for (let round = 0; round < 5; round += 1) {
      await firmware.put({ ...change, tenant: 'own', at: NOW, by: 'a' }, octets());
      const name = `r${round}`;
      const [isMade, user] = await Promise.all([bring(name), firmware.remove('own', 'd1')]);
      expect(user).toBe(isMade ? name : undefined);
      expect((await firmware.of('own', 'd1')) !== undefined).toBe(isMade);
      await rollouts.turn({ tenant: 'own', name }, 'running', 'stopped', { reason: undefined, changedAt: NOW });
      // It can be resumed.
      if (isMade) expect(await firmware.remove('own', 'd1')).toBe(name);
      await rollouts.turn({ tenant: 'own', name }, 'stopped', 'aborted', { reason: undefined, changedAt: NOW });
    }
    await firmware.put({ ...change, tenant: 'own', at: NOW, by: 'a' }, octets());
    expect(await bring('foreign', 'other')).toBe(false);
    expect(await firmware.remove('own', 'd1')).toBeUndefined();
    expect(await bring('late')).toBe(false);
  });
}
