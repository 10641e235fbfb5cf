import { expect, it } from 'vitest';
import { Vendors } from './vendors.ts';

it('knows makers by the longest prefix that fits, and none of an address that its owner chose', async () => {
  const camera = '00-40-8C-12-34-56';
  const phone = '00-03-6B-00-00-09';
  // Of a maker with a part of a block that the registry divides.
  const divided = 'C8-5C-E2-7A-BC-DE';
  const own = '02-40-8C-12-34-56';
  const vendors = new Vendors();
  const vendorOf = await vendors.of([camera, phone, divided, own]);
  expect(vendorOf(camera)).toBe('Axis Communications');
  expect(vendorOf(phone)).toBe('Cisco Systems');
  expect(vendorOf(divided)).toBe('SYNERGY SYSTEMS AND SOLUTIONS');
  expect(vendorOf(own)).toBe('');
});

it('looks into the list once for what it knows', async () => {
  let reads = 0;
  const { vendorList } = await import('./vendor-list.ts');
  const vendors = new Vendors(async () => {
    reads += 1;
    return vendorList;
  });
  await vendors.of(['00-40-8C-12-34-56', '00-00-00-00-00-00']);
  const vendorOf = await vendors.of(['00-40-8C-12-34-99', '00-00-00-00-00-01']);
  expect(vendorOf('00-40-8C-12-34-99')).toBe('Axis Communications');
  expect(reads).toBe(1);
});

it('knows the makers of hosts that are there among thousands of made-up addresses', async () => {
  const camera = '00-40-8C-12-34-56';
  const vendors = new Vendors();
  await vendors.of([camera]);
  const octet = (number: number) => (number & 0xff).toString(16).padStart(2, '0').toUpperCase();
  const madeUp = Array.from({ length: 5000 }, (_, number) => `F8-FF-${octet(number >> 8)}-${octet(number)}-00-00`);
  const vendorOf = await vendors.of([camera, ...madeUp]);
  expect(vendorOf(camera)).toBe('Axis Communications');
});
