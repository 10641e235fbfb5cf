import { test } from 'vitest';
import { RecordedEngine } from '../../tests/recording.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { type LldpEvent, stepLldp } from './lldp.ts';
import { buildLldpdu, lldpduIn, lldpFrame, readLldpdu } from './lldpdu.ts';
import { civicLocation } from './med.ts';
import { idleLldp, type LldpPort, type LldpSettings } from './state.ts';
import { lldpSettings, neighbourFrame, openPort, phone, switchPort } from './testing.ts';

/** Every TLV, the numbers all different. */
const everything = switchPort(3, {
  ...{ portDescription: 'P', systemDescription: 'S', portVlan: 20, maximumFrame: 1522 },
  managementAddresses: [
    {
      ...{ family: 1, octets: Uint8Array.of(192, 0, 2, 1), numbering: 2, interfaceNumber: 70_001 },
      objectIdentifier: Uint8Array.of(43, 6),
    },
  ],
  protocolVlans: [{ supported: true, enabled: false, vlan: 30 }],
  vlanNames: [{ vlan: 21, name: 'Q' }],
  protocols: [Uint8Array.of(0x88, 9, 1)],
  macPhy: { negotiationSupported: true, negotiationEnabled: false, advertised: 0x6c01, mauType: 30 },
  power: { sourcing: true, supported: true, enabled: false, pairsControllable: false, pairs: 1, powerClass: 4 },
  aggregation: { capable: true, aggregated: false, port: 5001 },
  med: { capabilities: 0x2f, deviceClass: 4 },
  policies: [{ application: 1, unknown: false, tagged: true, vlan: 200, priority: 5, dscp: 46 }],
  locations: [civicLocation('K')],
  extendedPower: { device: 0, source: 1, priority: 3, power: 300 },
  inventory: { model: 'M', serialNumber: 'N' },
});

test('an agent with three ports goes the recorded way', async () => {
  let settings: LldpSettings = lldpSettings([1, 2, 3], { transmitInterval: 5000, holdMultiplier: 3 });
  let state = idleLldp;
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: LldpEvent, now) => {
      const step = stepLldp(settings, state, event, now);
      state = step.state;
      return step;
    },
    () => state.wakeAt,
  );
  const wake = { kind: 'wake' } as const;
  const configure = (change: Partial<LldpSettings>) => {
    const former = settings;
    settings = { ...former, ...change };
    engine.tell({ kind: 'configure', former });
  };
  const port = (number: number, change: Partial<LldpPort>) =>
    configure({ ports: new Map(settings.ports).set(number, { ...openPort(number), ...change }) });
  const hear = (at: number, octets: Uint8Array) => engine.tell({ kind: 'frame', port: at, octets });
  configure({});
  engine.pass(6, wake);
  port(1, { information: switchPort(1, { systemName: 'renamed' }) });
  port(2, { toEndpoint: switchPort(2, { med: { capabilities: 1, deviceClass: 4 } }) });
  hear(1, neighbourFrame('one', { portVlan: 7 }, 3));
  hear(2, neighbourFrame('phone', { med: phone, foreign: [] }, 9));
  engine.pass(2.5, wake);
  hear(1, neighbourFrame('one', { portVlan: 8 }, 3));
  hear(1, neighbourFrame('one', { portVlan: 8 }, 3));
  hear(3, neighbourFrame('three', {}, 60));
  hear(3, neighbourFrame('three', {}, 60).subarray(0, 20));
  hear(3, Object.assign(neighbourFrame('three', {}, 60).slice(), { 14: 4 }));
  engine.pass(4, wake);
  hear(2, neighbourFrame('phone', {}, 0));
  port(3, { receive: false });
  hear(3, neighbourFrame('four', {}, 60));
  port(1, { transmit: false });
  engine.tell({ kind: 'clear', port: 1 });
  configure({ transmitInterval: 3000, transmitDelay: 1000, reinitDelay: 1000, fastStart: 1 });
  engine.pass(2, wake);
  port(1, {});
  port(2, { up: false });
  engine.pass(4, wake);
  for (let at = 0; at < 140; at += 1) hear(3, neighbourFrame(`guest ${at}`, {}, 20));
  engine.tell({ kind: 'clear' });
  engine.recording.reads('LLDPDU', lldpFrame(settings.source, buildLldpdu(everything, 121).octets), (octets) =>
    readLldpdu(lldpduIn(octets) ?? new Uint8Array()),
  );
  await engine.recording.isAsIn('recorded.txt');
});
