import { describe, expect, it } from 'vitest';
import { fitsWords, vlanWords } from './host-words.ts';

const row = {
  hostName: 'Camera Yard',
  hostVendor: 'Axis Communications AB',
  hostModel: 'M1065-LW',
  hostIpv4: '192.168.10.15',
  hostIpv6: 'fe80::240:8cff:fe00:8',
  hostAddress: '00-40-8C-00-00-08',
  hostPort: 3,
  hostVlans: '1,40-42',
};

it('keeps two VLANs apart from one number with a decimal mark', () => {
  expect(vlanWords(row.hostVlans)).toBe('1, 40-42');
});

describe('the words of the filter', () => {
  it.each([
    'yard',
    'AXIS cam',
    '10.15',
    'fe80::240',
    '00:40:8c',
    '0040.8c00',
    '8c-00',
    '3',
    'port 3',
    'vlan 41',
    '1',
    'camera port 3 vlan 1',
    '  ',
  ])('"%s" find the host', (words) => {
    expect(fitsWords(row, words)).toBe(true);
  });

  it.each(['garage', 'axis garage', 'port 4', 'vlan 43', 'trunk 3', '00:40:8d', '31'])('"%s" do not', (words) => {
    expect(fitsWords(row, words)).toBe(false);
  });

  it('find what is at a trunk', () => {
    expect(fitsWords({ ...row, hostPort: 5001 }, 'trunk 1')).toBe(true);
    expect(fitsWords({ ...row, hostPort: 5001 }, 'port 1')).toBe(false);
  });
});
