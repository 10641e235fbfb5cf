import { describe, test } from 'vitest';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import type { ClassifierPlan } from '../plan.ts';
import type { Bench } from './bench.ts';
import { buildTestFrame, stationMac } from './test-frame.ts';
import { ports } from './test-plan.ts';

/** Port 6 carries every VLAN tagged; 1 and 2 are untagged in all of them. */
const vlans = {
  1: { untagged: '1-5', tagged: '6' },
  10: { untagged: '1,2', tagged: '6' },
  20: { untagged: '1,2', tagged: '6' },
  30: { untagged: '1,2', tagged: '6' },
};
const station = { rank: 'station', source: stationMac('A'), vlan: 10, priority: 3 } as const satisfies ClassifierPlan;
/** The stations of scenarios share their first three octets. */
const voice = {
  rank: 'voice',
  prefix: '02-AA-00-00-00-00',
  ports: ports('1'),
  vlan: 20,
  priority: 6,
} as const satisfies ClassifierPlan;
const surveillance = {
  rank: 'surveillance',
  source: stationMac('A'),
  ports: ports('1'),
  vlan: 20,
  priority: 5,
} as const satisfies ClassifierPlan;
const protocol = {
  rank: 'protocol',
  frameType: 'ethernet',
  value: EtherType.experimental,
  ports: ports('1'),
  vlan: 30,
  priority: 0,
} as const satisfies ClassifierPlan;
const SERIAL = 0x7ff9_0000;
const STRANGER = '02-BB-00-00-00-01';

/** Which VLAN and priority a frame has that came without. */
export function describeClassification(bench: () => Bench): void {
  const intoVlan = (vlan: number, priority = 0) => [
    '2 untagged',
    `6 tagged ${vlan}${priority > 0 ? ` priority ${priority}` : ''}`,
  ];

  describe('a frame without a VLAN', () => {
    test('belongs to the VLAN of its station, wherever it enters', async () => {
      await bench().begin({ vlans, classifiers: [station] });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, intoVlan(10, 3));
      await bench().passes({ port: 2, from: 'A', to: 'all' }, ['1 untagged', '6 tagged 10 priority 3']);
      await bench().passes({ port: 1, from: 'B', to: 'all' }, [
        '3 untagged',
        '4 untagged',
        '5 untagged',
        ...intoVlan(1),
      ]);
    });

    test('belongs to the VLAN of voice where its source begins so, at the ports that are named', async () => {
      await bench().begin({ vlans, classifiers: [voice] });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, intoVlan(20, 6));
      await bench().passes({ port: 1, from: STRANGER, to: 'all' }, [
        '3 untagged',
        '4 untagged',
        '5 untagged',
        ...intoVlan(1),
      ]);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, [
        '1 untagged',
        '3 untagged',
        '4 untagged',
        '5 untagged',
        '6 tagged 1',
      ]);
    });

    test('belongs to the VLAN of surveillance where it is one of its stations, at the ports that are named', async () => {
      await bench().begin({ vlans, classifiers: [surveillance] });
      const elsewhere = ['3 untagged', '4 untagged', '5 untagged'];
      await bench().passes({ port: 1, from: 'A', to: 'all' }, intoVlan(20, 5));
      await bench().passes({ port: 1, from: 'B', to: 'all' }, [...elsewhere, ...intoVlan(1)]);
      await bench().passes({ port: 2, from: 'A', to: 'all' }, ['1 untagged', ...elsewhere, '6 tagged 1']);
    });

    test('belongs to the VLAN of its protocol, at the ports that are named', async () => {
      await bench().begin({ vlans, classifiers: [protocol, { ...protocol, value: EtherType.ipv4, vlan: 10 }] });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, intoVlan(30));
      await bench().passes({ port: 2, from: 'B', to: 'all' }, [
        '1 untagged',
        '3 untagged',
        '4 untagged',
        '5 untagged',
        '6 tagged 1',
      ]);
    });

    test('is asked for its station before voice, for voice before surveillance, and for that before its protocol', async () => {
      const camera = { ...surveillance, vlan: 30, priority: 2 };
      await bench().begin({ vlans, classifiers: [{ ...protocol, vlan: 10 }, camera] });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, intoVlan(30, 2));
      await bench().begin({ vlans, classifiers: [camera, voice] });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, intoVlan(20, 6));
      await bench().begin({ vlans, classifiers: [protocol, camera, voice, station] });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, intoVlan(10, 3));
      await bench().passes({ port: 1, from: 'B', to: 'all' }, intoVlan(20, 6));
      await bench().passes({ port: 1, from: STRANGER, to: 'all' }, intoVlan(30));
    });

    test('keeps the priority of its tag where it has one', async () => {
      await bench().begin({ vlans, classifiers: [station] });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '0 priority 5' }, intoVlan(10, 5));
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '0' }, intoVlan(10));
    });

    test('is learnt in that VLAN, and answered there', async () => {
      await bench().begin({ vlans, classifiers: [voice] });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, intoVlan(20, 6));
      await bench().passes({ port: 6, from: STRANGER, to: 'A', tag: '20 priority 4' }, ['1 untagged']);
      await bench().passes({ port: 6, from: STRANGER, to: 'A', tag: '1' }, [
        '1 untagged',
        '2 untagged',
        '3 untagged',
        '4 untagged',
        '5 untagged',
      ]);
    });

    test('has its answers untagged at its port alone, where that serves the VLAN untagged', async () => {
      await bench().begin({ vlans, classifiers: [station, protocol] });
      const ways = [
        { from: 'A', vlan: 10, priority: 3 },
        { from: 'B', vlan: 30, priority: 0 },
      ] as const;
      for (const { from, vlan, priority } of ways) {
        await bench().passes({ port: 1, from, to: 'all' }, intoVlan(vlan, priority));
        await bench().passes({ port: 6, from: STRANGER, to: from, tag: `${vlan}` }, ['1 untagged']);
      }
    });

    test('gets in only where its port is in that VLAN, and an engine may put it there', async () => {
      const apart = { ...vlans, 20: { tagged: '6' } };
      await bench().begin({ vlans: apart, classifiers: [voice] });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, []);
      await bench().decide({ memberships: { 20: { untagged: '1' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['6 tagged 20 priority 6']);
      await bench().decide();
      await bench().passes({ port: 1, from: 'A', to: 'all' }, []);
    });

    test('is dropped where the port takes tagged frames alone', async () => {
      await bench().begin({
        vlans,
        classifiers: [station, voice, protocol],
        ports: { 1: { acceptableFrameTypes: 'tagged' } },
      });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '0 priority 5' }, []);
    });

    test('has its priority still when the agent lets it go on', async () => {
      const looked = {
        stage: 'inspection',
        action: 'take',
        rate: 1000,
        matches: [{ source: stationMac('A') }],
      } as const;
      await bench().begin({ vlans, classifiers: [station], punts: { looked } });
      const frame = buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL);
      await bench().harness.send(1, frame);
      const { punted } = await bench().harness.collect({ left: 0, punted: 1 });
      for (const one of punted) bench().datapath.resume(one);
      await bench().leave(frame, intoVlan(10, 3));
    });

    test('of a trunk is classified by the ports that the trunk stands for', async () => {
      await bench().begin({ vlans, classifiers: [voice], trunks: { 5001: '1,3' } });
      await bench().passes({ port: 3, from: 'A', to: 'all' }, intoVlan(20, 6));
    });
  });

  test('a frame with a VLAN keeps it', async () => {
    await bench().begin({ vlans, classifiers: [station, voice, protocol] });
    await bench().passes({ port: 1, from: 'A', to: 'all', tag: '30 priority 2' }, intoVlan(30, 2));
  });

  test('what was classified is classified anew as soon as that changes', async () => {
    await bench().begin({ vlans, classifiers: [station] });
    await bench().passes({ port: 1, from: 'A', to: 'all' }, intoVlan(10, 3));
    await bench().change({ vlans, classifiers: [{ ...station, vlan: 30, priority: 7 }] });
    await bench().passes({ port: 1, from: 'A', to: 'all' }, intoVlan(30, 7));
    await bench().change({ vlans });
    await bench().passes({ port: 1, from: 'A', to: 'all' }, ['3 untagged', '4 untagged', '5 untagged', ...intoVlan(1)]);
  });
}
