import { hasPort } from '../../model/values/port-list.ts';
import { macAt, macNumberAt, macToNumber } from '../../protocols/frames/addresses.ts';
import { isGroupSource, MINIMUM_LENGTH } from '../../protocols/frames/ethernet.ts';
import { hasHiddenTag, hasPayloadTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { attackOf } from '../attack-shapes.ts';
import { bridgePortOf, memberPorts, representativeOf } from '../bridge-ports.ts';
import { classifierOf } from '../classify.ts';
import { isEapol, isToPortAccess } from '../eapol-frame.ts';
import type { MacAddress, PortNumber, VlanId } from '../identifiers.ts';
import { letsIn, multicastVlanOf } from '../multicast-vlans.ts';
import { mirrorTargets } from '../plan.ts';
import { type PortAccess, stationVlansInForce, vlansOfStations } from '../port-access.ts';
import { isSecured } from '../port-security.ts';
import type { PuntStage } from '../punt.ts';
import { puntKindOf } from '../punt-match.ts';
import { isReserved, isToBridges } from '../reserved-frame.ts';
import { fits, receivedCopies } from './copies.ts';
import type { Punt, Reason } from './traced-frame.ts';
import {
  accessAt,
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

/** Port on, link up, length; the copy as received. */
export const link: IngressStage = (around, { port, frame }) => {
  if (around.plan.ports.get(port)?.admin !== true) return drops({ code: 'portDisabled', port });
  if (!isUp(around, port)) return drops({ code: 'noLink', port });
  if (frame.length < MINIMUM_LENGTH) return drops({ code: 'tooShort', port });
  if (!fits(around.plan, port, frame)) return drops({ code: 'tooLong', port });
  return { ...nothingAgainst, copies: receivedCopies(around, port, frame) };
};

/** Frames that no port accepts. */
export const sanity: IngressStage = ({ plan }, { port, frame }) => {
  if (hasPort(mirrorTargets(plan), port)) return drops({ code: 'mirrorTarget', port });
  if (isGroupSource(frame)) return drops({ code: 'groupSource' });
  if (tagOf(frame)?.vid === RESERVED_VID) return drops({ code: 'reservedVid' });
  if (hasHiddenTag(frame)) return drops({ code: 'hiddenTag' });
  return macNumberAt(frame, 0) === PAUSE ? drops({ code: 'pause' }) : nothingAgainst;
};

/** Access to the port and its VLANs; a member of a trunk is never closed. */
export const authentication: IngressStage = (around, { port, frame }) => {
  const access = accessAt(around, port);
  if (!access) return nothingAgainst;
  const isHeard = isToPortAccess(frame);
  const vid = tagOf(frame)?.vid ?? 0;
  const passes = access.isGuest
    ? vid === 0 && !hasPayloadTag(frame) && (isHeard || !isReserved(frame))
    : isHeard || (isAdmitted(access, macAt(frame, 6)) && !isOfOthers(around, port, access, macAt(frame, 6), vid));
  return passes ? nothingAgainst : drops({ code: 'notAuthenticated', port });
};

function isAdmitted({ admits }: PortAccess, source: MacAddress): boolean {
  return admits === 'everybody' || admits.has(source);
}

/** Whether a tag names a VLAN that the port is in only for other stations. */
function isOfOthers(
  { plan, state }: Switch,
  port: PortNumber,
  access: PortAccess,
  source: MacAddress,
  vid: number,
): boolean {
  const own = stationVlansInForce(access, (vlan) => plan.vlans.has(vlan)).get(source);
  return own !== vid && vlansOfStations(plan, state, port, access).has(vid);
}

/** Control frames: to the agent, let pass by the port's settings, or dropped. */
export const control: IngressStage = (around, { port, frame }) => {
  const { plan } = around;
  const destination = macNumberAt(frame, 0);
  if (!isToPortAccess(frame) && accessAt(around, port)?.isGuest) return nothingAgainst;
  const settings = plan.ports.get(port);
  if (destination === BPDU && settings?.bpduPass) return nothingAgainst;
  if (settings?.eapPass && isEapol(frame) && (isToPortAccess(frame) || !isToBridges(frame))) return nothingAgainst;
  if (plan.passedGroups.get(macAt(frame, 0))) return nothingAgainst;
  const vlan = tagOf(frame)?.vid;
  const kind = puntKindOf(plan.punts, 'control', port, vlan, frame);
  const punt = puntOf({ plan }, 'control', kind, undefined, frame);
  const passes: Outcome = isReserved(frame) ? drops({ code: 'reservedAddress' }) : nothingAgainst;
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
export const classification: IngressStage = (around, { from = 0, frame }) => {
  const { plan } = around;
  const vid = tagOf(frame)?.vid ?? 0;
  if (vid !== 0) return { verdict: 'passes', reason: { code: 'classified', vlan: vid, by: 'tag' }, vlan: vid };
  const representative = representativeOf(plan, from) ?? 0;
  const priority = settingsOf(plan, from)?.priority ?? 0;
  const access = accessAt(around, from);
  const exists = (vlan: VlanId) => plan.vlans.has(vlan);
  const ofStation = access && stationVlansInForce(access, exists).get(macAt(frame, 6));
  const assigned = [ofStation, access?.vlan].find((one) => one !== undefined && exists(one));
  if (access?.isGuest) {
    const vlan = assigned ?? 0;
    return { verdict: 'passes', reason: { code: 'classified', vlan, by: 'assigned' }, vlan, priority };
  }
  const stream = multicastVlanOf(plan, representative, frame);
  if (stream !== undefined) {
    const reason = { code: 'classified', vlan: stream, by: 'multicastVlan' } as const;
    return { verdict: 'passes', reason, vlan: stream, priority };
  }
  const found = classifierOf(plan, representative, frame);
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

/** Learning, and the decision of a secured port about the source; after it a port that only learns drops. */
export const learning: IngressStage = (around, under) => {
  const { from = 0, vlan, frame, admitted } = under;
  const address = macAt(frame, 6);
  const closed = closedAt(around, vlan, from);
  if (isSecured(around.plan, from)) {
    const isPinned = pinnedTo(around, vlan, address) === from;
    if (!admitted && !isPinned) return refused(around, under, { code: 'unknownSource', address, port: from });
    const reason: Reason =
      isPinned && !admitted ? { code: 'secure', address, port: from } : { code: 'pinned', address };
    return closed ? drops(closed) : { verdict: 'passes', reason };
  }
  const pinned = pinnedTo(around, vlan, address);
  if (!admitted && pinned !== undefined && pinned !== from && isSecured(around.plan, pinned)) {
    return refused(around, under, { code: 'secureElsewhere', address, port: pinned });
  }
  const lesson = lessonOf(around, { fid: fidOf(around, vlan), vlan, address, port: from });
  return closed ? { ...lesson, ...drops(closed) } : lesson;
};

/** The agent is notified of a source that no port or another port accepts, if a class asks for it. */
function refused(
  around: Switch,
  { port, from = port, vlan, frame }: Parameters<IngressStage>[1],
  reason: Reason,
): Outcome {
  const kind = puntKindOf(around.plan.punts, 'learning', representativeOf(around.plan, from) ?? port, vlan, frame);
  const punt = puntOf(around, 'learning', kind, vlan, frame);
  return { verdict: punt ? 'takes' : 'drops', reason, ...(punt && { punt }) };
}

/** Addresses to which nothing is forwarded. */
export const destinationFilter = ({ plan }: Switch, { frame }: UnderWay): Outcome => {
  const address = macAt(frame, 0);
  return plan.destinationFilter.get(address) ? drops({ code: 'filteredAddress', address }) : nothingAgainst;
};

/** Frames that the agent inspects before they continue. */
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

/** A taken frame ends here; a copied one continues as `otherwise`. */
function handedOver(punt: Punt, otherwise: Outcome): Outcome {
  if (punt.action === 'take' || otherwise.verdict === 'drops') {
    return { verdict: 'takes', reason: { code: 'punted', kind: punt.kind, action: punt.action }, punt };
  }
  return { ...otherwise, reason: { code: 'punted', kind: punt.kind, action: punt.action }, punt };
}
