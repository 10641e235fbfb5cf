import { describe, expect, test } from 'vitest';
import { DhcpMessageType } from './message.ts';
import { addressesOf, addressOption, DhcpOption } from './options.ts';
import { clientOf, number, reply, SERVER, SERVER_MAC, typeOf } from './testing.ts';

const other = new Map([[DhcpOption.serverIdentifier, addressOption('192.168.10.2')]]);

describe('requests', () => {
  test('ask for what the switch needs, without an address by broadcast', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    const wanted = [1, 3, 6, 15, 51, 54, 58, 59, 66, 67, 150];
    expect(client.last().message.options.get(DhcpOption.parameterList)).toEqual(Uint8Array.from(wanted));
    expect(client.last().message).toMatchObject({ broadcast: true, clientAddress: '0.0.0.0', yourAddress: '0.0.0.0' });
    client.hear(reply(client.last(), DhcpMessageType.offer));
    expect(client.last().message).toMatchObject({ broadcast: true, clientAddress: '0.0.0.0' });
    expect(client.last().message.options.has(DhcpOption.parameterList)).toBe(true);
    client.hear(reply(client.last(), DhcpMessageType.ack));
    client.until(1800);
    expect(client.last().message.broadcast).toBe(false);
    expect(client.last().message.options.get(DhcpOption.parameterList)).toEqual(Uint8Array.from(wanted));
  });

  test('say for how many seconds the client has been asking', () => {
    const client = clientOf();
    client.now = 100_000;
    client.feed({ kind: 'start' });
    expect(client.last().message.seconds).toBe(0);
    client.until(105.5);
    expect(client.sent).toHaveLength(2);
    const waited = client.last().message.seconds;
    expect(waited).toBeGreaterThanOrEqual(3);
    expect(waited).toBeLessThanOrEqual(5);
  });

  test('of one round are one transaction, and those of the next another', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    client.until(40);
    const transactions = new Set(client.sent.map(({ message }) => message.transaction));
    expect(client.sent.length).toBeGreaterThan(2);
    expect(transactions.size).toBe(1);
    client.feed({ kind: 'start' });
    expect(transactions.has(client.last().message.transaction)).toBe(false);
  });
});

describe('events that mean nothing to the client', () => {
  test('it is woken too early, or has been stopped', () => {
    const client = clientOf();
    client.feed({ kind: 'wake' });
    expect(client.sent).toEqual([]);
    client.now = Number.POSITIVE_INFINITY;
    client.feed({ kind: 'wake' });
    expect(client.sent).toEqual([]);
    client.now = 0;
    client.feed({ kind: 'start' });
    client.now = client.wakeAt - 1;
    const before = client.state;
    client.feed({ kind: 'wake' });
    expect(client.sent).toHaveLength(1);
    expect(client.state).toEqual(before);
  });

  test('an address is given back, or in use elsewhere, before there is one', () => {
    for (const kind of ['release', 'conflict'] as const) {
      const client = clientOf();
      client.feed({ kind: 'start' });
      client.feed({ kind });
      expect(client.sent).toHaveLength(1);
      client.feed({ kind: 'start' });
      client.hear(reply(client.last(), DhcpMessageType.offer));
      const asked = client.sent.length;
      client.feed({ kind });
      expect(client.sent).toHaveLength(asked);
      expect(client.news).toEqual([]);
      if (kind === 'conflict') expect(client.state.phase).toBe('requesting');
      else expect(client.state).toMatchObject({ phase: 'stopped', lease: undefined, wakeAt: Number.POSITIVE_INFINITY });
    }
  });

  test('a message without a type, and one while the lease is simply in use', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    client.hear(reply(client.last(), DhcpMessageType.offer, new Map([[DhcpOption.messageType, undefined]])));
    expect(client.state.phase).toBe('selecting');
    client.hear(reply(client.last(), DhcpMessageType.offer));
    client.hear(reply(client.last(), DhcpMessageType.ack));
    const bound = client.state;
    client.hear(reply(client.last(), DhcpMessageType.nak));
    client.hear(reply(client.last(), DhcpMessageType.ack, new Map([[DhcpOption.leaseTime, number(60)]])));
    expect(client.state).toEqual(bound);
    expect(client.news).toHaveLength(1);
  });

  test('another server than the one whose offer is taken', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    client.hear(reply(client.last(), DhcpMessageType.offer));
    for (const type of [DhcpMessageType.ack, DhcpMessageType.nak]) client.hear(reply(client.last(), type, other));
    expect(client.state.phase).toBe('requesting');
    expect(client.news).toEqual([]);
  });

  test('an acknowledgement that gives nothing, and an offer instead of one', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    client.hear(reply(client.last(), DhcpMessageType.offer));
    client.hear(reply(client.last(), DhcpMessageType.ack, new Map([[DhcpOption.leaseTime, undefined]])));
    client.hear(reply(client.last(), DhcpMessageType.offer));
    expect(client.state.phase).toBe('requesting');
    expect(client.news).toEqual([]);
  });
});

describe('the administrator', () => {
  test('who renews while an offer is being taken begins anew', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    client.hear(reply(client.last(), DhcpMessageType.offer));
    client.now = 3000;
    client.feed({ kind: 'renew' });
    expect(typeOf(client.last())).toBe(DhcpMessageType.discover);
    expect(client.last().message.seconds).toBe(0);
    expect(client.state).toMatchObject({ phase: 'selecting', lease: undefined, attempt: 1 });
  });

  test('who renews a lease past its rebinding time asks its server first', () => {
    const client = clientOf();
    client.bind();
    client.until(3200);
    expect(client.last().destinationMac).toBe('FF-FF-FF-FF-FF-FF');
    client.feed({ kind: 'renew' });
    expect(client.last()).toMatchObject({ destinationMac: SERVER_MAC, destinationAddress: SERVER });
  });

  test('who gives an address back names it and its server, to that server', () => {
    const client = clientOf();
    client.bind();
    const bound = client.last().message.transaction;
    client.feed({ kind: 'release' });
    expect(client.last()).toMatchObject({
      sourceAddress: '192.168.10.77',
      destinationMac: SERVER_MAC,
      destinationAddress: SERVER,
      message: { clientAddress: '192.168.10.77', broadcast: false, clientMac: '00-11-22-33-44-55' },
    });
    const { message } = client.last();
    expect(message.transaction).not.toBe(bound);
    expect(message.transaction).not.toBe(0);
    expect(addressesOf(message.options, DhcpOption.serverIdentifier)).toEqual([SERVER]);
    expect(message.options.has(DhcpOption.parameterList)).toBe(false);
    expect(message.options.has(DhcpOption.hostName)).toBe(false);
    expect(client.state).toMatchObject({ phase: 'stopped', lease: undefined });
    client.feed({ kind: 'release' });
    expect(client.sent).toHaveLength(3);
    client.hear(reply(client.last(), DhcpMessageType.ack));
    expect(client.state.phase).toBe('stopped');
  });
});

describe('an address', () => {
  test('that is declined is named with its server, and the client begins anew after its pause', () => {
    const client = clientOf();
    client.bind();
    client.feed({ kind: 'conflict' });
    const { message } = client.last();
    expect(message).toMatchObject({ clientAddress: '0.0.0.0', broadcast: false });
    expect(addressesOf(message.options, DhcpOption.serverIdentifier)).toEqual([SERVER]);
    expect(message.options.has(DhcpOption.parameterList)).toBe(false);
    client.until(9.9);
    expect(client.sent).toHaveLength(3);
    client.until(10);
    expect(typeOf(client.last())).toBe(DhcpMessageType.discover);
    client.hear(reply(client.last(), DhcpMessageType.offer));
    client.hear(reply(client.last(), DhcpMessageType.ack));
    expect(client.news.at(-1)?.kind).toBe('bound');
  });

  test('another than the one asked for is never granted, whoever says so', () => {
    const client = clientOf();
    client.feed({ kind: 'start' });
    client.hear(reply(client.last(), DhcpMessageType.offer));
    client.hear(reply(client.last(), DhcpMessageType.ack, new Map(), '192.168.10.78'));
    expect(client.news).toEqual([]);
    client.hear(reply(client.last(), DhcpMessageType.ack));
    expect(client.news).toMatchObject([{ kind: 'bound', lease: { address: '192.168.10.77' } }]);
    for (const time of [1800, 3200]) {
      client.until(time);
      client.hear(reply(client.last(), DhcpMessageType.ack, new Map(), '192.168.10.78'));
    }
    expect(client.news).toHaveLength(1);
    expect(client.state).toMatchObject({ phase: 'rebinding', lease: { address: '192.168.10.77' } });
    client.hear(reply(client.last(), DhcpMessageType.ack));
    expect(client.news.at(-1)).toMatchObject({ kind: 'renewed', lease: { address: '192.168.10.77' } });
  });

  test('is neither renewed nor refused by another server before its rebinding time', () => {
    const client = clientOf();
    client.bind();
    client.until(1800);
    for (const type of [DhcpMessageType.nak, DhcpMessageType.ack]) client.hear(reply(client.last(), type, other));
    expect(client.news).toHaveLength(1);
    expect(client.state).toMatchObject({ phase: 'renewing', lease: { server: SERVER } });
    client.until(3200);
    client.hear(reply(client.last(), DhcpMessageType.nak, other));
    expect(client.news.at(-1)).toMatchObject({ kind: 'lost', reason: 'refused' });
  });

  test('that is not granted in time is looked for anew, and the attempts count on', () => {
    const client = clientOf({ retries: 5 });
    client.feed({ kind: 'start' });
    client.hear(reply(client.last(), DhcpMessageType.offer));
    const seconds: number[] = [];
    while (typeOf(client.last()) === DhcpMessageType.request) {
      seconds.push(client.last().message.seconds);
      client.until(client.wakeAt / 1000);
    }
    expect(seconds).toHaveLength(5);
    expect(client.news).toEqual([{ kind: 'unanswered' }]);
    expect(client.state).toMatchObject({ phase: 'selecting', lease: undefined });
    expect(client.wakeAt - client.now).toBe(300_000);
  });
});
