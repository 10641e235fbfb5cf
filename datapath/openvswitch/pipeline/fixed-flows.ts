import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { GVRP_ADDRESS } from '../../../protocols/gvrp/gvrp-address.ts';
import { type Action, Do } from '../openflow/action.ts';
import { bitsOf, Field, wholeOf } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, type Match, macValue, masked, TAG_PRESENT } from '../openflow/match.ts';
import { remarkFlows } from './access-list-flows.ts';
import { linkScopeFlows } from './address-flows.ts';
import { Table, type TableName } from './layout.ts';
import { admittedFlows } from './port-security-flows.ts';
import { ANY_PORT, both, Egress, Form, holds, Inner, note, OWN, Register } from './registers.ts';
import { FROM_GROUP, rule, TAGGED, TO_GROUP, to } from './rule.ts';
import { CUSTOMER_TAG, SERVICE_TAG } from './service-tag.ts';

/** The next table of frames unless a rule of a higher priority says something else. */
const onward: readonly (readonly [TableName, TableName])[] = [
  ['tagProtocol', 'form'],
  ['sanity', 'authentication'],
  ['authentication', 'passed'],
  ['passed', 'control'],
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
  ['queue', 'whole'],
  ['whole', 'distribution'],
  ['distribution', 'egressFilter'],
  ['groups', 'flood'],
  ['unknownUnicast', 'flood'],
  ['member', 'scheduling'],
  ['scheduling', 'send'],
];

/** The rules that exist in every configuration. */
export function fixedFlows(): Flow[] {
  return [
    ...onward.map(([table, next]) => rule(table, 0, [], [Do.gotoTable(Table[next])])),
    ...formFlows(),
    ...restoreFlows(),
    ...sanityFlows(),
    ...reservedFlows(),
    rule('instance', 0, [], [note(Register.learning, ANY_PORT), note(Register.forwarding, ANY_PORT)]),
    rule('vlanFilter', 1000, [holds(Register.vlanExists, 0)], []),
    ...admittedFlows(),
    rule('learnt', 100, [holds(Register.onlyLearns, 1)], []),
    // The switch's own frames skip the stages between: they were not received on a port.
    rule('destinationFilter', 50, [holds(Register.ingress, 0)], [Do.gotoTable(Table.lookup)]),
    ...remarkFlows(),
    ...lookupFlows(),
    ...linkScopeFlows(),
    ...taggingFlows(),
  ];
}

/** Has the frame parsed again: rules then see what is first in it now. */
export const REPARSE = [Do.encapsulateNsh, Do.decapsulate];

/** A tag that is there and has VID 0. */
const NO_VLAN = masked(Field.vlanTci, TAG_PRESENT, TAG_PRESENT | 0xfff);

/** The tag of a frame that rules see. */
const SEEN_TAG = wholeOf(Field.vlanTci);

/** Notes the C-tag of a frame. */
export const noteTag: Action = Do.move(SEEN_TAG, Register.tag);

/**
 * Finds out how a frame is tagged. Rules see a VLAN tag and what follows it, but not of which kind the tag is: they see
 * that of a second one, as the type behind the first. So a tagged frame gets one more tag for a moment.
 */
function formFlows(): Flow[] {
  const form = (value: number) => [note(Register.form, value), Do.gotoTable(Table.sanity)];
  const tagged = (value: number) => [noteTag, ...form(value)];
  const look = (...noting: readonly Action[]) => [Do.popVlan, ...noting, ...REPARSE, Do.resubmit(Table.form)];
  const service = [TAGGED, equals(Field.ethType, SERVICE_TAG)];
  return [
    rule('tagProtocol', 100, [TAGGED], [Do.pushVlan(CUSTOMER_TAG), ...REPARSE, Do.resubmit(Table.outerTag)]),
    rule('outerTag', 100, service, look(note(Register.serviceTagged, 1))),
    rule('outerTag', 0, [TAGGED], look()),
    rule('form', 500, [holds(Register.serviceTagged, 1), NO_VLAN], []),
    ...innerTagFlows(),
    rule('form', 300, [holds(Register.serviceTagged, 1)], form(Form.untagged)),
    rule('form', 200, [NO_VLAN], tagged(Form.priorityTagged)),
    rule('form', 100, [TAGGED], tagged(Form.tagged)),
    rule('form', 0, [], form(Form.untagged)),
  ];
}

/**
 * Of a frame with two tags the first is set aside, and stays so up to `queue`: rules see one tag, and so the packet behind the
 * second. A second one with VID 0 behind a C-tag goes no further.
 */
function innerTagFlows(): Flow[] {
  const inner = [
    [CUSTOMER_TAG, Inner.customerTag],
    [SERVICE_TAG, Inner.serviceTag],
  ] as const;
  const sanity = Do.gotoTable(Table.sanity);
  return [
    ...inner.flatMap(([type, number]) => [
      rule(
        'form',
        410,
        [holds(Register.serviceTagged, 1), TAGGED, equals(Field.ethType, type)],
        [...setAside(Form.untagged), Do.resubmit(Table.sanity)],
      ),
      ...[
        { priority: 410, form: Form.priorityTagged, seen: NO_VLAN },
        { priority: 400, form: Form.tagged, seen: TAGGED },
      ].map(({ priority, form, seen }) =>
        rule(
          'form',
          priority,
          [holds(Register.serviceTagged, 0), seen, equals(Field.ethType, type)],
          [note(Register.inner, number), ...setAside(form), Do.resubmit(Table.innerTag)],
        ),
      ),
    ]),
    rule('innerTag', 100, [NO_VLAN], []),
    rule('innerTag', 0, [], [sanity]),
  ];
}

/** Actions that remove the first of two tags of a frame of `form` and keep it. */
export function setAside(form: number): Action[] {
  return [note(Register.form, form), note(Register.aside, 1), noteTag, Do.popVlan, ...REPARSE];
}

/** Puts a tag that is set aside back: called for what leaves the pipeline, and before a frame is sent on its ways out. */
function restoreFlows(): Flow[] {
  const back = (type: number) => [Do.pushVlan(type), Do.move(Register.tag, SEEN_TAG)];
  const aside = (service: number) => both(holds(Register.aside, 1), holds(Register.serviceTagged, service));
  return [
    rule('restore', 100, [aside(0)], back(CUSTOMER_TAG)),
    rule('restore', 100, [aside(1)], back(SERVICE_TAG)),
    rule(
      'whole',
      100,
      [holds(Register.aside, 1)],
      [Do.resubmit(Table.restore), note(Register.aside, 0), ...REPARSE, Do.resubmit(Table.distribution)],
    ),
  ];
}

function sanityFlows(): Flow[] {
  return [
    rule('sanity', 100, [FROM_GROUP], []),
    rule('sanity', 100, [holds(Register.form, Form.tagged), holds(Register.tagVid, 4095)], []),
    rule('sanity', 100, [to('01-80-C2-00-00-01')], []),
  ];
}

const BRIDGE_GROUPS = '01-80-C2-00-00-00';
/** Destinations that differ in their last four bits only. */
const SIXTEEN = 'FF-FF-FF-FF-FF-F0';

/**
 * Frames that no bridge forwards; classes and ports that pass such frames are checked before, and EAPOL to other groups
 * never passes.
 */
function reservedFlows(): Flow[] {
  return [
    ...bridgeGroups.map((match) => rule('passed', 100, match, [Do.gotoTable(Table.control)])),
    ...reservedFrames().map((match) => rule('reserved', 100, match, [])),
  ];
}

/** EAPOL wherever it goes, behind up to two tags. */
export const EAPOL: Match = [equals(Field.ethType, EtherType.eapol)];

/** Frames to groups that stay on their link. */
const bridgeGroups: readonly Match[] = [
  [masked(Field.ethDestination, macValue(BRIDGE_GROUPS), macValue(SIXTEEN))],
  [to(GVRP_ADDRESS)],
  [to('CF-00-00-00-00-00')],
];

/** Frames to groups that stay on their link, and EAPOL. */
export function reservedFrames(): Match[] {
  return [...bridgeGroups, EAPOL];
}

/** A group frame is distributed as its group or its VLAN says, another one where its address was heard or is pinned. */
function lookupFlows(): Flow[] {
  const queue = Do.gotoTable(Table.queue);
  const sought = [Do.resubmit(Table.learned), Do.resubmit(Table.pinned), queue];
  return [
    rule('lookup', 100, [TO_GROUP], [queue]),
    rule('lookup', 50, [holds(Register.taught, 1)], [Do.gotoTable(Table.ownSender)]),
    rule('lookup', 0, [], sought),
    ...ownSenderFlows(sought),
    // Frames that the switch itself sends into a VLAN do not return to it.
    rule('delivery', 1000, [holds(Register.ingress, 0)], []),
    rule('distribution', 300, [holds(Register.outPort, OWN)], [Do.resubmit(Table.delivery)]),
    rule('distribution', 200, [holds(Register.outPort, 0), TO_GROUP], [Do.gotoTable(Table.groups)]),
    rule('distribution', 100, [holds(Register.outPort, 0)], [Do.gotoTable(Table.unknownUnicast)]),
  ];
}

/**
 * A frame to its own sender ends where it came from, as the row it has just taught says, which rules cannot see yet. A
 * rule cannot compare two fields: the difference is tested bit by bit, and the first bits distinguish most addresses.
 */
function ownSenderFlows(differing: readonly Action[]): Flow[] {
  return Array.from({ length: Field.ethSource.bits }, (_, at) => 1n << BigInt(at)).flatMap((bit) =>
    [
      [bit, 0n],
      [0n, bit],
    ].map(([source = 0n, destination = 0n]) =>
      rule(
        'ownSender',
        100,
        [masked(Field.ethSource, source, bit), masked(Field.ethDestination, destination, bit)],
        differing,
      ),
    ),
  );
}

/** Value of `Register.egress` for a frame that leaves tagged. */
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
