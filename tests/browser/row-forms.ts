import type { Locator, Page } from '@playwright/test';
import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration, TableObject } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import { parsePortList, portsOf } from '../../model/values/port-list.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { declaredValue } from '../declared-values.ts';
import { openPage } from './console.ts';
import { settled } from './page-checks.ts';

/** What the declaration of a table does not say of its forms. */
export interface RowForms {
  /** Where its rows are added, changed and deleted; default: its page. */
  readonly path?: string;
  /** The tab of the page that has them. */
  readonly tab?: string;
  /** The button that opens the form, where others begin with "Add" or "New", too. */
  readonly opener?: string;
  /** Values by column, where they have to fit others; undefined leaves the field as the form shows it. */
  readonly values?: Readonly<Record<string, Value | undefined>>;
  /** What columns are called where the form has other words: a list for one of its values. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Index columns that the form does not ask for: the page or the console knows them. */
  readonly given?: readonly string[];
}

const isEntered = ({ access, kind }: Field) =>
  access === 'create' || access === 'rw' || access === 'wo' || (access === 'action' && kind === 'secret');

const escaped = (label: string) => label.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** What takes the value: a card may be called like its only field. */
const controlOf = (form: Locator, { label }: Field) =>
  form.getByLabel(new RegExp(`^${escaped(label)}(?:$|,? | \\()`)).and(form.page().locator(':not(section)'));

/** Opens the page of the object, and shows the tab of it that has the rows. */
export async function openRows(
  page: Page,
  object: ObjectDeclaration,
  { path = object.page, tab }: Pick<RowForms, 'path' | 'tab'>,
): Promise<void> {
  if (!page.url().endsWith(`#${path}`)) await openPage(page, path ?? '');
  if (tab) await page.getByRole('tab', { name: tab }).click();
  await settled(page);
}

/** The form for a new row of the table, opened by its button if it is not always shown. */
async function openAddForm(page: Page, table: TableObject, { opener, given = [], labels = {} }: RowForms) {
  const named = (columns: Readonly<Record<string, Field>>) =>
    Object.entries(columns)
      .filter(([column, field]) => isEntered(field) && !given.includes(column))
      .map(([column, field]) => ({ ...field, label: labels[column] ?? field.label }));
  const index = named(table.index);
  const fields = named(table.fields);
  const buttons = page.locator('main').getByRole('button', { name: opener ?? /^(Add|New)/ });
  const found = async () => {
    const forms = await page
      .locator('main form')
      .filter({ has: page.getByRole('button', { name: /^Add/ }) })
      .all();
    // Tables that share a page have columns of the same label: the form is the one with most of the table's fields.
    const counts = await Promise.all(
      forms.map(async (form) => {
        const has = async (field: Field) => (await controlOf(form, field).count()) > 0;
        const names = await Promise.all(index.map(has));
        return names.every(Boolean) ? (await Promise.all(fields.map(has))).filter(Boolean).length : 0;
      }),
    );
    const most = Math.max(0, ...counts);
    return most === 0 ? undefined : forms[counts.indexOf(most)];
  };
  await buttons.first().waitFor();
  const there = await found();
  if (there) return there;
  for (const button of await buttons.all()) {
    if (!(await button.isVisible())) continue;
    await button.click();
    await settled(page);
    const opened = await found();
    if (opened) return opened;
  }
  return undefined;
}

/** Enters a value as a person does: types, chooses, presses. False where the field is not there or cannot be set now. */
export async function enter(form: Locator, field: Field, value: Value): Promise<boolean> {
  const controls = controlOf(form, field);
  if ((await controls.count()) === 0) return false;
  const first = controls.first();
  if (!(await first.isVisible()) || !(await first.isEnabled())) return false;
  const tag = await first.evaluate((element) => element.tagName);
  if (tag === 'SELECT') {
    const offered = await first
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    if (!offered.includes(String(value))) return false;
    await first.selectOption(String(value));
    return true;
  }
  const parts = form.getByLabel(new RegExp(`^${escaped(field.label)}, part \\d`));
  const count = await parts.count();
  if (count > 1) {
    for (const [at, part] of String(value).split(/[.:-]/).entries()) if (at < count) await parts.nth(at).fill(part);
    return true;
  }
  if (tag === 'INPUT') {
    const isTick = (await first.getAttribute('type')) === 'checkbox';
    const word = field.limits.choices?.find((choice) => choice.value === value)?.label ?? '';
    await (isTick ? first.setChecked(['Enabled', 'Yes'].includes(word)) : first.fill(String(value)));
    return true;
  }
  // Cells of ports, each a box of its own.
  for (const port of portsOf(parsePortList(String(value)) ?? 0n)) {
    const cell = first.getByRole('checkbox', { name: new RegExp(`\\b${port}$`) }).first();
    if ((await cell.count()) > 0) await cell.check({ force: true });
  }
  return true;
}

/** What the form says against what was entered. */
async function complaints(page: Page): Promise<string> {
  const fields = await page
    .locator('main [aria-invalid="true"]')
    .evaluateAll((all) =>
      all.map(
        (one) =>
          `${one.getAttribute('aria-label') ?? one.id}: ${document.getElementById(one.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent ?? ''}`,
      ),
    );
  const dialogs = await page.getByRole('alertdialog').allInnerTexts();
  return [...fields, ...dialogs].join(' | ');
}

/** Waits until the console says that what was asked is done, and confirms its questions; else rejects with what it says. */
export async function done(page: Page): Promise<void> {
  const toast = page.getByRole('status').filter({ hasText: 'Success.' });
  const question = page
    .getByRole('dialog')
    .filter({ hasNot: page.getByLabel('Password', { exact: true }) })
    .getByRole('button', { name: /^(?:OK|Keep)$/ });
  const wrong = page.locator('main [aria-invalid="true"], [role="alertdialog"]');
  for (let asked = 0; asked < 5; asked += 1) {
    await toast.or(wrong).or(question).first().waitFor();
    if ((await toast.count()) > 0) break;
    const said = await complaints(page);
    if (said !== '') throw new Error(said);
    // Another question may have replaced it by now, such as that for the password.
    if ((await question.count()) > 0) await question.click();
  }
  await toast.first().waitFor();
  await toast.getByRole('button', { name: 'Close' }).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
  await toast.waitFor({ state: 'detached' });
}

/** Enters a valid row into the form of its page and adds it; resolves to the columns entered, secrets left out. */
export async function addRow(page: Page, table: TableObject, forms: RowForms): Promise<Values> {
  const { values = {}, labels = {} } = forms;
  const form = await openAddForm(page, table, forms);
  if (!form) throw new Error('There is no form that adds a row.');
  const entered: Record<string, Value> = {};
  for (const [column, field] of Object.entries(table.fields) as [string, Field][]) {
    const isFit = Object.hasOwn(values, column);
    if (!isFit && (!isEntered(field) || field.limits.choices || field.kind === 'port')) continue;
    const value = isFit ? values[column] : declaredValue(field, 3);
    if (value === undefined || !(await enter(form, { ...field, label: labels[column] ?? field.label }, value)))
      continue;
    if (field.kind !== 'secret') entered[column] = value;
  }
  await form.getByRole('button', { name: /^Add/ }).last().click();
  await done(page);
  return entered;
}

/** Changes one value of the row by the form of its page; false where it has none, or nothing that is typed. */
export async function modifyRow(page: Page, table: TableObject, row: Values, { values = {} }: RowForms) {
  const button = page.getByRole('button', { name: `Modify ${wordsOf(table.rowName(row))}`, exact: true });
  await button
    .or(deleteButtonOf(page, table, row))
    .first()
    .waitFor();
  if ((await button.count()) === 0) return false;
  await button.click();
  const form = page.locator('main form').filter({ has: page.getByRole('button', { name: 'Apply', exact: true }) });
  await form.first().waitFor();
  for (const [column, field] of Object.entries(table.fields) as [string, Field][]) {
    if (field.access !== 'rw' || field.limits.choices || Object.hasOwn(table.index, column) || field.references)
      continue;
    if (!['text', 'integer', 'mac'].includes(field.kind) || Object.hasOwn(values, column)) continue;
    const value = declaredValue(field, 5);
    if (value === row[column] || !(await enter(form.last(), field, value))) continue;
    await form.last().getByRole('button', { name: 'Apply', exact: true }).click();
    await done(page);
    return true;
  }
  return false;
}

/** The button that deletes the row. */
function deleteButtonOf(page: Page, table: TableObject, row: Values): Locator {
  // Some pages name a row more shortly than the log does: "vlan4" or its address for "interface vlan4".
  const words = wordsOf(table.rowName(row)).split(' ');
  const names = [
    ...words.map((_, at) => words.slice(at).join(' ')),
    ...Object.keys(table.index).map((column) => row[column]),
  ];
  const name = new RegExp(`^Delete:? (?:${names.map((one) => escaped(String(one))).join('|')})$`);
  return page.getByRole('button', { name }).first();
}

/** Deletes the row by its button, and what the question offers to free it from. */
export async function deleteRow(page: Page, table: TableObject, row: Values): Promise<void> {
  await deleteButtonOf(page, table, row).click();
  const question = page.getByRole('dialog');
  const condition = question.getByRole('checkbox');
  await question.waitFor();
  if ((await condition.count()) > 0) await condition.check();
  await question.getByRole('button', { name: 'OK' }).click();
  await done(page);
}
