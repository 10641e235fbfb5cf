import { say } from '../../model/values/message.ts';
import type { TestAgent } from '../agent/test-agent.ts';
import type { Left, Subject } from './comparison.ts';
import { PORTS } from './pools.ts';
import { startRadiusServer } from './radius-server.ts';
import type { Sent } from './random-frames.ts';

/** Milliseconds of the driven clock after which another session is begun: each ends after twelve hours. */
const SESSION = 8 * 3_600_000;

/** One that can be ended. */
export interface ClosableSubject extends Subject {
  close(): Promise<void>;
}

/** The stations of a switch under comparison. */
export interface Stations {
  /**
   * Resolves when changes are in force, and nothing is in progress any longer; to the output since the last exchange.
   */
  settled(): Promise<readonly Left[]>;
  /** What came out since then, whatever is still under way. */
  heard(): Promise<readonly Left[]>;
  /** Lets one send; resolves to what came out of all ports, where so many frames should. */
  exchange(sent: Sent, expected: number): Promise<readonly Left[]>;
}

/** An agent with so many ports as the oracle knows switches: driven by calls over its wire and by its stations. */
export async function agentSubject(
  name: string,
  agent: TestAgent,
  ports: number,
  stations: Stations,
): Promise<ClosableSubject> {
  const radius = await startRadiusServer();
  let client = await agent.signedIn();
  let since = agent.clock.now();
  const context = agent.running.context;
  const factory = context.configuration();
  const own = await client.read('sysSystemCtrl').then((row) => String(Object(row).systemSwitchBaseMacAddress));
  return {
    name,
    chassis: { ports, plugged: PORTS, own },
    hasNeighbors: true,
    radius,
    async reset() {
      await context.change(say('a test'), () => factory);
      if (agent.clock.now() - since > SESSION) {
        client = await agent.signedIn();
        since = agent.clock.now();
      }
      await client.set('fdbControl', { fdbClear: 1 });
    },
    async call(calls) {
      const { error } = await client.call('BatchPost', {
        FuncName: 'test',
        calls: calls.map((params) => ({ method: 'CommonSet', params })),
      });
      return error.code === 0 ? undefined : error.message;
    },
    async pass(seconds, more) {
      for (let second = 0; second < seconds; second += 1) {
        agent.clock.advance(1000);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      return more ? stations.heard() : stations.settled();
    },
    send: (sent, expected) => stations.exchange(sent, expected),
    close: async () => radius?.close(),
  };
}
