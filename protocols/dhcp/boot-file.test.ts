import { expect, test } from 'vitest';
import { parseDhcpFrame } from './frame.ts';
import { leaseOf } from './lease.ts';
import { buildDhcp, DhcpMessageType, parseDhcp } from './message.ts';
import { addressOption, DhcpOption } from './options.ts';
import { reply } from './testing.ts';

const text = (words: string) => new TextEncoder().encode(words);

const asked = {
  operation: 'request',
  transaction: 1,
  seconds: 0,
  broadcast: true,
  clientAddress: '0.0.0.0',
  yourAddress: '0.0.0.0',
  clientMac: '02-00-00-00-00-09',
  options: new Map(),
} as const;

/** The boot file of a lease, if the reply has these options and these fields of BOOTP. */
function bootOf(options: ReadonlyMap<number, Uint8Array>, bootServer?: string, bootFile?: string) {
  const question = {
    sourceMac: asked.clientMac,
    destinationMac: 'FF-FF-FF-FF-FF-FF',
    sourceAddress: '0.0.0.0',
    destinationAddress: '255.255.255.255',
    message: { ...asked, bootServer, bootFile },
  };
  const frame = parseDhcpFrame(reply(question, DhcpMessageType.ack, options));
  const lease = frame && leaseOf(frame, 0);
  return [lease?.bootServer, lease?.bootFile];
}

test('a file comes from option 150, then option 66, then siaddr, and is named by option 67, then the file field', () => {
  const by150 = [DhcpOption.tftpServers, Uint8Array.from([...addressOption('10.0.0.1'), 10, 0, 0, 9])] as const;
  const by66 = [DhcpOption.bootServerName, text('tftp.example')] as const;
  const by67 = [DhcpOption.bootFileName, text('option.cfg\0')] as const;
  expect(bootOf(new Map([by66, by150, by67]), '10.0.0.3', 'field.cfg')).toEqual(['10.0.0.1', 'option.cfg']);
  expect(bootOf(new Map([by66]), '10.0.0.3', 'field.cfg')).toEqual(['tftp.example', 'field.cfg']);
  expect(bootOf(new Map(), '10.0.0.3', 'field.cfg')).toEqual(['10.0.0.3', 'field.cfg']);
  expect(bootOf(new Map())).toEqual([undefined, undefined]);
});

test('a file field that holds options names no file', () => {
  const overload = new Map([[DhcpOption.overload, Uint8Array.of(1)]]);
  const message = buildDhcp({ ...asked, options: overload, bootFile: '\xff' });
  expect(parseDhcp(message)?.bootFile).toBeUndefined();
  expect(parseDhcp(buildDhcp({ ...asked, bootFile: 'a.cfg', bootServer: '10.0.0.3' }))).toMatchObject({
    bootFile: 'a.cfg',
    bootServer: '10.0.0.3',
  });
});
