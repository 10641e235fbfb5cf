import { describe, expect, test } from 'vitest';
import { type Message, wordsOf } from '../../model/values/message.ts';
import { firstPorts } from '../../model/values/port-list.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { SOME_MOMENT } from '../../protocols/some-moment.ts';
import { type AccessAddress, accessKey } from '../access-plan.ts';
import type { AccessContribution, Contribution } from '../contribution.ts';
import { type Operation, operation } from '../feature.ts';
import type { Caller, FromAfar, Request } from '../management.ts';
import { Refusal } from '../refusal.ts';
import { beginTransactions, settings, settled } from './testing.ts';

const address: AccessAddress = { vlan: 1, address: '192.0.2.1', prefix: 24, leased: false };
const connection = { localAddress: '192.0.2.1', localPort: 443, remoteAddress: '192.0.2.9', service: 'https' } as const;
const path = { port: 2, vlan: 1, clientMac: '02-00-00-00-00-09' };
const admin: Caller = { access: 'web', user: 'admin', session: 's1', remoteAddress: '192.0.2.9', connection };
const owner: Caller = {
  access: 'cloud',
  user: 'owner',
  session: undefined,
  remoteAddress: undefined,
  connection: undefined,
};
const level = (value: number): Request => ({ kind: 'set', object: settings, values: { level: value } });

/** Four ports in VLAN 1, where the switch has its address; that of `silent` is disabled. */
const plan: Contribution = {
  reads: [settings],
  compile(configuration) {
    const { silent } = configuration.group(settings);
    const members = firstPorts(4);
    const { vlan, prefix } = address;
    return {
      ports: new Map(silent > 0 ? [[silent, { admin: false }]] : []),
      vlans: new Map([[vlan, { members, untagged: members }]]),
      interfaces: new Map([
        [
          vlan,
          {
            vlan,
            name: 'vlan1',
            enabled: true,
            mac: '02-00-00-00-00-01',
            addresses: [{ address: address.address, prefix }],
            dhcpClient: false,
          },
        ],
      ]),
    };
  },
};
const access: AccessContribution = {
  reads: [settings],
  compile: () => ({ addresses: new Map([[accessKey(1, address.address), address]]) }),
};

async function begin(operations: readonly Operation[] = []) {
  const begun = await beginTransactions({ contributions: [plan], accessContributions: [access], operations });
  begun.datapath.path = path;
  const ended: string[] = [];
  const fromAfar = (change = 'change-1', time = 120_000): FromAfar => ({
    change,
    time,
    returned: (who: Message | undefined) => void ended.push(who ? wordsOf(who) : 'timed out'),
  });
  const present = () => begun.transactions.configuration.group(settings).level;
  const confirmsLocally = () => begun.guard.confirm({ connection, path, fresh: true }, begun.transactions.outlook);
  return { ...begun, ended, fromAfar, present, confirmsLocally };
}

describe('a change from afar', () => {
  test('is on flash with its name before it is applied, and waits, whatever it changes', async () => {
    const { transactions, datapath, onFlash, fromAfar, guard, present, clock } = await begin();
    clock.advance(5_000);
    const seen: unknown[] = [];
    datapath.gate = async () => void seen.push(onFlash.change?.proof.change);
    const silence: Request = { kind: 'set', object: settings, values: { silent: 3 } };
    await transactions.perform([silence, level(5)], owner, { fromAfar: fromAfar() });
    expect(seen).toEqual(['change-1']);
    expect(onFlash.change).toMatchObject({
      deadline: SOME_MOMENT + 125_000,
      former: { objects: { settings: { level: 1 } } },
    });
    expect(present()).toBe(5);
    expect(guard.provisional()).toMatchObject({ change: 'change-1', secondsLeft: 120, user: 'owner (cloud)' });
    expect(transactions.isUnconfirmed).toBe(true);
  });

  test('is kept where the cloud says its name, and is the startup configuration then', async () => {
    const { transactions, clock, onFlash, fromAfar, guard, ended, present, keptConfigurations } = await begin();
    await transactions.perform([level(5)], owner, { fromAfar: fromAfar() });
    expect(await guard.confirmFromAfar('change-1')).toBe(true);
    expect(keptConfigurations).toEqual([transactions.configuration]);
    expect(ended).toEqual([]);
    expect(onFlash.change).toBeUndefined();
    clock.advance(200_000);
    await settled();
    expect(present()).toBe(5);
    expect(guard.provisional()).toBeUndefined();
    expect(guard.secondsToTakeBack()).toBe(0);
  });

  test('is kept by nobody else and by no other name', async () => {
    const { transactions, fromAfar, guard, confirmsLocally, keptConfigurations } = await begin();
    await transactions.perform([level(5)], owner, { fromAfar: fromAfar() });
    expect(await confirmsLocally()).toBe(false);
    expect(await guard.confirmFromAfar('change-2')).toBe(false);
    expect(guard.provisional()).toBeDefined();
    expect(keptConfigurations).toEqual([]);
  });

  test.each([30_000, 120_000, 3_600_000])('comes back after %d ms without that', async (time) => {
    const { transactions, clock, onFlash, fromAfar, ended, present, messages, guard } = await begin();
    await transactions.perform([level(5)], owner, { fromAfar: fromAfar('change-1', time) });
    clock.advance(time - 1);
    await settled();
    expect(present()).toBe(5);
    clock.advance(1);
    await expect.poll(() => ended).toEqual(['timed out']);
    expect(present()).toBe(1);
    expect(onFlash.change).toBeUndefined();
    expect(messages()[0]).toBe(
      'The cloud did not confirm its change in time; the former configuration is in force again.',
    );
    expect(await guard.confirmFromAfar('change-1')).toBe(false);
  });

  test('that the datapath refuses leaves nothing behind', async () => {
    const { transactions, datapath, onFlash, fromAfar, guard, present } = await begin();
    datapath.gate = () => Promise.reject(new Error('No room.'));
    const silence: Request = { kind: 'set', object: settings, values: { silent: 3 } };
    await expect(transactions.perform([silence], owner, { fromAfar: fromAfar() })).rejects.toThrow('No room.');
    expect(onFlash.change).toBeUndefined();
    expect(guard.provisional()).toBeUndefined();
    expect(present()).toBe(1);
  });

  test('is none where nothing of the configuration changes', async () => {
    const { transactions, onFlash, fromAfar, guard } = await begin();
    const go: Request = { kind: 'set', object: settings, values: { go: 1 } };
    await transactions.perform([go, level(1)], owner, { fromAfar: fromAfar() });
    expect(await transactions.changeFromAfar((same) => same, owner, fromAfar())).toBe(false);
    expect(guard.provisional()).toBeUndefined();
    expect(onFlash.change).toBeUndefined();
  });

  test('of a whole configuration is checked, and waits likewise', async () => {
    const { transactions, fromAfar, guard, onFlash, present } = await begin();
    const silent = (port: number) =>
      transactions.changeFromAfar((now) => now.withGroup(settings, { silent: port, level: 7 }), owner, fromAfar());
    await expect(silent(9)).rejects.toBeInstanceOf(Refusal);
    expect(guard.provisional()).toBeUndefined();
    expect(await silent(2)).toBe(true);
    expect(onFlash.change?.proof.change).toBe('change-1');
    expect(await guard.confirmFromAfar('change-1')).toBe(true);
    expect(present()).toBe(7);
  });
});

describe('two administrators', () => {
  const busy = { code: ErrorCode.resourceUnavailable, message: expect.stringContaining('waiting for confirmation') };

  test('neither build on what the other one has not confirmed', async () => {
    const { transactions, fromAfar, guard, confirmsLocally, present } = await begin();
    await transactions.perform([level(5)], owner, { fromAfar: fromAfar() });
    await expect(transactions.perform([level(6)], admin)).rejects.toMatchObject(busy);
    await guard.confirmFromAfar('change-1');
    const silence: Request = { kind: 'set', object: settings, values: { silent: 2 } };
    await transactions.perform([silence], admin, { force: true });
    await expect(transactions.perform([level(7)], owner, { fromAfar: fromAfar('change-2') })).rejects.toMatchObject(
      busy,
    );
    // Changes forced at the switch do not concern the cloud.
    expect(await guard.confirmFromAfar('change-2')).toBe(false);
    expect(await confirmsLocally()).toBe(true);
    expect(present()).toBe(5);
  });

  test('may have different minds: whoever sits at the switch takes the change back', async () => {
    const { transactions, fromAfar, guard, ended, present } = await begin();
    await transactions.perform([level(5)], owner, { fromAfar: fromAfar() });
    expect(await guard.takeBack({ who: { text: 'admin' } })).toBe(true);
    expect(ended).toEqual(['admin']);
    expect(present()).toBe(1);
    expect(transactions.isUnconfirmed).toBe(false);
  });

  test('take control by what says so: what waits goes first, unless it is refused itself', async () => {
    let refuses = true;
    const control = operation(settings, {
      takesControl: ({ go }) => go === 9,
      async prepare(_context, { values }) {
        if (refuses) throw new Refusal(ErrorCode.wrongValue, { text: 'The password is wrong.' });
        return values;
      },
    });
    const { transactions, fromAfar, ended, present, onFlash } = await begin([control]);
    refuses = false;
    await transactions.perform([level(5)], owner, { fromAfar: fromAfar() });
    const take: Request = { kind: 'set', object: settings, values: { go: 9, silent: 3 } };
    refuses = true;
    await expect(transactions.perform([take], admin)).rejects.toThrow('The password is wrong.');
    expect(present()).toBe(5);
    refuses = false;
    await transactions.perform([take], admin);
    expect(ended).toEqual(['admin']);
    expect(transactions.configuration.group(settings)).toMatchObject({ silent: 3, level: 1 });
    expect(onFlash.change).toBeUndefined();
  });
});
