// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { timeZones } from '../../model/values/time-zone.ts';
import type { Values } from '../../model/wire/call.ts';
import { changesAddress } from './address.ts';
import { checkAccount, checkAddress, checkNames, checkTime } from './checks.ts';
import { clockLater } from './clock.ts';
import { chosenOver, entriesOver, keepStep } from './entries.ts';
import { movesBrowser, writingsBeforeCloud, writingsOf } from './plan.ts';
import { write } from './write.ts';
import { zoneOfComputer, zonesByCity } from './zones.ts';

const present: Values = {
  setup: 0,
  sysName: '',
  username: 'admin',
  currentPassword: '',
  password: '',
  confirmPassword: '',
  switchManagement: 2,
  index: 15,
  daylightSaving: 3,
  daylightColumns: '{"dstMode":2,"dstStartHour":3}',
  sysTimeSource: 2,
  sysTimeSntpServer1: '',
  year: 2026,
  month: 1,
  day: 31,
  hour: 23,
  minute: 59,
  second: 50,
  ipAddrCfgMode: 1,
  ip: '192.168.10.200',
  mask: '255.255.255.0',
  gateway: '',
  dns: '',
  dnsOrigin: 1,
  dnsSecondary: '',
  cloudState: 2,
};
const plan = (changes: Values, clockAge?: number) =>
  writingsOf({ entries: { ...present, ...changes }, present, clockAge });
const calls = (changes: Values, clockAge?: number) =>
  plan(changes, clockAge).flatMap(({ name, calls: list }) => list.map(({ params }) => ({ name, ...params })));

beforeEach(() => {
  sessionStorage.clear();
  wizardDraft.clear();
});

it('asks for two name servers that differ, the first one first', () => {
  expect(checkNames({ dnsOrigin: 1, dns: '192.0.2.1', dnsSecondary: '192.0.2.1' })).toHaveProperty('dnsSecondary');
  expect(checkNames({ dnsOrigin: 1, dns: '', dnsSecondary: '192.0.2.1' })).toHaveProperty('dns');
  expect(checkNames({ dnsOrigin: 2, dns: '', dnsSecondary: '192.0.2.1' })).toEqual({});
  expect(checkNames({ dnsOrigin: 1, dns: '', dnsSecondary: '' })).toEqual({});
});

describe('what the wizard writes', () => {
  it('goes in the reference’s order, the address last', () => {
    expect(plan({}).map(({ name }) => name)).toEqual([
      'name',
      'time',
      'dns',
      'management',
      'account',
      'done',
      'save',
      'address',
    ]);
  });

  it('takes name servers in the cloud branch and leaves the address alone', () => {
    const cloud = { switchManagement: 1, cloudState: 1, dns: '192.0.2.53', dnsSecondary: '192.0.2.54' };
    expect(calls(cloud)).toEqual([
      expect.objectContaining({ name: 'dns', dnsServerIndex: 1, dnsServerAddr: '192.0.2.53' }),
      expect.objectContaining({ name: 'dns', dnsServerIndex: 2, dnsServerAddr: '192.0.2.54' }),
      expect.objectContaining({ name: 'done' }),
    ]);
    expect(calls({ ...cloud, dnsOrigin: 2 })).toEqual([
      expect.objectContaining({ name: 'dns', dnsOrigin: 2 }),
      expect.objectContaining({ name: 'done' }),
    ]);
    expect(plan(cloud).find(({ name }) => name === 'management')?.words).toEqual(['Cloud']);
  });

  it('leaves the cloud on where the browser has followed the switch on the way there', () => {
    wizardDraft.change({ switchManagement: '1', more: { moved: '1' } });
    const inCloud = { ...present, cloudState: 1 };
    const [management] = writingsOf({ entries: entriesOver(inCloud), present: inCloud, clockAge: undefined }).filter(
      ({ name }) => name === 'management',
    );
    expect(management).toMatchObject({ words: ['Cloud'], calls: [] });
  });

  it('turns the cloud off again for who manages locally after all', () => {
    const { calls: off } = writingsOf({
      entries: { ...present, cloudState: 1 },
      present: { ...present, cloudState: 1 },
      clockAge: undefined,
    }).find(({ name }) => name === 'management') ?? { calls: [] };
    expect(off.map(({ params }) => params)).toEqual([{ Template: 'sysCloudCtrl', systemCloudState: 2 }]);
  });

  it('ends daylight saving if none is chosen, against what its step showed', () => {
    keepStep('setup3timeLocal', { ...present, daylightSaving: 1, daylightColumns: '' }, { present });
    const later = { ...present, daylightColumns: '{"dstMode":3,"dstStartHour":3}' };
    const chosen = { entries: entriesOver(later), present: chosenOver(later), clockAge: undefined };
    const time = writingsOf(chosen).find(({ name }) => name === 'time');
    expect(time?.calls).toMatchObject([{ params: { Template: 'sysTimeCtrl', dstMode: 1 }, was: { dstMode: 2 } }]);
    expect(time?.words[1]).toBe('No daylight saving');
  });

  it('is only the done flag where nothing was changed', () => {
    expect(calls({})).toEqual([{ name: 'done', Template: 'sysWizard', sysWizardDone: 1 }]);
  });

  it('is what was changed, and no more', () => {
    expect(
      calls({
        username: 'operator',
        currentPassword: 'first',
        password: 'Better-1234',
        gateway: '192.168.10.1',
        dns: '9.9.9.9',
      }),
    ).toEqual([
      { name: 'dns', Template: 'dnsServerEntry', dnsServerIndex: 1, dnsServerAddr: '9.9.9.9' },
      {
        name: 'account',
        Template: 'sysUserEntry',
        sysUserIndex: 1,
        oldPassword: 'first',
        sysUserName: 'operator',
        sysUserPassword: 'Better-1234',
      },
      { name: 'done', Template: 'sysWizard', sysWizardDone: 1 },
      { name: 'address', Template: 'ipDefaultRouter', ipDefaultRouterAddress: '192.168.10.1' },
    ]);
  });

  it('holds what was changed in a step against what that step showed, and leaves alone what was not', () => {
    const { ip = '', mask = '', dns = '', ipAddrCfgMode = 1 } = present;
    keepStep('setup4IPGatewayDNS', { ip, mask, dns, ipAddrCfgMode, gateway: '192.168.10.1' }, { present });
    const later = { ...present, gateway: '192.168.10.254', dns: '9.9.9.9' };
    const chosen = { entries: entriesOver(later), present: chosenOver(later), clockAge: undefined };
    expect(writingsOf(chosen).flatMap(({ name, calls: list }) => (name === 'done' ? [] : list))).toEqual([
      {
        method: 'CommonSet',
        params: { Template: 'ipDefaultRouter', ipDefaultRouterAddress: '192.168.10.1' },
        was: { ipDefaultRouterAddress: '' },
      },
    ]);
  });

  it('sets the clock as it reads when it is written, not when it was typed', () => {
    expect(calls({}, 15_000)[0]).toEqual({
      name: 'time',
      Template: 'sysTimeCtrl',
      sysTimeZone: 15,
      sysTimeSource: 2,
      year: 2026,
      month: 2,
      day: 1,
      hour: 0,
      minute: 0,
      second: 5,
    });
    expect(clockLater({ ...present, year: 2024, month: 2, day: 28 }, 10_000)).toMatchObject({ month: 2, day: 29 });
  });

  it('leaves the clock to SNTP, with its server first', () => {
    expect(calls({ sysTimeSource: 1, sysTimeSntpServer1: 'time.lan' }, 1000).slice(0, 2)).toEqual([
      { name: 'time', Template: 'sysTimeSntpServerEntry', sysTimeSntpServerIndex: 1, sysTimeSntpServer: 'time.lan' },
      { name: 'time', Template: 'sysTimeCtrl', sysTimeZone: 15, sysTimeSource: 1 },
    ]);
  });

  it('takes everything of the address from DHCP where that was chosen', () => {
    expect(calls({ ipAddrCfgMode: 2, ip: '10.0.0.1', gateway: '10.0.0.2', dns: '9.9.9.9' })).toEqual([
      { name: 'dns', Template: 'dnsResolverCtrl', dnsOrigin: 2 },
      { name: 'done', Template: 'sysWizard', sysWizardDone: 1 },
      { name: 'address', Template: 'ipv4InterfaceEntry', ipv4InterfaceIfIndex: 10_001, ipAddrCfgMode: 2 },
    ]);
  });

  it('writes account and address before the way to the cloud, and leaves the rest to the end', () => {
    const entries = { ...present, switchManagement: 1, ipAddrCfgMode: 2, username: 'operator', sysName: 'core' };
    const before = writingsBeforeCloud({ entries, present, clockAge: undefined });
    expect(before.flatMap(({ calls: list }) => list.map(({ params }) => params.Template))).toEqual([
      'system',
      'sysUserEntry',
      'ipv4InterfaceEntry',
    ]);
  });

  it('knows a change of the address from what DHCP leaves alone', () => {
    expect(changesAddress({ ...present, ipAddrCfgMode: 2 }, present)).toBe(true);
    expect(changesAddress({ ...present, gateway: '192.168.10.1' }, present)).toBe(true);
    expect(changesAddress(present, present)).toBe(false);
    const leased = { ...present, ipAddrCfgMode: 2 };
    expect(changesAddress({ ...leased, ip: '10.0.0.1', gateway: '10.0.0.2' }, leased)).toBe(false);
  });

  it('names the device where that was asked for', () => {
    expect(calls({ sysName: 'core' })[0]).toEqual({ name: 'name', Template: 'system', sysName: 'core' });
  });

  it('shows no password', () => {
    expect(JSON.stringify(plan({ password: 'Better-1234' }).map(({ words }) => words))).not.toContain('Better');
  });

  it('moves the browser only where it came by the address that changes', () => {
    const address = plan({ ip: '192.168.10.7' }).find(({ name }) => name === 'address');
    expect(address && movesBrowser('192.168.10.200', '192.168.10.200', address)).toBe(true);
    expect(address && movesBrowser('127.0.0.1', '192.168.10.200', address)).toBe(false);
    const gateway = plan({ gateway: '192.168.10.1' }).find(({ name }) => name === 'address');
    expect(gateway && movesBrowser('192.168.10.200', '192.168.10.200', gateway)).toBe(false);
  });
});

describe('what the steps refuse', () => {
  const account = (changes: Values, factory = true) => checkAccount({ ...present, ...changes }, present, factory);

  it('keeps nobody on the initial password', () => {
    expect(account({})).toEqual({ password: 'The initial password must be replaced.' });
    expect(account({}, false)).toEqual({});
  });

  it.each([
    [{ password: 'operator', username: 'operator' }, 'password', 'The password must differ from the user name.'],
    [
      { password: 'same-same', currentPassword: 'same-same' },
      'password',
      'The new password must differ from the current one.',
    ],
    [
      { password: 'Better-1234', confirmPassword: 'Better-123' },
      'confirmPassword',
      'The two passwords are not the same.',
    ],
    [
      { password: 'Better-1234', confirmPassword: 'Better-1234' },
      'currentPassword',
      'Please enter the password that you logged in with.',
    ],
  ])('refuses %j', (changes: Values, field, message) => {
    expect(account(changes)).toEqual({ [field]: message });
  });

  it('asks for the password where only the name changes', () => {
    expect(account({ username: 'operator' }, false)).toHaveProperty('currentPassword');
  });

  it.each([
    [{ ip: '192.168.10.0', mask: '255.255.255.128' }, 'ip'],
    [{ ip: '192.168.10.127', mask: '255.255.255.128' }, 'ip'],
    [{ gateway: '192.168.11.1' }, 'gateway'],
    [{ gateway: '192.168.10.200' }, 'gateway'],
  ])('refuses the address %j', (changes: Values, field) => {
    expect(Object.keys(checkAddress({ ...present, ...changes }))).toEqual([field]);
  });

  it('takes a gateway in the subnet, none, and whatever stands there with DHCP', () => {
    expect(checkAddress({ ...present, gateway: '192.168.10.1' })).toEqual({});
    expect(checkAddress(present)).toEqual({});
    expect(checkAddress({ ...present, ipAddrCfgMode: 2, gateway: '1.2.3.4' })).toEqual({});
  });

  it('wants a server for SNTP', () => {
    expect(checkTime({ ...present, sysTimeSource: 1 })).toEqual({ sysTimeSntpServer1: 'SNTP needs a time server.' });
    expect(checkTime({ ...present, sysTimeSource: 1, sysTimeSntpServer1: 'time.lan' })).toEqual({});
  });
});

describe('leaving the wizard and coming back', () => {
  it('shows what was typed in the steps gone through, empty entries too, and the device’s values in the others', () => {
    keepStep('setup4IPGatewayDNS', { ipAddrCfgMode: 1, ip: '10.0.0.9', mask: '255.0.0.0', gateway: '', dns: '' });
    const entries = entriesOver({ ...present, gateway: '192.168.10.1' });
    expect(entries).toMatchObject({ ip: '10.0.0.9', gateway: '', username: 'admin' });
  });
});

describe('writing', () => {
  /** `guard` answers what the guard says, from the first time that it is asked. */
  const device = (refuse: string, code = 12, guard: readonly object[] = [{ managementGuardState: 1 }]) => {
    const sent: string[] = [];
    const states = [...guard];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      const { params } = JSON.parse(new URLSearchParams(String(init.body)).get('RPC') ?? '{}');
      if (params.Template === 'managementGuard') {
        const [result] = states.length > 1 ? states.splice(0, 1) : states;
        return new Response(JSON.stringify({ id: 0, error: { code: 0, message: '' }, result }));
      }
      const templates = params.calls.map((call: { params: { Template: string } }) => call.params.Template).join('+');
      sent.push(params.Force === 1 ? `force ${templates}` : templates);
      const error = templates === refuse && params.Force !== 1 ? { code, message: 'No.' } : { code: 0, message: '' };
      return new Response(JSON.stringify({ id: 0, error, result: [] }));
    });
    return sent;
  };
  const noSave = (changes: Values) => plan(changes).filter(({ name }) => name !== 'save');

  it('stops at what the device refuses, and names it', async () => {
    const sent = device('sysUserEntry');
    const told: string[] = [];
    const outcome = await write(
      noSave({ dns: '9.9.9.9', password: 'Better-1234', ip: '192.168.10.7' }),
      (name, state, why) => told.push(`${name} ${state}${why ? ` ${why}` : ''}`),
    );
    expect(outcome.complete).toBe(false);
    expect(sent).toEqual(['dnsServerEntry', 'sysUserEntry']);
    expect(told).toEqual([
      'name skipped',
      'time skipped',
      'dns writing',
      'dns done',
      'management skipped',
      'account writing',
      'account failed No.',
    ]);
  });

  it('gives way to the guard with the address that was agreed to already', async () => {
    const sent = device('ipv4InterfaceEntry', 8710);
    const outcome = await write(noSave({ ip: '192.168.10.7' }), () => undefined);
    expect(outcome).toEqual({ complete: true });
    expect(sent).toEqual(['sysWizard', 'ipv4InterfaceEntry', 'force ipv4InterfaceEntry']);
  });

  it('is told of the new address once, and complete when the switch was reached', async () => {
    const waits = { managementGuardState: 2, managementGuardAddress: '' };
    const leased = { ...waits, managementGuardAddress: '192.168.10.77', managementGuardTicket: 'a-ticket' };
    device('ipv4InterfaceEntry', 8710, [waits, leased, leased, { managementGuardState: 1 }]);
    const places: object[] = [];
    vi.useFakeTimers();
    try {
      const outcome = write(
        noSave({ ipAddrCfgMode: 2 }),
        () => undefined,
        (place) => places.push(place),
      );
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await outcome).toEqual({ complete: true });
    } finally {
      vi.useRealTimers();
    }
    expect(places).toMatchObject([{ address: '192.168.10.77', ticket: 'a-ticket' }]);
  });

  it('says that no DHCP server has answered where the minute is over without an address', async () => {
    device('ipv4InterfaceEntry', 8710, [{ managementGuardState: 2, managementGuardAddress: '' }]);
    const told: string[] = [];
    vi.useFakeTimers();
    try {
      const outcome = write(noSave({ ipAddrCfgMode: 2 }), (name, state, why) => told.push(`${name} ${state} ${why}`));
      await vi.advanceTimersByTimeAsync(70_000);
      expect(await outcome).toEqual({ complete: false });
    } finally {
      vi.useRealTimers();
    }
    expect(told.at(-1)).toBe(
      'address failed No DHCP server assigned an address in time. The switch keeps its former address.',
    );
  });
});

describe('the zones', () => {
  it('stand by cities under the offsets that the switch goes by', () => {
    for (const [index, words] of Object.entries(zonesByCity)) {
      expect(words, index).toMatch(new RegExp(`^${timeZones[Number(index)]?.replace('+', '\\+')} \\p{Lu}`, 'u'));
    }
    expect(Object.keys(zonesByCity)).toEqual(Object.keys(timeZones));
  });

  it('offer the one of this computer, on standard time north and south of the equator', () => {
    const summerIn = (month: number) => (moment: Date) => (moment.getMonth() === month ? 60 : 0);
    expect(zoneOfComputer((moment) => 60 + summerIn(6)(moment))).toBe(16);
    expect(zoneOfComputer((moment) => 600 + summerIn(0)(moment))).toBe(32);
    expect(zoneOfComputer(() => 345)).toBe(24);
    expect(zoneOfComputer(() => 17)).toBe(15);
  });
});
