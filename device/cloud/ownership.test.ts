import { describe, expect, it } from 'vitest';
import { group } from '../../model/schema/object.ts';
import { type Caller, type Request, theDevice } from '../management.ts';
import { Refusal } from '../refusal.ts';
import type { SlotReader } from '../slot.ts';
import { cloudBond, refuseWhereCloudOwns } from './ownership.ts';

const owning: SlotReader = {
  get: (slot) => (slot.name === cloudBond.name ? { connected: true, owns: true } : slot.empty) as never,
};
const free: SlotReader = { get: (slot) => slot.empty };

const asked = (page: string): Request[] => [
  { kind: 'set', object: group('part', { title: 'Part', page, fields: {} }), values: {} },
];

function refuses(slots: SlotReader, access: Caller['access'], page: string): boolean {
  try {
    refuseWhereCloudOwns(slots, asked(page), { ...theDevice, access });
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.code === 17) return true;
    throw error;
  }
}

describe('what the cloud decides', () => {
  it.each(['web', 'snmp', 'commandLine', 'autoConfiguration', 'token'] as const)('is not changed by %s', (access) => {
    for (const page of ['/Network/VLAN/Tagged', '/System/SSL', '/QoS/CoS', '/PoE/TimeRange', '/Security/RADIUS']) {
      expect(refuses(owning, access, page), page).toBe(true);
      expect(refuses(free, access, page), page).toBe(false);
    }
  });

  it('is not in the way of a logged in user who only takes access away', () => {
    const object = group('tokens', {
      title: 'Tokens',
      page: '/System/Administration',
      fields: {},
      withdrawsAccess: ['revoke'],
    });
    const asks = (values: Request['values'], caller: Partial<Caller>) => () =>
      refuseWhereCloudOwns(owning, [{ kind: 'set', object, values }], { ...theDevice, ...caller });
    const web = { access: 'web', session: 'one' } as const;
    expect(asks({ revoke: 1 }, web)).not.toThrow();
    expect(asks({ revoke: 1 }, { access: 'commandLine', session: 'two' })).not.toThrow();
    expect(asks({ revoke: 1, create: 'another' }, web)).toThrow(Refusal);
    // A change of the configuration as a whole names no columns.
    expect(asks({}, web)).toThrow(Refusal);
    for (const access of ['token', 'snmp', 'autoConfiguration'] as const) {
      expect(asks({ revoke: 1 }, { access })).toThrow(Refusal);
    }
  });

  it.each(['cloud', 'device'] as const)('is changed by the %s itself', (access) => {
    expect(refuses(owning, access, '/Network/VLAN/Tagged')).toBe(false);
  });

  it.each(['/Tools/Ping', '/System/DNS', '/System/CloudSettings', '/System/SystemLog', '/Save', '/Wizard/setup0Info'])(
    'is not what %s sets',
    (page) => expect(refuses(owning, 'web', page)).toBe(false),
  );
});
