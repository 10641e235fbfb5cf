import type { Locator, Page } from '@playwright/test';
import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration, TableObject } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { declaredValue } from '../declared-values.ts';
import { askedPassword, expect, looks, openPage } from './console.ts';
import { enter, enterAnother, type FoundForm, findForms } from './form-controls.ts';

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
  /** The columns that are changed together, with their new values; default: the first that has another value. */
  readonly changed?: Values;
  /** The page that is the form of the row, where no button of that kind leads to it. */
  readonly changedAt?: (row: Values) => string;
}

const isEntered = ({ access, kind }: Field) =>
  access === 'create' || access === 'rw' || access === 'wo' || (access === 'action' && kind === 'secret');

const fieldsOf = (object: ObjectDeclaration) => Object.entries(object.fields) as [string, Field][];

/** Opens the page of the object without loading the console again, shows the tab of it that has the rows, and waits until it is read. */
export async function openRows(
  page: Page,
  object: ObjectDeclaration,
  { path = object.page, tab }: Pick<RowForms, 'path' | 'tab'>,
): Promise<void> {
  await openPage(page, path ?? '');
  await isRead(page);
  if (!tab) return;
  await page.locator('main [role="tab"]', { hasText: tab }).press('Enter');
  await isRead(page);
}

/** Waits until the page shows what it has read. */
async function isRead(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('main h1')?.checkVisibility() && !document.querySelector('main [aria-busy="true"]'),
    undefined,
    looks,
  );
}

/** The form for a new row of the table, opened by its button if it is not always shown. */
async function openAddForm(page: Page, table: TableObject, { opener, given = [], labels = {} }: RowForms) {
  const asked = fieldsOf(table).filter(([, field]) => isEntered(field));
  const names = Object.fromEntries(asked.map(([column, { label }]) => [column, labels[column] ?? label]));
  const index = Object.keys(names).filter((column) => Object.hasOwn(table.index, column) && !given.includes(column));
  const found = async (): Promise<FoundForm | undefined> => {
    const forms = await findForms(page, names, /^Add/);
    // Tables that share a page have columns of the same label: the form is the one with most of the table's fields.
    const counts = forms.map(({ controls }) =>
      index.every((column) => controls[column]) ? Object.keys(controls).length : 0,
    );
    const most = Math.max(0, ...counts);
    return most === 0 ? undefined : forms[counts.indexOf(most)];
  };
  const buttons = page.locator('main button:visible', { hasText: opener ?? /^(?:Add|New)/ });
  let pressed = 0;
  let form: FoundForm | undefined;
  // A form or its button may come later than others of the page.
  await expect(async () => {
    form = await found();
    if (!form && pressed < (await buttons.count())) {
      await buttons.nth(pressed).press('Enter');
      pressed += 1;
    }
    expect(form, 'There is no form that adds a row.').toBeDefined();
  }).toPass({ intervals: [20], timeout: 10_000 });
  return form;
}

/** Waits until the console says that what was asked is done, and answers its questions; else rejects with what it says. */
export async function done(page: Page): Promise<void> {
  for (let asked = 0; asked < 6; asked += 1) {
    const answer = await page.waitForFunction(
      () => {
        const toasts = [...document.querySelectorAll('[role="status"] > div:not([data-seen])')].filter((toast) =>
          toast.textContent?.includes('Success.'),
        );
        for (const toast of toasts) {
          toast.setAttribute('data-seen', '');
          toast.querySelector('button')?.click();
        }
        if (toasts.length > 0) return { isDone: true };
        const wrong = [...document.querySelectorAll('main [aria-invalid="true"]')].map((element) => {
          const [first = ''] = element.getAttribute('aria-describedby')?.split(' ') ?? [];
          return `${element.getAttribute('aria-label') ?? element.id}: ${document.getElementById(first)?.textContent}`;
        });
        const alerts = [...document.querySelectorAll('[role="alertdialog"]')].map((alert) => alert.textContent ?? '');
        if (wrong.length + alerts.length > 0) return { said: [...wrong, ...alerts].join(' | ') };
        const question = document.querySelector('dialog[open]');
        if (!question) return undefined;
        if (question.querySelector('input[type="password"]')) return { isForPassword: true };
        const agree = [...question.querySelectorAll('button')].find((one) =>
          /^(?:OK|Keep)$/.test(one.textContent ?? ''),
        );
        if (!agree || agree.disabled) return undefined;
        agree.click();
        return { isAsked: true };
      },
      undefined,
      looks,
    );
    const { isDone, said, isForPassword } = Object(await answer.jsonValue());
    if (isDone) {
      // The message is drawn before the form has let go of what was applied; leaving in between would ask.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      return;
    }
    if (said) throw new Error(said);
    // The handler that `signIn` has set answers it.
    if (isForPassword) await expect(page.locator(askedPassword)).toHaveCount(0);
  }
  throw new Error('The console asks again and again.');
}

/** The button once it can be pressed: after a press it rests for a second, with the next page, too. */
export const pressable = (button: Locator): Locator =>
  button.and(button.page().locator('button:not(:disabled, [aria-disabled="true"])'));

const buttonOf = (page: Page, { selector }: FoundForm, words: RegExp) =>
  pressable(page.locator(selector).locator('button', { hasText: words }).last());

/** Enters a valid row into the form of its page and adds it; resolves to the columns entered, secrets left out. */
export async function addRow(page: Page, table: TableObject, forms: RowForms): Promise<Values> {
  const { values = {} } = forms;
  const form = await openAddForm(page, table, forms);
  if (!form) throw new Error('There is no form that adds a row.');
  const entered: Record<string, Value> = {};
  for (const [column, field] of fieldsOf(table)) {
    const control = form.controls[column];
    const isFit = Object.hasOwn(values, column);
    if (!control || (!isFit && (!isEntered(field) || field.limits.choices || field.kind === 'port'))) continue;
    const value = isFit ? values[column] : declaredValue(field, 3);
    if (value === undefined || !(await enter(page, control, field, value))) continue;
    if (field.kind !== 'secret') entered[column] = value;
  }
  await buttonOf(page, form, /^Add/).press('Enter');
  await done(page);
  return entered;
}

const quoted = (name: string) => JSON.stringify(name);

/** Changes the row by its form; false where the console has none, or nothing in it can be changed. */
export async function modifyRow(page: Page, table: TableObject, row: Values, forms: RowForms): Promise<boolean> {
  const { changed, labels = {}, changedAt } = forms;
  if (changedAt) await openRows(page, table, { path: changedAt(row) });
  else {
    const button = page.locator(`main button[aria-label=${quoted(`Modify ${wordsOf(table.rowName(row))}`)}]`);
    await button
      .or(deleteButtonOf(page, table, row))
      .first()
      .waitFor();
    if ((await button.count()) === 0) return false;
    await button.press('Enter');
  }
  await page
    .locator('main form button', { hasText: /^Apply$/ })
    .first()
    .waitFor();
  await isRead(page);
  const settable = fieldsOf(table).filter(
    ([column, { access }]) => access === 'rw' && !Object.hasOwn(table.index, column),
  );
  const names = Object.fromEntries(settable.map(([column, { label }]) => [column, labels[column] ?? label]));
  const form = (await findForms(page, names, /^Apply$/)).findLast(({ controls }) => Object.keys(controls).length > 0);
  if (!form) return false;
  let count = 0;
  for (const [column, field] of settable) {
    const control = form.controls[column];
    const value = changed?.[column];
    if (!control || (changed && value === undefined)) continue;
    if (!(await (value === undefined ? enterAnother(page, control, field) : enter(page, control, field, value))))
      continue;
    count += 1;
    if (!changed) break;
  }
  if (count === 0) return false;
  await buttonOf(page, form, /^Apply$/).press('Enter');
  await done(page);
  return true;
}

/** The button that deletes the row. */
function deleteButtonOf(page: Page, table: TableObject, row: Values) {
  // Some pages name a row more shortly than the log does: "vlan4" or its address for "interface vlan4".
  const words = wordsOf(table.rowName(row)).split(' ');
  const names = [
    ...words.map((_, at) => words.slice(at).join(' ')),
    ...Object.keys(table.index).map((column) => String(row[column])),
  ];
  const labels = names.flatMap((name) =>
    ['Delete', 'Delete:'].map((verb) => `[aria-label=${quoted(`${verb} ${name}`)}]`),
  );
  return page.locator(`main button:is(${labels.join(', ')})`).first();
}

/** Deletes the row by its button, and what the question offers to free it from. */
export async function deleteRow(page: Page, table: TableObject, row: Values): Promise<void> {
  await deleteButtonOf(page, table, row).press('Enter');
  const question = page.locator('dialog[open]');
  const condition = question.locator('input[type="checkbox"]');
  await question.waitFor();
  if ((await condition.count()) > 0) await condition.press('Space');
  await question.locator('button', { hasText: /^OK$/ }).press('Enter');
  await done(page);
}
