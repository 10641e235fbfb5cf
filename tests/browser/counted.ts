import type { Locator, Page } from '@playwright/test';

/**
 * A hand that counts what a user does: a click, a text entered, a choice in a list (of options or of files), a key pressed. It
 * notes each action in words; reading and scrolling are no actions. Nothing else touches the page but the password, where the
 * console asks for it again: whether it does depends on when it was entered last.
 */
export class CountedHand {
  /** "click Apply", "enter 20 (VLAN ID)", "choose Disabled (State)", "press Enter" */
  readonly steps: string[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** How many actions it took so far. */
  get count(): number {
    return this.steps.length;
  }

  async click(what: string, target: Locator): Promise<void> {
    this.steps.push(`click ${what}`);
    await target.click();
  }

  /** Opens a page by the menu: one click for each heading that is closed, one for the page. */
  async open(...names: readonly string[]): Promise<void> {
    const menu = this.#page.getByRole('navigation', { name: 'Menu' });
    for (const [at, name] of names.entries()) {
      const role = at === names.length - 1 ? 'link' : 'button';
      await this.click(name, menu.getByRole(role, { name, exact: true }));
    }
    await this.#page.locator('main h1').waitFor();
  }

  /** Enters a text in a field, in the place of what is there. */
  async enter(text: string, what: string, field: Locator): Promise<void> {
    this.steps.push(`enter ${text} (${what})`);
    await field.fill(text);
  }

  /** Chooses an option of a list by its words. */
  async choose(option: string, what: string, list: Locator): Promise<void> {
    this.steps.push(`choose ${option} (${what})`);
    await list.selectOption({ label: option });
  }

  /** Chooses a file in the dialog of the browser. */
  async chooseFile(what: string, field: Locator, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    this.steps.push(`choose a file (${what})`);
    await field.setInputFiles(file);
  }

  async press(key: string): Promise<void> {
    this.steps.push(`press ${key.replace('Control', 'Ctrl')}`);
    await this.#page.keyboard.press(key);
  }
}
