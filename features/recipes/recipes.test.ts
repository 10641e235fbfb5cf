// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { rowCalls } from '../../console/call/row-calls.ts';
import { type Recipe, recipeChanges } from '../../console/page/recipe.tsx';
import { wordsOfChanges } from '../../model/configuration/told-changes.ts';
import type { GroupObject } from '../../model/schema/object.ts';
import { asWritten } from '../../model/values/translate.ts';
import type { Values } from '../../model/wire/call.ts';
import { factory, messagesOf } from '../network/testing.ts';
import { cameraVlan } from './camera-vlan.ts';
import { remoteSyslog } from './remote-syslog.ts';
import { snmpManager } from './snmp-manager.ts';
import { trunkToSwitch } from './trunk-to-switch.ts';

const before = factory();

/** What a recipe tells, and sends. */
function made<G extends GroupObject>(recipe: Recipe<G>, asked: Values) {
  const changes = recipeChanges(recipe, before, asked);
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
});
