import { describe, expect, it } from 'vitest';
import { addressesIn, type HostNames, namedPieces, withHostNames } from './host-names.ts';

const mac = '00-40-8C-00-00-08';
const camera = { name: 'camera yard', mac };
const names: HostNames = new Map([
  [mac, camera],
  ['192.168.10.15', camera],
  ['fe80::240:8cff:fe00:8', camera],
]);

describe('addresses in a text', () => {
  it.each([
    [`Learned ${mac} at port 3.`, [mac]],
    ['Login of admin from 192.168.10.15 (Web).', ['192.168.10.15']],
    ['Neighbor fe80::240:8cff:fe00:8, then ::1.', ['fe80::240:8cff:fe00:8', '::1']],
    [`${mac}, ${mac}`, [mac]],
    ['Object 1.3.6.1.2.1, version 10.0.0.1.7, at 12:05', []],
    [`${mac}-09`, []],
  ])('of "%s"', (text, found) => {
    expect(addressesIn(text)).toEqual(found);
  });
});

describe('a text with addresses', () => {
  it('names the hosts that have them', () => {
    expect(withHostNames(`${mac} moved to port 3, 192.168.10.99 did not.`, names)).toBe(
      `${mac} (camera yard) moved to port 3, 192.168.10.99 did not.`,
    );
    expect(withHostNames('From 192.168.10.15.', names)).toBe('From 192.168.10.15 (camera yard).');
  });

  it('is taken to pieces without losing any', () => {
    const text = `From ${mac} to 192.168.10.15`;
    const pieces = namedPieces(text, names);
    expect(pieces).toEqual([
      { text: 'From ' },
      { text: mac, host: camera },
      { text: ' to ' },
      { text: '192.168.10.15', host: camera },
    ]);
    expect(namedPieces('nothing', names)).toEqual([{ text: 'nothing' }]);
    expect(namedPieces('', names)).toEqual([{ text: '' }]);
  });
});
