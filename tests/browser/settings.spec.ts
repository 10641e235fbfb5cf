import type { Page } from '@playwright/test';
import { features } from '../../apps/device/features.ts';
import type { Field } from '../../model/schema/field.ts';
import { indexOf, type ObjectDeclaration } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { declaredValue } from '../declared-values.ts';
import { freeOffset } from '../free-port.ts';
import { password } from './agent-process.ts';
import { applyName } from './applying.ts';
import { expect, test } from './console.ts';
import { done, enter, openRows } from './row-forms.ts';
import { managerOf, openToManagers, readBySnmp } from './snmp-reads.ts';

const objects = features.flatMap((feature) => feature.objects);

/** What the declaration does not say of the form of an object. */
interface SettingForm {
  readonly path?: string;
  readonly tab?: string;
  /** The index of the row that is changed; default: that of port 4, or the last one. */
  readonly row?: Values;
  /** Columns that are tried first, with their values. */
  readonly values?: Values;
  /** Columns that stay: others need them as they are. */
  readonly leaves?: readonly string[];
  /** What the field is called where the page has another word for it. */
  readonly label?: string;
}

const forms: Readonly<Record<string, SettingForm>> = {
  ipDefaultRouter: { values: { ipDefaultRouterAddress: '192.168.10.1' } },
  sysTimeCtrl: { values: { sysTimeZone: 16 } },
  sysTimeSntpServerEntry: {
    row: { sysTimeSntpServerIndex: 1 },
    values: { sysTimeSntpServer: '192.168.10.1' },
    label: 'Time server 1',
  },
  // Neither takes the way to a gateway, which somebody else would have to confirm.
  dot1dStp: { values: { dot1dStpTxHoldCount: 7 } },
  voiceVlan: { values: { voiceVlanAgingTime: 30 } },
  snmpAgentCtrl: { leaves: ['snmpAgentState'] },
  igsCtrl: { values: { igsQueryInterval: 100 } },
  igsVlanRouterEntry: {
    path: '/Network/ModifyIGSStaticRouterPort/1',
    row: { igsVlanRouterVlanId: 1 },
    values: { igsVlanStaticRouterPorts: '4' },
  },
  mldsVlanRouterEntry: {
    path: '/Network/ModifyMLDStaticRouterPort/1',
    row: { mldsVlanRouterVlanId: 1 },
    values: { mldsVlanStaticRouterPorts: '4' },
  },
  dot1qPortVlanEntry: { values: { dot1qPortIngressFiltering: 2 } },
};

/** Rows that others follow from or need. */
const given: readonly (readonly [table: string, row: object])[] = [
  ['ipAccessListEntry', { RowStatus: 4, ipAccessAddr: '127.0.0.0', ipAccessPrefixLength: 8 }],
  ['ieee8021MstpVlanV2Entry', { RowStatus: 4, ieee8021MstpId: 2, mstVlanList: '4' }],
];

/** Objects that are not set here, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  sysUserEntry: 'the account asks for its password: apply-system.spec',
  sysWizard: 'the wizard: login.spec, wizard.spec',
  syslogCtrl: 'its tabs: apply-system.spec',
  privateVlanPortEntry: 'a grid of two ports: apply-vlan.spec',
  dot1dTrafficClassEntry: 'queues of priorities: apply-qos-poe.spec',
  qosDscpMapEntry: 'queues of code points: apply-qos-poe.spec',
  poePortExtEntry: 'columns of a table that the supply decides: apply-qos-poe.spec',
  pdAliveEntry: 'an address with the state: apply-qos-poe.spec',
  dhcpSnoopingPortEntry: 'a list of ports: apply-security.spec',
  mirrorSessionEntry: 'ports with the state: apply-network.spec',
  arpInspVlanLogEntry: 'features/security/arp-inspection/pages.test.tsx',
  arpInspPortEntry: 'features/security/arp-inspection/pages.test.tsx',
  sysScheduleRebootEntry: 'a whole date: save.spec',
  trunkGroupEntry: 'members with the mode: features/network/trunk/pages.test.tsx',
  dnsServerEntry: 'both servers are one form: apply-system.spec',
  sysCloudCtrl: 'no page without a cloud: afar.spec, fleet.spec',
};

/** Pages of Surveillance Mode, which is another console. */
const other = /^\/(?:HealthDiagnostic|Surveillance|Wizard)/;

/** Everything with settings that are there without being added: groups, and tables whose rows come with something else. */
const settings: readonly ObjectDeclaration[] = objects
  .filter(({ page = '', name }) => page !== '' && !other.test(page) && !Object.hasOwn(elsewhere, name))
  .filter((object) => object.shape === 'group' || object.rows.fixed || object.rows.of !== undefined)
  .filter(({ fields }) => Object.values(fields).some(({ access }: Field) => access === 'rw'));

/** The values of the group, or of the row of the table that is changed. */
async function valuesOf(device: AgentClient, object: ObjectDeclaration, { row }: SettingForm): Promise<Values> {
  const answer = Object(await device.read(object.name));
  if (object.shape === 'group') return answer;
  const rows: readonly Values[] = answer;
  const named = row && rows.find((one) => Object.entries(row).every(([name, value]) => one[name] === value));
  const found = named ?? rows.find((one) => Object.values(indexOf(object, one)).includes(4)) ?? rows.at(-1);
  if (!found) throw new Error('There is no row.');
  return found;
}

/** Other valid values of the column, the likely ones first. */
function otherValues(field: Field, present: Value | undefined): readonly Value[] {
  const { choices } = field.limits;
  const all = choices ? choices.map(({ value }) => value) : [3, 5, 8, 20].map((at) => declaredValue(field, at));
  return [...new Set(all)].filter((value) => value !== present);
}

/** Where the page has the fields of the object, and what they are called there. */
async function scopesOf(page: Page, object: ObjectDeclaration, present: Values, { label }: SettingForm) {
  const apply = page.getByRole('button', { name: applyName });
  const name = object.shape === 'table' ? wordsOf(object.rowName(present)) : '';
  const modify = page.getByRole('button', { name: `Modify ${name}`, exact: true });
  await apply.or(modify).first().waitFor();
  const isModified = (await modify.count()) > 0;
  if (isModified) await modify.click();
  const has = isModified ? page.getByRole('button', { name: 'Cancel' }) : apply;
  const forms = page.locator('main form').filter({ has });
  if (isModified) await forms.first().waitFor();
  const inForms = (await forms.all()).map((scope) => ({ scope, labelOf: (field: Field) => label ?? field.label }));
  const table = { scope: page.locator('main'), labelOf: (field: Field) => `${field.label} of ${name}` };
  return object.shape === 'table' ? [table, ...inForms] : inForms;
}

/** Enters one other value on the page of the object; undefined where the page does not show its fields. */
async function enterOther(page: Page, object: ObjectDeclaration, present: Values, form: SettingForm) {
  const { values = {}, leaves = [] } = form;
  const columns = (Object.entries(object.fields) as [string, Field][]).filter(
    ([column, { access }]) => access === 'rw' && !leaves.includes(column),
  );
  const isFirst = ([column]: [string, Field]) => Object.hasOwn(values, column);
  const scopes = await scopesOf(page, object, present, form);
  for (const [column, field] of [...columns.filter(isFirst), ...columns.filter((one) => !isFirst(one))]) {
    const tried = Object.hasOwn(values, column) ? [values[column] ?? ''] : otherValues(field, present[column]);
    for (const value of tried.slice(0, 2)) {
      for (const { scope, labelOf } of scopes) {
        if (await enter(scope, { ...field, label: labelOf(field) }, value)) return { scope, column, value };
      }
    }
  }
  return undefined;
}

/** Changes one value on the page of the object; resolves to the column and its new value. */
async function change(page: Page, object: ObjectDeclaration, present: Values, form: SettingForm) {
  let entered: Awaited<ReturnType<typeof enterOther>>;
  // Its rows may come later than another form of the page.
  await expect(async () => {
    entered = await enterOther(page, object, present, form);
    expect(entered, 'The page has no form for it.').toBeDefined();
  }).toPass({ timeout: 20_000 });
  if (!entered) throw new Error('The page has no form for it.');
  const { scope, column, value } = entered;
  await scope.getByRole('button', { name: applyName }).last().click();
  await done(page);
  return { column, value };
}

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // Others speak SNMP beside it.
  agentOptions: async ({ delivered: _delivered }, use) => use(['--port-offset', String(await freeOffset())]),
});

test('a setting of every page is changed, in force, read by SNMP, and kept over a restart, on the switch as delivered', async ({
  console: page,
  device,
  agent,
}) => {
  test.setTimeout(900_000);
  page.setDefaultTimeout(20_000);
  page.on('dialog', (dialog) => void dialog.accept());
  await openToManagers(device);
  for (const [table, row] of given) expect((await device.set(table, row)).error, table).toMatchObject({ code: 0 });
  const problems: string[] = [];
  const attempt = async (what: string, act: () => Promise<void>) => {
    try {
      await test.step(what, act);
    } catch (error) {
      problems.push(`${what}: ${error instanceof Error ? error.message.slice(0, 400) : error}`);
      await page.goto('about:blank');
      await page.goto(agent.origin);
      await expect(page.locator('main h1')).toBeVisible();
    }
  };
  const formOf = ({ name }: ObjectDeclaration) => forms[name] ?? {};
  const made: { readonly object: ObjectDeclaration; readonly row: SettingForm; readonly values: Values }[] = [];
  for (const object of settings) {
    await attempt(`${object.name} is changed`, async () => {
      await openRows(page, object, formOf(object));
      const present = await valuesOf(device, object, formOf(object));
      const { column, value } = await change(page, object, present, formOf(object));
      const row = object.shape === 'table' ? indexOf(object, present) : {};
      expect(await valuesOf(device, object, { row })).toMatchObject({ [column]: value });
      made.push({ object, row: { row }, values: { ...row, [column]: value } });
    });
  }
  let reader = device;
  const areReadBySnmp = async () => {
    const manager = await managerOf(reader);
    for (const { object, values } of made) {
      await attempt(`${object.name} is read by SNMP`, async () => {
        const { expected, read } = await readBySnmp(manager, objects, object, values);
        expect(read).toEqual(expected);
      });
    }
  };
  await areReadBySnmp();

  await device.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await expect.poll(async () => Object(await device.read('sysConfig')).configDirty).toBe(2);
  await agent.kill();
  await agent.begin();
  reader = new AgentClient(agent.origin);
  expect(await reader.login(password)).toBe(0);
  for (const { object, row, values } of made) {
    await attempt(`${object.name} is kept`, async () => {
      expect(await valuesOf(reader, object, row)).toMatchObject(values);
    });
  }
  await areReadBySnmp();
  expect(problems).toEqual([]);
  expect(made).toHaveLength(settings.length);
});
