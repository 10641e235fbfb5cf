import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { menu } from '../../features/menu.ts';
import { expect, openPage, test } from './console.ts';
import { actionsOutOfSight, ofColour, settled, untranslated, violations, widerThanTheirCards } from './page-checks.ts';

/** The rows that pages of one row are opened for, by route name; what they name is made before. */
const rows: Readonly<Record<string, string>> = {
  Network_LLDP_LocalInformation: '1',
  // Nobody is heard there: the page says so.
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

/** Every page that is declared. */
const paths = menu.full.map(({ name, path }) => {
  const row = rows[name];
  if (path.includes(':') && row === undefined) throw new Error(`Which row is ${name} to be opened for?`);
  return path.replace(':row', row ?? '') + (queries[name] ?? '');
});

/** The German of every text. */
const german: Readonly<Record<string, string>> = Object.assign(
  {},
  ...['console', 'features']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('de.json'))
    .map((file) => JSON.parse(readFileSync(file, 'utf8'))),
);

/** What a page shows below its heading and its actions: a card, a form, or a sentence that says why there is none. */
const belowHeading = 'main :is(section, form, table, div:has(> div > h1) + *)';

/** The walk over all pages is done in parts, side by side. */
const PARTS = 4;

// A switch with a cloud has every page.
test.use({ agentOptions: ['--cloud', 'cloud.example'] });

test.describe('every page', () => {
  test.setTimeout(480_000);

  test.beforeEach(async ({ device }) => {
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

  for (let part = 1; part <= PARTS; part += 1) {
    const own = paths.filter((_, index) => index % PARTS === part - 1);

    test(`has nothing that axe objects to, light and dark, part ${part} of ${PARTS}`, async ({ console: page }) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      for (const path of own) {
        await test.step(path, async () => {
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
          await openPage(page, path);
          await settled(page);
          // What it is opened for is there: it has not led back to its list.
          if (path.includes('?')) expect.soft(new URL(page.url()).hash, path).toBe(`#${path}`);
          await expect.soft(page.locator(belowHeading).first(), path).toBeVisible();
          expect.soft(await violations(page), `${path}, light`).toEqual([]);
          await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
          await settled(page);
          expect.soft(await violations(page, ofColour), `${path}, dark`).toEqual([]);
        });
      }
      expect(errors).toEqual([]);
    });

    test(`fits its width on a desk, a tablet and a phone, part ${part} of ${PARTS}`, async ({ console: page }) => {
      // To and fro, so that half of the pages are opened on a phone and half on a desk.
      const widths = [1440, 1024, 390, 320];
      for (const path of own) {
        await openPage(page, path);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 });
          await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
          await settled(page);
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect.soft(excess, `${path} at ${width} px`).toBeLessThanOrEqual(0);
          expect.soft(await actionsOutOfSight(page), `${path} at ${width} px`).toEqual([]);
          if (width === 1440) expect.soft(await widerThanTheirCards(page), `${path} at ${width} px`).toEqual([]);
        }
        widths.reverse();
      }
    });

    test(`fits a desk in German, too, and is in German, part ${part} of ${PARTS}`, async ({ console: page }) => {
      await page.setViewportSize({ width: 1440, height: 844 });
      await openPage(page, '/Save');
      await page.getByLabel('Language').selectOption('de');
      await expect(page.getByLabel('Sprache')).toBeVisible();
      for (const path of own) {
        await openPage(page, path);
        await settled(page);
        expect.soft(await widerThanTheirCards(page), path).toEqual([]);
        expect.soft(await untranslated(page, german), path).toEqual([]);
      }
    });
  }
});

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
  // A transition of an inherited colour would begin anew at every level, and show light words on dark ground meanwhile.
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
