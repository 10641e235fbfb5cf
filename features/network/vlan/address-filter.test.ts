import { describe, expect, it } from 'vitest';
import { outOfRange } from '../../../model/configuration/message.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { type AddressFilter, everyAddress, readFilter } from './address-filter.ts';
import { dot1qTpFdbEntry } from './address-table-objects.ts';

const rows = [
  { dot1qFdbId: 1, dot1qTpFdbAddress: '00-11-22-33-44-55', dot1qTpFdbPort: 3, dot1qTpFdbStatus: 3 as const },
  { dot1qFdbId: 20, dot1qTpFdbAddress: '00-11-2A-00-00-01', dot1qTpFdbPort: 3, dot1qTpFdbStatus: 5 as const },
  { dot1qFdbId: 20, dot1qTpFdbAddress: '02-00-00-00-00-01', dot1qTpFdbPort: 0, dot1qTpFdbStatus: 4 as const },
];

const addressesFound = (filter: AddressFilter) => rows.filter((row) => dot1qTpFdbEntry.filters?.fits(row, filter));

function found(draft: Partial<Parameters<typeof readFilter>[0]>): string[] {
  const reading = readFilter({ ...everyAddress, ...draft });
  if (!reading.ok) throw new Error(wordsOf(reading.vlanProblem));
  return addressesFound(reading.filter).map((row) => row.dot1qTpFdbAddress);
}

describe('looking for addresses', () => {
  it('finds all where nothing is asked for', () => {
    expect(addressesFound(everyAddress)).toEqual(rows);
    expect(found({ fdbFilterVlan: '' })).toHaveLength(3);
  });

  it('goes by the beginning of an address, however it is written', () => {
    for (const mac of ['0011', '00:11', '00-11-2', '00112']) expect(found({ fdbFilterMac: mac })).toHaveLength(2);
    expect(found({ fdbFilterMac: '00:11:2a' })).toEqual(['00-11-2A-00-00-01']);
  });

  it('goes by VLAN, port and type together', () => {
    expect(found({ fdbFilterVlan: '20' })).toHaveLength(2);
    expect(found({ fdbFilterPort: 3 })).toHaveLength(2);
    expect(found({ fdbFilterPort: 3, fdbFilterType: 3 })).toEqual(['00-11-22-33-44-55']);
    expect(found({ fdbFilterType: 1 })).toEqual(['00-11-2A-00-00-01']);
  });

  it('refuses a VLAN that cannot be', () => {
    expect(readFilter({ ...everyAddress, fdbFilterVlan: '4095' })).toEqual({
      ok: false,
      vlanProblem: outOfRange(1, 4094),
    });
  });
});
