import { type Action, Do } from '../openflow/action.ts';
import { bitsOf, Field, wholeOf } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, inVlan, type Match, macValue, masked, TAG_PRESENT } from '../openflow/match.ts';
import { remarkFlows } from './access-list-flows.ts';
import { linkScopeFlows } from './address-flows.ts';
import { Table, type TableName } from './layout.ts';
import { admittedFlows } from './port-security-flows.ts';
import { ANY_PORT, both, Egress, Form, holds, note, OWN, Register } from './registers.ts';
import { FROM_GROUP, rule, TAGGED, TO_GROUP, to } from './rule.ts';
import { CUSTOMER_TAG, SERVICE_TAG } from './service-tag.ts';

/** Where frames go on in a table unless a rule of a higher priority says something else. */
const onward: readonly (readonly [TableName, TableName])[] = [
  ['tagProtocol', 'form'],
  ['sanity', 'authentication'],
  ['authentication', 'control'],
  ['control', 'reserved'],
  ['reserved', 'trunk'],
  ['denialOfService', 'samePorts'],
  ['samePorts', 'attackShapes'],
  ['attackShapes', 'rateLimit'],
  ['rateLimit', 'storm'],
  ['storm', 'classification'],
  ['multicastVlan', 'vlanFilter'],
  ['vlanFilter', 'learning'],
  ['learnt', 'destinationFilter'],
  ['destinationFilter', 'accessControl'],
  ['accessControl', 'inspection'],
  ['accessRules', 'inspection'],
  ['inspection', 'lookup'],
  ['deliveryClasses', 'accepted'],
  ['stationAccess', 'ownInterface'],
  ['queue', 'distribution'],
  ['distribution', 'egressFilter'],
  ['groups', 'flood'],
  ['unknownUnicast', 'flood'],
  ['member', 'scheduling'],
  ['scheduling', 'send'],
];

/** The rules that stand whatever is configured. */
export function fixedFlows(): Flow[] {
  return [
    ...onward.map(([table, next]) => rule(table, 0, [], [Do.gotoTable(Table[next])])),
    ...formFlows(),
    ...sanityFlows(),
    ...reservedFlows(),
    rule('instance', 0, [], [note(Register.learning, ANY_PORT), note(Register.forwarding, ANY_PORT)]),
    rule('vlanFilter', 1000, [holds(Register.vlanExists, 0)], []),
    ...admittedFlows(),
    rule('learnt', 100, [holds(Register.onlyLearns, 1)], []),
    // What is the switch's own goes past the stages between: it came in by no port, or was let in.
    rule('destinationFilter', 50, [holds(Register.ingress, 0)], [Do.gotoTable(Table.lookup)]),
    rule('destinationFilter', 50, [holds(Register.injected, 1)], [Do.gotoTable(Table.lookup)]),
    ...remarkFlows(),
    ...lookupFlows(),
    ...linkScopeFlows(),
    ...taggingFlows(),
  ];
}

/** Has the frame looked at anew: what stands first in it now is what rules see. */
const REPARSE = [Do.encapsulateNsh, Do.decapsulate];

/** A tag that is there and has VID 0. */
const NO_VLAN = masked(Field.vlanTci, TAG_PRESENT, TAG_PRESENT | 0xfff);

/**
 * Tells how a frame is tagged. Rules see a VLAN tag and what stands behind it, but not of which kind the tag is: they see
 * that of a second one, as the type behind the first. So a tagged frame gets one more tag for a moment.
 */
function formFlows(): Flow[] {
  const form = (value: number) => [note(Register.form, value), Do.gotoTable(Table.sanity)];
  const look = (...noting: readonly Action[]) => [Do.popVlan, ...noting, ...REPARSE, Do.resubmit(Table.form)];
  const service = [TAGGED, equals(Field.ethType, SERVICE_TAG)];
  return [
    rule('tagProtocol', 100, [TAGGED], [Do.pushVlan(CUSTOMER_TAG), ...REPARSE, Do.resubmit(Table.outerTag)]),
    rule('outerTag', 100, service, look(note(Register.serviceTagged, 1))),
    rule('outerTag', 0, [TAGGED], look()),
    rule('form', 500, [holds(Register.serviceTagged, 1), NO_VLAN], []),
    ...innerTagFlows(),
    rule('form', 300, [holds(Register.serviceTagged, 1)], form(Form.untagged)),
    rule('form', 200, [NO_VLAN], form(Form.priorityTagged)),
    rule('form', 100, [TAGGED], form(Form.tagged)),
    rule('form', 0, [], form(Form.untagged)),
  ];
}

/**
 * What has a tag with VID 0 behind its C-tag goes no further. Rules see a second tag as the type behind the first: the first is
 * taken away for the look at it.
 */
function innerTagFlows(): Flow[] {
  const outer = wholeOf(Field.vlanTci);
  const plain = both(holds(Register.serviceTagged, 0), holds(Register.innerSeen, 0));
  const aside = [note(Register.innerSeen, 1), Do.move(outer, Register.outerTag), Do.popVlan, ...REPARSE];
  const back = [Do.pushVlan(CUSTOMER_TAG), Do.move(Register.outerTag, outer), ...REPARSE, Do.resubmit(Table.form)];
  return [
    ...[CUSTOMER_TAG, SERVICE_TAG].map((type) =>
      rule('form', 400, [plain, TAGGED, equals(Field.ethType, type)], [...aside, Do.resubmit(Table.innerTag)]),
    ),
    rule('innerTag', 100, [NO_VLAN], []),
    rule('innerTag', 0, [], back),
  ];
}

function sanityFlows(): Flow[] {
  return [
    rule('sanity', 100, [FROM_GROUP], []),
    rule('sanity', 100, [holds(Register.form, Form.tagged), inVlan(4095)], []),
    rule('sanity', 100, [to('01-80-C2-00-00-01')], []),
  ];
}

/** What no bridge forwards; classes and ports that pass such frames are asked before. */
function reservedFlows(): Flow[] {
  return [
    rule('reserved', 100, sixteenFrom('01-80-C2-00-00-00'), []),
    rule('reserved', 100, sixteenFrom('01-80-C2-00-00-20'), []),
    rule('reserved', 100, [to('CF-00-00-00-00-00')], []),
  ];
}

/** Sixteen destinations that differ in their last four bits only. */
function sixteenFrom(mac: string): Match {
  return [masked(Field.ethDestination, macValue(mac), macValue('FF-FF-FF-FF-FF-F0'))];
}

/** A group frame is distributed as its group or its VLAN says, another one where its address was heard or is pinned. */
function lookupFlows(): Flow[] {
  const queue = Do.gotoTable(Table.queue);
  return [
    rule('lookup', 100, [TO_GROUP], [queue]),
    rule('lookup', 0, [], [Do.resubmit(Table.learned), Do.resubmit(Table.pinned), queue]),
    // What the switch itself sends into a VLAN does not come back to it.
    rule('delivery', 1000, [holds(Register.ingress, 0)], []),
    rule('deliveryClasses', 0xffff, [holds(Register.injected, 1)], [Do.gotoTable(Table.accepted)]),
    rule('distribution', 300, [holds(Register.outPort, OWN)], [Do.resubmit(Table.delivery)]),
    rule('distribution', 200, [holds(Register.outPort, 0), TO_GROUP], [Do.gotoTable(Table.groups)]),
    rule('distribution', 100, [holds(Register.outPort, 0)], [Do.gotoTable(Table.unknownUnicast)]),
    rule('unknownUnicast', 200, [holds(Register.injected, 1)], [Do.gotoTable(Table.flood)]),
  ];
}

/** What `Register.egress` holds of a frame that leaves with a tag. */
export const LEAVES_TAGGED = (1 << Egress.member) | (1 << Egress.reachable) | (1 << Egress.forwarding);
const LEAVES_UNTAGGED = LEAVES_TAGGED | (1 << Egress.untagged);

/** Notes the VLAN of a frame in its tag. */
export const setVid: Action = Do.move(Register.vlan, bitsOf(Field.vlanTci, 0, 11));

/** Gives a frame without a tag one of its VLAN. */
export const tagAdded: readonly Action[] = [Do.pushVlan(CUSTOMER_TAG), setVid];

/** Gives a frame that may leave the tag that the port in `outPort` wants; one that may not has no rule. */
function taggingFlows(): Flow[] {
  const out = Do.gotoTable(Table.member);
  const setPriority = Do.move(Register.priority, bitsOf(Field.vlanTci, 13, 15));
  const tagged = holds(Register.egress, LEAVES_TAGGED);
  const untagged = holds(Register.egress, LEAVES_UNTAGGED);
  const form = (value: number) => holds(Register.form, value);
  return [
    rule('tagging', 100, [untagged, form(Form.untagged)], [out]),
    rule('tagging', 100, [untagged, form(Form.priorityTagged), TAGGED], [Do.popVlan, out]),
    rule('tagging', 100, [untagged, form(Form.tagged), TAGGED], [Do.popVlan, out]),
    rule('tagging', 100, [tagged, form(Form.untagged)], [...tagAdded, setPriority, out]),
    rule('tagging', 100, [tagged, form(Form.priorityTagged), TAGGED], [setVid, out]),
    rule('tagging', 100, [tagged, form(Form.tagged), TAGGED], [out]),
  ];
}
