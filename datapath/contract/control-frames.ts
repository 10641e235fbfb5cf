import { describe, expect, test } from 'vitest';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { testPlan } from './test-plan.ts';

const BPDU = '01-80-C2-00-00-00';
const PAUSE = '01-80-C2-00-00-01';
const EAPOL = '01-80-C2-00-00-03';
const FOR_THE_AGENT = {
  'a BPDU': BPDU,
  'a LACP frame': '01-80-C2-00-00-02',
  'an EAPOL frame': EAPOL,
  'an LLDP frame': '01-80-C2-00-00-0E',
  'a GVRP frame': '01-80-C2-00-00-21',
  'a configuration test frame': 'CF-00-00-00-00-00',
};
/** Groups that differ from reserved ones in one octet. */
const BESIDE_RESERVED = [
  '01-80-C2-00-00-10',
  '01-80-C2-00-00-1F',
  // MRP applications that are not implemented here (IEEE 802.1Q-2018 10.5).
  '01-80-C2-00-00-20',
  '01-80-C2-00-00-22',
  '01-80-C2-00-00-2F',
  '01-80-C2-00-00-30',
  '01-80-C2-00-01-00',
  '01-80-C2-01-00-00',
  '01-80-C3-00-00-00',
  '01-81-C2-00-00-00',
  '03-80-C2-00-00-00',
  'CF-00-00-00-00-01',
  'CF-00-00-00-01-00',
  'CF-01-00-00-00-00',
  'CD-00-00-00-00-00',
];

/** Frames that a bridge does not forward but hands to its control plane (IEEE 802.1Q-2018 8.6.3). */
export function describeControlFrames(bench: () => Bench): void {
  describe('control frames', () => {
    test.each(Object.entries(FOR_THE_AGENT))(
      '%s goes to the agent and nowhere else, and teaches nothing',
      async (_, to) => {
        await bench().begin();
        await bench().passes({ port: 2, from: 'B', to }, ['punted']);
        expect(await bench().table()).toEqual([]);
      },
    );

    test('a pause frame ends at the port', async () => {
      await bench().begin();
      await bench().passes({ port: 2, from: 'B', to: PAUSE }, []);
    });

    test('groups beside the reserved ones are ordinary', async () => {
      await bench().begin();
      for (const to of BESIDE_RESERVED) await bench().passes({ port: 2, from: 'B', to }, others(2));
    });

    test('reserved groups that nobody asks for go nowhere, from the first to the last', async () => {
      await bench().begin();
      for (const last of ['04', '0F']) {
        await bench().passes({ port: 2, from: 'B', to: `01-80-C2-00-00-${last}` }, []);
      }
    });

    test('a port that admits tagged frames only still hands control frames over', async () => {
      await bench().begin({ ports: { 2: { acceptableFrameTypes: 'tagged' } } });
      await bench().passes({ port: 2, from: 'B', to: BPDU }, ['punted']);
    });

    test('a port in no VLAN still hands control frames over', async () => {
      await bench().begin({ vlans: { 1: { untagged: '1,3-6' } } });
      await bench().passes({ port: 2, from: 'B', to: BPDU }, ['punted']);
    });

    test('BPDU pass and EAP pass let just those frames through, like other multicast, port by port', async () => {
      await bench().begin({ ports: { 1: { bpduPass: true }, 2: { eapPass: true } } });
      await bench().passes({ port: 1, from: 'A', to: BPDU }, others(1));
      await bench().passes({ port: 1, from: 'A', to: EAPOL }, ['punted']);
      await bench().passes({ port: 2, from: 'B', to: EAPOL }, others(2));
      await bench().passes({ port: 2, from: 'B', to: BPDU }, ['punted']);
      await bench().passes({ port: 3, from: 'C', to: BPDU }, ['punted']);
    });

    test('a group whose application nobody runs is ordinary multicast at every port, whatever class wants it', async () => {
      const GVRP = '01-80-C2-00-00-21';
      await bench().begin({ passedGroups: [GVRP], vlans: { 1: { untagged: '1-6' }, 10: { tagged: '2,4' } } });
      await bench().passes({ port: 1, from: 'A', to: GVRP }, others(1));
      await bench().passes({ port: 2, from: 'B', to: GVRP, tag: '10' }, ['4 tagged 10']);
      await bench().change({});
      await bench().passes({ port: 1, from: 'A', to: GVRP }, ['punted']);
    });

    test('a port that is off hands nothing over', async () => {
      await bench().begin();
      const plan = testPlan({ ports: { 2: { admin: false } } });
      await bench().apply(plan);
      await bench().passes({ port: 2, from: 'B', to: BPDU }, []);
    });
  });
}
