import { expect, test } from 'vitest';
import { type Message, say, wordsOf } from '../values/message.ts';
import {
  entryExists,
  entryGone,
  inUse,
  mirrorTarget,
  missing,
  needs,
  notCarriedOut,
  notMember,
  ofField,
  outOfRange,
  tableFull,
  unsupported,
} from './message.ts';

const vlan = say('VLAN {{vlan}}', { vlan: 20 });

test.each<[Message, string]>([
  [inUse(vlan, say('port 3')), 'VLAN 20 is in use by port 3.'],
  [missing(vlan), 'VLAN 20 does not exist.'],
  [notMember(3, vlan), 'Port 3 is not a member of VLAN 20.'],
  [mirrorTarget(3), 'Port 3 is a mirroring target port.'],
  [unsupported(3), 'This setting is not supported on port 3.'],
  [needs(say('MSTP'), say('spanning tree')), 'MSTP requires spanning tree to be enabled first.'],
  [outOfRange(2, 4094), 'Please enter an integer between 2 ~ 4094'],
  [tableFull(256), 'The table is full (maximum 256 entries).'],
  [entryExists, 'The entry already exists.'],
  [entryGone, 'The entry no longer exists.'],
  [notCarriedOut, 'The device could not carry out the request.'],
])('a refusal names what is at fault: %#', (message, sentence) => {
  expect(wordsOf(message)).toBe(sentence);
});

test('a refusal that is said away from its field names the field, once', () => {
  const named = say('{{label}} must be {{min}} to {{max}} characters.', { label: say('Name'), min: 1, max: 8 });
  expect(wordsOf(ofField('Ageing time', outOfRange(10, 300)))).toBe(
    'Ageing time: Please enter an integer between 10 ~ 300',
  );
  expect(wordsOf(ofField('Server', say('Invalid IPv4 address.')))).toBe('Server: Invalid IPv4 address.');
  expect(wordsOf(ofField('Name', named))).toBe('Name must be 1 to 8 characters.');
  expect(wordsOf(ofField('Contact', named))).toBe('Contact: Name must be 1 to 8 characters.');
  // A user's text is no label, whatever its words.
  const quoted = say('{{text}} of {{list}} is not known.', { text: 'Name', list: ['Name'] });
  expect(wordsOf(ofField('Name', quoted))).toBe('Name: Name of Name is not known.');
});
