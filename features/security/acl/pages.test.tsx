// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { say } from '../../../model/values/message.ts';
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

  it('shows profiles in the order that they are asked in, and lets two of them change places in one step', async () => {
    device.change(aclProfileEntry, { ...profile, aclProfileId: 2, aclProfileName: 'Later', aclProfilePlace: 7 });
    device.change(aclProfileEntry, { ...profile, aclProfileId: 5, aclProfileName: 'Between' });
    const { user } = openPage(accessProfileListPage);
    const names = () =>
      screen.getAllByRole('button', { name: /^Rules of profile / }).map((one) => one.getAttribute('aria-label'));
    const list = (...profiles: number[]) => profiles.map((one) => `Rules of profile ${one}`);
    await screen.findByText('Between');
    expect(names()).toEqual(list(1, 5, 2));
    const down = () => screen.getByRole('button', { name: 'Move down: access profile 5' });
    down().focus();
    await user.keyboard('{Enter}');
    await screen.findByText('Profile 5 is now number 3 of 3 in the order.');
    await waitFor(() => expect(names()).toEqual(list(1, 2, 5)));
    const place = (aclProfileId: number, aclProfilePlace: number, was: number) => ({
      method: 'CommonSet',
      params: { Template: 'aclProfileEntry', aclProfileId, aclProfilePlace },
      was: { aclProfilePlace: was },
    });
    const batches = device.calls.filter(({ method }) => method === 'BatchPost');
    expect(batches).toMatchObject([{ params: { calls: [place(5, 7, 0), place(2, 5, 7)] } }]);
    // At the end of the list, the button keeps the focus and does nothing.
    await waitFor(() => expect(document.activeElement).toBe(down()));
    await user.keyboard('{Enter}');
    expect(device.sets()).toHaveLength(2);
  });

  it('carries out every press on Move, however fast they come', async () => {
    for (const id of [2, 3, 4]) device.change(aclProfileEntry, { ...profile, aclProfileId: id });
    const { user } = openPage(accessProfileListPage);
    const down = await screen.findByRole('button', { name: 'Move down: access profile 1' });
    const release = device.hold();
    down.focus();
    await user.keyboard('{Enter}{Enter}{Enter}{Enter}');
    release();
    await screen.findByText('Profile 1 is now number 4 of 4 in the order.');
    const places = () =>
      screen.getAllByRole('button', { name: /^Rules of profile / }).map((one) => one.getAttribute('aria-label'));
    await waitFor(() => expect(places()).toEqual([2, 3, 4, 1].map((id) => `Rules of profile ${id}`)));
    expect(device.calls.filter(({ method }) => method === 'BatchPost')).toHaveLength(3);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move down: access profile 1'));
  });

  it('forgets the presses behind one that is refused, and moves on from what there is', async () => {
    for (const id of [2, 3]) device.change(aclProfileEntry, { ...profile, aclProfileId: id });
    const { user } = openPage(accessProfileListPage);
    const down = await screen.findByRole('button', { name: 'Move down: access profile 1' });
    const release = device.hold();
    device.refuse(5, say('The profile is in use elsewhere.'));
    await user.click(down);
    await user.click(down);
    release();
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    expect(device.calls.filter(({ method }) => method === 'BatchPost')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Move down: access profile 2' }));
    await screen.findByText('Profile 2 is now number 3 of 3 in the order.');
  });
});

describe('Edit Rules', () => {
  const path = `${editRulesPage.path}?profileId=1`;

  it('reads as sentences in order, with hits, and marks what is never hit', async () => {
    openPage(editRulesPage, path);
    await screen.findAllByText(/Denies IPv4 TCP packets with Source IP 192\.168\.10\.0\/24 and Destination Port 23/);
    expect(screen.getAllByText('7 hits')).toHaveLength(2);
    await screen.findByText('Never hit: earlier rules match all its frames (1.1)');
    cleanup();
    // One that is not in force takes no frames away.
    device.change(aclRuleEntry, rule(1, { aclRuleStatus: 2 }));
    openPage(editRulesPage, path);
    await screen.findAllByText('7 hits');
    expect(screen.queryByText(/^Never hit/)).toBeNull();
  });

  it('offers no order within a profile: no frame is held by two of its rules at one port', async () => {
    openPage(editRulesPage, path);
    await screen.findAllByText('7 hits');
    expect(screen.queryAllByRole('button', { name: /^Move / })).toEqual([]);
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
    await screen.findByText('24 of 32 bits are compared.');
    await screen.findByText('16 of 16 bits are compared.');
    expect(screen.queryAllByRole('textbox', { name: /^Destination IP/ })).toEqual([]);
  });
});

describe('Add Rule, of what a rule has to give', () => {
  it('has an empty box until something is typed, 0 for one', async () => {
    const { user } = openPage(addRulePage, `${addRulePage.path}?profileId=1`, [editRulesPage]);
    const port = await screen.findByRole('textbox', { name: /^Destination Port/ });
    expect(port).toHaveProperty('value', '');
    await user.type(port, '0');
    await user.type(screen.getByRole('textbox', { name: 'Source IP, part 1 of 4' }), '10.1.0.0');
    await user.click(screen.getByRole('checkbox', { name: 'Port 4' }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ aclRuleId: 3, aclRuleDstPort: 0, aclRuleSrcIp: '10.1.0.0' });
  });
});

describe('Add Rule, of what a rule may leave out', () => {
  it('has an empty box for what is off, and sends what is typed there', async () => {
    const { user } = openPage(addRulePage, `${addRulePage.path}?profileId=1&ruleId=1`, [editRulesPage]);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Action' }), 'Permit');
    const dscp = await screen.findByRole('textbox', { name: 'Replace DSCP' });
    expect(dscp).toHaveProperty('value', '');
    expect(dscp).toHaveProperty('placeholder', 'Off');
    await user.type(dscp, '46');
    await user.type(screen.getByRole('textbox', { name: 'Replace Priority' }), '5');
    await user.clear(screen.getByRole('textbox', { name: 'Replace Priority' }));
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      ...{ Template: 'aclRuleEntry', aclProfileId: 1, aclRuleId: 1, aclRuleAction: 1, aclRuleReplaceDscp: 46 },
    });
  });
});

describe('Show Details', () => {
  it('leaves out what the profile does not look at', async () => {
    openPage(showDetailsPage, `${showDetailsPage.path}?profileId=1`);
    expect(await screen.findByText('255.255.255.0')).toBeDefined();
    expect(screen.queryByText('0.0.0.0')).toBeNull();
    expect(screen.queryByText('VLAN mask')).toBeNull();
  });

  it('gives a profile another name', async () => {
    const { user } = openPage(showDetailsPage, `${showDetailsPage.path}?profileId=1`);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'No Telnet');
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      ...{ Template: 'aclProfileEntry', aclProfileId: 1, aclProfileName: 'No Telnet' },
    });
  });

  it('says why a rule is inactive', async () => {
    device.change(aclRuleEntry, rule(2, { aclRuleStatus: 2, aclRuleReason: 2 }));
    openPage(showDetailsPage, `${showDetailsPage.path}?profileId=1&ruleId=2`);
    await screen.findByText('Its VLAN does not exist');
    cleanup();
    openPage(editRulesPage, `${editRulesPage.path}?profileId=1`);
    await screen.findByText('Inactive: Its VLAN does not exist');
  });

  it('shows a rule with its sentence', async () => {
    openPage(showDetailsPage, `${showDetailsPage.path}?profileId=1&ruleId=2`);
    await screen.findByText(/Destination Port 23 at port 3\./);
  });
});

describe('Finder', () => {
  it('finds rules by what is asked for, all together', async () => {
    const { user } = openPage(aclFinderPage);
    expect(await screen.findAllByText('7 hits')).toHaveLength(2);
    const access = screen.getByRole('textbox', { name: 'Access ID' });
    await user.type(access, '2');
    await waitFor(() => expect(screen.getAllByText('7 hits')).toHaveLength(1));
    await user.clear(access);
    await user.type(access, '65536');
    await screen.findByText('Please enter an integer between 1 ~ 65535');
  });
});

describe('Configuration Wizard', () => {
  const open = () => {
    const { user, router } = openPage(aclWizardPage, aclWizardPage.path, [accessProfileListPage, editRulesPage]);
    const next = () => user.click(screen.getByRole('button', { name: 'Next' }));
    const type = async (name: string, text: string) => {
      const box = screen.getByRole('textbox', { name });
      await user.clear(box);
      await user.type(box, text);
    };
    return { user, router, next, type };
  };
  const step = (at: string) => screen.findByRole('heading', { name: at });

  it('makes a rule of answers, in the profile that compares the same bits, and leads to it', async () => {
    const { user, next, type } = open();
    await step('Step 1 of 3: Frames');
    // The rule so far is below the questions, with what is still to be answered; it denies unless something else is chosen.
    expect(await screen.findByText('Denies frames with VLAN ID … at ports …')).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'From' }), 'IPv4');
    expect(screen.getByText('Denies IPv4 packets with Source IP … at ports …')).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'IPv4 address, part 1 of 4' }), '10.1.0.0');
    await user.selectOptions(screen.getByRole('combobox', { name: 'IPv4 mask' }), '255.255.255.0 /24');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'TCP');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Port to compare' }), 'Destination');
    await type('Port', '23');
    await next();
    await step('Step 2 of 3: Action');
    expect(screen.getByText(/^Denies IPv4 TCP packets with .*Port 23 at ports …$/)).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Mirror');
    expect(screen.getByText(/^Copies IPv4 TCP packets/)).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Deny');
    await user.click(screen.getByRole('checkbox', { name: 'Port 4' }));
    await next();
    await step('Step 3 of 3: Summary');
    expect(screen.getByText(/^Existing profile 1, rule 3 .* Place 3 in the order of all rules$/)).toBeDefined();
    expect(device.sets()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('The rule is in force. Save to keep it after a restart.');
    expect(device.sets().map(({ params }) => params)).toMatchObject([
      { Template: 'aclRuleEntry', aclProfileId: 1, aclRuleId: 3, aclRuleSrcIp: '10.1.0.0', aclRuleDstPort: 23 },
    ]);
  });

  it('asks for what a chosen profile looks at, and for an Access ID', async () => {
    const { user, next, type } = open();
    await screen.findByRole('option', { name: '1 · IPv4 TCP packets: Source IP, Destination Port' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Profile' }), '1');
    await step('Step 1 of 3: Frames');
    await next();
    // Nothing was typed: the step stays, and says why.
    expect(await screen.findByText('Source IP is missing: the profile compares it.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Source IP, part 1 of 4' }));
    await user.type(screen.getByRole('textbox', { name: 'Source IP, part 1 of 4' }), '10.1.0.0');
    await type('Destination Port', '22');
    await next();
    await user.click(screen.getByRole('button', { name: /^All/ }));
    await type('Access ID', '90');
    await next();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      aclProfileId: 1,
      aclRuleId: 90,
      aclRuleSrcIp: '10.1.0.0',
      aclRuleDstPort: 22,
    });
  });

  it('fills in no number by itself, and asks for the one that is missing', async () => {
    const { user, next, type } = open();
    await step('Step 1 of 3: Frames');
    const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^(VLAN|Protocol) ID$|^Port$/ });
    expect(await screen.findByRole('textbox', { name: 'VLAN ID' })).toHaveProperty('value', '');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'User defined');
    expect(box().value).toBe('');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'UDP');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Port to compare' }), 'Source');
    expect(box().value).toBe('');
    await next();
    expect(await screen.findByText('Please enter an integer between 0 ~ 65535')).toBeDefined();
    await type('Port', '0');
    await next();
    await step('Step 2 of 3: Action');
  });

  it('is left without asking as long as nothing was typed, then asks', async () => {
    const { user, router } = open();
    await step('Step 1 of 3: Frames');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'From' }), 'IPv6');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'From' }).value).toBe('3');
    screen.getByRole('combobox', { name: 'From' }).focus();
    await user.keyboard('{Escape}');
    await screen.findByText('Close the form without your entries?');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await screen.findByText('1 of 50 profiles, 2 of 256 rules');
    expect(router.state.shown.location.pathname).toBe(accessProfileListPage.path);
    expect(device.sets()).toEqual([]);
  });

  it('leads the focus from step to step', async () => {
    const { next, type } = open();
    await step('Step 1 of 3: Frames');
    await type('VLAN ID', '7');
    await next();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Action' }));
  });

  it('says at once that no rule fits the answers, and stays at them', async () => {
    const { user, next } = open();
    await step('Step 1 of 3: Frames');
    await user.selectOptions(screen.getByRole('combobox', { name: 'From' }), 'MAC');
    await user.type(screen.getByRole('textbox', { name: 'MAC Address, part 1 of 6' }), '02-00-00-00-00-01');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'ICMP');
    expect(await screen.findByText('IP services require IP addresses.')).toBeDefined();
    await next();
    expect(screen.getByRole('heading', { name: 'Step 1 of 3: Frames' })).toBeDefined();
  });
});

describe('Add Profile', () => {
  it('sends nothing of what was typed for another type', async () => {
    const { user } = openPage(addProfilePage, addProfilePage.path, [editRulesPage]);
    const type = await screen.findByRole('combobox', { name: 'ACL Type' });
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.type(name, 'Web');
    const mask = () => screen.getByRole('textbox', { name: 'VLAN mask' });
    await user.clear(mask());
    await user.type(mask(), 'FFF');
    await user.selectOptions(type, 'IPv4');
    expect(mask()).toHaveProperty('value', '0');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Protocol' }), 'UDP');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      ...{ aclProfileType: 2, aclProfileName: 'Web', aclProfileVlanMask: '0', aclProfileProtocol: 5 },
    });
  });

  it('asks for what the type has', async () => {
    const { user } = openPage(addProfilePage, addProfilePage.path, [editRulesPage]);
    await user.selectOptions(await screen.findByRole('combobox', { name: /^ACL Type/ }), 'IPv6');
    await screen.findByRole('textbox', { name: /^Source IPv6 prefix length/ });
    expect(screen.queryByRole('textbox', { name: /^Source MAC Mask/ })).toBeNull();
  });

  it('says that a profile compares the same bits already, and adds another one all the same', async () => {
    const { user } = openPage(addProfilePage, addProfilePage.path, [editRulesPage]);
    await user.selectOptions(await screen.findByRole('combobox', { name: /^ACL Type/ }), 'IPv4');
    await user.selectOptions(screen.getByRole('combobox', { name: /^Source IP Mask/ }), '255.255.255.0 /24');
    await user.selectOptions(screen.getByRole('combobox', { name: /^Protocol/ }), 'TCP');
    expect(screen.queryByText(/compares the same bits/)).toBeNull();
    const port = screen.getByRole('textbox', { name: /^Destination Port Mask/ });
    await user.clear(port);
    await user.type(port, 'ffff');
    expect(await screen.findByText(/^Profile 1 compares the same bits\./)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ aclProfileId: 2, aclProfileDstPortMask: 'FFFF' });
  });

  it('chooses flags of TCP by their names', async () => {
    const { user } = openPage(addProfilePage, addProfilePage.path, [editRulesPage]);
    await user.selectOptions(await screen.findByRole('combobox', { name: /^ACL Type/ }), 'IPv4');
    await user.selectOptions(screen.getByRole('combobox', { name: /^Protocol/ }), 'TCP');
    for (const flag of ['SYN', 'ACK']) await user.click(screen.getByRole('checkbox', { name: flag }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ aclProfileTcpFlagMask: 18 });
  });
});
