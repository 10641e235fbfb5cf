import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import type { Cable } from '../../datapath/virtual/virtual-datapath.ts';
import { englishOf } from '../../device/log/log.ts';
import { backupFile } from '../../features/tools/config-backup-restore/device-backup.ts';
import { checkRestore } from '../../features/tools/config-backup-restore/device-restore.ts';
import type { Field } from '../../model/schema/field.ts';
import { hasConfiguration, type ObjectDeclaration } from '../../model/schema/object.ts';
import type { Value } from '../../model/wire/call.ts';
import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { AttributeEvent, buildGvrp } from '../../protocols/gvrp/pdu.ts';
import { buildLacpdu } from '../../protocols/lacp/lacpdu.ts';
import { neighbourFrame } from '../../protocols/lldp/testing.ts';
import { igmp, mld } from '../../protocols/multicast-snooping/family.ts';
import { seed } from '../../protocols/random-frames.ts';
import { buildBpduFrame } from '../../protocols/spanning-tree/bpdu-frame.ts';
import type { AgentClient, WireAnswer } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

/** Batches tried; a long run asks for more. */
const BATCHES = Number(process.env.FACEPLATE_BATCHES ?? 150);
const BATCHES_OF_A_RUN = 30;

/** The objects of the pages below Network that something can be set in. */
const objects = features
  .flatMap((feature) => feature.objects)
  .filter(({ page }) => page?.startsWith('/Network/'))
  .filter(hasConfiguration);

/** Few values, so that the settings of different pages meet: the same ports, trunks, VLANs and addresses again and again. */
function valuesOf(field: Field): fc.Arbitrary<Value> {
  const { min, max, choices, fixed = [] } = field.limits;
  if (choices) return fc.constantFrom(...choices.map(({ value }) => value));
  switch (field.kind) {
    case 'portList':
      return fc.constantFrom('', '', '1', '1-2', '2-3', '3-4', '4-6', '1-4', '7,9', '9-10', '1-10', '5001', '11', '64');
    case 'vlanList':
      return fc.constantFrom('', '1', '10', '20', '10,20', '1-30', '4094');
    case 'vlanId':
      return fc.constantFrom(1, 2, 10, 10, 20, 20, 4094);
    case 'port':
      return fc.constantFrom(0, 1, 2, 3, 4, 5, 9, 5001, 5002, 5008);
    case 'mac':
      return fc.constantFrom(
        '00-00-5E-00-53-01',
        '00-E0-BB-00-00-00',
        '01-00-5E-01-02-03',
        '33-33-00-00-00-16',
        'FF-FF-FF-FF-FF-FF',
        '01-80-C2-00-00-00',
        '02-00-00-00-00-01',
      );
    case 'hex':
      return fc.constantFrom('08-00', '0800', '08-06', '86-DD', 'AA', 'F0');
    case 'text':
      return fc.constantFrom('', 'a', 'office', 'x'.repeat(33), '<b>');
    default:
      break;
  }
  if (min === undefined || max === undefined) return fc.constantFrom(field.default, 1, 2, 0, '');
  const few = [min, min + 1, min + 2, Number(field.default), max, ...fixed, 1, 2, 3, 4, 5, 10, 20, 4096];
  const within = few.filter((value) => value >= min && value <= max);
  return fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom<Value>(...within) },
    fc.constantFrom<Value>(min - 1, max + 1, '', 'x'),
  );
}

interface Step {
  readonly method: 'CommonSet' | 'CommonDelAll';
  readonly params: { readonly Template: string } & Readonly<Record<string, Value>>;
}

function callsOf(object: ObjectDeclaration): fc.Arbitrary<Step> {
  const settable = Object.entries(object.fields).filter(([name, { access }]) => {
    return access !== 'ro' && access !== 'action' && !(object.shape === 'table' && name in object.index);
  });
  // A table may have nothing but its index.
  const columns: fc.Arbitrary<Record<string, Value>> =
    settable.length === 0
      ? fc.constant({})
      : fc
          .array(fc.oneof(...settable.map(([name, field]) => fc.tuple(fc.constant(name), valuesOf(field)))), {
            minLength: 1,
            maxLength: 3,
          })
          .map(Object.fromEntries<Value>);
  if (object.shape === 'group') {
    return columns.map((values) => ({ method: 'CommonSet', params: { Template: object.name, ...values } }));
  }
  const index = fc.record(
    Object.fromEntries(Object.entries(object.index).map(([name, field]) => [name, valuesOf(field)])),
  );
  const status = object.rows.fixed ? fc.constant(undefined) : fc.constantFrom(undefined, 4, 4, 4, 6);
  const set = fc.tuple(index, columns, status).map(
    ([row, values, RowStatus]): Step => ({
      method: 'CommonSet',
      params: { Template: object.name, ...(RowStatus === 6 ? {} : values), ...row, ...(RowStatus && { RowStatus }) },
    }),
  );
  const clear: Step = { method: 'CommonDelAll', params: { Template: object.name } };
  return object.rows.fixed
    ? set
    : fc.oneof({ weight: 12, arbitrary: set }, { weight: 1, arbitrary: fc.constant(clear) });
}

const neighbour = '02-00-00-00-00-0B';

/** Frames of neighbors, so that engines have something to do with the settings: they are random, too. */
const frames: readonly Uint8Array[] = [
  buildLacpdu(
    neighbour,
    { systemPriority: 1, system: neighbour, key: 1, portPriority: 1, port: 1, state: 0x3f },
    { systemPriority: 32_768, system: '02-00-00-00-00-01', key: 1, portPriority: 32_768, port: 1, state: 0x3f },
  ),
  neighbourFrame('neighbour'),
  ...buildGvrp(
    neighbour,
    [10, 20, 30].map((vlan) => ({ event: AttributeEvent.joinIn, vlan })),
  ),
  ...buildGvrp(
    neighbour,
    [10, 20, 30].map((vlan) => ({ event: AttributeEvent.leaveEmpty, vlan })),
  ),
  padFrame(igmp.build({ kind: 'report', version: 2, group: '239.1.2.3' }, { mac: neighbour, address: '192.0.2.7' })),
  mld.build({ kind: 'report', version: 1, group: 'ff1e::1' }, { mac: neighbour, address: 'fe80::7' }),
  buildBpduFrame(neighbour, { kind: 'notification' }),
  ...['00-E0-BB-00-00-01', neighbour].map((source) =>
    buildEthernet({
      destination: 'FF-FF-FF-FF-FF-FF',
      source,
      etherType: EtherType.experimental,
      payload: new Uint8Array(60),
    }),
  ),
];

const call: fc.Arbitrary<Step> = fc.oneof(...objects.map(callsOf));
const batch = fc.record({
  calls: fc.array(call, { minLength: 1, maxLength: 5 }),
  heard: fc.array(fc.record({ port: fc.constantFrom(1, 2, 3, 4, 5, 6), frame: fc.constantFrom(...frames) }), {
    maxLength: 4,
  }),
  link: fc.option(fc.record({ port: fc.constantFrom(1, 2, 3, 4, 5, 6), link: fc.constantFrom('up', 'down') }), {
    freq: 4,
  }),
  seconds: fc.constantFrom(0, 0, 0, 1, 4, 40),
});

let agent: TestAgent;
let client: AgentClient;
/** The settings of a switch that was never configured. */
let untouched = '';
const cables = new Map<number, Cable>();
/** What left by port 6 and comes back by port 5: a loop, unless something closes it. */
const looped: Uint8Array[] = [];

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  untouched = settings();
  const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;
  for (const port of [1, 2, 3, 4, 5, 6]) {
    const receive = (frame: Uint8Array) => void (port === 6 && looped.push(frame.slice()));
    cables.set(port, agent.attach(port, { ability, receive }));
  }
});

afterAll(() => agent.close());

/** A call past HTTP, so that thousands are quick. */
async function send(method: string, params: object): Promise<WireAnswer> {
  const cookie = client.cookie.split('=')[1];
  const arrival = { localAddress: '127.0.0.1', localPort: 1, remoteAddress: '127.0.0.1', secure: false, epoch: 0 };
  const rpc = JSON.stringify({ method, id: 0, params });
  const { text } = await agent.running.backend.call({ gambit: client.gambit, cookie, rpc, arrival });
  return JSON.parse(text);
}

const together = (calls: readonly Step[], more: object = {}) => send('BatchPost', { FuncName: 'test', calls, ...more });

/** What of the configuration these pages set. */
function settings(): string {
  const configuration = agent.running.context.configuration();
  return JSON.stringify(
    objects.map((object) =>
      object.shape === 'group' ? configuration.group(object) : [object.name, ...configuration.rows(object)],
    ),
  );
}

/** A backup holds all of it: restoring it at once would change nothing. */
async function expectBackupIsWhole(): Promise<void> {
  const { context } = agent.running;
  const { lines } = await backupFile(context, {});
  const choices = { mode: 'replace', keepAddress: false, passphrase: '' } as const;
  const { report } = await checkRestore(context, [new TextEncoder().encode([...lines()].join(''))], choices);
  expect(report.changes).toEqual([]);
}

/** Log messages about failed services and calls that could not be carried out. */
function troubleSince(sequence: number): string[] {
  const entries = agent.running.context.log.entries().filter((entry) => entry.sequence > sequence);
  return entries.map(englishOf).filter((text) => /failed|could not|undefined|NaN/.test(text));
}

describe(`settings of every page of Network at once (FACEPLATE_SEED=${seed})`, () => {
  test('are taken whole or not at all, with a sentence, and no service fails by them', async () => {
    let [taken, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(batch, { minLength: BATCHES_OF_A_RUN, maxLength: BATCHES_OF_A_RUN }),
        async (course) => {
          const { context } = agent.running;
          const since = context.log.entries()[0]?.sequence ?? 0;
          for (const { calls, heard, link, seconds } of course) {
            const before = context.configuration();
            const trial = await together(calls, { DryRun: 1 });
            expect(context.configuration()).toBe(before);
            const { error } = await together(calls);
            expect(trial.error).toEqual(error);
            if (error.code === 0) taken += 1;
            else {
              refused += 1;
              expect(context.configuration()).toBe(before);
              expect(error.message).toMatch(/^\S.{3,300}$/s);
              expect(error.message).not.toMatch(/undefined|NaN|\[object|\{\{|TypeError/);
            }
            expect(await context.problemsOf(context.configuration())).toEqual([]);
            for (const { port, frame } of heard) cables.get(port)?.send(frame);
            for (const frame of looped.splice(0).slice(0, 20)) cables.get(5)?.send(frame);
            if (link) cables.get(link.port)?.setLink(link.link);
            agent.clock.advance(seconds * 1000);
            await new Promise<void>((resolve) => setImmediate(resolve));
          }
          expect(troubleSince(since)).toEqual([]);
          await expectBackupIsWhole();
        },
      ),
      { numRuns: Math.ceil(BATCHES / BATCHES_OF_A_RUN), seed },
    );
    // Both happen often enough to be worth looking at.
    expect(Math.min(taken, refused)).toBeGreaterThan(BATCHES / 10);
  });

  test('are the same after a restart', async () => {
    const before = settings();
    const { error } = await send('CommonSet', { Template: 'sysConfig', configOperConfigID: 1, configOper: 3 });
    expect(error.code).toBe(0);
    await agent.running.context.flash.settled();
    await agent.stop();
    agent = await startTestAgent({ directory: agent.directory });
    expect(settings()).toBe(before);
    expect(troubleSince(0)).toEqual([]);
  });

  test('are those of a new switch after a reset', async () => {
    client = await agent.signedIn();
    expect((await send('CommonSet', { Template: 'sysRebootCtrl', rebootType: 4 })).error.code).toBe(0);
    await agent.running.context.flash.settled();
    await agent.stop();
    agent = await startTestAgent({ directory: agent.directory });
    expect(settings()).toBe(untouched);
  });
});
