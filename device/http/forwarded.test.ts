import { expect, test } from 'vitest';
import { type IpNetwork, parseIpNetwork } from '../../model/values/ip-prefix.ts';
import { clientBehind } from './forwarded.ts';

const proxies = ['127.0.0.1', '::1', '10.0.0.0/8'].map(parseIpNetwork).filter((one): one is IpNetwork => !!one);
const client = (remote: string, forwardedFor?: string, forwarded?: string) =>
  clientBehind(
    remote,
    { ...(forwardedFor && { 'x-forwarded-for': forwardedFor }), ...(forwarded && { forwarded }) },
    proxies,
  );

test.each([
  ['a stranger is believed nothing', '192.0.2.9', '198.51.100.1', undefined, '192.0.2.9'],
  ['a proxy names its client', '127.0.0.1', '198.51.100.1', undefined, '198.51.100.1'],
  ['a proxy that names none is the client', '127.0.0.1', undefined, undefined, '127.0.0.1'],
  ['what the client wrote itself is further left', '127.0.0.1', '1.1.1.1, 198.51.100.1', undefined, '198.51.100.1'],
  ['proxies in a row are passed', '::1', '198.51.100.1, 10.1.2.3', undefined, '198.51.100.1'],
  ['what is no address ends the row', '127.0.0.1', '198.51.100.1, unknown, 10.1.2.3', undefined, '10.1.2.3'],
  ['ports are left out', '127.0.0.1', '198.51.100.1:4711', undefined, '198.51.100.1'],
  ['the standard header', '127.0.0.1', undefined, 'for=198.51.100.1;proto=https', '198.51.100.1'],
  ['the standard header, IPv6', '127.0.0.1', undefined, 'For="[2001:DB8::1]:4711"', '2001:db8::1'],
  ['both alike', '127.0.0.1', '198.51.100.1', 'for=198.51.100.1', '198.51.100.1'],
  ['one of both forged', '127.0.0.1', '198.51.100.1', 'for=1.1.1.1', '127.0.0.1'],
])('%s', (_, remote, listed, standard, expected) => {
  expect(client(remote, listed, standard)).toBe(expected);
});
