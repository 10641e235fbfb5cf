import { expect, it } from 'vitest';
import { breakablePieces } from './Breakable.tsx';

it('a line may end after the separators of a long list or a fingerprint, not within a number or a time', () => {
  expect(breakablePieces('Ports 25-28 join VLANs 3,6,9-10,15,18,210, tagged')).toEqual([
    ...['Ports 25-28 join VLANs 3,', '6,', '9-10,', '15,', '18,', '210, tagged'],
  ]);
  expect(breakablePieces('C0:64:74:2D:09:F6:CF:64:7C')).toEqual([
    ...['C0:', '64:', '74:', '2D:', '09:', 'F6:', 'CF:', '64:7C'],
  ]);
  expect(breakablePieces('Ports 1,3,5 since 2026-11-27 14:25:43')).toEqual(['Ports 1,3,5 since 2026-11-27 14:25:43']);
});
