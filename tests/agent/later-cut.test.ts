import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ManagementPath } from '../../datapath/datapath.ts';
import { theDevice } from '../../device/management.ts';
import { managementGuard } from '../../features/save/guard-objects.ts';
import { dhcpSnoopingHandle } from '../../features/security/dhcp-snooping/slots.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import type { AgentClient } from './agent-client.ts';
import { freshCall } from './fresh-call.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from './test-agent.ts';

type Params = Readonly<Record<string, unknown>>;

let agent: TestAgent;
let client: AgentClient;
let factory: Configuration;
let path: ManagementPath | undefined;

beforeAll(async () => {
  agent = await startTestAgent({ locate: () => path });
  client = await agent.signedIn();
  factory = context().configuration();
});

afterAll(() => agent.close());

afterEach(async () => {
  await client.set('managementGuard', { managementGuardTakeBack: 1 });
  await context().change(say('a test'), () => factory);
});

const context = () => agent.running.context;

/** Configures something past the guard. */
async function given(...calls: readonly Params[]): Promise<void> {
  path = undefined;
  for (const { Template, ...values } of calls) await client.set(String(Template), values);
  path = ADMINISTRATOR;
}

async function asks(params: Params): Promise<{ readonly code: number; readonly message?: string }> {
  return (await client.call('CommonSet', params)).error;
}

const bound = (lease: Params) => ({
  Template: 'dhcpSnoopingStaticBindingEntry',
  bindingVlanId: ADMINISTRATOR.vlan,
  bindingMac: ADMINISTRATOR.clientMac,
  bindingIp: '192.0.2.9',
  bindingPort: ADMINISTRATOR.port,
  RowStatus: 4,
  ...lease,
});
const again = ({ RowStatus: _, ...params }: Params) => params;
const inspected = { Template: 'arpInspVlanEntry', arpInspVlanId: 1, arpInspVlanStatus: 1, RowStatus: 4 };
const snooping = { Template: 'dhcpSnoopingConfig', dhcpSnoopingStatus: 1 };
const trusted = { Template: 'dhcpSnoopingPortEntry', dhcpSnoopingPort: 8, dhcpSnoopingPortTrust: 1 };
const snooped = { Template: 'dhcpSnoopingVlanEntry', dhcpSnoopingVlanId: 1, dhcpSnoopingVlanStatus: 1, RowStatus: 4 };
const backup = (dhcpSnoopingBackupDb: number) => ({ Template: 'dhcpSnoopingConfig', dhcpSnoopingBackupDb });

/** The administrator's station got its address from a DHCP server. */
function leases(leaseTime: number): void {
  const { vlan, port, clientMac: mac } = ADMINISTRATOR;
  const expiresAt = agent.clock.now() + leaseTime * 1000;
  context()
    .slots.get(dhcpSnoopingHandle)
    ?.restore([{ vlan, port, mac, address: '192.0.2.9', leaseTime, expiresAt }]);
}

const ARP = 'ARP inspection would drop ARP packets of 02-00-00-00-00-01 at port 1.';
const AT_THE_END = `This change would disconnect the current management session. After all timed state has expired: ${ARP}`;
const AFTER_RESTART = `This change would disconnect the current management session. After a restart: ${ARP}`;
const FINE = { code: 0 };

describe('a change that cuts its own session off only when a binding ends', () => {
  test('has to be forced: inspection while the binding lasts, or an end for the binding while ARP is inspected', async () => {
    await given(bound({ bindingLease: 15 }));
    expect(await asks(inspected)).toMatchObject({ code: 8710, message: AT_THE_END });
    expect(await asks(again(bound({ bindingLease: 4_294_967_295 })))).toMatchObject(FINE);
    expect(await asks(inspected)).toMatchObject(FINE);
    expect(await asks(again(bound({ bindingLease: 15 })))).toMatchObject({ code: 8710, message: AT_THE_END });
  });

  test('is asked about once: whatever follows and cuts nobody off needs no force', async () => {
    await given(bound({ bindingLease: 15 }), inspected);
    expect(await asks({ Template: 'ifEntry', ifIndex: 7, ifAdminStatus: 2 })).toMatchObject(FINE);
  });
});

describe('a confirmed change that cuts its session off later', () => {
  const guard = async () => Object(await freshCall(client, 'CommonGet', { Template: 'managementGuard' })).result;
  const later = async () => wordsOf(JSON.parse((await guard()).managementGuardLater || '{"text":""}'));
  const logged = () =>
    context()
      .log.entries()
      .map(({ message }) => wordsOf(message));
  const ENDS = `After all timed state has expired: ${ARP}`;

  beforeEach(() => given(bound({ bindingLease: 15 })));

  async function confirmed(): Promise<void> {
    expect(await asks({ ...inspected, Force: 1 })).toMatchObject(FINE);
    await expect.poll(guard).toMatchObject({ managementGuardState: 1 });
  }

  test('says so when it is confirmed, as long as it is to be expected, and when it has come', async () => {
    await confirmed();
    expect(await later()).toBe(ENDS);
    expect(logged()).toContainEqual(
      `The change forced by admin was confirmed and works now, but disconnects its session later. ${ENDS}`,
    );
    agent.clock.advance(15_000);
    await expect.poll(logged).toContainEqual(expect.stringMatching(/^Static bindings have expired/));
    agent.clock.advance(15_000);
    const cut = `The change forced by admin disconnects station 02-00-00-00-00-01 now. ${ARP}`;
    await expect.poll(logged).toContainEqual(cut);
    expect(await later()).toBe('');
    agent.clock.advance(15_000);
    expect(logged().filter((words) => words === cut)).toHaveLength(1);
  });

  test('says once that it has come, though two changes were forced that come to it', async () => {
    await confirmed();
    expect(await asks(again(bound({ bindingLease: 4_294_967_295 })))).toMatchObject(FINE);
    expect(await asks({ ...again(bound({ bindingLease: 15 })), Force: 1 })).toMatchObject(FINE);
    await expect.poll(guard).toMatchObject({ managementGuardState: 1 });
    const cuts = () => logged().filter((words) => words.includes('disconnects station')).length;
    const [before, said] = [cuts(), logged().length];
    agent.clock.advance(15_000);
    // The binding's end is announced.
    await expect.poll(() => logged().length).toBeGreaterThan(said);
    agent.clock.advance(15_000);
    await expect.poll(cuts).toBeGreaterThan(before);
    agent.clock.advance(15_000);
    expect(cuts()).toBe(before + 1);
  });

  test('says nothing any more once it is taken back, or something mends it', async () => {
    await confirmed();
    await client.set('managementGuard', { managementGuardTakeBack: 1 });
    expect(await later()).toBe('');
    await confirmed();
    expect(await later()).toBe(ENDS);
    expect(await asks(again(bound({ bindingLease: 4_294_967_295 })))).toMatchObject(FINE);
    agent.clock.advance(15_000);
    expect(await later()).toBe('');
  });
});

describe('a change that cuts its own session off only after a restart', () => {
  test('has to be forced where nothing keeps what was learned of its station', async () => {
    await given(snooping, trusted, snooped);
    leases(3600);
    expect(await asks(inspected)).toMatchObject({ code: 8710, message: AFTER_RESTART });
    expect(await asks(backup(1))).toMatchObject(FINE);
    expect(await asks(inspected)).toMatchObject(FINE);
    expect(await asks(backup(2))).toMatchObject({ code: 8710, message: AFTER_RESTART });
  });

  test('has to be forced where the copy on flash may have ended before it is replaced', async () => {
    await given(snooping, trusted, snooped, backup(1));
    leases(3600);
    expect(await asks({ Template: 'dhcpSnoopingConfig', dhcpSnoopingDbInterval: 7200 })).toMatchObject(FINE);
    expect(await asks(inspected)).toMatchObject({ code: 8710, message: AFTER_RESTART });
  });
});

test('a restart is asked about that loses what its session needs', async () => {
  await given(snooping, trusted, snooped);
  leases(3600);
  expect(await asks({ ...inspected, Force: 1 })).toMatchObject(FINE);
  const read = () => freshCall(client, 'CommonGet', { Template: 'managementGuard' });
  await expect.poll(read).toMatchObject({ result: { managementGuardState: 1 } });
  await context().flash.write(context().configuration(), 'test');
  const restart = () => context().restartAsSaved(request(false));
  const request = (forced: boolean) => ({
    kind: 'set' as const,
    object: managementGuard,
    values: {},
    forced,
    caller: {
      ...theDevice,
      connection: { localAddress: '127.0.0.1', localPort: 80, remoteAddress: '127.0.0.1', service: 'http' as const },
    },
  });
  await expect(restart()).rejects.toMatchObject({ code: 8710, message: AFTER_RESTART });
  await context().restartAsSaved(request(true));
  path = undefined;
  await restart();
});

test('a change that cuts its own session off between one end and another has to be forced', async () => {
  const rule = (aclProfileId: number, values: Params) => ({
    Template: 'aclRuleEntry',
    aclProfileId,
    aclRuleId: 1,
    aclRulePorts: '1',
    RowStatus: 4,
    ...values,
  });
  await given(
    { Template: 'aclProfileEntry', aclProfileId: 1, aclProfileSrcMacMask: 'FF-FF-FF-FF-FF-FF', RowStatus: 4 },
    { Template: 'aclProfileEntry', aclProfileId: 2, aclProfileVlanMask: 'FFF', RowStatus: 4 },
  );
  const passes = (aclRuleTimeout: number) =>
    rule(1, { aclRuleAction: 1, aclRuleSrcMac: ADMINISTRATOR.clientMac, aclRuleTimeout });
  const stops = rule(2, { aclRuleAction: 2, aclRuleVlan: 1, aclRuleTimeout: 600 });
  expect(await asks(passes(10))).toMatchObject(FINE);
  const message = expect.stringContaining('While timed state expires: Rule 1 of profile 2 would drop');
  expect(await asks(stops)).toMatchObject({ code: 8710, message });
  expect(await asks(again(passes(0)))).toMatchObject(FINE);
  expect(await asks(stops)).toMatchObject(FINE);
  expect(await asks(again(passes(700)))).toMatchObject({ code: 8710, message });
});
