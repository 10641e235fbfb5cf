// @long-running
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SwitchAction, SwitchStanding } from '../../fleet/switches/objects.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { PASSWORD } from '../agent/test-agent.ts';
import { answered as awaited, consoleThrough, joinFleet, passes as letPass, type Member } from './members.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

vi.setConfig({ testTimeout: 120_000 });

let fleet: TestFleet;

let members: Member[];

beforeEach(async () => {
  members = [];
  fleet = await startTestFleet();
});

afterEach(async () => {
  await Promise.all(members.map(({ agent }) => agent.close()));
  await fleet.close();
});

const passes = (holds: () => Promise<unknown>, wanted: unknown) => letPass(members, holds, wanted);

const answered = <Answer>(answer: Promise<Answer>) => awaited(members, answer);

const rowOf = async (serial: string) => {
  const rows = await fleet.client.read('fleetSwitchEntry', { fleetSwitchSerial: serial });
  return Array.isArray(rows) ? rows[0] : undefined;
};

const standsAs = (member: Member, fleetSwitchStanding: number) =>
  passes(() => rowOf(member.serial), expect.objectContaining({ fleetSwitchStanding }));

/** A switch whose configuration the cloud knows. */
async function join(way: 'code' | 'account'): Promise<Member> {
  const member = await joinFleet(fleet, { way });
  members.push(member);
  // What it has is what is wanted of it to begin with.
  await standsAs(member, SwitchStanding.asWanted);
  return member;
}

describe('two switches, claimed by code and by account', () => {
  it('are read, renamed and given VLANs through their own pages, and stay as they are wanted', async () => {
    const [one, other] = [await join('code'), await join('account')];
    const before = Object(await rowOf(one.serial)).fleetSwitchWanted;
    expect(await one.afar.read('system')).toMatchObject({ sysName: '' });
    const renamed = await answered(one.afar.set('system', { sysName: 'roof' }));
    expect(renamed).toMatchObject({ error: { code: 0 }, result: { sysName: 'roof' } });
    expect(await one.local.read('system')).toMatchObject({ sysName: 'roof' });
    const vlan = { dot1qVlanIndex: 20, dot1qVlanStaticName: 'cameras', RowStatus: 4 };
    expect((await answered(other.afar.set('dot1qVlanStaticEntry', vlan))).error.code).toBe(0);
    expect(await other.local.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 20 })).toMatchObject([
      { dot1qVlanStaticName: 'cameras' },
    ]);
    await passes(
      () => rowOf(one.serial),
      expect.objectContaining({
        fleetSwitchName: 'roof',
        fleetSwitchStanding: SwitchStanding.asWanted,
        fleetSwitchWanted: before + 1,
        fleetSwitchPresent: before + 1,
      }),
    );
    await standsAs(other, SwitchStanding.asWanted);
    const trail = JSON.stringify(await fleet.client.read('fleetAuditEntry'));
    expect(trail).toContain(`Changed switch ${one.serial}: system (revision ${before + 1}).`);
  });
});

describe('a switch of the fleet', () => {
  it('that is changed at the switch shows what, in words, and is made as it is wanted or the other way round', async () => {
    const member = await join('account');
    const differences = () => fleet.client.read('fleetDifferenceEntry', { fleetDifferenceSwitch: member.serial });
    expect(await differences()).toEqual([]);
    expect((await member.local.set('system', { sysLocation: 'cellar' })).error.code).toBe(0);
    await standsAs(member, SwitchStanding.differs);
    const [difference] = (await differences()) as Record<string, string>[];
    const words = Object.values(difference ?? {}).join(' ');
    expect(words).toContain('Location');
    expect(words).toContain('cellar');
    const act = (fleetSwitchAction: number) =>
      fleet.client.set('fleetSwitchEntry', { fleetSwitchSerial: member.serial, fleetSwitchAction });
    expect((await act(SwitchAction.sendAgain)).error.code).toBe(0);
    await standsAs(member, SwitchStanding.asWanted);
    expect(await member.local.read('system')).toMatchObject({ sysLocation: '' });
    await member.local.set('system', { sysLocation: 'attic' });
    await standsAs(member, SwitchStanding.differs);
    expect((await act(SwitchAction.takeOver)).error.code).toBe(0);
    await standsAs(member, SwitchStanding.asWanted);
    expect(await member.local.read('system')).toMatchObject({ sysLocation: 'attic' });
    // It differs from what was safe before, and from nothing else.
    for (const { fleetDifferenceWanted, fleetDifferencePresent } of (await differences()) as Record<string, string>[]) {
      expect(fleetDifferencePresent).toBe(fleetDifferenceWanted);
    }
  });

  it('is not changed where somebody at it has taken control, and by nobody who may only look', async () => {
    const member = await join('account');
    await fleet.client.set('fleetUserEntry', {
      fleetUserName: 'looker',
      fleetUserRole: 2,
      fleetUserPassword: 'lookerPassw0rd',
      RowStatus: 4,
    });
    const looker = fleet.stranger();
    await looker.login('lookerPassw0rd', 'looker');
    const looking = consoleThrough(fleet, member.serial, looker);
    expect(await looking.read('system')).toMatchObject({ sysName: '' });
    expect((await looking.set('system', { sysName: 'mine' })).error.code).toBe(17);
    await member.local.set('sysCloudCtrl', { systemCloudState: 2, systemCloudOwnPassword: PASSWORD });
    expect((await answered(member.afar.set('system', { sysName: 'theirs' }))).error.code).not.toBe(0);
    expect(await member.local.read('system')).toMatchObject({ sysName: '' });
  });

  it('shows its console to who is signed in to the fleet, and nothing of it to others', async () => {
    const member = await join('account');
    const page = async (client: AgentClient) => (await client.get('/')).text();
    expect(await page(member.afar)).toContain('"modelName":"TPE-1021WS"');
    const stranger = new AgentClient(member.afar.origin);
    expect(await page(stranger)).not.toContain('TPE-1021WS');
    expect((await stranger.call('CommonGet', { Template: 'system' })).error.code).toBe(4294967295);
    const nobody = consoleThrough(fleet, 'NOSUCH');
    expect((await nobody.call('CommonGet', { Template: 'system' })).error).toMatchObject({ code: 2 });
    const { status, headers } = await fleet.client.get(`/switch/${member.serial}`);
    expect([status, headers.get('location')]).toEqual([308, `/switch/${member.serial}/`]);
  });
});

describe('two administrators at once', () => {
  it('both have their change, under numbers of their own, and what is wanted is what is there', async () => {
    const member = await join('account');
    const names = { sysName: 'roof', sysLocation: 'attic', sysContact: 'desk' };
    const answers = await answered(
      Promise.all(Object.entries(names).map(([column, value]) => member.afar.set('system', { [column]: value }))),
    );
    expect(answers.map(({ error }) => error.code)).toEqual([0, 0, 0]);
    await standsAs(member, SwitchStanding.asWanted);
    expect(await member.local.read('system')).toMatchObject(names);
    const act = { fleetSwitchSerial: member.serial, fleetSwitchAction: SwitchAction.sendAgain };
    expect((await fleet.client.set('fleetSwitchEntry', act)).error.code).toBe(0);
    await standsAs(member, SwitchStanding.asWanted);
    expect(await member.local.read('system')).toMatchObject(names);
  });
});
