import { hasPort } from '../../model/values/port-list.ts';
import { macAt, macNumberAt, macToNumber } from '../../protocols/frames/addresses.ts';
import { isGroupSource, MINIMUM_LENGTH } from '../../protocols/frames/ethernet.ts';
import { hasHiddenTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { attackOf } from '../attack-shapes.ts';
import { bridgePortOf, memberPorts, representativeOf } from '../bridge-ports.ts';
import { classifierOf } from '../classify.ts';
import type { MacAddress, PortNumber } from '../identifiers.ts';
import { letsIn, multicastVlanOf } from '../multicast-vlans.ts';
import { mirrorTargets } from '../plan.ts';
import { isSecured } from '../port-security.ts';
import type { PuntStage } from '../punt.ts';
import { puntKindOf } from '../punt-match.ts';
import { fits, receivedCopies } from './copies.ts';
import type { Punt, Reason } from './traced-frame.ts';
import {
  assignedVlan,
  closedAt,
  drops,
  fidOf,
  holds,
  isUp,
  nothingAgainst,
  type Outcome,
  owns,
  pinnedTo,
  type Switch,
  settingsOf,
  type UnderWay,
} from './under-way.ts';

/** One stage on the way in. */
export type IngressStage = (around: Switch, frame: UnderWay & { readonly port: PortNumber }) => Outcome;

const RESERVED_VID = 4095;
const PAUSE = macToNumber('01-80-C2-00-00-01');
const BPDU = macToNumber('01-80-C2-00-00-00');
const EAPOL = macToNumber('01-80-C2-00-00-03');
const GVRP = macToNumber('01-80-C2-00-00-20');
const LOOPBACK_TEST = macToNumber('CF-00-00-00-00-00');

/** Port on, link up, length; the copy as received. */
export const link: IngressStage = (around, { port, frame }) => {
  if (around.plan.ports.get(port)?.admin !== true) return drops({ code: 'portDisabled', port });
  if (!isUp(around, port)) return drops({ code: 'noLink', port });
  if (frame.length < MINIMUM_LENGTH) return drops({ code: 'tooShort', port });
  if (!fits(around.plan, port, frame)) return drops({ code: 'tooLong', port });
  return { ...nothingAgainst, copies: receivedCopies(around, port, frame) };
};

/** What no port lets in. */
export const sanity: IngressStage = ({ plan }, { port, frame }) => {
  if (hasPort(mirrorTargets(plan), port)) return drops({ code: 'mirrorTarget', port });
  if (isGroupSource(frame)) return drops({ code: 'groupSource' });
  if (tagOf(frame)?.vid === RESERVED_VID) return drops({ code: 'reservedVid' });
  if (hasHiddenTag(frame)) return drops({ code: 'hiddenTag' });
  return macNumberAt(frame, 0) === PAUSE ? drops({ code: 'pause' }) : nothingAgainst;
};

/** Who may use the port; a member of a trunk is never closed. */
export const authentication: IngressStage = ({ plan, state }, { port, frame }) => {
  const access = bridgePortOf(plan, port) === port ? state.access.get(port) : undefined;
  const admits = access?.admits ?? 'everybody';
  if (admits === 'everybody' || admits.has(macAt(frame, 6))) return nothingAgainst;
  return macNumberAt(frame, 0) === EAPOL ? nothingAgainst : drops({ code: 'notAuthenticated', port });
};

/** Control frames: to the agent, let pass by the port's settings, or dropped. */
export const control: IngressStage = ({ plan }, { port, frame }) => {
  const destination = macNumberAt(frame, 0);
  const settings = plan.ports.get(port);
  if (destination === BPDU && settings?.bpduPass) return nothingAgainst;
  if (destination === EAPOL && settings?.eapPass) return nothingAgainst;
  if (plan.passedGroups.get(macAt(frame, 0))) return nothingAgainst;
  const vlan = tagOf(frame)?.vid;
  const kind = puntKindOf(plan.punts, 'control', port, vlan, frame);
  const punt = puntOf({ plan }, 'control', kind, undefined, frame);
  const passes: Outcome = isReserved(destination) ? drops({ code: 'reservedAddress' }) : nothingAgainst;
  return punt ? handedOver(punt, passes) : passes;
};

/** From the member to the trunk. */
export const trunk: IngressStage = ({ plan, state }, { port }) => {
  const from = bridgePortOf(plan, port);
  if (from === port) return { ...nothingAgainst, from };
  const collecting = state.trunks.get(from)?.collecting ?? memberPorts(plan, from);
  if (!hasPort(collecting, port)) return drops({ code: 'notCollecting', port, trunk: from });
  return { verdict: 'passes', reason: { code: 'memberOf', trunk: from }, from };
};

/** Shapes of attacks. */
export const denialOfService: IngressStage = ({ plan }, { frame }) => {
  const attack = attackOf(plan, frame);
  return attack ? drops({ code: 'attack', attack }) : nothingAgainst;
};

/** The frame's VLAN, and the priority that it has in it. */
export const classification: IngressStage = ({ plan, state }, { from = 0, frame }) => {
  const vid = tagOf(frame)?.vid ?? 0;
  if (vid !== 0) return { verdict: 'passes', reason: { code: 'classified', vlan: vid, by: 'tag' }, vlan: vid };
  const representative = representativeOf(plan, from) ?? 0;
  const priority = settingsOf(plan, from)?.priority ?? 0;
  const stream = multicastVlanOf(plan, representative, frame);
  if (stream !== undefined) {
    const reason = { code: 'classified', vlan: stream, by: 'multicastVlan' } as const;
    return { verdict: 'passes', reason, vlan: stream, priority };
  }
  const found = classifierOf(plan, representative, frame);
  const assigned = assignedVlan(plan, state, from);
  const vlan = found?.vlan ?? assigned ?? settingsOf(plan, from)?.pvid ?? 0;
  const by = found?.rank ?? (assigned === undefined ? 'pvid' : 'assigned');
  const reason = { code: 'classified', vlan, by } as const;
  return { verdict: 'passes', reason, vlan, priority: found?.priority ?? priority };
};

/** Whether the port lets this frame into this VLAN. A port that only learns lets it in as far as the next stage. */
export const vlanFilter: IngressStage = (around, { from = 0, vlan, frame }) => {
  const { plan, vlans } = around;
  const settings = settingsOf(plan, from);
  const tagged = (tagOf(frame)?.vid ?? 0) !== 0;
  const types = settings?.acceptableFrameTypes;
  if (types === (tagged ? 'untaggedAndPriority' : 'tagged')) return drops({ code: 'frameType', port: from, tagged });
  const entry = vlans.get(vlan);
  if (!entry) return drops({ code: 'noVlan', vlan });
  if (settings?.ingressFiltering && !holds(plan, entry.members, from)) {
    return drops({ code: 'notMember', port: from, vlan });
  }
  const stream = plan.multicastVlans.get(vlan);
  if (stream && !letsIn(stream, representativeOf(plan, from) ?? 0, frame)) {
    return drops({ code: 'noStream', port: from, vlan });
  }
  const closed = closedAt(around, vlan, from);
  return closed && closed.code !== 'learningOnly' ? drops(closed) : nothingAgainst;
};

/** What the frame teaches, or whether a secured port lets its source in; behind it a port that only learns drops. */
export const learning: IngressStage = (around, under) => {
  const { from = 0, vlan, frame, admitted } = under;
  const address = macAt(frame, 6);
  const closed = closedAt(around, vlan, from);
  if (isSecured(around.plan, from)) {
    const isPinned = pinnedTo(around, vlan, address) === from;
    if (!admitted && !isPinned) return unknownSource(around, under, address);
    const reason: Reason =
      isPinned && !admitted ? { code: 'secure', address, port: from } : { code: 'pinned', address };
    return closed ? drops(closed) : { verdict: 'passes', reason };
  }
  const lesson = lessonOf(around, { fid: fidOf(around, vlan), vlan, address, port: from });
  return closed ? { ...lesson, ...drops(closed) } : lesson;
};

function unknownSource(
  around: Switch,
  { port, from = port, vlan, frame }: Parameters<IngressStage>[1],
  address: MacAddress,
): Outcome {
  const kind = puntKindOf(around.plan.punts, 'learning', representativeOf(around.plan, from) ?? port, vlan, frame);
  const punt = puntOf(around, 'learning', kind, vlan, frame);
  return {
    verdict: punt ? 'takes' : 'drops',
    reason: { code: 'unknownSource', address, port: from },
    ...(punt && { punt }),
  };
}

/** Addresses to which nothing is forwarded. */
export const destinationFilter = ({ plan }: Switch, { frame }: UnderWay): Outcome => {
  const address = macAt(frame, 0);
  return plan.destinationFilter.get(address) ? drops({ code: 'filteredAddress', address }) : nothingAgainst;
};

/** What the agent looks into before it goes on. */
export const inspection: IngressStage = ({ plan }, { port, from = port, vlan, frame, priority, isPriorityFinal }) => {
  const kind = puntKindOf(plan.punts, 'inspection', representativeOf(plan, from) ?? port, vlan, frame);
  const punt = puntOf({ plan }, 'inspection', kind, vlan, frame);
  return punt ? handedOver({ ...punt, ...(isPriorityFinal && { priority }) }, nothingAgainst) : nothingAgainst;
};

function lessonOf(around: Switch, lesson: NonNullable<Outcome['teaches']>): Outcome {
  const { address, vlan } = lesson;
  if (pinnedTo(around, vlan, address) !== undefined) {
    return { verdict: 'passes', reason: { code: 'pinned', address } };
  }
  const shares = [...around.plan.interfaces.keys()].filter((other) => fidOf(around, other) === lesson.fid);
  if (shares.some((other) => owns(around, other, address))) {
    return { verdict: 'passes', reason: { code: 'own', address } };
  }
  return { verdict: 'passes', reason: { code: 'learns', address, port: lesson.port }, teaches: lesson };
}

/** The frame as one of a class; undefined where it is of none. */
export function puntOf(
  { plan }: Pick<Switch, 'plan'>,
  stage: PuntStage,
  kind: string | undefined,
  vlan: number | undefined,
  frame: Uint8Array,
): Punt | undefined {
  const of = kind === undefined ? undefined : plan.punts.get(kind);
  return kind === undefined || !of ? undefined : { kind, stage, action: of.action, vlan, frame };
}

/** What is taken ends here; of what is copied, the frame goes the way of `otherwise`. */
function handedOver(punt: Punt, otherwise: Outcome): Outcome {
  if (punt.action === 'take' || otherwise.verdict === 'drops') {
    return { verdict: 'takes', reason: { code: 'punted', kind: punt.kind, action: punt.action }, punt };
  }
  return { ...otherwise, reason: { code: 'punted', kind: punt.kind, action: punt.action }, punt };
}

/** Addresses that a bridge never forwards (IEEE 802.1Q-2018 8.6.3, 10.5), and that of the configuration test protocol. */
function isReserved(destination: number): boolean {
  const within = (first: number) => destination >= first && destination < first + 16;
  return within(BPDU) || within(GVRP) || destination === LOOPBACK_TEST;
}
