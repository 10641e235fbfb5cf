// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import {
  accessProfileListPage,
  aclFinderPage,
  aclWizardPage,
  addProfilePage,
  addRulePage,
  editRulesPage,
  showDetailsPage,
} from './pages.ts';
import { aclProfileEntry, aclStatus } from './profile-objects.ts';
import { aclRuleEntry } from './rule-objects.ts';
import { aclTraceEntry } from './trace-objects.ts';

const profile = {
  aclProfileId: 1,
  aclProfileType: 2,
  aclProfileSrcIpMask: '255.255.255.0',
  aclProfileProtocol: 4,
  aclProfileDstPortMask: 'FFFF',
  aclProfileRuleCount: 2,
} as const;
const rule = (id: number, values: object) => ({
  ...{ aclProfileId: 1, aclRuleId: id, aclRulePolicyIndex: id, aclRuleStatus: 1, aclRuleHits: '7' },
  ...{ aclRuleSrcIp: '192.168.10.0', aclRuleDstPort: 23, aclRuleAction: 2, aclRulePorts: '1-8', ...values },
});
let device: TestDevice;

beforeEach(() => {
  device = startTestDevice([
    { object: aclStatus, values: { aclProfilesUsed: 1, aclProfilesMax: 50, aclRulesUsed: 2, aclRulesMax: 256 } },
    { object: aclProfileEntry, rows: [profile] },
    { object: aclRuleEntry, rows: [rule(1, {}), rule(2, { aclRulePorts: '3' })] },
    { object: aclTraceEntry, rows: [] },
  ]);
});

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Access Profile List', () => {
  it('says what a profile looks at, and how much room there is', async () => {
    openPage(accessProfileListPage);
    await screen.findByText('1 of 50 profiles, 2 of 256 rules');
    await screen.findByText('IPv4 TCP packets: Source IP, Destination Port');
  });
});

describe('Edit Rules', () => {
  const path = `${editRulesPage.path}?profileId=1`;

  it('reads as sentences in order, with hits, and marks what is never hit', async () => {
    openPage(editRulesPage, path);
    await screen.findAllByText(/Denies IPv4 TCP packets with Source IP 192\.168\.10\.0\/24 and Destination Port 23/);
    expect(screen.getAllByText('7 hits')).toHaveLength(2);
    await screen.findByText('Never hit: earlier rules take all its frames (1.1)');
  });

  it('changes the order of two neighbours in one step', async () => {
    const { user } = openPage(editRulesPage, path);
    await user.click(await screen.findByRole('button', { name: /^Move down: access rule 1 / }));
    await waitFor(() => expect(device.sets().length).toBeGreaterThanOrEqual(4));
    const sent = device.sets().map(({ params }) => params);
    expect(sent).toMatchObject([
      { aclRuleId: 1, RowStatus: 6 },
      { aclRuleId: 2, RowStatus: 6 },
      { aclRuleId: 2, RowStatus: 4, aclRulePorts: '1-8' },
      { aclRuleId: 1, RowStatus: 4, aclRulePorts: '3' },
    ]);
  });

  it('leads to the list where it is opened for no profile', async () => {
    openPage(editRulesPage, editRulesPage.path, [accessProfileListPage]);
    await screen.findByText('1 of 50 profiles, 2 of 256 rules');
  });
});

describe('Add Rule', () => {
  it('asks for just what the profile looks at', async () => {
    openPage(addRulePage, `${addRulePage.path}?profileId=1`);
    expect((await screen.findAllByRole('textbox', { name: /^Source IP/ })).length).toBeGreaterThan(0);
    await screen.findByRole('textbox', { name: /^Destination Port/ });
    expect(screen.queryAllByRole('textbox', { name: /^Destination IP/ })).toEqual([]);
  });
});

describe('Show Details', () => {
  it('shows a rule with its sentence', async () => {
    openPage(showDetailsPage, `${showDetailsPage.path}?profileId=1&ruleId=2`);
    await screen.findByText(/Destination Port 23 at ports 3\./);
  });
});

describe('Finder', () => {
  it('finds rules by what is asked for, all together', async () => {
    const { user } = openPage(aclFinderPage);
    expect(await screen.findAllByText('7 hits')).toHaveLength(2);
    await user.type(screen.getByRole('textbox', { name: 'Access ID' }), '{Control>}a{/Control}2');
    await waitFor(() => expect(screen.getAllByText('7 hits')).toHaveLength(1));
  });
});

describe('Configuration Wizard', () => {
  it('makes a rule of answers, in the profile that looks at the same bits', async () => {
    const { user } = openPage(aclWizardPage, aclWizardPage.path, [editRulesPage]);
    const next = async () => user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('combobox', { name: 'From' });
    await next();
    await next();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'TCP');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Port of' }), 'Destination');
    await user.clear(screen.getByRole('textbox', { name: 'Port' }));
    await user.type(screen.getByRole('textbox', { name: 'Port' }), '23');
    await next();
    await next();
    expect((screen.getByRole('button', { name: 'Next' }) as HTMLButtonElement).disabled).toBe(true);
  });
});

describe('Add Profile', () => {
  it('asks for what the type has', async () => {
    const { user } = openPage(addProfilePage, addProfilePage.path, [editRulesPage]);
    await user.selectOptions(await screen.findByRole('combobox', { name: /^ACL Type/ }), 'IPv6');
    await screen.findByRole('textbox', { name: /^Source IPv6 prefix length/ });
    expect(screen.queryByRole('textbox', { name: /^Source MAC Mask/ })).toBeNull();
  });
});
