import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Page } from '@playwright/test';
import { attackFrame, TcpFlag } from '../../datapath/contract/attack-packets.ts';
import { clientSays, serverSays } from '../../protocols/dhcp-snooping/testing.ts';
import { readEapol } from '../../protocols/dot1x/eapol.ts';
import { response, start } from '../../protocols/dot1x/testing.ts';
import { buildEapOutcome, EapCode, EapType, parseEap } from '../../protocols/eap/packet.ts';
import { md5Response } from '../../protocols/eap/testing.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import {
  Attribute,
  numberAttribute,
  octetsOf,
  parseRadius,
  RadiusCode,
  textAttribute,
} from '../../protocols/radius/packet.ts';
import { answerTo } from '../../protocols/radius/testing.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { createTacacsServer } from '../agent/tacacs-server.ts';
import { answer, apply, between, expectRefused, expectToast } from './applying.ts';
import type { CabledStation } from './cabled-station.ts';
import { type CabledSwitch, frameUnlikeOthers, startCabledSwitch } from './cabled-switch.ts';
import { expect, openPage, test } from './console.ts';

test.use({ isShared: true });
test.describe.configure({ mode: 'default' });

const ANN = '02-AA-00-00-00-01';
const BOB = '02-AA-00-00-00-02';
const SECRET = 'quiet-harbour';

/**
 * What the pages set is seen by stations of the test's own: they are cabled to ports 5, 6 and 7 of one switch that all tests
 * share.
 */
test.describe('the pages of Security change what stations meet', () => {
  test.describe.configure({ mode: 'default' });

  let bench: CabledSwitch;
  let device: AgentClient;
  let page: Page;
  let client: CabledStation;
  let server: CabledStation;
  let other: CabledStation;

  test.beforeAll(async ({ browser }) => {
    bench = await startCabledSwitch(browser, { stations: [] });
    ({ device, page, client, server, other } = bench);
  });

  test.afterAll(() => bench?.close());

  const enabled = { label: 'Enabled' };
  const disabled = { label: 'Disabled' };

  /** Whether a frame that one station sends comes to another: what a third one sends after it has come by then. */
  async function arrives(frame: Uint8Array, from = client, to = server): Promise<boolean> {
    from.send(frame);
    await device.read('sysConfig');
    const fence = frameUnlikeOthers('02-AA-00-00-00-77');
    other.send(fence);
    await expect.poll(() => to.hasHeard(fence)).toBe(true);
    return to.hasHeard(frame);
  }

  test('Port Security lets in as many stations as Port Settings and Global Settings say, and those of Port Address Settings', async () => {
    await openPage(page, '/Security/PortSecurity/PortSettings');
    await page.getByLabel('Maximum of port 5').fill('65');
    await page.getByRole('button', { name: /^Apply/ }).click();
    await expect(page.getByLabel('Maximum of port 5')).toHaveAccessibleDescription(new RegExp(between(0, 64)));
    await page.getByLabel('Maximum of port 5').fill('1');
    await page.getByLabel('State of port 5', { exact: true }).check();
    await page.getByLabel('Violation Action of port 5').selectOption({ label: 'Restrict' });
    await apply(page);
    expect(await arrives(frameUnlikeOthers(ANN))).toBe(true);
    expect(await arrives(frameUnlikeOthers(BOB))).toBe(false);
    const port = page.getByRole('row').filter({ has: page.getByLabel('Maximum of port 5') });
    await expect(port.getByRole('button', { name: 'Clear the violations of port 5' })).toBeVisible();

    // Room for two at the port, but only for one on the whole switch.
    await page.getByLabel('Maximum of port 5').fill('2');
    await apply(page);
    await openPage(page, '/Security/PortSecurity/GlobalSettings');
    await page.getByLabel('No Limit').selectOption(disabled);
    await expectRefused(page.getByLabel('System Maximum Address'), '65537', between(1, 65_536));
    await page.getByLabel('System Maximum Address').fill('1');
    await apply(page);
    expect(await arrives(frameUnlikeOthers(BOB))).toBe(false);
    await page.getByLabel('No Limit').selectOption(enabled);
    await apply(page);

    await openPage(page, '/Security/PortSecurity/PortAddressSettings');
    await page.getByRole('button', { name: 'Add address' }).click();
    const form = bench.region('New secure address');
    await form.getByLabel('Port', { exact: true }).selectOption({ label: '5' });
    await form.getByLabel('VID').fill('1');
    await form.getByLabel('MAC Address, part 1 of 6').fill(BOB);
    await apply(form, 'Add');
    expect(await arrives(frameUnlikeOthers(BOB))).toBe(true);
    expect(await arrives(frameUnlikeOthers('02-AA-00-00-00-03'))).toBe(false);
    await page.getByRole('button', { name: 'Clear all learned addresses' }).click();
    await answer(page, 'OK');
    await expectToast(page);
    // Ann's place is free for the first station that comes.
    expect(await arrives(frameUnlikeOthers('02-AA-00-00-00-03'))).toBe(true);
    expect(await arrives(frameUnlikeOthers(ANN))).toBe(false);
    await bench.set('portSecPortEntry', { portSecPort: 5, portSecState: 2 });
    expect(await arrives(frameUnlikeOthers(ANN))).toBe(true);
  });

  test('Port Access Control closes a port until its station authenticates as a Dial-In User, and then by RADIUS', async () => {
    let outcome = '';
    let words = 'not this one';
    client.answerBy((frame) => {
      const reading = readEapol(frame);
      const packet = reading.kind === 'frame' ? parseEap(reading.frame.body) : undefined;
      if (packet?.code === EapCode.success) outcome = 'success';
      if (packet?.code === EapCode.failure) outcome = 'failure';
      if (packet?.code !== EapCode.request) return;
      const { type, identifier } = packet;
      if (type === EapType.identity) client.send(response(ANN, identifier, type, new TextEncoder().encode('ann')));
      else if (type === EapType.md5Challenge)
        client.send(response(ANN, identifier, type, md5Response(identifier, words, packet.data.slice(1, 17))));
      // It speaks nothing else.
      else client.send(response(ANN, identifier, EapType.nak, Uint8Array.of(EapType.md5Challenge)));
    });

    await openPage(page, '/Security/DialInUser');
    await page.getByRole('button', { name: 'Add user' }).click();
    const user = bench.region('New user');
    await user.getByLabel('User Name').fill('ann');
    await user.getByLabel('Password', { exact: true }).fill('hello there');
    await user.getByLabel('Confirm Password').fill('hello here');
    await user.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(user.getByLabel('Confirm Password')).toHaveAccessibleDescription(/Passwords do not match\./);
    await user.getByLabel('Confirm Password').fill('hello there');
    await apply(user, 'Add');

    await openPage(page, '/Security/PortAccessControl');
    const system = bench.region('Authentication');
    await system.getByLabel('Port Access Control').selectOption(enabled);
    await system.getByLabel('Authentication Method').selectOption({ label: 'Local' });
    await apply(system);
    const ports = page.getByRole('tabpanel', { name: 'Ports' });
    await ports.getByLabel('Port Control of port 5').selectOption({ label: 'Auto' });
    await apply(ports);
    expect(await arrives(frameUnlikeOthers(ANN))).toBe(false);
    await expect.poll(() => outcome).toBe('failure');
    words = 'hello there';
    outcome = '';
    await bench.set('dot1xPaePortEntry', { dot1xPaePortNumber: 5, dot1xPaePortInitialize: 1 });
    client.send(start(ANN));
    await expect.poll(() => outcome).toBe('success');
    expect(await arrives(frameUnlikeOthers(ANN))).toBe(true);
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await expect(page.getByRole('table', { name: 'Sessions' })).toContainText('ann');

    const place = await radiusServer((request) => {
      const asked = parseRadius(request);
      const eap = asked && octetsOf(asked, Attribute.eapMessage);
      const success = buildEapOutcome(EapCode.success, eap?.[1] ?? 0);
      return answerTo(request, RadiusCode.accessAccept, [{ type: Attribute.eapMessage, value: success }], SECRET);
    });
    await openPage(page, '/Security/RADIUS');
    await page.getByRole('button', { name: 'Add server' }).click();
    const form = bench.region('New server');
    await form.getByLabel('Server IP Address, part 1 of 4').fill(place.address);
    await expectRefused(
      form.getByLabel('Authentication Port'),
      '65536',
      between(1, 65_535),
      form.getByRole('button', { name: 'Add', exact: true }),
    );
    await form.getByLabel('Authentication Port').fill(String(place.port));
    await form.getByLabel('Shared Secret').fill(SECRET);
    await apply(form, 'Add');
    outcome = '';
    await bench.set('dot1xExtConfig', { dot1xAuthMethod: 1 });
    await bench.set('dot1xPaePortEntry', { dot1xPaePortNumber: 5, dot1xPaePortInitialize: 1 });
    client.send(start(ANN));
    await expect.poll(() => outcome).toBe('success');
    expect(await arrives(frameUnlikeOthers(ANN))).toBe(true);
    await expect(page.getByRole('table', { name: 'Authentication' })).toContainText('Responding');
    const [counted] = await bench.rows('radiusAuthServerExtEntry');
    expect(Number(counted?.radiusAuthClientAccessAccepts)).toBeGreaterThan(0);
    client.answerBy(() => undefined);
    await bench.set('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 2 });
    await bench.set('radiusServerEntry', { radiusServerPriority: 1, RowStatus: 6 });
    place.socket.close();
  });

  test('RADIUS and TACACS+ let their users sign in to the switch, and ask whoever turns that on', async () => {
    const place = await radiusServer((request) => {
      const asked = parseRadius(request);
      const name = new TextDecoder().decode((asked && octetsOf(asked, Attribute.userName)) ?? new Uint8Array());
      const code = name === 'carol' ? RadiusCode.accessAccept : RadiusCode.accessReject;
      // Administrative-User (RFC 2865 5.6).
      const attributes = [numberAttribute(Attribute.serviceType, 6), textAttribute(Attribute.class, 'staff')];
      return answerTo(request, code, attributes, SECRET);
    });
    await bench.set('radiusServerEntry', {
      radiusServerPriority: 1,
      radiusServerAddress: place.address,
      radiusServerAuthPort: place.port,
      radiusServerKey: SECRET,
      RowStatus: 4,
    });
    const stranger = new AgentClient(bench.origin);
    expect(await stranger.login('any-Word-1', 'carol')).not.toBe(0);
    await openPage(page, '/Security/RADIUS');
    const signIns = bench.region('Login to the switch');
    await signIns.getByLabel('RADIUS Login').selectOption(enabled);
    await signIns.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('dialog', { name: 'Please confirm' })).toContainText('decide on logins');
    await answer(page, 'OK');
    await expect.poll(() => stranger.login('any-Word-1', 'carol')).toBe(0);
    await expect(page.getByRole('dialog', { name: 'Applied provisionally' })).toBeHidden();
    await bench.set('radiusConfig', { radiusLoginStatus: 2 });
    await bench.set('radiusServerEntry', { radiusServerPriority: 1, RowStatus: 6 });
    place.socket.close();

    const listener: Server = createTacacsServer({ key: SECRET, name: 'dave', password: 'any-Word-2' });
    await once(listener.listen(0, place.address), 'listening');
    await openPage(page, '/Security/TACACS');
    await page.getByRole('button', { name: 'Add server' }).click();
    const form = bench.region('New server');
    await form.getByLabel('Server IP Address, part 1 of 4').fill(place.address);
    await expectRefused(
      form.getByLabel('Timeout'),
      '256',
      between(1, 255),
      form.getByRole('button', { name: 'Add', exact: true }),
    );
    await form.getByLabel('Timeout').fill('5');
    await form.getByLabel('Server Port').fill(String((listener.address() as AddressInfo).port));
    await form.getByLabel('Shared Key').fill(SECRET);
    await apply(form, 'Add');
    await bench.region('Login to the switch').getByLabel('TACACS+ Login').selectOption(enabled);
    await bench.region('Login to the switch').getByRole('button', { name: 'Apply' }).click();
    await answer(page, 'OK');
    await expect.poll(() => stranger.login('any-Word-2', 'dave')).toBe(0);
    await expect(page.getByRole('dialog', { name: 'Applied provisionally' })).toBeHidden();
    await expect(page.getByRole('table', { name: 'Servers' })).toContainText('Responding');
    await bench.set('tacacsConfig', { tacacsLoginStatus: 2 });
    await bench.set('tacacsServerEntry', { tacacsServerPriority: 1, RowStatus: 6 });
    listener.close();
  });

  test('Destination MAC Filter keeps frames from an address, and refuses one that is pinned', async () => {
    await bench.set('dot1qStaticUnicastEntry', {
      RowStatus: 4,
      dot1qVlanIndex: 1,
      dot1qStaticUnicastAddress: '00-11-22-AA-BB-CC',
      dot1qStaticUnicastAllowedToGoTo: 9,
    });
    await openPage(page, '/Security/DestinationMACFilter');
    await page.getByRole('button', { name: 'Add address' }).click();
    const form = bench.region('New filtered address');
    const address = form.getByLabel('MAC Address, part 1 of 6');
    const add = form.getByRole('button', { name: 'Add' });
    await expectRefused(address, '01-00-5E-00-00-01', 'Invalid MAC address.', add);
    await address.fill('00:11:22:aa:bb:cc');
    await add.click();
    await expect(address).toHaveAccessibleDescription(/Address is in the static unicast table\./);
    const filtered = '00-11-22-AA-BB-DD';
    expect(await arrives(frameUnlikeOthers(ANN, { destination: filtered }))).toBe(true);
    await address.fill(filtered);
    await apply(form, 'Add');
    expect(await arrives(frameUnlikeOthers(ANN, { destination: filtered }))).toBe(false);
    // The station itself may still send.
    expect(await arrives(frameUnlikeOthers(filtered))).toBe(true);
    await page.getByRole('button', { name: `Delete filtered address ${filtered}` }).click();
    await answer(page, 'OK');
    await expectToast(page);
    // By now it is known where the station is.
    expect(await arrives(frameUnlikeOthers(ANN, { destination: filtered }), server, client)).toBe(true);
    await bench.set('dot1qStaticUnicastEntry', {
      RowStatus: 6,
      dot1qVlanIndex: 1,
      dot1qStaticUnicastAddress: '00-11-22-AA-BB-CC',
    });
  });

  test('Denial of Service drops and counts the shapes that are enabled, and no other', async () => {
    const land = attackFrame({ protocol: 'tcp', from: 1, to: 1, destination: BROADCAST_MAC });
    const scan = attackFrame({ protocol: 'tcp', flags: TcpFlag.syn | TcpFlag.fin, destination: BROADCAST_MAC });
    const honest = attackFrame({ protocol: 'tcp', flags: TcpFlag.syn, destination: BROADCAST_MAC });
    await openPage(page, '/Security/DenialOfService');
    await page.getByRole('button', { name: 'Modify attack Land' }).click();
    const form = bench.region('Land');
    await form.getByLabel('State').selectOption(enabled);
    await apply(form);
    expect(await arrives(land)).toBe(false);
    expect(await arrives(scan)).toBe(true);
    server.heard.length = 0;
    const drops = (name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('cell').last();
    await expect(page.getByRole('row').filter({ hasText: 'Land' })).toContainText(/Enabled.*\D1\D/);
    await page.getByRole('button', { name: 'Enable all' }).click();
    await expectToast(page);
    expect(await arrives(scan)).toBe(false);
    expect(await arrives(honest)).toBe(true);
    await expect(drops('TCP SYN-FIN')).toBeVisible();
    await page.getByRole('button', { name: 'Clear counters' }).click();
    await answer(page, 'OK');
    await expectToast(page);
    expect(await bench.rows('dosTypeEntry', { dosType: 1 })).toMatchObject([{ dosDropCount: '0' }]);
    await page.getByRole('button', { name: 'Disable all' }).click();
    await expectToast(page);
    server.heard.length = 0;
    expect(await arrives(land)).toBe(true);
  });

  test('DHCP Snooping hears servers at trusted ports alone, and binds who was given an address', async () => {
    const offer = serverSays('offer', ANN, '192.168.10.50');
    await openPage(page, '/Security/DHCPSnooping/Settings');
    await expectRefused(page.getByLabel('Database Update Interval'), '599', between(600, 86_400));
    await page.getByLabel('Database Update Interval').fill('600');
    await page.getByLabel('DHCP Snooping').selectOption(enabled);
    await apply(page);
    await expect(page.getByText('No trusted port: DHCP will stop working.')).toBeVisible();
    expect(await arrives(offer, server, client)).toBe(true);

    await openPage(page, '/Security/DHCPSnooping/VLAN');
    await page.getByRole('button', { name: 'Add VLAN' }).click();
    const vlans = bench.region('Snoop VLANs');
    await vlans.getByLabel('VLAN ID').fill('1');
    await apply(vlans, 'Add');
    client.heard.length = 0;
    expect(await arrives(offer, server, client)).toBe(false);

    await openPage(page, '/Security/DHCPSnooping/Interfaces');
    await page.getByLabel('Trust of port 6').check();
    await apply(page);
    expect(await arrives(clientSays('discover', ANN))).toBe(true);
    expect(await arrives(offer, server, client)).toBe(true);
    expect(await arrives(clientSays('request', ANN))).toBe(true);
    expect(await arrives(serverSays('ack', ANN, '192.168.10.50'), server, client)).toBe(true);

    await openPage(page, '/Security/DHCPSnooping/Binding');
    const bindings = page.getByRole('table', { name: 'Bindings' });
    await expect(bindings.getByRole('row').filter({ hasText: '192.168.10.50' })).toContainText('Dynamic');
    // A learned binding is made static on a page of its own; a release in another's name is ignored.
    await page.getByRole('button', { name: `Make static binding of ${ANN} in VLAN 1` }).click();
    await expect(page.getByRole('heading', { name: 'Modify Binding' })).toBeVisible();
    await page.getByLabel('IP Address, part 4 of 4').fill('51');
    await apply(page, 'Add');
    await expect(bindings.getByRole('row').filter({ hasText: '192.168.10.51' })).toContainText('Static');
    await page.getByRole('button', { name: 'Add static binding' }).click();
    const form = bench.region('New static binding');
    await form.getByLabel('MAC Address, part 1 of 6').fill(BOB);
    await form.getByLabel('VLAN ID').fill('1');
    await form.getByLabel('IP Address, part 1 of 4').fill('192.168.10.60');
    await form.getByLabel('Port', { exact: true }).selectOption({ label: '5' });
    await expectRefused(
      form.getByLabel('Lease Time'),
      '9',
      between(10, 4_294_967_295),
      form.getByRole('button', { name: 'Add' }),
    );
    await form.getByLabel('Lease Time').fill('3600');
    await apply(form, 'Add');
    expect(await bench.rows('dhcpSnoopingBindingEntry')).toMatchObject([
      { bindingMac: ANN, bindingIp: '192.168.10.51', bindingType: 1 },
      { bindingMac: BOB, bindingIp: '192.168.10.60', bindingType: 1 },
    ]);
  });

  test('ARP Inspection drops what bindings and lists do not know, and counts and logs it', async () => {
    const binding = { bindingVlanId: 1, bindingMac: ANN, bindingIp: '192.168.10.51', bindingPort: 5 };
    const present = (await bench.rows('dhcpSnoopingBindingEntry')).some(({ bindingMac }) => bindingMac === ANN);
    if (!present) await bench.set('dhcpSnoopingStaticBindingEntry', { ...binding, RowStatus: 4 });
    const claim = (mac: string, address: string) =>
      buildEthernet({
        destination: BROADCAST_MAC,
        source: mac,
        etherType: EtherType.arp,
        payload: buildArp({
          operation: 'request',
          senderMac: mac,
          senderAddress: address,
          targetMac: '00-00-00-00-00-00',
          targetAddress: '192.168.10.1',
        }),
      });
    const comes = (mac: string, address: string, from = client) => {
      server.heard.length = 0;
      return arrives(claim(mac, address), from);
    };
    await openPage(page, '/Security/DynamicARPInspection/VLAN');
    await page.getByRole('button', { name: 'Add VLAN' }).click();
    const vlans = bench.region('Inspect VLANs');
    await vlans.getByLabel('VLAN ID').fill('1');
    await vlans.getByLabel('State').selectOption(enabled);
    await apply(vlans, 'Add');
    expect(await comes(ANN, '192.168.10.51')).toBe(true);
    expect(await comes(ANN, '192.168.10.1')).toBe(false);

    await openPage(page, '/Security/DynamicARPInspection/ARPAccessList');
    await page.getByRole('button', { name: 'Add ARP access list' }).click();
    const lists = bench.region('New ARP access list');
    await lists.getByLabel('ARP Access List Name').fill('printers');
    await apply(lists, 'Add');
    await page.getByRole('button', { name: 'Edit ARP access list printers' }).click();
    await page.getByRole('button', { name: 'Add rule' }).click();
    const rule = bench.region('New rule of printers');
    await rule.getByLabel('Sender IP').selectOption({ label: 'Host' });
    await rule.getByLabel('IP Address, part 1 of 4').fill('192.168.10.77');
    await apply(rule, 'Add');
    await openPage(page, '/Security/DynamicARPInspection/Settings');
    await page.getByRole('button', { name: 'Add ARP filter' }).click();
    const filter = bench.region('New ARP filter');
    await filter.getByLabel('VID List').fill('1');
    await filter.getByLabel('ARP Access List Name').selectOption({ label: 'printers' });
    await apply(filter, 'Add');
    expect(await comes(BOB, '192.168.10.77')).toBe(true);
    expect(await comes(BOB, '192.168.10.78')).toBe(false);
    const validation = bench.region('Validation');
    await validation.getByLabel('Src-MAC').selectOption(enabled);
    await apply(validation);
    const forged = claim(BOB, '192.168.10.77');
    forged.set([0x02, 0xaa, 0, 0, 0, 0x09], 22);
    expect(await arrives(forged)).toBe(false);

    await page
      .getByRole('button', { name: /^Modify .*VLAN 1$/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'ARP Inspection Logging' })).toBeVisible();
    await page.getByLabel('DHCP Logging').selectOption({ label: 'None' });
    await apply(page);
    await openPage(page, '/Security/DynamicARPInspection/Log');
    await expectRefused(page.getByLabel('Log Buffer'), '1025', between(1, 1024));
    await page.getByLabel('Log Buffer').fill('3');
    await apply(page);
    const logged = page.getByRole('table', { name: 'Logged packets' });
    await expect(logged).toContainText('Src-MAC');
    await page.getByRole('button', { name: 'Clear Log' }).click();
    await answer(page, 'OK');
    await expectToast(page);
    await comes(BOB, '192.168.10.78');
    expect(await bench.rows('arpInspLogEntry')).toEqual([]);

    await openPage(page, '/Security/DynamicARPInspection/Statistics');
    const counted = page.getByRole('table', { name: 'Packets by VLAN' });
    await expect(counted.getByRole('row').nth(1)).toContainText(/^1/);
    expect(await bench.rows('arpInspStatsEntry')).toMatchObject([
      { arpInspForwarded: '2', arpInspDropped: '4', arpInspDhcpDrops: '3', arpInspSrcMacFailures: '1' },
    ]);
    await page.getByRole('button', { name: 'Clear All' }).click();
    await answer(page, 'OK');
    await expectToast(page);
    expect(await bench.rows('arpInspStatsEntry')).toMatchObject([{ arpInspForwarded: '0', arpInspDropped: '0' }]);

    await openPage(page, '/Security/DynamicARPInspection/PortSettings');
    await page.getByLabel('Trust State of port 5').check();
    await apply(page);
    expect(await comes(BOB, '192.168.10.78')).toBe(true);
    await bench.set('arpInspVlanEntry', { arpInspVlanId: 1, RowStatus: 6 });
  });

  test('ACL denies what the wizard and Add Rule say until a rule is edited, and the Finder tells which rule it was', async () => {
    const telnet = attackFrame({ protocol: 'tcp', ports: [40_000, 23], destination: BROADCAST_MAC });
    const comes = (frame: Uint8Array) => {
      server.heard.length = 0;
      return arrives(frame);
    };
    await openPage(page, '/Security/ACL/ConfigurationWizard');
    const next = page.getByRole('button', { name: 'Next' });
    await page.getByLabel('From', { exact: true }).selectOption({ label: 'IPv4' });
    await page.getByLabel('IPv4 address, part 1 of 4').fill('192.0.2.0');
    await page.getByLabel('IPv4 mask').selectOption({ label: '255.255.255.0 /24' });
    await page.getByLabel('Service', { exact: true }).selectOption({ label: 'TCP' });
    await page.getByLabel('Port to compare').selectOption({ label: 'Destination' });
    await page.getByLabel('Port', { exact: true }).fill('23');
    await next.click();
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Deny' });
    await page.getByRole('group', { name: 'Ports' }).getByLabel('Port 5', { exact: true }).check();
    await next.click();
    await expect(page.getByText(/192\.0\.2\.0.*23/)).toBeVisible();
    expect(await comes(telnet)).toBe(true);
    await apply(page);
    await expect(page.getByRole('heading', { name: 'Access Profile List' })).toBeVisible();
    await expect(page.getByText('The rule is in force. Save to keep it after a restart.')).toBeVisible();
    expect(await comes(telnet)).toBe(false);
    expect(await comes(attackFrame({ protocol: 'tcp', destination: BROADCAST_MAC }))).toBe(true);

    await page.getByRole('button', { name: 'Rules of profile 1' }).click();
    const list = page.getByRole('listitem');
    await expect(list).toContainText(['1 hit']);
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByLabel('Source IP, part 1 of 4').fill('192.0.2.0');
    await page.getByLabel('Destination Port').fill('23');
    await page.getByRole('group', { name: 'Ports' }).getByLabel('Port 5', { exact: true }).check();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const refusal = page.getByRole('alertdialog', { name: 'Warning' });
    await expect(refusal).toContainText('An identical rule exists: 1.');
    await refusal.getByRole('button', { name: 'OK' }).click();
    await page.getByLabel('Source IP, part 1 of 4').fill('192.0.3.0');
    await apply(page, 'Add');
    await page.getByRole('button', { name: 'Back' }).click();

    await page.getByRole('button', { name: 'Add profile' }).click();
    await page.getByLabel('ACL Type').selectOption({ label: 'Ethernet' });
    await page.getByLabel('Source MAC Mask, part 1 of 6').fill('FF-FF-FF-FF-FF-FF');
    await apply(page, 'Add');
    await expect(page.getByText('This profile has no rules, so it has no effect.')).toBeVisible();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByLabel('Source MAC, part 1 of 6').fill(BOB);
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Deny' });
    await page.getByRole('group', { name: 'Ports' }).getByLabel('Port 5', { exact: true }).check();
    await apply(page, 'Add');
    expect(await arrives(frameUnlikeOthers(BOB))).toBe(false);
    await page.getByRole('button', { name: /^Edit: access rule 1 of profile 2/ }).click();
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Permit' });
    await apply(page);
    expect(await arrives(frameUnlikeOthers(BOB))).toBe(true);

    await openPage(page, '/Security/ACL/Finder');
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Deny' });
    const found = bench.region('Rules found');
    await expect(found.getByRole('listitem')).toHaveCount(1);
    const asked = bench.region('What happens to this frame?');
    await asked.getByLabel('Source port', { exact: true }).selectOption({ label: '5' });
    await asked.getByLabel('Source IP').fill('192.0.2.9');
    await asked.getByLabel('Destination IP').fill('192.0.2.1');
    await asked.getByLabel('Destination Port').fill('23');
    await asked.getByRole('button', { name: 'Show path' }).click();
    await expect(asked.getByRole('listitem').last()).toContainText('Dropped');
    await asked.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Show Details' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear Counter' }).click();
    await answer(page, 'OK');
    await expectToast(page);
    expect(await bench.rows('aclRuleEntry', { aclProfileId: 1, aclRuleId: 1 })).toMatchObject([{ aclRuleHits: '0' }]);
    await openPage(page, '/Security/ACL/AccessProfileList');
    await page.getByRole('button', { name: 'Delete All' }).click();
    await answer(page, 'OK');
    await expectToast(page);
    expect(await comes(telnet)).toBe(true);
  });

  /** A RADIUS server at an address of the host, which answers what it is asked by `reply`. */
  async function radiusServer(
    reply: (request: Uint8Array) => Uint8Array,
  ): Promise<{ readonly address: string; readonly port: number; readonly socket: Socket }> {
    const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    const address = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
    if (address === undefined) throw new Error('The host has no address but its own loopback.');
    const socket = createSocket('udp4');
    socket.on('message', (request, from) => socket.send(reply(request), from.port, from.address));
    socket.bind(0, address);
    await once(socket, 'listening');
    return { address, port: socket.address().port, socket };
  }
});
