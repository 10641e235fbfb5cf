import { expect, test } from 'vitest';
import { fleetFeatures } from '../../fleet/features.ts';
import { isConfigured } from '../../model/schema/object.ts';
import { granting } from '../../tests/agent/granting-calls.ts';
import { features } from './features.ts';

/** Fields named like secrets that are none, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'sshCtrl.sshUserKeyFile': 'public keys',
  'snmpCommunityEntry.snmpCommunityIndex': 'the name of a row',
  'snmpCommunityEntry.snmpCommunitySecurityName': 'the name of a group',
  'snmpCommunityEntry.snmpCommunityTransportTag': 'an address',
  'apiTokenCtrl.apiTokenNewName': 'the name of a row',
  'eventEntry.eventCommunity': 'the index of a community; a string that one has is replaced by that',
};

/** The columns that somebody writes a text into. */
const writable = [
  ...features.flatMap(({ objects }) => objects),
  ...fleetFeatures.flatMap(({ answers }) => answers.map(({ object }) => object)),
].flatMap((object) =>
  Object.entries(object.fields)
    .filter(
      ([, field]) => field.access !== 'ro' && (field.kind === 'secret' || typeof field.limits.maxLength === 'number'),
    )
    .map(([column, field]) => ({ name: `${object.name}.${column}`, field })),
);

test('what is named as secrets are is one, so that it is encrypted, hidden and left out with the others', () => {
  const suspects = writable.filter(({ name }) => /passw|passphrase|secret|community|key|token|credential/i.test(name));
  expect(suspects.length).toBeGreaterThan(15);
  const open = suspects.filter(({ field }) => field.kind !== 'secret').map(({ name }) => name);
  expect(open.sort()).toEqual(Object.keys(exceptions).sort());
});

test('every secret that opens something is encrypted on flash: only hashes are not', () => {
  const clear = writable.filter(({ field }) => field.kind === 'secret' && isConfigured(field) && !field.sealed);
  expect(clear.map(({ name }) => name)).toEqual(['sysUserEntry.sysUserPasswordHash']);
});

test('every operation that grants access is among those whose proof is tested', () => {
  const declared = features.flatMap(({ operations = [] }) => operations).filter(({ grantsAccess }) => grantsAccess);
  const tested = new Set(granting.map(([, { Template }]) => Template));
  expect(declared.map(({ object }) => object.name).filter((name) => !tested.has(name))).toEqual([]);
  expect(declared.length).toBeGreaterThan(8);
});
