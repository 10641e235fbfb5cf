import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCable } from './cable-test.ts';

const device = `fpct${process.pid.toString(36)}`;

beforeAll(() => {
  execFileSync('ip', ['link', 'add', device, 'type', 'veth', 'peer', 'name', `${device}p`]);
});

afterAll(() => {
  execFileSync('ip', ['link', 'del', device]);
});

it('refuses what has no PHY to test with', async () => {
  await expect(testCable(device, 3)).rejects.toThrow('Port 3 cannot be tested.');
});

it('says what ethtool has against an interface that is not there', async () => {
  await expect(testCable(`${device}x`, 3)).rejects.toThrow(/^The test of port 3 failed: .*No such device/);
});
