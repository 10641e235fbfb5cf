import { test } from 'vitest';
import { RecordedEngine } from '../../tests/recording.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { stepDhcpv6 } from './client.ts';
import type { Dhcpv6Event } from './events.ts';
import { DHCPV6_CLIENT_PORT, DHCPV6_SERVER_PORT, Dhcpv6Type, messageIn } from './message.ts';
import {
  type Association,
  Dhcpv6Option,
  type Dhcpv6Options,
  numberContent,
  optionOf,
  parseAssociation,
} from './options.ts';
import { stoppedDhcpv6 } from './state.ts';
import { answer, association, LEASED, OTHER_SERVER, SERVER, settings } from './testing.ts';

test('a client goes the recorded way', async () => {
  let state = stoppedDhcpv6(4711);
  let last: Uint8Array = new Uint8Array();
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: Dhcpv6Event, now) => {
      const step = stepDhcpv6(settings, state, event, now);
      state = step.state;
      last = step.send.at(-1) ?? last;
      return step;
    },
    () => state.wakeAt,
  );
  const wake = { kind: 'wake' } as const;
  const hear = (type: number, given?: Association | null, more: Dhcpv6Options = [], server = SERVER) => {
    const asked = messageIn(last, DHCPV6_SERVER_PORT);
    if (!asked) throw new Error('nothing was asked');
    const octets = answer(asked, type, given === undefined ? association() : given, more, server);
    engine.tell({ kind: 'frame', octets });
    return octets;
  };
  const { advertise, reply } = Dhcpv6Type;
  const preference = (value: number) => [[Dhcpv6Option.preference, Uint8Array.of(value)]] as const;
  const status = (code: number) => [[Dhcpv6Option.status, numberContent(code)]] as const;
  engine.tell({ kind: 'start' });
  engine.pass(1, wake);
  hear(advertise, association(), preference(3), OTHER_SERVER);
  hear(advertise, association(), preference(7));
  engine.pass(8, wake);
  const given = hear(reply);
  engine.pass(1000, wake);
  hear(
    reply,
    association({
      renewalTime: 0,
      rebindingTime: 0,
      addresses: [
        { address: LEASED, preferredLifetime: 0, validLifetime: 0 },
        { address: '2001:db8::78', preferredLifetime: 100, validLifetime: 200 },
      ],
    }),
  );
  engine.pass(90, wake);
  hear(reply, null, status(3));
  engine.pass(5, wake);
  hear(reply, association({ addresses: [{ address: LEASED, preferredLifetime: 50, validLifetime: 60 }] }));
  engine.tell({ kind: 'linkUp' });
  engine.pass(3, wake);
  hear(reply, null, status(4));
  engine.pass(2, wake);
  hear(advertise, null, status(2));
  hear(advertise, association(), preference(255));
  hear(reply, association({ addresses: [{ address: LEASED, preferredLifetime: 20, validLifetime: 30 }] }));
  engine.tell({ kind: 'conflict', address: LEASED });
  engine.pass(20, wake);
  engine.tell({ kind: 'renew' });
  hear(advertise, association(), preference(255));
  hear(reply, association({ addresses: [{ address: LEASED, preferredLifetime: 8, validLifetime: 9 }] }));
  engine.pass(15, wake);
  engine.tell({ kind: 'release' });
  engine.pass(5, wake);
  engine.recording.reads('reply', given, (octets) => {
    const message = messageIn(octets, DHCPV6_CLIENT_PORT);
    const content = message && optionOf(message.options, Dhcpv6Option.addresses);
    return message && { type: message.type, of: content && parseAssociation(content) };
  });
  await engine.recording.isAsIn('recorded.txt');
});
