import { test } from 'vitest';
import { RecordedEngine } from '../../tests/recording.ts';
import { addressOption, DhcpOption } from '../dhcp/options.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { parseSnoopedPacket } from './packet.ts';
import { type SnoopingEvent, stepSnooping } from './snooping.ts';
import { type Binding, idleSnooping, type SnoopingSettings, stationKey } from './state.ts';
import { clientSays, number, serverSays } from './testing.ts';

const [ANNA, BERT, CARL] = ['02-00-00-00-00-0A', '02-00-00-00-00-0B', '02-00-00-00-00-0C'] as const;

const bound = (mac: string, address: string, port: number, expiresAt: number): Binding => ({
  ...{ vlan: 20, mac, address, port, leaseTime: 60, expiresAt },
});

test('snooping of two VLANs goes the recorded way', async () => {
  const fixed = bound(CARL, '192.0.2.33', 3, Number.POSITIVE_INFINITY);
  let settings: SnoopingSettings = {
    vlans: new Set([10, 20]),
    bridgePorts: new Map([1, 2, 3, 4, 5, 6].map((port) => [port, port === 4 || port === 5 ? 5001 : port])),
    trusted: new Set([1]),
    rates: new Map([[6, 2]]),
    ...{ verifiesMac: true, acceptsRelayed: false, capacity: 5 },
    statics: new Map([[stationKey(20, CARL), fixed]]),
  };
  let state = idleSnooping;
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: SnoopingEvent, now) => {
      const step = stepSnooping(settings, state, event, now);
      state = step.state;
      return step;
    },
    () => state.wakeAt,
  );
  const wake = { kind: 'wake' } as const;
  const hear = (port: number, octets: Uint8Array, vlan = 10) => engine.tell({ kind: 'frame', vlan, port, octets });
  const configure = (change: Partial<SnoopingSettings>) => {
    settings = { ...settings, ...change };
    engine.tell({ kind: 'configure' });
  };
  const lease = (port: number, mac: string, address: string, seconds: number, vlan = 10) => {
    hear(port, clientSays('request', mac, { transaction: port }), vlan);
    hear(
      1,
      serverSays('ack', mac, address, { transaction: port, options: [[DhcpOption.leaseTime, number(seconds)]] }),
      vlan,
    );
  };
  hear(2, clientSays('discover', ANNA));
  hear(1, serverSays('offer', ANNA, '192.0.2.10'));
  lease(2, ANNA, '192.0.2.10', 30);
  lease(4, BERT, '192.0.2.11', 20);
  lease(3, CARL, '192.0.2.12', 40, 20);
  hear(3, serverSays('offer', ANNA, '192.0.2.66'));
  hear(3, clientSays('discover', ANNA, { sender: BERT }));
  hear(3, clientSays('discover', ANNA, { options: [[DhcpOption.relayInformation, Uint8Array.of(1, 1, 9)]] }));
  hear(3, clientSays('discover', ANNA).subarray(0, 150));
  for (let time = 0; time < 4; time += 1) hear(6, clientSays('discover', BERT), 20);
  engine.pass(0.4, wake);
  hear(6, clientSays('discover', BERT), 20);
  engine.pass(10, wake);
  const given = { clientAddress: '192.0.2.10' };
  hear(3, clientSays('release', ANNA, { message: given }));
  hear(2, clientSays('decline', ANNA, { options: [[DhcpOption.requestedAddress, addressOption('192.0.2.10')]] }));
  lease(2, ANNA, '192.0.2.10', 25);
  hear(2, clientSays('release', ANNA, { message: given }));
  lease(2, ANNA, '192.0.2.10', 4_294_967_295);
  lease(5, ANNA, '192.0.2.14', 5);
  engine.tell({
    kind: 'restore',
    bindings: [
      bound(ANNA, '192.0.2.21', 2, engine.now + 3000),
      bound(BERT, '192.0.2.22', 1, engine.now + 3000),
      bound(CARL, '192.0.2.23', 2, engine.now + 3000),
    ],
  });
  lease(6, '02-00-00-00-00-0D', '192.0.2.15', 60);
  engine.pass(1.2, wake);
  lease(6, '02-00-00-00-00-0E', '192.0.2.16', 60);
  hear(2, clientSays('discover', '02-00-00-00-00-0F'));
  hear(2, clientSays('discover', ANNA), 30);
  engine.pass(25, wake);
  engine.tell({ kind: 'forget', stations: [stationKey(10, ANNA)] });
  configure({ trusted: new Set([1, 6]), capacity: 2, acceptsRelayed: true, verifiesMac: false, rates: new Map() });
  hear(3, clientSays('discover', ANNA, { sender: BERT }));
  configure({ vlans: new Set([20]) });
  engine.tell({ kind: 'clearDrops' });
  engine.recording.reads('ACK', serverSays('ack', ANNA, '192.0.2.10'), parseSnoopedPacket);
  await engine.recording.isAsIn('recorded.txt');
});
