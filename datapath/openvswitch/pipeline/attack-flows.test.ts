import { expect, test } from 'vitest';
import { Field } from '../openflow/field.ts';
import { attackFlows } from './attack-flows.ts';

test('a SYN from each port below 1024 is denied, and from no other', () => {
  const flows = attackFlows({ deniedAttacks: new Map([['tcpSynSrcPortLess1024', true]]), interfaces: new Map() });
  const ranges = flows.flatMap(({ match }) => match.filter(({ field }) => field === Field.tcpSource));
  const isDenied = (port: bigint) => ranges.some(({ value, mask }) => (port & mask) === value);
  expect([0n, 1n, 1023n, 1024n, 2047n, 65_535n].filter(isDenied)).toEqual([0n, 1n, 1023n]);
});
