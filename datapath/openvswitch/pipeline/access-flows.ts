import type { PortNumber } from '../../plan.ts';
import type { PortAccess } from '../../port-access.ts';
import { Do } from '../openflow/action.ts';
import type { Flow } from '../openflow/flow.ts';
import { Table } from './layout.ts';
import { holds, Register } from './registers.ts';
import { from, rule } from './rule.ts';

/** What an authenticator lets in and out of a port. */
export function accessFlows(port: PortNumber, { admits, sends }: PortAccess): Flow[] {
  const here = holds(Register.ingress, port);
  const stations = admits === 'everybody' ? [] : [...admits];
  return [
    ...(admits === 'everybody' ? [] : [rule('authentication', 100, [here], [])]),
    ...stations.map((station) =>
      rule('authentication', 200, [here, from(station)], [Do.gotoTable(Table.denialOfService)]),
    ),
    ...(sends ? [] : [rule('egressFilter', 1000, [holds(Register.outPort, port)], [])]),
  ];
}
