import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { asWritten } from '../../model/values/translate.ts';
import { expect, openPage, test } from './console.ts';
import { entryName, menu } from './declared.ts';
import {
  drawn,
  faultsOfKeyboard,
  goTo,
  misfits,
  ofColour,
  settled,
  tablesWiderThanTheirCards,
  untranslated,
  violations,
  whenAtRest,
  widerThanTheirCards,
} from './page-checks.ts';
import { allFrom, callsFrom, readAlways, readBySearch, requestsDuring, shown } from './page-reads.ts';

/** The rows that pages of one row are opened for, by route name; what they name is made before. */
const rows: Readonly<Record<string, string>> = {
  Network_LLDP_LocalInformation: '1',
  // No neighbors are received there: the page says so.
  Network_LLDP_RemotePortInformation: '1_1',
  Network_ModifyIGSStaticRouterPort: '1',
  Network_ModifyMLDStaticRouterPort: '1',
  Network_ModifyStaticMulticastAddressTable: '1_01-00-5E-01-01-01',
  Network_ModifyStaticUnicastAddressTable: '1_00-11-22-33-44-55',
  Network_ModifyVLAN: '20',
  Network_MulticastVLAN_ReceiverPortsSettings: '100',
  Network_MulticastVLAN_SourcePortsSettings: '100',
  Tools_PingTestResult: '192.168.10.1',
};

/** What hidden pages are opened for behind "?", by route name; it is made before, too. */
const queries: Readonly<Record<string, string>> = {
  Security_ACL_AddRule: '?profileId=1',
  Security_ACL_EditRules: '?profileId=1',
  Security_ACL_ShowDetails: '?profileId=1&ruleId=1',
  Security_DHCPSnooping_BindingModify: '?vlan=1&mac=00-11-22-33-44-55',
  Security_DynamicARPInspection_EditARPAccessList: '?name=printers',
  Security_DynamicARPInspection_LoggingEdit: '?vlan=20',
};

/** Every page that is declared, with the path that it is opened by. */
const pages = menu.full.map((entry) => {
  const { name, path } = entry;
  const row = rows[name];
  if (path.includes(':') && row === undefined) throw new Error(`Which row is ${name} to be opened for?`);
  return { entry, at: path.replace(':row', row ?? '') + (queries[name] ?? '') };
});

/** Those with a line in the menu, and those that only another page leads to. */
const lines = pages.filter(({ entry }) => !entry.hidden && !entry.path.includes(':'));
const others = pages.filter((page) => !lines.includes(page));

/** `all`, in parts of so many. */
const inParts = <Item>(all: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(all.length / PART) }, (_, part) => all.slice(part * PART, (part + 1) * PART));

/** The German of every text. */
const german: Readonly<Record<string, string>> = Object.assign(
  {},
  ...['console', 'features']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('de.json'))
    .map((file) => JSON.parse(readFileSync(file, 'utf8'))),
);

/** Pages that a walk by one browser visits: all of them take too long for one test. */
const PART = 41;

/** Low, since pages are painted in software. */
const HEIGHT = 600;
const DESK = 1440;

/** The widths of a desk, of a tablet, of a phone held upright, and of a desk at four times its size (WCAG 2.2, 1.4.10). */
const widths = [DESK, 1024, 390, 320];

const show = (page: Page, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
const widen = (page: Page, width: number) => page.setViewportSize({ width, height: HEIGHT });

// A switch with a cloud has every page.
test.use({ agentOptions: ['--cloud', 'cloud.example'], isShared: true });

test.describe('every page', () => {
  test.setTimeout(900_000);

  test.beforeEach(async ({ device }) => {
    // Another part has made them.
    if (Object(await device.read('arpAclEntry')).length > 0) return;
    expect(
      (await device.set('dot1qVlanStaticEntry', { RowStatus: 4, dot1qVlanIndex: 20, dot1qVlanStaticName: 'cameras' }))
        .error.code,
    ).toBe(0);
    const address = {
      dot1qVlanIndex: 1,
      dot1qStaticUnicastAddress: '00-11-22-33-44-55',
      dot1qStaticUnicastAllowedToGoTo: 2,
    };
    expect((await device.set('dot1qStaticUnicastEntry', { RowStatus: 4, ...address })).error.code).toBe(0);
    const group = { dot1qVlanIndex: 1, dot1qStaticMulticastAddress: '01-00-5E-01-01-01' };
    expect((await device.set('dot1qStaticMulticastEntry', { RowStatus: 4, ...group })).error.code).toBe(0);
    const stream = { multicastVlanId: 100, multicastVlanName: 'streams' };
    expect((await device.set('multicastVlanEntry', { RowStatus: 4, ...stream })).error.code).toBe(0);
    const named: readonly [string, object][] = [
      ['arpAclEntry', { arpAclName: 'printers' }],
      ['arpAclRuleEntry', { arpAclName: 'printers', arpAclRuleIndex: 1 }],
      ['arpInspVlanEntry', { arpInspVlanId: 20, arpInspVlanStatus: 1 }],
      [
        'dhcpSnoopingStaticBindingEntry',
        { bindingVlanId: 1, bindingMac: '00-11-22-33-44-55', bindingIp: '192.168.10.99', bindingPort: 2 },
      ],
      // Long words, and more of them than most profiles have.
      [
        'aclProfileEntry',
        {
          ...{ aclProfileId: 1, aclProfileName: 'Backup at night', aclProfileType: 3, aclProfileProtocol: 5 },
          ...{ aclProfileSrcIp6Len: 64, aclProfileDstIp6Len: 64 },
          ...{ aclProfileSrcPortMask: 'FFFF', aclProfileDstPortMask: 'FFFF' },
        },
      ],
      [
        'aclRuleEntry',
        {
          ...{ aclProfileId: 1, aclRuleId: 1, aclRuleSrcIp6: '2001:db8:1234:5678::', aclRuleAction: 1 },
          ...{ aclRuleDstIp6: '2001:db8:8765:4321::', aclRuleSrcPort: 5000, aclRuleDstPort: 5001 },
          ...{ aclRuleRateLimit: 1000, aclRuleReplaceDscp: 10, aclRulePorts: '1-28' },
        },
      ],
    ];
    for (const [template, row] of named) {
      expect((await device.set(template, { RowStatus: 4, ...row })).error, template).toMatchObject({ code: 0 });
    }
  });

  for (const [part, own] of inParts(lines).entries()) {
    const name = `a page with a line in the menu is opened, read, walked through, fits and is in German, part ${part + 1}`;
    test(name, async ({ console: page }) => {
      let former: readonly string[] = [];
      await walk(page, own, async ({ entry, at }, isFirst) => {
        const requests = await requestsDuring(page, async () => {
          if (isFirst) await goTo(page, entryName(entry, asWritten));
          else await openPage(page, at);
          await shown(page);
        });
        const expected = { hash: `#${entry.path}`, isAtHeading: true, hasOneRefresh: true };
        await expect.soft.poll(() => whenAtRest(page, 0, place), at).toEqual(expected);
        const { reads = [] } = entry;
        // What is missing here belongs into the `reads` of the page's declaration. The dashboard was already shown.
        const relevant = isFirst ? withoutSearch : (names: readonly string[]) => names;
        const wanted = relevant(reads);
        const calls = callsFrom(requests).map(relevant);
        const asked = calls.filter(({ length }) => length > 0);
        if (at !== '/') expect.soft(asked, at).toEqual(wanted.length === 0 ? [] : [wanted]);
        // What an earlier page left behind is read by a timer, and would be read late where it did not.
        const known = new Set([...reads, ...former, ...readAlways, ...readBySearch]);
        const unknown = allFrom(requests).filter((read) => !known.has(read));
        expect.soft(unknown, at).toEqual([]);
        former = reads;
      });
    });
  }

  for (const [part, own] of inParts(others).entries()) {
    test(`a page that another one leads to fits and is in German, part ${part + 1}`, async ({ console: page }) => {
      await walk(page, own, async ({ at }) => {
        await openPage(page, at);
        // What it is opened for is there: it has not led back to its list.
        if (at.includes('?')) expect.soft(new URL(page.url()).hash, at).toBe(`#${at}`);
      });
    });
  }
});

/** In the browser: which page is shown, whether it has the focus, as one that was just opened, and no second button that reads it again. */
function place() {
  const names = [...document.querySelectorAll('main button')]
    .filter((button) => button.checkVisibility())
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  return {
    hash: window.location.hash,
    isAtHeading: document.activeElement === document.querySelector('main h1'),
    hasOneRefresh: names.filter((name) => name?.trim() === 'Refresh').length < 2,
  };
}

/** Objects that the search has not read already on the way to the page. */
const withoutSearch = (names: readonly string[]) => names.filter((name) => !readBySearch.includes(name));

/** What goes wrong in the page from now on. */
function errorsOn(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
}

/** Opens one page after the other, looks at each in English and light at every width, and then at all in German and dark. */
async function walk<Place extends { readonly at: string }>(
  page: Page,
  own: readonly Place[],
  open: (place: Place, isFirst: boolean) => Promise<void>,
): Promise<void> {
  const errors = errorsOn(page);
  await shown(page);
  await show(page, 'light');
  for (const [index, one] of own.entries()) {
    const { at } = one;
    await test.step(at, async () => {
      await widen(page, DESK);
      // What the wider page reads for itself is not the next one's.
      await drawn(page);
      await open(one, index === 0);
      await expect.soft.poll(() => whenAtRest(page, 0, hasContent), at).toBe(true);
      // Before anything is scrolled away: half a row below a fixed head is a small target.
      expect.soft(await violations(page, { within: within(index) }), at).toEqual([]);
      expect.soft(await faultsOfKeyboard(page), at).toEqual([]);
      await lookForWidth(page, at);
    });
  }
  await lookInGermanAndDark(page, own);
  expect(errors).toEqual([]);
}

/** What surrounds the pages is the same for all: it is looked at once, with the first. */
const within = (index: number) => (index === 0 ? undefined : 'main');

/** In the browser: whether a page shows something below its heading and its actions: a card, a form, or a sentence that says why there is none. */
function hasContent(): boolean {
  const [below] = document.querySelectorAll('main :is(section, form, table, div:has(> div > h1) + *)');
  return below?.checkVisibility() === true;
}

/** Nothing is wider than a desk, where the page is shown, a tablet or a phone. */
async function lookForWidth(page: Page, at: string): Promise<void> {
  for (const width of widths) {
    if (width !== DESK) await widen(page, width);
    expect.soft(await misfits(page), `${at} at ${width} px`).toEqual([]);
    if (width === DESK) expect.soft(await widerThanTheirCards(page), `${at} at ${width} px`).toEqual([]);
  }
}

/**
 * Every text is in German, and fits a desk there, too; and nothing that axe objects to in the other scheme, where only colors can
 * differ: to show each page that is open in another language and scheme, and back, would take longer than to open it again.
 */
async function lookInGermanAndDark(page: Page, own: readonly { readonly at: string }[]): Promise<void> {
  await widen(page, DESK);
  await openPage(page, '/Save');
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByLabel('Sprache')).toBeVisible();
  await show(page, 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  for (const [index, { at }] of own.entries()) {
    await openPage(page, at);
    // A table takes its last width in more than one step.
    await expect.soft.poll(() => whenAtRest(page, 0, tablesWiderThanTheirCards), `${at} in German`).toEqual([]);
    expect.soft(await untranslated(page, german), at).toEqual([]);
    expect.soft(await violations(page, { rules: ofColour, within: within(index) }), `${at}, dark`).toEqual([]);
  }
}

test('the page shown is marked in the menu where the system takes the colours', async ({ console: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openPage(page, '/Network/PhysicalInterface');
  const line = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  const look = (name: string) => line(name).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await look('Physical Interface')).not.toBe(await look('Mirroring'));
});

test('where motion is unwelcome the other scheme is there at once', async ({ console: page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openPage(page, '/Network/PhysicalInterface');
  await settled(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // A transition of an inherited color would restart at every level, and show light words on dark ground meanwhile.
  const changing = await page.evaluate(
    () => document.getAnimations().filter((animation) => animation instanceof CSSTransition).length,
  );
  expect(changing).toBe(0);
});

test('the login page has nothing that axe objects to', async ({ page, agent }) => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(agent.origin);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
});
