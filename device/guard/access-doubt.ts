import { FrameReading } from '../../datapath/access-control/frame-reading.ts';
import { conditionInWords, holdsFrame } from '../../datapath/access-control/match-in-words.ts';
import { bridgePortOf, representativeOf } from '../../datapath/bridge-ports.ts';
import { priorityIn } from '../../datapath/classify.ts';
import {
  type AccessCondition,
  type AccessRulePlan,
  accessOrder,
  type NamedField,
} from '../../model/access-control/access-rule.ts';
import { type Message, say } from '../../model/values/message.ts';
import { hasPort, portsOf } from '../../model/values/port-list.ts';
import type { Outlook } from './outlook.ts';
import { type SentFrame, sentBy } from './sent-frames.ts';
import { LEAST_RATE, type Session } from './session.ts';

/**
 * Why the access control list may stop a session that it lets through as far as is known: by what differs from one of its
 * packets to the next, once a rule with a timeout has ended, or since it holds it to a rate. Undefined where it cannot, or might
 * have before.
 */
export function accessDoubt(before: Outlook, after: Outlook, session: Session): Message | undefined {
  if (before.plan.accessControl === after.plan.accessControl && before.access === after.access) return undefined;
  const found = threats(after, session);
  if (found.length === 0) return undefined;
  const known = new Set(threats(before, session).map(({ rule }) => rule));
  const threat = found.find(({ rule }) => !known.has(rule));
  if (!threat) return undefined;
  const name = { rule: threat.key % 0x1_0000, profile: Math.floor(threat.key / 0x1_0000) };
  return threat.rule.action === 'deny'
    ? say('In the worst case: {{reason}}', {
        reason: say('Rule {{rule}} of profile {{profile}} would drop the frames of this session.', name),
      })
    : say('Rule {{rule}} of profile {{profile}} would limit the frames of this session to {{rate}} kbit/s.', {
        ...name,
        rate: threat.rule.rateKilobits ?? 0,
      });
}

interface Threat {
  readonly key: number;
  readonly rule: AccessRulePlan;
}

/** The rules that may stop frames of the session. */
function threats(outlook: Outlook, session: Session): Threat[] {
  const { plan } = outlook;
  if (plan.accessControl.size === 0) return [];
  const [cable = 0] = portsOf(session.cables);
  const at = representativeOf(plan, bridgePortOf(plan, cable)) ?? cable;
  return sentBy(plan, session).flatMap((sent) => [...threatsTo(sent, outlook, session, at)]);
}

function* threatsTo(sent: SentFrame, { plan, access }: Outlook, session: Session, at: number): Iterable<Threat> {
  const reading = new FrameReading();
  reading.read(sent.frame, session.vlan, priorityIn(plan, at, session.vlan, sent.frame));
  for (const [key, rule] of accessOrder(plan.accessControl)) {
    if (!hasPort(rule.ports, at)) continue;
    const verdict = verdictOn(rule, reading, sent);
    if (verdict === 'no') continue;
    if (rule.action === 'deny' || (rule.rateKilobits ?? LEAST_RATE) < LEAST_RATE) yield { key, rule };
    if (verdict === 'yes' && !access.endingRules.has(key)) return;
  }
}

type Verdict = 'yes' | 'no' | 'maybe';

/** Whether a rule holds whatever is not known of a frame, never, or by chance. */
function verdictOn({ match }: AccessRulePlan, reading: FrameReading, sent: SentFrame): Verdict {
  let verdict: Verdict = 'yes';
  for (const condition of match) {
    const one = conditionOn(condition, reading, sent);
    if (one === 'no') return 'no';
    if (one === 'maybe') verdict = 'maybe';
  }
  return verdict;
}

function conditionOn(condition: AccessCondition, reading: FrameReading, sent: SentFrame): Verdict {
  const words = conditionInWords(condition);
  const [chunk] = words.chunks;
  if (!chunk) {
    // Fields other than chunks have a name.
    const field = condition.field as NamedField;
    if (!sent.unknown.has(field)) return holdsFrame(words, reading) ? 'yes' : 'no';
    return reading.hasField(field) ? 'maybe' : 'no';
  }
  const begin = sent.begins[chunk.base];
  if (begin === undefined) return 'no';
  let verdict: Verdict = 'yes';
  for (let octet = 0; octet < 4; octet += 1) {
    const shift = (3 - octet) * 8;
    const mask = (chunk.mask >>> shift) & 0xff;
    const place = begin + chunk.offset + octet;
    const certain = sent.certain[place];
    if (certain === undefined) return 'no';
    if ((((sent.frame[place] ?? 0) ^ (chunk.value >>> shift)) & mask & certain) !== 0) return 'no';
    if ((mask & ~certain) !== 0) verdict = 'maybe';
  }
  return verdict;
}
