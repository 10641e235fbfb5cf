import type { Page } from '@playwright/test';
import { ipFrame } from '../../datapath/contract/ip-frames.ts';
import type { ScenarioInput } from '../../datapath/virtual/scenario/scenario.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { padFrame } from '../../protocols/frames/ethernet.ts';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import type { AgentClient } from '../agent/agent-client.ts';
import { answer, apply, between, expectRefused, expectToast } from './applying.ts';
import type { CabledStation } from './cabled-station.ts';
import { type CabledSwitch, frameUnlikeOthers, startCabledSwitch } from './cabled-switch.ts';
import { expect, openPage, test } from './console.ts';

test.use({ isShared: true });
test.describe.configure({ mode: 'default' });

const ANN = '02-AA-00-00-00-01';
const BOB = '02-AA-00-00-00-02';
/** Units of 64 kbit/s that port 6 sends at most. */
const SLOW = 4;
/** Long frames that use up what it sends at once, and fill its lowest queue but one. */
const CROWD = 40;
/** As many of them as pass at once where nothing waits: without queues the rest is lost. */
const FEW = 10;
const LONG = 1400;

const camera = (port: number) => ({
  name: `camera ${port}`,
  port,
  mac: `02-BB-00-00-00-0${port}`,
  address: `192.168.10.${port}`,
  power: 5000,
});
/** The second camera does not answer from the beginning, until it loses its power for the first time. */
const scenario: ScenarioInput = {
  stations: [camera(1), camera(2), camera(3)],
  faults: [{ kind: 'hang', station: 'camera 2', at: 1 }],
};

/** Stations of the test's own are cabled to ports 5, 6 and 7 of one switch that all tests share; cameras are at ports 1 to 3. */
test.describe('the pages of QoS and PoE change what stations meet', () => {
  test.describe.configure({ mode: 'default' });

  let bench: CabledSwitch;
  let device: AgentClient;
  let page: Page;
  let client: CabledStation;
  let server: CabledStation;
  let other: CabledStation;

  test.beforeAll(async ({ browser }) => {
    bench = await startCabledSwitch(browser, scenario);
    ({ device, page, client, server, other } = bench);
    await bench.set('rateCtrlEntry', { rateCtrlIndex: 6, rateCtrlEgressStatus: 1, rateCtrlEgressRate: SLOW });
  });

  test.afterAll(() => bench?.close());

  /** Above a table of ports Apply counts the changes; the page may have a form with an Apply of its own. */
  const changesOfPorts = /^Apply \d+ changes?$/;
  /** What an earlier test left on already. */
  const queues = () => bench.set('dot1dTrafficClassesEnabled', { dot1dTrafficClassesEnabled: 1 });
  const queuesByCodePoint = async () => {
    await queues();
    await bench.set('qosDscpConfig', { qosDscpStatus: 1 });
  };
  const enabled = { label: 'Enabled' };
  const disabled = { label: 'Disabled' };

  const prioritized = (priority: number) => pushTag(frameUnlikeOthers(ANN), priority << 13);
  const four = (dscp: number) => ipFrame({ from: ANN, to: BROADCAST_MAC, destination: '10.0.0.9', dscp });
  const six = (dscp: number) =>
    ipFrame({ from: ANN, to: BROADCAST_MAC, destination: '2001:db8::9', source: '2001:db8::1', dscp });

  const placeOf = (frame: Uint8Array, untagged = frame) => {
    const sent = Buffer.from(padFrame(untagged));
    return server.heard.findIndex((one) => sent.equals(one));
  };
  const withoutTag = (frame: Uint8Array) =>
    frame[12] === 0x81 && frame[13] === 0 ? new Uint8Array([...frame.subarray(0, 12), ...frame.subarray(16)]) : frame;

  /** Sends one frame and then another one into the crowd at port 6; resolves to which of them leaves first. */
  async function first(one: Uint8Array, two: Uint8Array, from = client, crowd = CROWD): Promise<'one' | 'two'> {
    server.heard.length = 0;
    for (let sent = 0; sent < crowd; sent += 1) client.send(frameUnlikeOthers(ANN, { length: LONG }));
    client.send(one);
    // What came by another cable is behind what was asked of the switch meanwhile.
    if (from !== client) await device.read('sysConfig');
    from.send(two);
    const places = () => [placeOf(one, withoutTag(one)), placeOf(two, withoutTag(two))] as const;
    await expect.poll(() => Math.min(...places()), { timeout: 20_000 }).toBeGreaterThanOrEqual(0);
    await expect.poll(() => server.heard.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(crowd + 2);
    const [placeOfOne, placeOfTwo] = places();
    return placeOfOne < placeOfTwo ? 'one' : 'two';
  }

  test('CoS makes queues, and puts each priority into its own, by the keyboard alone', async () => {
    expect(await first(prioritized(1), prioritized(5), client, FEW)).toBe('one');
    await openPage(page, '/QoS/CoS');
    await page.getByLabel('QoS Status').selectOption(enabled);
    await apply(page);
    expect(await first(prioritized(1), prioritized(5))).toBe('two');
    const cell = (priority: number, queue: number) =>
      page.getByRole('radio', { name: `Priority ${priority} into queue ${queue}` });
    await cell(1, 0).focus();
    for (let key = 0; key < 6; key += 1) await page.keyboard.press('ArrowRight');
    await expect(cell(1, 6)).toBeChecked();
    await page.keyboard.press('Enter');
    await expectToast(page);
    expect(await first(prioritized(5), prioritized(1))).toBe('two');
    await page.getByRole('button', { name: 'All priorities into queue 3' }).press('Enter');
    await page.getByRole('button', { name: 'Apply', exact: true }).press('Enter');
    await expectToast(page);
    expect(await first(prioritized(1), prioritized(7))).toBe('one');
    for (const [priority, queue] of [2, 0, 1, 3, 4, 5, 6, 7].entries()) await cell(priority, queue).check();
    await apply(page);
    expect(await first(prioritized(1), prioritized(7))).toBe('two');
  });

  test('Port Priority lets what comes in at a port without a tag go first', async () => {
    await queues();
    expect(await first(frameUnlikeOthers(ANN), frameUnlikeOthers(BOB), other)).toBe('one');
    await openPage(page, '/QoS/PortPriority');
    await page.getByLabel('Priority of port 7', { exact: true }).fill('8');
    await page.getByRole('button', { name: /^Apply/ }).click();
    await expect(page.getByLabel('Priority of port 7', { exact: true })).toHaveAccessibleDescription(
      new RegExp(between(0, 7)),
    );
    await page.getByLabel('Priority of port 7', { exact: true }).fill('6');
    await apply(page);
    expect(await first(frameUnlikeOthers(ANN), frameUnlikeOthers(BOB), other)).toBe('two');
    await page.getByLabel('Priority of all ports').fill('0');
    await apply(page);
    expect(await first(frameUnlikeOthers(ANN), frameUnlikeOthers(BOB), other)).toBe('one');
  });

  test('DSCP goes by code points, each and a range of them, and by their defaults again', async () => {
    await queues();
    expect(await first(four(0), four(46))).toBe('one');
    await openPage(page, '/QoS/DSCP');
    await page.getByLabel('DSCP Mapping').selectOption(enabled);
    await apply(page);
    expect(await first(four(0), four(46))).toBe('two');
    expect(await first(six(0), six(46))).toBe('two');
    await page.getByLabel('Queue of DSCP 10 AF11').selectOption('7');
    await apply(page);
    expect(await first(four(46), four(10))).toBe('two');
    await page.getByLabel('From DSCP').selectOption({ label: '40 CS5' });
    await page.getByLabel('To DSCP').selectOption({ label: '63' });
    await page.getByRole('group', { name: 'Several code points at once' }).getByLabel('Queue ID').selectOption('2');
    await page.getByRole('button', { name: 'Set', exact: true }).press('Enter');
    await apply(page);
    expect(await first(four(0), four(46))).toBe('one');
    await page.getByRole('button', { name: 'Defaults' }).press('Enter');
    await answer(page, 'OK');
    await apply(page);
    expect(await first(four(10), four(46))).toBe('two');
  });

  test('IPv6 Traffic Class lets one class go before others, until its row is deleted', async () => {
    await queuesByCodePoint();
    await openPage(page, '/QoS/IPv6TrafficClass');
    const open = page.getByRole('button', { name: 'Add traffic class' });
    await open.click();
    const form = bench.region('New traffic class');
    const add = form.getByRole('button', { name: 'Add', exact: true });
    await expectRefused(form.getByLabel('IPv6 Traffic Class'), '256', between(0, 255), add);
    await form.getByLabel('IPv6 Traffic Class').fill('40');
    await form.getByLabel('Queue ID').fill('7');
    await apply(form, 'Add');
    expect(await first(six(46), six(10))).toBe('two');
    expect(await first(four(46), four(10))).toBe('one');
    await open.click();
    await form.getByLabel('IPv6 Traffic Class').fill('40');
    await add.click();
    await expect(form.getByLabel('IPv6 Traffic Class')).toHaveAccessibleDescription(/already exists\./);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Delete .*40/ }).click();
    await answer(page, 'OK');
    await expectToast(page);
    expect(await first(six(46), six(10))).toBe('one');
  });

  test('Scheduling Algorithm empties queues strictly, or by their weights', async () => {
    await queuesByCodePoint();
    /** Of two kinds that wait in queues 5 and 0, so many of the first half that leaves are of the higher. */
    const highest = async () => {
      server.heard.length = 0;
      for (let sent = 0; sent < CROWD; sent += 1) client.send(frameUnlikeOthers(ANN, { length: LONG }));
      const many = [...Array.from({ length: 20 }, () => four(46)), ...Array.from({ length: 20 }, () => four(8))];
      // Those of the lower queue wait first.
      for (const frame of many.reverse()) client.send(frame);
      const kinds = () => server.heard.filter((one) => one[12] === 0x08 && one[13] === 0).map((one) => one[15]);
      await expect.poll(() => kinds().length, { timeout: 20_000 }).toBe(40);
      await expect.poll(() => server.heard.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(CROWD + 40);
      return kinds()
        .slice(0, 20)
        .filter((octet) => octet === 46 << 2).length;
    };
    expect(await highest()).toBeGreaterThan(17);
    await openPage(page, '/QoS/SchedulingAlgorithm');
    await expect(page.getByLabel('Weight of queue 5')).toBeDisabled();
    await page.getByLabel('Scheduling Algorithm').selectOption({ label: 'Weighted Round Robin' });
    await expectRefused(page.getByLabel('Weight of queue 5'), '128', between(1, 127));
    await page.getByLabel('Weight of queue 5').fill('1');
    await apply(page);
    const alike = await highest();
    expect(alike).toBeGreaterThan(7);
    expect(alike).toBeLessThan(13);
    await page.getByRole('button', { name: 'Defaults' }).press('Enter');
    await apply(page);
    expect(await highest()).toBeGreaterThan(17);
  });

  const powered = async (port: number) => {
    const [power] = await bench.rows('poePortState', { pethPsePortIndex: port });
    const [link] = await bench.rows('ifEntry', { ifIndex: port });
    return [power?.poePortStatus, link?.ifOperStatus];
  };
  /** Says yes to what takes the power of a port away. */
  const agreeToLoss = async (port: number) => {
    const question = page.getByRole('dialog', { name: 'Please confirm' });
    await expect(question).toContainText(`The device on port ${port} loses its power.`);
    await answer(page, 'OK');
    await expectToast(page);
  };
  const [ON, OFF, TIME_OFF, DENIED] = [1, 2, 3, 6];
  const [UP, DOWN] = [1, 2];

  test('PD Alive starts a camera anew that answers no echo', async () => {
    // An echo each ten seconds, ten without power, and thirty until the next echo.
    test.setTimeout(120_000);
    await openPage(page, '/PoE/PDAlive');
    await bench.region('PD Alive').getByLabel('PD Alive').selectOption(enabled);
    await apply(bench.region('PD Alive'), 'Apply');
    const ports = bench.region('Ports');
    await ports.getByLabel('State of port 2', { exact: true }).check();
    await page.getByRole('button', { name: changesOfPorts }).click();
    // The cell that was changed says it.
    await expect(ports.getByLabel('State of port 2', { exact: true })).toHaveAccessibleDescription(
      /Enter the PD address before enabling\./,
    );
    await ports.getByLabel('PD IP address of port 2', { exact: true }).fill('192.168.10.2');
    await page.getByLabel('Columns').selectOption({ label: 'Times' });
    await ports.getByLabel('Poll interval of port 2', { exact: true }).fill('9');
    await page.getByRole('button', { name: changesOfPorts }).click();
    await expect(ports.getByLabel('Poll interval of port 2', { exact: true })).toHaveAccessibleDescription(
      new RegExp(between(10, 300)),
    );
    await ports.getByLabel('Poll interval of port 2', { exact: true }).fill('10');
    await ports.getByLabel('Retry count of port 2', { exact: true }).fill('0');
    await ports.getByLabel('Power off time of port 2', { exact: true }).fill('10');
    await ports.getByLabel('Start up time of port 2', { exact: true }).fill('30');
    await apply(page, changesOfPorts);
    await expect.poll(() => powered(2), { timeout: 60_000, intervals: [300] }).toEqual([OFF, DOWN]);
    await expect.poll(() => powered(2), { timeout: 30_000 }).toEqual([ON, UP]);
    await page.getByLabel('Columns').selectOption({ label: 'Failures' });
    await expect(page.getByRole('row', { name: /^2 / })).toContainText('1', { timeout: 15_000 });
    await page.getByRole('button', { name: 'Clear counters' }).click();
    await answer(page, 'OK');
    await expectToast(page);
    expect(await bench.rows('pdAliveEntry', { pethPsePortIndex: 2 })).toMatchObject([{ pdAliveResetCount: 0 }]);
    await bench.region('PD Alive').getByLabel('PD Alive').selectOption(disabled);
    await apply(bench.region('PD Alive'), 'Apply');
  });

  test('Power over Ethernet takes power, and with it the link, by port, by rank and by threshold', async () => {
    await openPage(page, '/PoE/PowerOverEthernet');
    await expect.poll(() => powered(3)).toEqual([ON, UP]);
    await page.getByLabel('State of port 3', { exact: true }).uncheck();
    await page.getByRole('button', { name: changesOfPorts }).click();
    await agreeToLoss(3);
    expect(await powered(3)).toEqual([OFF, DOWN]);
    await page.getByLabel('State of port 3', { exact: true }).check();
    await page.getByLabel('Priority of port 3', { exact: true }).selectOption({ label: 'Critical' });
    await apply(page, changesOfPorts);
    await expect.poll(() => powered(3)).toEqual([ON, UP]);
    const supply = bench.region('Supply');
    const button = supply.getByRole('button', { name: 'Apply', exact: true });
    await expectRefused(supply.getByLabel('Usage alarm threshold'), '100', between(1, 99), button);
    await supply.getByLabel('Usage alarm threshold').fill('90');
    await supply.getByLabel('System power threshold').fill('10000');
    await button.click();
    await agreeToLoss(2);
    const all = async () => [await powered(1), await powered(2), await powered(3)];
    await expect.poll(all).toEqual([
      [ON, UP],
      [DENIED, DOWN],
      [ON, UP],
    ]);
    await supply.getByLabel('System power threshold').fill('0');
    await apply(supply, 'Apply');
    await expect.poll(() => powered(2)).toEqual([ON, UP]);
  });

  test('Time Range takes power outside of its hours, and gives it back where it goes', async () => {
    await openPage(page, '/PoE/TimeRange');
    await page.getByRole('button', { name: 'Add time range' }).click();
    const form = bench.region('New time range');
    await form.getByLabel('Range name').fill('long ago');
    await form.getByLabel('Type', { exact: true }).selectOption({ label: 'Absolute' });
    await form.getByLabel('From day').fill('2020-01-02');
    await form.getByLabel('To day').fill('2020-01-01');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form.getByLabel('To day')).toHaveAccessibleDescription(/End must be later than start\./);
    await form.getByLabel('To day').fill('2020-01-03');
    await apply(form, 'Add');
    await expect(page.getByRole('row', { name: /long ago/ })).toContainText('Expired');

    await openPage(page, '/PoE/PowerOverEthernet');
    await page.getByLabel('Time range of port 1', { exact: true }).selectOption({ label: 'long ago' });
    await page.getByRole('button', { name: changesOfPorts }).click();
    await agreeToLoss(1);
    await expect.poll(() => powered(1)).toEqual([TIME_OFF, DOWN]);

    await openPage(page, '/PoE/TimeRange');
    await page.getByRole('button', { name: /^Delete .*long ago/ }).click();
    await expect(page.getByRole('alertdialog')).toContainText('in use by port 1');
    await page.getByRole('alertdialog').getByRole('button').first().click();
    await page.getByRole('button', { name: /^Modify .*long ago/ }).click();
    await bench.region('Time range long ago').getByLabel('Type', { exact: true }).selectOption({ label: 'Periodic' });
    await bench.region('Time range long ago').getByLabel('To day').fill('2037-12-31');
    await apply(bench.region('Time range long ago'), 'Apply');
    await expect.poll(() => powered(1)).toEqual([ON, UP]);
  });
});
