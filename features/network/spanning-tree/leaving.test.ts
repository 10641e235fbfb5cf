import { expect, test } from 'vitest';
import { parseBpduFrame } from '../../../protocols/spanning-tree/bpdu-frame.ts';
import { startTestAgent } from '../../../tests/agent/test-agent.ts';

const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
const isLacpdu = (frame: Uint8Array) => frame[12] === 0x88 && frame[13] === 0x09 && frame[14] === 1;

test('an orderly end sends one more BPDU and LACPDU, so that neighbors keep what they know until the next start', async () => {
  const agent = await startTestAgent();
  const client = await agent.signedIn();
  const sent = new Map<number, Uint8Array[]>();
  for (const port of [2, 3, 4]) {
    const frames: Uint8Array[] = [];
    sent.set(port, frames);
    agent.attach(port, { ability, receive: (frame) => frames.push(frame) });
  }
  await client.set('dot1dStp', { stpGlobalStatus: 1 });
  await client.set('trunkGroupEntry', { trunkId: 1, trunkMode: 2, trunkMemberPorts: '3-4' });
  // Long enough that nothing is due, and that no limit of a second holds.
  agent.clock.advance(41_500);
  for (const frames of sent.values()) frames.length = 0;
  await agent.close();
  const bpdus = sent.get(2)?.map(parseBpduFrame);
  expect(bpdus).toMatchObject([{ kind: 'rapid', helloTime: 2 }]);
  for (const port of [3, 4]) expect(sent.get(port)?.filter(isLacpdu)).toHaveLength(1);
});
