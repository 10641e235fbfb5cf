import type { Datapath, DatapathEvents } from '../../datapath/datapath.ts';
import { startTestAgent } from '../agent/test-agent.ts';
import { createOpenVSwitchHarness } from '../openvswitch/harness.ts';
import { agentSubject, type ClosableSubject } from './agent-subject.ts';
import { padded } from './oracle.ts';
import { addressAt } from './packet.ts';
import { PORTS } from './pools.ts';

/** What the sockets of stations send at most. */
const LONGEST = 9200;

/** An agent, its clock driven, on a private Open vSwitch with a raw station at each port. */
export async function startOpenVSwitchSubject(): Promise<ClosableSubject> {
  let events: DatapathEvents | undefined;
  const harness = await createOpenVSwitchHarness(() => events);
  const { datapath } = harness;
  const started = {
    facts: datapath.facts,
    async start(given: DatapathEvents) {
      events = given;
    },
    async stop() {
      events = undefined;
    },
  };
  // The driver runs already.
  const forwards = new Proxy(datapath, {
    get(target, name) {
      const own: unknown = Reflect.get(started, name);
      const value: unknown = own ?? Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(own ? started : target) : value;
    },
  }) as Datapath;
  const agent = await startTestAgent({ datapath: forwards });
  const heard = new Map<string, number>();
  const passed = async (quiet?: number) => {
    const { left } = await harness.collect({ left: 0, punted: 0, ...(quiet !== undefined && { quiet }) });
    return left.map(({ port, frame }) => ({ port, octets: frame }));
  };
  const subject = await agentSubject('Open vSwitch', agent, PORTS.length, {
    async settled() {
      await harness.settled();
      heard.clear();
      return passed();
    },
    heard: () => passed(0),
    async exchange({ port, octets }, expected) {
      if (octets.length > LONGEST) return [];
      const source = addressAt(octets, 6);
      // A station that is back where it was within milliseconds is taught by a cached decision, which comes late.
      if ((heard.get(source) ?? port) !== port) await harness.settled();
      heard.set(source, port);
      await harness.send(port, octets);
      const { left } = await harness.collect({ left: expected, punted: 0, quiet: 0 });
      return left.map(({ port: at, frame }) => ({ port: at, octets: padded(frame) }));
    },
  });
  return {
    ...subject,
    cannot: { dropEligible: true, snap: true },
    // Its frames take their time while the clock is driven: a partner that is heard late is one that fell silent.
    hasNeighbors: false,
    async close() {
      await agent.close();
      await harness.close();
      await subject.close();
    },
  };
}
