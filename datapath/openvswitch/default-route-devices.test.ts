import { expect, test } from 'vitest';
import { defaultDevices } from './default-route-devices.ts';

test('a default route makes its device one of them, of any table, to one hop or several, and none that leads nowhere', () => {
  const routes = [
    { dst: 'default', gateway: '198.51.100.9', dev: 'eth0', table: '77', flags: [] },
    {
      dst: 'default',
      nexthops: [
        { gateway: '192.0.2.2', dev: 'eth1' },
        { gateway: '198.51.100.2', dev: 'eth2' },
      ],
    },
    { type: 'unreachable', dst: 'default', dev: 'lo', metric: 1024 },
    { dst: 'default', gateway: '2001:db8::2', dev: 'eth3', metric: 1024 },
  ];
  expect([...defaultDevices(routes)]).toEqual(['eth0', 'eth1', 'eth2', 'eth3']);
  expect([...defaultDevices([])]).toEqual([]);
});
