import { addressPart } from './bridge-identifier.ts';
import type { Bridge, ReceivedMessage, TreePort } from './bridge-state.ts';
import { announce, isOver, isRapid, running, stirTree } from './conditions.ts';
import { compareVectors, PORT_NUMBER, sameOutside, supersedes } from './priority-vector.ts';
import { sameTimes } from './times.ts';
import { hearChange } from './topology-change.ts';

/** Hello times without a message after which information is forgotten (IEEE 802.1Q-2018 13.29.33). */
const HELLOS_MISSED = 3;

/** The Port Information machine (13.35) of a port in a tree, until it rests; whether anything changed. */
export function portInformation(bridge: Bridge, at: TreePort): boolean {
  let changed = false;
  while (informationStep(bridge, at)) changed = true;
  return changed;
}

function informationStep(bridge: Bridge, at: TreePort): boolean {
  const { enabled } = at.port.settings;
  if (!enabled) {
    at.rcvdMsg = undefined;
    return at.infoIs !== 'disabled' && disable(at);
  }
  if (at.infoIs === 'disabled') return age(at);
  if (at.selected && at.updtInfo) return update(bridge, at);
  if (at.updtInfo) return false;
  if (at.rcvdMsg) return !waitsForCist(at) && receive(bridge, at, at.rcvdMsg);
  return at.infoIs === 'received' && isOver(bridge, at.rcvdInfoWhile) && age(at);
}

/**
 * Whether an instance has to leave the first word to the CIST (rcvdMstiMsg, updtMstiInfo; 13.28): an agreement is held against what
 * the port's CIST says of the way out of the region, which is about to change.
 */
function waitsForCist(at: TreePort): boolean {
  const { cist } = at.port;
  return at !== cist && (cist.updtInfo || cist.rcvdMsg !== undefined);
}

/** The CIST has had the first word: instances whose messages waited look at them. */
function letInstancesGoOn(bridge: Bridge, at: TreePort): void {
  if (at !== at.port.cist) return;
  for (const instance of at.port.trees.values()) if (instance.rcvdMsg) stirTree(bridge, instance);
}

/** DISABLED. */
function disable(at: TreePort): true {
  at.proposing = at.proposed = at.agree = at.agreed = false;
  at.rcvdInfoWhile = Number.POSITIVE_INFINITY;
  at.infoIs = 'disabled';
  at.reselect = true;
  at.selected = false;
  return true;
}

/** AGED. */
function age(at: TreePort): true {
  at.infoIs = 'aged';
  at.reselect = true;
  at.selected = false;
  return true;
}

/** UPDATE. */
function update(bridge: Bridge, at: TreePort): true {
  const better = at.infoIs === 'mine' && compareVectors(at.designatedPriority, at.portPriority) <= 0;
  at.proposing = at.proposed = false;
  at.agreed = at.agreed && better;
  at.synced = at.synced && at.agreed;
  followOutside(bridge, at);
  at.portPriority = at.designatedPriority;
  at.portTimes = at.designatedTimes;
  at.updtInfo = false;
  at.infoIs = 'mine';
  announce(at);
  letInstancesGoOn(bridge, at);
  return true;
}

type Kind = 'superior' | 'repeated' | 'inferior' | 'notDesignated' | 'other';

/** rcvInfo (13.29.12). */
function kindOf(at: TreePort, message: ReceivedMessage): Kind {
  if (isOwn(at, message)) return 'inferior';
  const order = compareVectors(message.priority, at.portPriority);
  switch (message.flags.role) {
    case 'designated': {
      const same = order === 0 && sameTimes(message.times, at.portTimes);
      if (same) return 'repeated';
      return supersedes(message.priority, at.portPriority) ? 'superior' : 'inferior';
    }
    case 'root':
    case 'alternateOrBackup':
      return order >= 0 ? 'notDesignated' : 'other';
    case 'unknown':
      return 'other';
  }
}

/** Whether the port hears itself: a loop behind it, which a dispute keeps it from feeding. */
function isOwn({ tree, port }: TreePort, { priority }: ReceivedMessage): boolean {
  return (
    addressPart(priority.designatedBridge) === addressPart(tree.identifier) &&
    (priority.designatedPort & PORT_NUMBER) === port.settings.number
  );
}

/** RECEIVE, and the state that follows from what was received. */
function receive(bridge: Bridge, at: TreePort, message: ReceivedMessage): true {
  const { port } = at;
  at.rcvdMsg = undefined;
  letInstancesGoOn(bridge, at);
  recordMastered(bridge, at, message);
  switch (kindOf(at, message)) {
    case 'superior':
      if (at.tree.number === 0) port.infoInternal = port.rcvdInternal;
      at.agreed = at.proposing = false;
      recordProposal(bridge, at, message);
      hearChange(bridge, at, message);
      at.agree = at.agree && at.infoIs === 'received' && compareVectors(message.priority, at.portPriority) <= 0;
      recordAgreement(bridge, at, message);
      at.synced = at.synced && at.agreed;
      followOutside(bridge, at);
      at.portPriority = message.priority;
      at.portTimes = message.times;
      keepInformation(bridge, at);
      at.infoIs = 'received';
      at.reselect = true;
      at.selected = false;
      break;
    case 'repeated':
      if (at.tree.number === 0) port.infoInternal = port.rcvdInternal;
      recordProposal(bridge, at, message);
      hearChange(bridge, at, message);
      recordAgreement(bridge, at, message);
      keepInformation(bridge, at);
      break;
    case 'inferior':
      recordDispute(bridge, at, message);
      break;
    case 'notDesignated':
      if (hasTold(at)) recordAgreement(bridge, at, message);
      hearChange(bridge, at, message);
      break;
    case 'other':
      break;
  }
  return true;
}

/** Does something at the port's instances too, where a message of the CIST came from another region. */
function alsoInInstances(bridge: Bridge, at: TreePort, act: (instance: TreePort) => void): void {
  if (at.tree.number !== 0 || at.port.rcvdInternal) return;
  for (const instance of at.port.trees.values()) {
    if (instance === at) continue;
    act(instance);
    stirTree(bridge, instance);
  }
}

/**
 * A neighbor of another region agrees to all trees or to none: if the CIST's agreement is lost, those of the instances
 * are too; otherwise they would forward by a port that the CIST is just about to close.
 */
function followOutside(bridge: Bridge, at: TreePort): void {
  alsoInInstances(bridge, at, (instance) => {
    instance.agree = instance.agree && at.agree;
    instance.agreed = instance.agreed && at.agreed;
    instance.synced = instance.synced && at.synced && instance.agreed;
    if (instance.role === 'designated' && !instance.synced) instance.sync = true;
  });
}

/** recordProposal (13.29.19). */
function recordProposal(bridge: Bridge, at: TreePort, { flags }: ReceivedMessage): void {
  if (flags.role === 'designated' && flags.proposal) at.proposed = true;
  alsoInInstances(bridge, at, (instance) => {
    instance.proposed = at.proposed;
  });
}

/** recordMastered (13.29.17): whether the neighbor has the path out of the region behind it. */
function recordMastered(bridge: Bridge, at: TreePort, { flags }: ReceivedMessage): void {
  if (at.tree.number !== 0) at.mastered = at.port.settings.pointToPoint && flags.master;
  alsoInInstances(bridge, at, (instance) => {
    instance.mastered = false;
  });
}

/** recordAgreement (13.29.15). */
function recordAgreement(bridge: Bridge, at: TreePort, { flags, accompanying }: ReceivedMessage): void {
  const { pointToPoint } = at.port.settings;
  const holds = accompanying ? sameOutside(at.port.cist.portPriority, accompanying) : isRapid(bridge);
  at.agreed = holds && pointToPoint && flags.agreement;
  if (at.agreed) at.proposing = false;
  // A proposing neighbor has not opened its port: its agreement to the CIST does not prevent an instance from closing
  // the port until its own bridges know of the way out.
  const proposal = flags.role === 'designated' && flags.proposal;
  alsoInInstances(bridge, at, (instance) => {
    instance.agreed = at.agreed && !proposal;
    instance.proposing = at.proposing;
  });
}

/**
 * Whether the neighbor can know what it agrees to: this port's message was not delayed by the transmit limit. Otherwise
 * it proposes again with it. The standard does not check this.
 */
function hasTold({ tree, port }: TreePort): boolean {
  return !port.newInfo && (tree.number === 0 || !port.newInfoMsti);
}

/** recordDispute (13.29.16). */
function recordDispute(bridge: Bridge, at: TreePort, { flags }: ReceivedMessage): void {
  if (!flags.learning) return;
  at.disputed = true;
  at.agreed = false;
  alsoInInstances(bridge, at, (instance) => {
    instance.disputed = true;
    instance.agreed = false;
  });
}

/** updtRcvdInfoWhile (13.29.33). */
function keepInformation(bridge: Bridge, at: TreePort): void {
  const { infoInternal, cist } = at.port;
  const { messageAge, maxAge } = cist.portTimes;
  const lives =
    infoInternal || at.tree.number !== 0 ? at.portTimes.remainingHops > 1 : Math.round(messageAge + 1) <= maxAge;
  at.rcvdInfoWhile = lives ? running(bridge, HELLOS_MISSED * cist.portTimes.helloTime) : bridge.now;
}
