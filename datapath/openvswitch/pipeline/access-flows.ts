import type { PortNumber } from '../../plan.ts';
import type { PortAccess } from '../../port-access.ts';
import { Do } from '../openflow/action.ts';
import type { Flow } from '../openflow/flow.ts';
import { Table } from './layout.ts';
import { cameBy } from './port-flows.ts';
import { holds, Register } from './registers.ts';
import { from, rule, to } from './rule.ts';

/** Supplicants and authenticators hear one another here (IEEE 802.1X-2004 7.8). */
const PAE_GROUP = '01-80-C2-00-00-03';

/** What an authenticator lets in and out of a port. */
export function accessFlows(port: PortNumber, { admits, sends }: PortAccess): Flow[] {
  const here = cameBy(port);
  const onward = [Do.gotoTable(Table.control)];
  const passing = admits === 'everybody' ? [] : [to(PAE_GROUP), ...[...admits].map(from)];
  return [
    ...(admits === 'everybody' ? [] : [rule('authentication', 100, here, [])]),
    ...passing.map((match) => rule('authentication', 200, [...here, match], onward)),
    ...(sends ? [] : [rule('egressFilter', 1000, [holds(Register.outPort, port)], [])]),
  ];
}
