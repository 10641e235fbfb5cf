// @long-running
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Random, seededRandom } from '../../datapath/virtual/scenario/random.ts';
import type { Cable } from '../../datapath/virtual/virtual-datapath.ts';
import { type Caller, type Request, theDevice } from '../../device/management.ts';
import { Refusal } from '../../device/refusal.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildArp, parseArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { buildIp, parseIp } from '../../protocols/frames/ip.ts';
import { IpProtocol } from '../../protocols/frames/ipv4.ts';
import { buildTcp, parseTcp } from '../../protocols/frames/tcp.ts';
import { seed } from '../../protocols/random-frames.ts';
import { configuredObjects } from './full-configuration.ts';
import { CLIENT, pick, SWITCH, someRequest } from './random-requests.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from './test-agent.ts';

/**
 * Random changes of everything that can be configured, one upon the other, as an administrator at port 1 makes them. Whatever the guard
 * takes without a question must leave him an answer: by the frames of his station, which know nothing of the guard.
 */

/** `FACEPLATE_STEPS` sets another number: 300 and more find what is rare. */
const STEPS = Number(process.env.FACEPLATE_STEPS ?? 150);
/** Changes upon one another before the next walk begins. */
const WALK = 30;
const PORT = 80;

let agent: TestAgent;
let cable: Cable;
let answers: Uint8Array[] = [];
let delivered: Configuration;

const context = () => agent.running.context;

const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;

/** The administrator's station and some others. */
function plugIn(): void {
  cable = agent.attach(ADMINISTRATOR.port, { ability, receive: (frame) => answers.push(frame) });
  for (const port of [2, 4]) agent.attach(port, { ability, receive() {} });
}

const administrator: Caller = {
  access: 'web',
  user: 'admin',
  session: undefined,
  isProved: true,
  remoteAddress: CLIENT,
  connection: { localAddress: SWITCH, localPort: PORT, remoteAddress: CLIENT, service: 'http' },
};

const send = (destination: string, etherType: number, payload: Uint8Array) =>
  cable.send(padFrame(buildEthernet({ destination, source: ADMINISTRATOR.clientMac, etherType, payload })));

/** Whether the switch answers the station: its question for the address, and a new connection. */
function isAnswered(): boolean {
  answers = [];
  send(
    BROADCAST_MAC,
    EtherType.arp,
    buildArp({
      operation: 'request',
      senderMac: ADMINISTRATOR.clientMac,
      senderAddress: CLIENT,
      targetMac: '00-00-00-00-00-00',
      targetAddress: SWITCH,
    }),
  );
  agent.clock.advance(1_000);
  const arp = answers.flatMap((frame) => {
    const read = parseEthernet(frame);
    const said = read?.etherType === EtherType.arp ? parseArp(read.payload) : undefined;
    return said?.operation === 'reply' && said.senderAddress === SWITCH ? [said.senderMac] : [];
  });
  const [mac] = arp;
  if (mac === undefined) return false;
  answers = [];
  const segment = {
    ...{
      sourcePort: 50_000,
      destinationPort: PORT,
      sequence: 1,
      acknowledgment: 0,
      window: 1_000,
      maximumSegment: undefined,
    },
    ...{ syn: true, ack: false, fin: false, reset: false, push: false, content: new Uint8Array() },
  };
  const packet = buildIp({
    source: CLIENT,
    destination: SWITCH,
    protocol: IpProtocol.tcp,
    payload: buildTcp(segment, CLIENT, SWITCH),
    timeToLive: 64,
    dscp: 0,
  });
  send(mac, packet.etherType, packet.payload);
  agent.clock.advance(1_000);
  return answers.some((frame) => {
    const read = parseEthernet(frame);
    const ip = read?.etherType === EtherType.ipv4 ? parseIp(read.etherType, read.payload) : undefined;
    return ip?.source === SWITCH && parseTcp(ip.payload, ip.source, ip.destination) !== undefined;
  });
}

/** A switch with something of everything that another setting may refer to. */
async function prepare(): Promise<Configuration> {
  const row = (name: string, values: Values): Request => {
    const object = configuredObjects.find((one) => one.name === name);
    if (!object) throw new Error(name);
    const fields = object.fields as Record<string, Field>;
    const read = Object.entries(values).map(([column, value]) => {
      const reading = fields[column]?.read(value);
      return [column, reading?.ok ? reading.value : value];
    });
    const kind = object.shape === 'table' ? 'create' : 'set';
    return { kind, object, values: Object.fromEntries(read) };
  };
  await context().management.perform(
    [
      row('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1-4' }),
      row('aclProfileEntry', { aclProfileId: 1, aclProfileSrcMacMask: 'FF-FF-FF-FF-FF-FF' }),
      row('aclProfileEntry', { aclProfileId: 2, aclProfileSrcMacMask: '01-00-00-00-00-00' }),
      row('timeRangeEntry', { timeRangeName: '1' }),
      row('dialInUserEntry', { dialInUserName: 'ann', dialInUserPassword: 'hello there' }),
      row('dot1xExtConfig', { dot1xAuthMethod: 2 }),
      row('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 }),
      row('dhcpSnoopingConfig', { dhcpSnoopingStatus: 1 }),
      row('dhcpSnoopingStaticBindingEntry', {
        ...{ bindingVlanId: 1, bindingMac: ADMINISTRATOR.clientMac, bindingIp: CLIENT, bindingPort: 1 },
        bindingLease: 900,
      }),
    ],
    theDevice,
  );
  return context().configuration();
}

async function begin(directory?: string): Promise<void> {
  agent = await startTestAgent({ locate: () => ADMINISTRATOR, ...(directory !== undefined && { directory }) });
  plugIn();
  agent.clock.advance(60_000);
}

beforeAll(async () => {
  await begin();
  delivered = await prepare();
}, 60_000);

afterAll(() => agent.close());

const told = ({ kind, object, values }: Request) =>
  `${kind} ${object.name} ${JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))}`;

/** Most changes are of what may stop frames. */
const stopping = configuredObjects.filter(({ page = '' }) =>
  /^\/(Network\/(VLAN|MacVlan|MACVLAN|ProtocolVLAN|SpanningTree|Trunk|Static|PhysicalInterface|Loop|PrivateVLAN|VoiceVLAN)|Security)/i.test(
    page,
  ),
);

/** What stops frames once something else has ended: bindings, leases, rules. */
const ending = stopping.filter(({ name }) => /^(arpInsp|dhcpSnooping|aclRule)/.test(name));

function someObject(random: Random): ObjectDeclaration {
  const dice = random();
  return pick(dice < 0.3 ? ending : dice < 0.8 ? stopping : configuredObjects, random);
}

/** Saves what is in force and starts the switch again. */
async function restart(): Promise<void> {
  await context().flash.write(context().configuration(), 'test');
  await agent.stop();
  await begin(agent.directory);
}

test('whatever the guard takes without a question leaves the administrator an answer: at once, later and after a restart', async () => {
  const random = seededRandom(seed);
  const count = { taken: 0, asked: 0 };
  for (let walk = 0; walk * WALK < STEPS; walk += 1) {
    const taken: string[] = [];
    const answered = (when: string) =>
      expect(isAnswered(), `${when}, FACEPLATE_SEED=${seed}, walk ${walk}:\n${taken.join('\n')}`).toBe(true);
    await context().change(say('a test'), () => delivered);
    agent.clock.advance(60_000);
    answered('at the beginning');
    for (let step = 0; step < WALK; step += 1) {
      const request = someRequest(someObject(random), context().configuration(), random);
      try {
        await context().management.perform([request], administrator);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === ErrorCode.managementLoss) count.asked += 1;
        continue;
      }
      count.taken += 1;
      taken.push(told(request));
      answered('at once');
      agent.clock.advance(45_000);
      answered('later');
    }
    agent.clock.advance(700_000);
    answered('at the end of what ends');
    await restart();
    answered('after a restart');
  }
  console.log(`${count.taken} changes taken, ${count.asked} asked about, FACEPLATE_SEED=${seed}`);
  expect(count.taken).toBeGreaterThan(STEPS / 4);
  expect(count.asked).toBeGreaterThan(0);
}, 600_000);
