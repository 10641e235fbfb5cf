import { expect, test } from 'vitest';
import { mayLoadPrograms, requireRights, rightsIn } from './host-rights.ts';

const status = (mask: string) => `Name:\tnode\nUid:\t101\t101\t101\t101\nCapEff:\t${mask}\nCapBnd:\t000001ffffffffff\n`;

test('a user with the capabilities of the service may drive a switch, and load no program for queues', () => {
  const rights = rightsIn(status('0000000000003400'));
  expect(() => requireRights(rights)).not.toThrow();
  expect(mayLoadPrograms(rights)).toBe(false);
});

test('root may do both', () => {
  const rights = rightsIn(status('000001ffffffffff'));
  expect(() => requireRights(rights)).not.toThrow();
  expect(mayLoadPrograms(rights)).toBe(true);
});

test('who lacks one is refused, whatever the user id, in a sentence that names it', () => {
  expect(() => requireRights(rightsIn(status('0000000000001000')))).toThrow('needs CAP_NET_RAW:');
  expect(() => requireRights(rightsIn(''))).toThrow('needs CAP_NET_ADMIN and CAP_NET_RAW:');
});
