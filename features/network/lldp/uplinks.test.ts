import { expect, test } from 'vitest';
import { uplinksOf } from './uplinks.ts';

const self = { lldpLocChassisIdSubtype: 4, lldpLocChassisId: '02-00-00-00-00-01' } as const;
const neighbor = {
  lldpRemLocalPortNum: 3,
  lldpRemChassisIdSubtype: 4,
  lldpRemChassisId: '02-00-00-00-00-02',
  lldpRemSysCapEnabled: 'bridge',
} as const;

test('A neighbor that forwards is an uplink; a phone, an access point and a station are not', () => {
  const at = (lldpRemLocalPortNum: number, lldpRemSysCapEnabled: string) => ({
    ...neighbor,
    lldpRemLocalPortNum,
    lldpRemSysCapEnabled,
  });
  const neighbors = [
    neighbor,
    at(4, 'router'),
    at(5, 'bridge,telephone'),
    at(6, 'bridge,wlanAccessPoint'),
    at(7, 'stationOnly'),
  ];
  expect(uplinksOf(neighbors, self)).toEqual([3, 4]);
});

test('A switch that hears itself through a loop has no uplink there', () => {
  const itself = { ...neighbor, lldpRemChassisId: self.lldpLocChassisId };
  expect(uplinksOf([itself], self)).toEqual([]);
  // The same text of another kind is somebody else.
  expect(uplinksOf([{ ...itself, lldpRemChassisIdSubtype: 7 }], self)).toEqual([3]);
});
