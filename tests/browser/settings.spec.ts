import type { Page } from '@playwright/test';
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
import { features } from './declared.ts';
import { enter, findForms } from './form-controls.ts';
import { done, openRows, pressable } from './row-forms.ts';
import { configuredOf, managerOf, openToManagers, readBySnmp } from './snmp-reads.ts';

const objects = features.flatMap((feature) => feature.objects);

/** What the declaration does not say of the form of an object. */
interface SettingForm {
  readonly path?: string;
  readonly tab?: string;
  /** Which columns of its table the page shows, where it has several views. */
  readonly view?: string;
  /** What the page calls the row where that is not what the log calls it. */
  readonly name?: string;
  /** The index of the row that is changed; default: that of port 4, or the last one. */
  readonly row?: Values;
  /** Columns that are tried first, with their values. */
  readonly values?: Values;
  /** Columns that stay: others need them as they are. */
  readonly leaves?: readonly string[];
  /** Columns that only make sense together, with the values they are given. */
  readonly together?: Values;
  /** The control that is pressed where the page has no fields, and what it sets. */
  readonly pressed?: { readonly name: string; readonly sets: Values };
  /** What the field is called where the page has another word for it. */
  readonly label?: string;
  /** The form of the row is open already, although the row has a button that opens it. */
  readonly isOpen?: boolean;
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
  syslogCtrl: { tab: 'Settings', values: { syslogBufferSize: 500 } },
  dnsServerEntry: { row: { dnsServerIndex: 1 }, label: 'Primary (IPv4)', values: { dnsServerAddr: '192.168.10.1' } },
  trunkGroupEntry: { row: { trunkId: 1 }, isOpen: true, values: { lacpTimeout: 1 } },
  privateVlanPortEntry: {
    row: { privateVlanSourcePort: 4 },
    pressed: { name: 'Port 4 to port 3', sets: {} },
  },
  mirrorSessionEntry: {
    row: { mirrorSessionId: 1 },
    isOpen: true,
    together: { mirrorSessionStatus: 1, mirrorTargetPort: 6, mirrorIngressPorts: '5' },
  },
  dot1dTrafficClassEntry: {
    row: { dot1dTrafficClassPriority: 3 },
    pressed: { name: 'Priority 3 into queue 5', sets: { dot1dTrafficClass: 5 } },
  },
  qosDscpMapEntry: { row: { qosDscpValue: 4 }, label: 'Queue of DSCP 4', values: { qosDscpQueue: 5 }, isOpen: true },
  poePortExtEntry: { view: 'Limits and detection' },
  dhcpSnoopingPortEntry: { name: 'port 4' },
  arpInspPortEntry: { name: 'port 4' },
  pdAliveEntry: { together: { pdAliveState: 1, pdAliveIpAddress: '192.168.10.9' } },
  arpInspVlanLogEntry: { path: '/Security/DynamicARPInspection/LoggingEdit?vlan=4', row: { arpInspVlanId: 4 } },
  dot1qPortVlanEntry: { values: { dot1qPortIngressFiltering: 2 } },
};

/** Rows that others follow from or need. */
const given: readonly (readonly [table: string, row: object])[] = [
  ['ipAccessListEntry', { RowStatus: 4, ipAccessAddr: '127.0.0.0', ipAccessPrefixLength: 8 }],
  ['arpInspVlanEntry', { RowStatus: 4, arpInspVlanId: 4, arpInspVlanStatus: 1 }],
  ['ieee8021MstpVlanV2Entry', { RowStatus: 4, ieee8021MstpId: 2, mstVlanList: '4' }],
];

/** Objects that are not set here, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  sysUserEntry: 'its own password ends the session: apply-system.spec',
  sysWizard: 'the wizard: login.spec, wizard.spec',
  sysScheduleRebootEntry: 'restarts the switch: save.spec',
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

/** What of the page has the fields of the object, the table of the rows before the forms, with the controls of these columns. */
async function scopesOf(page: Page, object: ObjectDeclaration, present: Values, form: SettingForm) {
  const { label, isOpen = false, view } = form;
  const { name = object.shape === 'table' ? wordsOf(object.rowName(present)) : '' } = form;
  const modify = page.locator(`main button[aria-label=${JSON.stringify(`Modify ${name}`)}]`);
  const apply = page.locator('main button:visible', { hasText: applyName });
  await apply.or(modify).first().waitFor();
  if (view) await page.locator('main select:visible', { hasText: view }).selectOption(view);
  const isModified = !isOpen && (await modify.count()) > 0;
  if (isModified) {
    await modify.press('Enter');
    await page.locator('main form button', { hasText: 'Cancel' }).first().waitFor();
  }
  const labels = Object.fromEntries(
    Object.entries(object.fields).map(([column, field]: [string, Field]) => [column, label ?? field.label]),
  );
  const inForms = await findForms(page, labels, isModified ? /^Cancel$/ : applyName);
  if (object.shape === 'group') return inForms;
  const inTable = Object.entries(labels).map(([column, words]) => [column, `${words} of ${name}`]);
  return [...(await findForms(page, Object.fromEntries(inTable))), ...inForms];
}

/** Enters one other value on the page of the object; undefined where the page does not show its fields. */
async function enterOther(page: Page, object: ObjectDeclaration, present: Values, form: SettingForm) {
  const { values = {}, leaves = [], together, pressed } = form;
  const columns = (Object.entries(object.fields) as [string, Field][]).filter(
    ([column, { access }]) => access === 'rw' && !leaves.includes(column),
  );
  const scopes = await scopesOf(page, object, present, form);
  if (pressed) {
    const control = page.locator(`main [aria-label=${JSON.stringify(pressed.name)}]`);
    await control.waitFor();
    await control.press('Space');
    return { scope: scopes.at(-1), entered: pressed.sets };
  }
  if (together) {
    const scope = scopes.find(({ controls }) => Object.keys(together).every((column) => controls[column]));
    if (!scope) return undefined;
    for (const [column, field] of columns) {
      const value = together[column];
      if (value !== undefined && scope.controls[column]) await enter(page, scope.controls[column], field, value);
    }
    return { scope, entered: together };
  }
  const isFirst = ([column]: [string, Field]) => Object.hasOwn(values, column);
  for (const [column, field] of [...columns.filter(isFirst), ...columns.filter((one) => !isFirst(one))]) {
    const tried = Object.hasOwn(values, column) ? [values[column] ?? ''] : otherValues(field, present[column]);
    for (const value of tried.slice(0, 2)) {
      for (const scope of scopes) {
        const control = scope.controls[column];
        if (control && (await enter(page, control, field, value))) return { scope, entered: { [column]: value } };
      }
    }
  }
  return undefined;
}

/** Changes the object on its page; resolves to the columns that were entered. */
async function change(page: Page, object: ObjectDeclaration, present: Values, form: SettingForm): Promise<Values> {
  let other: Awaited<ReturnType<typeof enterOther>>;
  // Its rows may come later than another form of the page.
  await expect(async () => {
    other = await enterOther(page, object, present, form);
    expect(other, 'The page has no form for it.').toBeDefined();
  }).toPass({ intervals: [20], timeout: 10_000 });
  const scope = page.locator(other?.scope?.selector ?? 'main');
  await pressable(scope.locator('button', { hasText: applyName }).last()).press('Enter');
  await done(page);
  return other?.entered ?? {};
}

test.use({
  // Pages are painted in software: a low window leaves most of that out.
  viewport: { width: 1280, height: 400 },
  // Others speak SNMP beside it.
  agentOptions: async ({ delivered: _delivered }, use) => use(['--port-offset', String(await freeOffset())]),
});

test('a setting of every page is changed, in force, read by SNMP, and kept over a restart, on the switch as delivered', async ({
  console: page,
  device,
  agent,
}) => {
  test.setTimeout(900_000);
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
      const entered = await change(page, object, present, formOf(object));
      const row = object.shape === 'table' ? indexOf(object, present) : {};
      const values = configuredOf(object, await valuesOf(device, object, { row }));
      expect(values).toMatchObject(entered);
      expect(values).not.toEqual(configuredOf(object, present));
      made.push({ object, row: { row }, values: { ...row, ...values } });
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
