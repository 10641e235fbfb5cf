import type { Page } from '@playwright/test';
import type { Field } from '../../model/schema/field.ts';
import { parsePortList, portsOf } from '../../model/values/port-list.ts';
import type { Value } from '../../model/wire/call.ts';
import { declaredValue } from '../declared-values.ts';

/** A cell of a port, or a box of a part of an address. */
interface Cell {
  readonly selector: string;
  readonly name: string;
  readonly isOn: boolean;
}

/** A control of a form, as the document has it now. */
export interface FormControl {
  readonly selector: string;
  readonly kind: 'select' | 'input' | 'tick' | 'cells';
  /** What it shows; "true" or "false" of a tick. */
  readonly value: string;
  /** Values of a select that can be chosen. */
  readonly options: readonly string[];
  /** Boxes of an address, or cells of ports that can be chosen; none of other controls. */
  readonly cells: readonly Cell[];
}

/** A form, or another part of the page, and the controls found in it by the names asked for. */
export interface FoundForm {
  readonly selector: string;
  readonly controls: Readonly<Record<string, FormControl>>;
}

/** Names, by keys of the caller's choice: a control is found by the words that its label begins with. */
export type ControlNames = Readonly<Record<string, string>>;

/**
 * The forms of the page that have a button whose name fits, each with its usable controls; all of `main` if no button is asked for.
 * One look at the document: asking the browser control by control takes most of the time of a walk over all pages.
 */
export function findForms(page: Page, names: ControlNames, button?: RegExp): Promise<FoundForm[]> {
  return page.evaluate(
    ([wanted, pattern]) => {
      const known = window as unknown as { walked?: number };
      const mark = (element: Element) => {
        if (!element.hasAttribute('data-walked')) {
          known.walked = (known.walked ?? 0) + 1;
          element.setAttribute('data-walked', String(known.walked));
        }
        return `[data-walked="${element.getAttribute('data-walked')}"]`;
      };
      const labelsOf = (element: Element) => {
        const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
        const own = [
          element.getAttribute('aria-label'),
          ids.map((id) => document.getElementById(id)?.textContent).join(' '),
        ];
        const labels = 'labels' in element ? [...((element.labels ?? []) as NodeListOf<Element>)] : [];
        return [...own, ...labels.map((label) => label.textContent)]
          .map((label) => label?.trim() ?? '')
          .filter(Boolean);
      };
      const isUsable = (element: Element) =>
        element.checkVisibility() && !element.matches(':disabled, [aria-disabled="true"]');
      const isCalled = (name: string) => (label: string) =>
        label.startsWith(name) && /^(?:$|,? | \()/.test(label.slice(name.length));
      const isOn = (element: Element) =>
        element instanceof HTMLInputElement ? element.checked : element.getAttribute('aria-checked') === 'true';
      const controlOf = (element: Element) => {
        const found = { selector: mark(element), options: [] as string[], cells: [] as Cell[] };
        if (element instanceof HTMLSelectElement) {
          const options = [...element.options].filter(({ disabled }) => !disabled).map(({ value }) => value);
          return { ...found, kind: 'select' as const, value: element.value, options };
        }
        if (element instanceof HTMLInputElement && element.type === 'checkbox') {
          return { ...found, kind: 'tick' as const, value: String(element.checked) };
        }
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
          return { ...found, kind: 'input' as const, value: element.value };
        }
        const boxes = [...element.querySelectorAll('input[type="text"]')];
        const cells =
          boxes.length > 0 ? boxes : [...element.querySelectorAll('[role="checkbox"], input[type="checkbox"]')];
        return {
          ...found,
          kind: boxes.length > 0 ? ('input' as const) : ('cells' as const),
          value: boxes.map((box) => (box instanceof HTMLInputElement ? box.value : '')).join('.'),
          cells: cells
            .filter(isUsable)
            .map((cell) => ({ selector: mark(cell), name: labelsOf(cell)[0] ?? '', isOn: isOn(cell) })),
        };
      };
      const scopes =
        pattern === undefined
          ? [...document.querySelectorAll('main')]
          : [...document.querySelectorAll('main form')].filter((form) =>
              [...form.querySelectorAll('button')].some((one) =>
                new RegExp(pattern).test(one.textContent?.trim() ?? ''),
              ),
            );
      return scopes.map((scope) => {
        const named = [
          ...scope.querySelectorAll('input, select, textarea, [role="group"], [role="radiogroup"], fieldset'),
        ]
          .map((element) => ({ element, labels: labelsOf(element) }))
          .filter(({ element, labels }) => labels.length > 0 && isUsable(element));
        const controls: Record<string, ReturnType<typeof controlOf>> = {};
        for (const [key, name] of Object.entries(wanted)) {
          const first = named.find(({ labels }) => labels.some(isCalled(name)));
          if (first) controls[key] = controlOf(first.element);
        }
        return { selector: mark(scope), controls };
      });
    },
    [names, button?.source] as const,
  );
}

const numberOf = ({ name }: Cell) => Number(/(\d+)(?::|$)/.exec(name)?.[1] ?? 0);

/** Whether the control is a choice of ports. */
export const isOfPorts = ({ kind, cells }: FormControl) =>
  kind === 'cells' && cells.every((cell) => numberOf(cell) > 0);

/** Enters a value as a person does: types, chooses, presses. False where the control does not offer it. */
export async function enter(page: Page, control: FormControl, field: Field, value: Value): Promise<boolean> {
  const { selector, kind, options, cells } = control;
  const element = page.locator(selector);
  if (kind === 'select') {
    if (!options.includes(String(value))) return false;
    await element.selectOption(String(value));
  } else if (kind === 'tick') {
    const word = field.limits.choices?.find((choice) => choice.value === value)?.label ?? '';
    await element.setChecked(['Enabled', 'Yes'].includes(word));
  } else if (kind === 'cells') {
    if (!isOfPorts(control)) return false;
    const chosen = new Set(portsOf(parsePortList(String(value)) ?? 0n));
    for (const cell of cells.filter((one) => chosen.has(numberOf(one)) !== one.isOn)) {
      await page.locator(cell.selector).press('Space');
    }
  } else if (cells.length > 0) {
    // The first box takes a whole address, as from the clipboard.
    const [first] = cells;
    if (first) await page.locator(first.selector).fill(String(value));
  } else await element.fill(String(value));
  return true;
}

/** Gives the control another value than it shows, as a person does; false where it has no other. */
export async function enterAnother(page: Page, control: FormControl, field: Field): Promise<boolean> {
  const { kind, value, options, cells, selector } = control;
  if (kind === 'tick') await page.locator(selector).press('Space');
  else if (kind === 'select') {
    const other = options.find((option) => option !== value && option !== '');
    if (other === undefined) return false;
    await page.locator(selector).selectOption(other);
  } else if (kind === 'cells') {
    // Not the port of this session.
    const cell = cells.find((one) => !one.isOn && numberOf(one) > 4) ?? cells.findLast((one) => !one.isOn);
    if (!cell) return false;
    await page.locator(cell.selector).press('Space');
  } else {
    const other = [5, 6].map((at) => declaredValue(field, at)).find((one) => String(one) !== value);
    return other !== undefined && enter(page, control, field, other);
  }
  return true;
}
