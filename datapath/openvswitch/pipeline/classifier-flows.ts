import type { PortList } from '../../../model/values/port-list.ts';
import type { BridgePortNumber, ClassifierPlan } from '../../plan.ts';
import { Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, type Match, macValue, masked } from '../openflow/match.ts';
import { intoVlan } from './bridge-port-flows.ts';
import { both, Form, holds, Inner, note, PLAIN, Register } from './registers.ts';
import { from, rule } from './rule.ts';
import { CUSTOMER_TAG, SERVICE_TAG } from './service-tag.ts';

/** Above the PVID's. */
const priorities = { station: 400, voice: 300, surveillance: 250, protocol: 200 } as const;

const PREFIX = macValue('FF-FF-FF-00-00-00');

/** Says the VLAN of frames that have none, and the priority of those that have no tag. */
export function classifierFlows(plan: ClassifierPlan, named: (list: PortList) => readonly BridgePortNumber[]): Flow[] {
  const vlan = note(Register.vlan, plan.vlan);
  const table = 'classification';
  const place = priorities[plan.rank];
  return originsOf(plan, named).flatMap((origin) => [
    rule(
      table,
      place,
      [...origin, ...framesOf(plan, Form.untagged)],
      [vlan, note(Register.priority, plan.priority), ...intoVlan],
    ),
    rule(table, place, [...origin, ...framesOf(plan, Form.priorityTagged)], [vlan, ...intoVlan]),
  ]);
}

function originsOf(plan: ClassifierPlan, named: (list: PortList) => readonly BridgePortNumber[]): Match[] {
  return plan.rank === 'station' ? [[]] : named(plan.ports).map((port) => [holds(Register.ingress, port)]);
}

function framesOf(plan: ClassifierPlan, form: number): Match {
  const formed = holds(Register.form, form);
  switch (plan.rank) {
    case 'station':
    case 'surveillance':
      return [formed, from(plan.source)];
    case 'voice':
      return [formed, masked(Field.ethSource, macValue(plan.prefix) & PREFIX, PREFIX)];
    case 'protocol':
      return protocolMatch(form, plan.value);
  }
}

/** The content behind more than its own C-tag is not a frame's type, whatever rules see there. */
function protocolMatch(form: number, value: number): Match {
  const formed = holds(Register.form, form);
  const isUntagged = form === Form.untagged;
  if (value === SERVICE_TAG) {
    return [both(formed, isUntagged ? holds(Register.serviceTagged, 1) : holds(Register.inner, Inner.serviceTag))];
  }
  if (value === CUSTOMER_TAG && !isUntagged) return [both(formed, holds(Register.inner, Inner.customerTag))];
  return [both(formed, PLAIN), equals(Field.ethType, value)];
}
