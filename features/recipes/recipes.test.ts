// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { rowCalls } from '../../console/call/row-calls.ts';
import { type Recipe, recipeChanges } from '../../console/page/recipe.tsx';
import { wordsOfChanges } from '../../model/configuration/told-changes.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import type { GroupObject } from '../../model/schema/object.ts';
import { asWritten } from '../../model/values/translate.ts';
import type { Values } from '../../model/wire/call.ts';
import { factory, messagesOf } from '../network/testing.ts';
import { trunkGroupEntry } from '../network/trunk/objects.ts';
import { arpInspPortEntry } from '../security/arp-inspection/objects.ts';
import { dhcpSnoopingPortEntry } from '../security/dhcp-snooping/objects.ts';
import { dot1xAuthConfigEntry, dot1xPortExtEntry } from '../security/port-access-control/objects.ts';
import { radiusServerEntry } from '../security/radius/objects.ts';
import { cameraVlan } from './camera-vlan.ts';
import { dhcpSnooping } from './dhcp-snooping.ts';
import { guestNetwork } from './guest-network.ts';
import { portAuthentication } from './port-authentication.ts';
import { remoteSyslog } from './remote-syslog.ts';
import { snmpManager } from './snmp-manager.ts';
import { trunkToSwitch } from './trunk-to-switch.ts';

const before = factory();

/** What a recipe tells, and sends. */
function made<G extends GroupObject>(recipe: Recipe<G>, asked: Values, from = before) {
  const changes = recipeChanges(recipe, from, asked);
  const words = wordsOfChanges(changes, asWritten).map(({ what, from, to }) =>
    to === '' ? what : `${what}: ${from} > ${to}`,
  );
  return { words, sent: rowCalls(changes).map(({ params }) => params) };
}

describe('a recipe', () => {
  it('adds a syslog server in the first free place and enables sending', () => {
    const { sent } = made(remoteSyslog, { recipeServer: 'logs.example', recipeSeverity: 4, recipePort: 514 });
    expect(sent).toEqual([
      {
        Template: 'syslogServEntry',
        syslogServIndex: 1,
        syslogServAddrType: 16,
        syslogServAddr: 'logs.example',
        RowStatus: 4,
      },
      { Template: 'syslogCtrl', syslogState: 1 },
    ]);
  });

  it('changes nothing until every question is answered', () => {
    expect(made(remoteSyslog, { recipeServer: 'logs.example' }).sent).toEqual([]);
  });

  it('makes a user of version 3 with its group', () => {
    const { sent } = made(snmpManager, {
      recipeUser: 'nms',
      recipeAccess: 1,
      recipeAuthPassword: 'first-secret',
      recipePrivPassword: 'other-secret',
    });
    expect(sent.map(({ Template }) => Template)).toEqual(['snmpAgentCtrl', 'vacmAccessEntry', 'usmUserEntry']);
    expect(sent[1]).toMatchObject({ vacmGroupName: 'managersRead', RowStatus: 4 });
    expect(sent[1]).not.toHaveProperty('vacmAccessWriteViewName');
    expect(sent[2]).toMatchObject({
      usmUserName: 'nms',
      vacmGroupName: 'managersRead',
      usmUserAuthPassword: 'first-secret',
    });
  });

  it('moves cameras into their VLAN, tagged on the way to the recorder', () => {
    const { words, sent } = made(cameraVlan, {
      recipeVlan: 100,
      recipeName: 'Cameras',
      recipeCameras: '1-4',
      recipeUplinks: '9',
    });
    expect(words.join('\n')).toContain('Ports 1-4 move from VLAN 1 to VLAN 100, untagged');
    expect(sent).toContainEqual({
      Template: 'dot1qVlanStaticEntry',
      dot1qVlanIndex: 100,
      dot1qVlanStaticName: 'Cameras',
      dot1qVlanStaticEgressPorts: '1-4,9',
      dot1qVlanStaticUntaggedPorts: '1-4',
      RowStatus: 4,
    });
    expect(
      messagesOf(
        before,
        cameraVlan.change(before, { recipeVlan: 100, recipeName: 'Cameras', recipeCameras: '1-4', recipeUplinks: '9' }),
      ),
    ).toEqual([]);
    expect(
      cameraVlan.problems?.(before, { recipeVlan: 100, recipeName: '', recipeCameras: '1-4', recipeUplinks: '4' }),
    ).toMatchObject({
      recipeUplinks: { values: { ports: '4' } },
    });
  });

  it('makes the first free trunk of the ports, and tags the VLANs on them', () => {
    const { sent } = made(trunkToSwitch, { recipePorts: '5-6', recipeMode: 2, recipeVlans: '' });
    expect(sent).toEqual([{ Template: 'trunkGroupEntry', trunkId: 1, trunkMode: 2, trunkMemberPorts: '5-6' }]);
    expect(trunkToSwitch.problems?.(before, { recipePorts: '1-9', recipeMode: 2, recipeVlans: '77' })).toMatchObject({
      recipePorts: { text: 'A trunk has at most {{max}} member ports.' },
      recipeVlans: { values: { vlan: 77 } },
    });
  });

  it('trusts the ports to DHCP servers, and snoops the VLANs that stations are in', () => {
    const ports = [1, 2, 3].map((port) => ({ dhcpSnoopingPort: port }));
    const snooped = before.withRows(dhcpSnoopingPortEntry, ports).withRows(
      arpInspPortEntry,
      ports.map(({ dhcpSnoopingPort }) => ({ arpInspPort: dhcpSnoopingPort })),
    );
    const suggested = dhcpSnooping.suggests?.(snooped);
    expect(suggested).toEqual({ recipeVlans: '1' });
    const sent = (recipeInspection: number) =>
      made(dhcpSnooping, { ...suggested, recipeTrusted: '3', recipeInspection }, snooped).sent;
    const snooping = [
      { Template: 'dhcpSnoopingPortEntry', dhcpSnoopingPort: 3, dhcpSnoopingPortTrust: 1 },
      { Template: 'dhcpSnoopingVlanEntry', dhcpSnoopingVlanId: 1, RowStatus: 4 },
      { Template: 'dhcpSnoopingConfig', dhcpSnoopingStatus: 1 },
    ];
    expect(sent(Status.disabled)).toEqual(snooping);
    expect(sent(Status.enabled)).toEqual([
      ...snooping,
      { Template: 'arpInspPortEntry', arpInspPort: 3, arpInspTrust: 1 },
      { Template: 'arpInspVlanEntry', arpInspVlanId: 1, arpInspVlanStatus: 1, RowStatus: 4 },
    ]);
  });

  it('adds the RADIUS server and the guest VLAN before it closes ports', () => {
    const ports = [1, 2, 3].map((port) => ({ dot1xPaePortNumber: port }));
    const open = before.withRows(dot1xAuthConfigEntry, ports).withRows(dot1xPortExtEntry, ports);
    const asked = { recipeServer: '192.168.10.13', recipeKey: 'shared-secret', recipePorts: '2-3' };
    const { sent } = made(portAuthentication, { ...asked, recipeGuestVlan: 90 }, open);
    expect(sent.map(({ Template }) => Template)).toEqual([
      'radiusServerEntry',
      'dot1qVlanStaticEntry',
      ...['dot1xPortExtEntry', 'dot1xPortExtEntry'],
      ...['dot1xAuthConfigEntry', 'dot1xAuthConfigEntry'],
      'dot1xPaeSystem',
    ]);
    expect(sent[0]).toMatchObject({ radiusServerPriority: 1, radiusServerAddress: '192.168.10.13' });
    expect(sent[1]).toMatchObject({ dot1qVlanIndex: 90, dot1qVlanStaticName: 'Guests' });
    expect(sent[3]).toMatchObject({ dot1xPaePortNumber: 3, dot1xPortGuestVlan: 90 });
    expect(sent[5]).toMatchObject({ dot1xPaePortNumber: 3, dot1xAuthAuthControlledPortControl: 2 });
    const withoutGuests = made(portAuthentication, { ...asked, recipeGuestVlan: 0 }, open).sent;
    expect(withoutGuests.map(({ Template }) => Template)).not.toContain('dot1xPortExtEntry');
    const trunk = open.withRow(trunkGroupEntry, { trunkId: 1, trunkMode: 1, trunkMemberPorts: '3-4' });
    expect(portAuthentication.problems?.(trunk, { ...asked, recipeGuestVlan: 0 })).toMatchObject({
      recipePorts: { values: { port: 3, trunk: 1 } },
    });
  });

  it('takes further ports under 802.1X with the server, the guest VLAN and the ports that are there', () => {
    const ports = [1, 2, 3].map((port) => ({ dot1xPaePortNumber: port }));
    const open = before.withRows(dot1xAuthConfigEntry, ports).withRows(dot1xPortExtEntry, ports);
    const asked = { recipeServer: '192.168.10.13', recipeKey: 'shared-secret', recipePorts: '2', recipeGuestVlan: 90 };
    const once = portAuthentication.change(open, asked);
    // The device does not tell the secret.
    const read = once.withRow(radiusServerEntry, { radiusServerPriority: 1, radiusServerKey: '' });
    const { sent } = made(portAuthentication, { ...asked, recipeKey: 'changed-secret', recipePorts: '2-3' }, read);
    expect(sent).toEqual([
      { Template: 'radiusServerEntry', radiusServerPriority: 1, radiusServerKey: 'changed-secret' },
      expect.objectContaining({ Template: 'dot1xPortExtEntry', dot1xPaePortNumber: 3, dot1xPortGuestVlan: 90 }),
      { Template: 'dot1xAuthConfigEntry', dot1xPaePortNumber: 3, dot1xAuthAuthControlledPortControl: 2 },
    ]);
    expect(portAuthentication.problems?.(read, asked)).toEqual({});
  });

  it('takes guests out of every other VLAN, and refuses a VLAN that others are in', () => {
    const asked = {
      recipeVlan: 200,
      recipeName: 'Guests',
      recipeGuests: '1-2',
      recipeRouter: '9',
      recipeLink: 1 as const,
    };
    expect(guestNetwork.suggests?.(before)).toEqual({ recipeVlan: 200 });
    const after = guestNetwork.change(before, asked);
    expect(messagesOf(before, after)).toEqual([]);
    expect(guestNetwork.suggests?.(after)).toEqual({ recipeVlan: 201 });
    expect(made(guestNetwork, asked).sent).toContainEqual({
      Template: 'privateVlanPortEntry',
      privateVlanSourcePort: 2,
      privateVlanForwardPorts: '2,9',
    });
    expect(guestNetwork.problems?.(after, { ...asked, recipeGuests: '3' })).toMatchObject({
      recipeVlan: { values: { ports: '1-2' } },
    });
    expect(guestNetwork.problems?.(before, { ...asked, recipeRouter: '2' })).toMatchObject({
      recipeRouter: { values: { ports: '2' } },
    });
  });
});
