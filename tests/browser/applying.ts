import type { Locator, Page } from '@playwright/test';
import { expect } from './console.ts';

/** Waits for a toast with this text and closes it, so that the next one is not confused with it. */
export async function expectToast(page: Page, text = 'Success.'): Promise<void> {
  const toast = page.getByRole('status').filter({ hasText: text });
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: 'Close' }).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
  await expect(toast).toHaveCount(0);
}

/** The name of a button that applies; above a table of ports it counts the changes. */
export const applyName = /^Apply(?: \d+ changes?)?$/;

/** Presses a button that changes the device and waits until the console says that it has. */
export async function apply(scope: Locator | Page, name: string | RegExp = applyName): Promise<void> {
  await scope.getByRole('button', { name, exact: true }).click();
  await expectToast('page' in scope ? scope.page() : scope);
}

/** Answers the open question 'Please confirm'. */
export async function answer(page: Page, button: 'OK' | 'Cancel'): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await question.getByRole('button', { name: button }).click();
  await expect(question).toBeHidden();
}

/** Counts the calls that change something, from now on. */
export function countChanges(page: Page): { readonly count: number } {
  const counted = { count: 0 };
  page.on('request', (request) => {
    const call = new URLSearchParams(request.postData() ?? '').get('RPC') ?? '';
    // A dry run changes nothing.
    if (/"method":"(CommonSet|CommonDelAll|BatchPost)"/.test(call) && !call.includes('"DryRun":1')) counted.count += 1;
  });
  return counted;
}

/** Types a value that the field does not allow: Apply says so under the field and sends nothing. */
export async function expectRefused(
  field: Locator,
  value: string,
  message: string,
  button: Locator = field.page().getByRole('button', { name: 'Apply', exact: true }),
): Promise<void> {
  const changes = countChanges(field.page());
  await field.fill(value);
  await button.click();
  await expect(field).toHaveAccessibleDescription(new RegExp(message.replace(/[.()]/g, '\\$&')));
  await expect(field).toBeFocused();
  expect(changes.count).toBe(0);
}

/** The message of a number out of its range (docs/specification/product.md 5). */
export const between = (min: number, max: number) => `Please enter an integer between ${min} ~ ${max}`;
