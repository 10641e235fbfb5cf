import type { Cable } from '../../datapath/virtual/virtual-datapath.ts';
import { startTestAgent } from '../agent/test-agent.ts';
import { agentSubject, type ClosableSubject } from './agent-subject.ts';
import type { Left } from './comparison.ts';
import { PORTS } from './pools.ts';

const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;
const MODEL_PORTS = 10;
/** Milliseconds for which what should leave is waited for. */
const PATIENCE = 5000;
const TURNS = 3;

/** An agent on the virtual datapath with a station at each port of the pool. */
export async function startVirtualSubject(): Promise<ClosableSubject> {
  const agent = await startTestAgent();
  let left: Left[] = [];
  const cables = new Map<number, Cable>(
    PORTS.map((port) => [
      port,
      agent.attach(port, { ability, receive: (frame) => left.push({ port, octets: frame.slice() }) }),
    ]),
  );
  const heard = async () => {
    // An engine acts in its own turns.
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    const seen = left;
    left = [];
    return seen;
  };
  const subject = await agentSubject('The virtual switch', agent, MODEL_PORTS, {
    settled: heard,
    heard,
    async exchange({ port, octets }, expected) {
      cables.get(port)?.send(octets);
      const end = performance.now() + PATIENCE;
      // What an engine has to think about comes some turns later.
      do await new Promise<void>((resolve) => setImmediate(resolve));
      while (left.length < expected && performance.now() < end);
      const seen = left;
      left = [];
      return seen;
    },
  });
  return {
    ...subject,
    async close() {
      await agent.close();
      await subject.close();
    },
  };
}
