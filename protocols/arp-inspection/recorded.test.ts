import { test } from 'vitest';
import { RecordedEngine } from '../../tests/recording.ts';
import { BROADCAST_MAC } from '../frames/addresses.ts';
import { type ArpPacket, buildArp } from '../frames/arp.ts';
import { buildEthernet, EtherType } from '../frames/ethernet.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { type InspectionEvent, stepInspection } from './inspection.ts';
import { type InspectionSettings, idleInspection } from './state.ts';
import { numberOfAddress, numberOfMac } from './verdict.ts';

const ANNA = '02-00-00-00-00-0A';
const BERT = '02-00-00-00-00-0B';

test('inspection of three VLANs goes the recorded way', async () => {
  let settings: InspectionSettings = {
    vlans: new Map([
      [10, { list: undefined, logsList: 'all', logsBindings: 'all' }],
      [
        20,
        {
          list: {
            rules: [
              { permits: true, address: { value: numberOfAddress('192.0.2.10'), mask: 0xffff_fffen } },
              { permits: false, mac: { value: numberOfMac(BERT), mask: 0xffff_ffff_ffffn } },
            ],
            isStatic: false,
          },
          logsList: 'permit',
          logsBindings: 'deny',
        },
      ],
      [30, { list: { rules: [], isStatic: true }, logsList: 'none', logsBindings: 'permit' }],
    ]),
    validation: { sourceMac: true, destinationMac: true, address: true },
    limits: new Map([[3, { rate: 2, burst: 2 }]]),
    ...{ logSize: 6, logInterval: 3000 },
  };
  let state = idleInspection;
  const owners = new Map([
    ['10 192.0.2.10', { mac: ANNA, port: 2 }],
    ['20 192.0.2.12', { mac: ANNA, port: 2 }],
  ]);
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: InspectionEvent, now) => {
      const step = stepInspection(settings, state, event, now, (vlan, address) => owners.get(`${vlan} ${address}`));
      state = step.state;
      return step;
    },
    () => Number.POSITIVE_INFINITY,
  );
  const hear = (
    port: number,
    packet: Partial<ArpPacket> = {},
    source = packet.senderMac ?? ANNA,
    target = BROADCAST_MAC,
  ) => {
    const whole: ArpPacket = {
      ...{ operation: 'request', senderMac: ANNA, senderAddress: '192.0.2.10', targetMac: '00-00-00-00-00-00' },
      ...{ targetAddress: '192.0.2.1', ...packet },
    };
    for (const vlan of [10, 20, 30, 40]) {
      const octets = buildEthernet({ source, destination: target, etherType: EtherType.arp, payload: buildArp(whole) });
      engine.tell({ kind: 'frame', vlan, port, octets });
    }
  };
  for (let turn = 0; turn < 2; turn += 1) {
    hear(2);
    hear(2, { senderMac: BERT });
    hear(4, { senderMac: BERT, senderAddress: '192.0.2.12' });
    hear(2, { senderAddress: '192.0.2.12' });
    hear(2, {}, BERT);
    hear(2, { operation: 'reply', targetMac: BERT });
    hear(2, { operation: 'reply', targetMac: BERT }, ANNA, BERT);
    hear(2, { senderAddress: '224.0.0.1' });
    hear(2, { senderAddress: '0.0.0.0' });
    settings = { ...settings, validation: { sourceMac: false, destinationMac: false, address: false } };
    engine.tell({ kind: 'configure' });
    engine.now += 1700;
  }
  for (let turn = 0; turn < 4; turn += 1) {
    hear(3, { senderAddress: '198.51.100.1' });
    engine.now += 600;
  }
  engine.tell({ kind: 'clearCounts', vlans: new Set([20]) });
  settings = { ...settings, logSize: 2, vlans: new Map([...settings.vlans].slice(0, 1)) };
  engine.tell({ kind: 'configure' });
  hear(2);
  engine.tell({ kind: 'clearLog' });
  engine.tell({ kind: 'clearCounts' });
  await engine.recording.isAsIn('recorded.txt');
});
