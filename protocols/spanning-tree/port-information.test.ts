import { describe, expect, it } from 'vitest';
import { bridgeIdentifier } from './bridge-identifier.ts';
import type { ReceivedMessage, TreePort } from './bridge-state.ts';
import { portInformation } from './port-information.ts';
import type { PriorityVector } from './priority-vector.ts';
import type { ProtocolName, SpanningTreePortSettings } from './settings.ts';
import { TestNetwork } from './testing.ts';

/** IEEE 802.1Q-2018, 13.35 with 13.29, state by state: a designated port of an MSTP bridge with two instances. */
function designatedPort(settings: Partial<SpanningTreePortSettings> = {}, protocol: ProtocolName = 'mstp') {
  const network = new TestNetwork();
  const number = network.add({ protocol, vlans: { 10: 1, 20: 2 } });
  network.plug(number, 1, { edge: 'no', ...settings });
  const bridge = network.bridge(number);
  const port = bridge.ports.get(1);
  if (!port) throw new Error('The bridge has no port 1.');
  const tree = (one: number) => port.trees.get(one) ?? port.cist;
  const [cist, instance, other] = [port.cist, tree(1), tree(2)];
  port.newInfo = port.newInfoMsti = false;
  for (const at of port.trees.values()) at.agree = at.agreed = at.proposing = at.proposed = at.synced = false;
  bridge.restlessTrees.clear();
  bridge.restlessPorts.clear();
  /** Has the port of a tree hear a message of another bridge. */
  const hear = (at: TreePort, message: Message) => {
    at.rcvdMsg = messageTo(at, message);
    return portInformation(bridge, at);
  };
  /** The port holds what a better bridge said, for a second more. */
  const follow = (at: TreePort) => {
    at.infoIs = 'received';
    at.portPriority = { ...at.portPriority, ...neighbor, internalCost: 100 };
    at.rcvdInfoWhile = bridge.now + 1000;
  };
  return { bridge, port, cist, instance, other, hear, follow };
}

type Message = Partial<Omit<ReceivedMessage['flags'], 'role'>> &
  Partial<Pick<ReceivedMessage, 'times' | 'accompanying'>> & {
    readonly role?: ReceivedMessage['flags']['role'];
    readonly vector?: Partial<PriorityVector>;
  };

const neighbor = {
  designatedBridge: bridgeIdentifier(32_768, 0, '02-00-00-00-00-99'),
  designatedPort: 0x8007,
};
const best = { ...neighbor, root: bridgeIdentifier(0, 0, '02-00-00-00-00-98') };
/** The same in an instance, whose vectors name no root of all regions. */
const bestOfInstance = { ...neighbor, regionalRoot: bridgeIdentifier(0, 1, '02-00-00-00-00-98') };

/** A message that repeats what the port holds, from a neighbor, but for what is said of it. */
function messageTo(at: TreePort, { vector, times, accompanying, ...flags }: Message): ReceivedMessage {
  return {
    priority: { ...at.portPriority, ...neighbor, ...vector },
    times: times ?? at.portTimes,
    ...(accompanying && { accompanying }),
    flags: {
      ...{ role: 'designated', proposal: false, agreement: false, learning: false },
      ...{ topologyChange: false, acknowledgment: false, master: false },
      ...flags,
    },
  };
}

describe('DISABLED', () => {
  it('forgets what was heard, proposed and agreed to, and has roles selected again, once', () => {
    const { bridge, port, cist } = designatedPort();
    cist.proposing = cist.proposed = cist.agree = cist.agreed = true;
    cist.rcvdMsg = messageTo(cist, { vector: best });
    cist.rcvdInfoWhile = bridge.now + 1000;
    cist.reselect = false;
    port.settings = { ...port.settings, enabled: false };
    expect(portInformation(bridge, cist)).toBe(true);
    expect(cist).toMatchObject({ infoIs: 'disabled', reselect: true, selected: false, rcvdMsg: undefined });
    expect(cist).toMatchObject({ proposing: false, proposed: false, agree: false, agreed: false });
    expect(cist.rcvdInfoWhile).toBe(Number.POSITIVE_INFINITY);
    cist.rcvdMsg = messageTo(cist, { vector: best });
    expect(portInformation(bridge, cist)).toBe(false);
    expect(cist.rcvdMsg).toBeUndefined();
  });

  it('ends with the port enabled, with nothing known', () => {
    const { bridge, cist } = designatedPort();
    cist.infoIs = 'disabled';
    cist.reselect = false;
    expect(portInformation(bridge, cist)).toBe(true);
    expect(cist).toMatchObject({ infoIs: 'aged', reselect: true, selected: false });
  });
});

describe('AGED', () => {
  it('follows once nothing was heard for the time of the information, not before', () => {
    const { bridge, cist, follow } = designatedPort();
    follow(cist);
    cist.reselect = false;
    cist.rcvdInfoWhile = bridge.now + 1;
    expect(portInformation(bridge, cist)).toBe(false);
    cist.rcvdInfoWhile = bridge.now;
    expect(portInformation(bridge, cist)).toBe(true);
    expect(cist).toMatchObject({ infoIs: 'aged', reselect: true, selected: false });
  });

  it('does not follow where the information is the port’s own, or just about to be', () => {
    const { bridge, cist, follow } = designatedPort();
    cist.rcvdInfoWhile = bridge.now;
    expect(portInformation(bridge, cist)).toBe(false);
    follow(cist);
    cist.rcvdInfoWhile = bridge.now;
    cist.updtInfo = true;
    cist.selected = false;
    expect(portInformation(bridge, cist)).toBe(false);
    expect(cist.infoIs).toBe('received');
  });

  it('does not follow where a message has come meanwhile', () => {
    const { bridge, cist, follow, hear } = designatedPort();
    follow(cist);
    cist.rcvdInfoWhile = bridge.now;
    hear(cist, { vector: best });
    expect(cist.infoIs).toBe('received');
  });
});

describe('UPDATE', () => {
  it('has the port say what was selected for it, and propose again', () => {
    const { bridge, port, cist } = designatedPort();
    cist.designatedPriority = { ...cist.designatedPriority, externalCost: 77 };
    cist.designatedTimes = { ...cist.designatedTimes, messageAge: 3 };
    cist.proposing = cist.proposed = cist.updtInfo = true;
    cist.infoIs = 'aged';
    expect(portInformation(bridge, cist)).toBe(true);
    expect(cist).toMatchObject({ infoIs: 'mine', updtInfo: false, proposing: false, proposed: false });
    expect(cist.portPriority.externalCost).toBe(77);
    expect(cist.portTimes.messageAge).toBe(3);
    expect(port).toMatchObject({ newInfo: true, newInfoMsti: false });
    expect(portInformation(bridge, cist)).toBe(false);
  });

  it('of an instance is news of instances', () => {
    const { bridge, port, instance } = designatedPort();
    instance.updtInfo = true;
    expect(portInformation(bridge, instance)).toBe(true);
    expect(port).toMatchObject({ newInfo: false, newInfoMsti: true });
  });

  it('waits until roles are selected', () => {
    const { cist, hear } = designatedPort();
    cist.updtInfo = true;
    cist.selected = false;
    cist.infoIs = 'aged';
    expect(hear(cist, { vector: best })).toBe(false);
    expect(cist).toMatchObject({ infoIs: 'aged', updtInfo: true });
    expect(cist.rcvdMsg).toBeDefined();
  });

  it.each([
    ['the same as before', 'mine', 20, true],
    ['better than before', 'mine', 10, true],
    ['worse than before', 'mine', 30, false],
    ['said for the first time', 'received', 10, false],
  ] as const)('of what is %s keeps an agreement only where it still covers it', (_what, infoIs, cost, keeps) => {
    const { bridge, cist } = designatedPort();
    cist.infoIs = infoIs;
    cist.portPriority = { ...cist.designatedPriority, internalCost: 20 };
    cist.designatedPriority = { ...cist.designatedPriority, internalCost: cost };
    cist.agreed = cist.synced = cist.updtInfo = true;
    portInformation(bridge, cist);
    expect(cist).toMatchObject({ agreed: keeps, synced: keeps });
  });

  it('makes no agreement, and no port in step, that was not', () => {
    const { bridge, cist } = designatedPort();
    cist.updtInfo = cist.agreed = true;
    portInformation(bridge, cist);
    expect(cist).toMatchObject({ agreed: true, synced: false });
    cist.updtInfo = cist.synced = true;
    cist.agreed = false;
    portInformation(bridge, cist);
    expect(cist).toMatchObject({ agreed: false, synced: false });
  });

  it.each([
    ['another region', false],
    ['this region', true],
  ])('towards %s takes agreements of instances with that of the CIST only there', (_where, internal) => {
    const { bridge, port, cist, instance, other } = designatedPort();
    port.rcvdInternal = internal;
    for (const at of [instance, other]) at.agree = at.agreed = at.synced = true;
    instance.sync = other.sync = false;
    other.role = 'root';
    cist.updtInfo = true;
    portInformation(bridge, cist);
    expect(instance).toMatchObject({ agree: internal, agreed: internal, synced: internal, sync: !internal });
    expect(other).toMatchObject({ agree: internal, agreed: internal, synced: internal, sync: false });
    expect(bridge.restlessTrees.has(instance.tree)).toBe(!internal);
  });

  it('leaves instances in step where the CIST is', () => {
    const { bridge, cist, instance } = designatedPort();
    for (const at of [cist, instance]) at.agree = at.agreed = at.synced = true;
    instance.sync = false;
    cist.updtInfo = true;
    portInformation(bridge, cist);
    expect(instance).toMatchObject({ agree: true, agreed: true, synced: true, sync: false });
    instance.agreed = false;
    cist.updtInfo = true;
    portInformation(bridge, cist);
    expect(instance).toMatchObject({ agree: true, agreed: false, synced: false, sync: true });
    instance.synced = instance.agreed = true;
    cist.synced = false;
    cist.updtInfo = true;
    portInformation(bridge, cist);
    expect(instance).toMatchObject({ agreed: true, synced: false });
    cist.synced = cist.updtInfo = true;
    instance.agree = false;
    portInformation(bridge, cist);
    expect(instance).toMatchObject({ agree: false, synced: false });
  });

  it('of an instance leaves the others as they are', () => {
    const { bridge, instance, other } = designatedPort();
    other.agree = other.agreed = other.synced = true;
    instance.updtInfo = true;
    portInformation(bridge, instance);
    expect(other).toMatchObject({ agree: true, agreed: true, synced: true });
  });
});

describe('an instance', () => {
  it('waits for the CIST, and goes on once that has looked at its message, or has said its own', () => {
    const { bridge, port, cist, instance, hear } = designatedPort();
    port.rcvdInternal = true;
    cist.rcvdMsg = messageTo(cist, { role: 'unknown' });
    expect(hear(instance, { vector: bestOfInstance })).toBe(false);
    portInformation(bridge, cist);
    expect(bridge.restlessTrees).toEqual(new Set([instance.tree]));
    bridge.restlessTrees.clear();
    cist.updtInfo = true;
    expect(portInformation(bridge, instance)).toBe(false);
    portInformation(bridge, cist);
    expect(bridge.restlessTrees.has(instance.tree)).toBe(true);
    expect(portInformation(bridge, instance)).toBe(true);
    expect(instance.infoIs).toBe('received');
  });

  it('does not have another go on', () => {
    const { bridge, instance, other, hear } = designatedPort();
    other.rcvdMsg = messageTo(other, { vector: bestOfInstance });
    hear(instance, { role: 'unknown' });
    expect(bridge.restlessTrees.has(other.tree)).toBe(false);
    instance.updtInfo = true;
    portInformation(bridge, instance);
    expect(bridge.restlessTrees.has(other.tree)).toBe(false);
  });

  it('that heard nothing is not looked at for what the CIST heard of its own region', () => {
    const { bridge, port, cist, hear } = designatedPort();
    port.rcvdInternal = true;
    hear(cist, { vector: best });
    expect(bridge.restlessTrees.size).toBe(0);
  });
});

describe('RECEIVE', () => {
  it.each([
    ['a better vector', best, {}, 'superior'],
    ['the same again', {}, {}, 'repeated'],
    ['the same vector with other times', {}, { messageAge: 1 }, 'superior'],
    ['a worse vector of the port it follows', { internalCost: 200 }, {}, 'superior'],
    ['a worse vector of that bridge by another port', { internalCost: 200, designatedPort: 0x8008 }, {}, 'inferior'],
    [
      'a worse vector of another bridge',
      { internalCost: 200, designatedBridge: bridgeIdentifier(32_768, 0, '02-00-00-00-00-97') },
      {},
      'inferior',
    ],
  ] as const)('of a designated port: %s', (_what, vector, times, kind) => {
    const { cist, hear, follow } = designatedPort();
    follow(cist);
    cist.reselect = false;
    const heard = { ...cist.portPriority, ...vector };
    expect(hear(cist, { vector, times: { ...cist.portTimes, ...times }, learning: true })).toBe(true);
    expect(cist).toMatchObject({ reselect: kind === 'superior', selected: kind !== 'superior', rcvdMsg: undefined });
    expect(cist.disputed).toBe(kind === 'inferior');
    if (kind === 'superior') {
      expect(cist.portPriority).toEqual(heard);
      expect(cist.portTimes).toMatchObject(times);
    }
  });

  it('of what is the port’s own disputes it, whatever its priority says', () => {
    const { bridge, port, cist, hear } = designatedPort();
    const vector = {
      ...{ root: best.root, designatedPort: 0x1000 | port.settings.number },
      designatedBridge: bridgeIdentifier(0, 0, bridge.settings.address),
    };
    hear(cist, { vector, learning: true });
    expect(cist).toMatchObject({ disputed: true, infoIs: 'mine' });
  });

  it.each([
    ['another port of the same bridge', (own: string) => ({ designatedBridge: own, designatedPort: 0x8002 })],
    ['the port of this number of another bridge', () => ({ ...neighbor, designatedPort: 0x8001 })],
  ])('of %s is no message of its own', (_what, from) => {
    const { cist, hear } = designatedPort();
    hear(cist, { vector: { root: best.root, ...from(cist.tree.identifier) }, learning: true });
    expect(cist).toMatchObject({ disputed: false, infoIs: 'received' });
  });

  it('has the next messages as those of the region or from outside, by what the CIST heard', () => {
    const { port, cist, instance, hear } = designatedPort();
    port.rcvdInternal = true;
    hear(instance, { vector: bestOfInstance });
    expect(port.infoInternal).toBe(false);
    hear(cist, { vector: best });
    expect(port.infoInternal).toBe(true);
    port.rcvdInternal = false;
    hear(instance, {});
    expect(port.infoInternal).toBe(true);
    hear(cist, {});
    expect(port.infoInternal).toBe(false);
  });

  it.each([
    ['superior', { vector: best }],
    ['repeated', {}],
  ])('of %s information takes what it says of proposals and topology changes', (_what, message) => {
    const { cist, instance, hear, follow } = designatedPort();
    follow(cist);
    hear(cist, { ...message, proposal: true, topologyChange: true, acknowledgment: true });
    expect(cist).toMatchObject({ proposed: true, rcvdTc: true, rcvdTcAck: true, infoIs: 'received' });
    expect(instance).toMatchObject({ proposed: true, rcvdTc: true });
    hear(cist, message);
    expect(cist.proposed).toBe(true);
  });

  it('of superior information ends what the port proposed itself', () => {
    const { cist, hear } = designatedPort();
    cist.proposing = true;
    hear(cist, { vector: best });
    expect(cist).toMatchObject({ proposing: false, proposed: false });
  });

  it('tells no instance of proposals in the region', () => {
    const { port, cist, instance, hear } = designatedPort();
    port.rcvdInternal = true;
    hear(cist, { vector: best, proposal: true });
    expect([cist.proposed, instance.proposed]).toEqual([true, false]);
  });

  it.each([
    ['better', 'received', 50, true],
    ['the same with other times', 'received', 100, true],
    ['worse', 'received', 200, false],
    ['better, while the port’s information was its own', 'mine', 50, false],
  ] as const)(
    'of information that is %s keeps what was agreed to only where it holds',
    (_what, infoIs, cost, keeps) => {
      const { cist, hear, follow } = designatedPort();
      follow(cist);
      cist.infoIs = infoIs;
      cist.agree = true;
      hear(cist, { vector: { internalCost: cost }, times: { ...cist.portTimes, messageAge: 1 } });
      expect(cist).toMatchObject({ agree: keeps, infoIs: 'received' });
    },
  );

  it('of superior information makes no agreement of its own', () => {
    const { cist, hear, follow } = designatedPort();
    follow(cist);
    hear(cist, { vector: best });
    expect(cist.agree).toBe(false);
  });

  it('of superior information leaves the port in step only with an agreement', () => {
    for (const agreement of [true, false]) {
      const { cist, hear } = designatedPort();
      cist.synced = true;
      hear(cist, { vector: best, agreement });
      expect(cist).toMatchObject({ agreed: agreement, synced: agreement });
    }
    const { cist, hear } = designatedPort();
    hear(cist, { vector: best, agreement: true });
    expect(cist).toMatchObject({ agreed: true, synced: false });
  });

  it('of superior information from outside ends the agreements of instances', () => {
    const { cist, instance, hear } = designatedPort();
    instance.agree = instance.agreed = instance.synced = true;
    instance.sync = false;
    hear(cist, { vector: best });
    expect(instance).toMatchObject({ agree: false, agreed: false, synced: false, sync: true });
  });
});

describe('recordAgreement', () => {
  const root = { role: 'root', agreement: true, vector: { ...neighbor, internalCost: 1 } } as const;

  it.each([
    ['a root port', 'root', 1, true],
    ['an alternate or backup port', 'alternateOrBackup', 1, true],
    ['a root port with the same vector', 'root', 0, true],
    ['a root port with a better vector', 'root', -1, false],
    ['an unknown role', 'unknown', 1, false],
  ] as const)('takes the agreement of %s where that cannot do without it', (_what, role, more, takes) => {
    const { cist, hear } = designatedPort();
    cist.proposing = true;
    const { designatedBridge, internalCost } = cist.portPriority;
    const vector = { designatedBridge, designatedPort: 0x8002, internalCost: internalCost + more };
    cist.portPriority = { ...cist.portPriority, designatedPort: 0x8002 };
    expect(hear(cist, { role, agreement: true, vector })).toBe(true);
    expect(cist).toMatchObject({ agreed: takes, proposing: !takes, infoIs: 'mine' });
  });

  it('has an earlier agreement end with a message that does not repeat it', () => {
    const { cist, hear } = designatedPort();
    cist.agreed = true;
    cist.proposing = true;
    hear(cist, { ...root, agreement: false });
    expect(cist).toMatchObject({ agreed: false, proposing: true });
  });

  it('takes none on a shared medium, or as a bridge of STP', () => {
    for (const [settings, protocol] of [
      [{ pointToPoint: false }, 'mstp'],
      [{}, 'stp'],
    ] as const) {
      const { cist, hear } = designatedPort(settings, protocol);
      hear(cist, root);
      expect(cist.agreed).toBe(false);
    }
  });

  it('takes that of an instance only with the CIST’s way out of the region', () => {
    const { cist, instance, hear } = designatedPort();
    hear(instance, { ...root, accompanying: { ...cist.portPriority, internalCost: 7 } });
    expect(instance.agreed).toBe(true);
    hear(instance, { ...root, accompanying: { ...cist.portPriority, externalCost: 7 } });
    expect(instance.agreed).toBe(false);
  });

  it('of another region is one of all instances, but not as long as the neighbor proposes itself', () => {
    const { cist, instance, other, hear, follow } = designatedPort();
    cist.proposing = instance.proposing = true;
    hear(cist, root);
    for (const at of [instance, other]) expect(at).toMatchObject({ agreed: true, proposing: false });
    // A proposal is a designated port's only.
    hear(cist, { ...root, proposal: true });
    expect(instance.agreed).toBe(true);
    follow(cist);
    hear(cist, { agreement: true });
    expect(instance.agreed).toBe(true);
    hear(cist, { agreement: true, proposal: true });
    expect([cist.agreed, instance.agreed]).toEqual([true, false]);
    cist.proposing = true;
    hear(cist, {});
    expect(instance).toMatchObject({ agreed: false, proposing: true });
  });

  it('of this region is one of the tree alone', () => {
    const { port, cist, instance, hear } = designatedPort();
    port.rcvdInternal = true;
    hear(cist, root);
    expect([cist.agreed, instance.agreed]).toEqual([true, false]);
  });

  it('waits until what the neighbor agrees to was said; a topology change counts at once', () => {
    for (const [news, takesCist, takesInstance] of [
      [{ newInfo: true }, false, false],
      [{ newInfoMsti: true }, true, false],
      [{}, true, true],
    ] as const) {
      const { port, cist, instance, hear } = designatedPort();
      port.rcvdInternal = true;
      Object.assign(port, news);
      hear(cist, { ...root, topologyChange: true });
      hear(instance, { ...root, accompanying: cist.portPriority });
      expect([cist.agreed, instance.agreed, cist.rcvdTc]).toEqual([takesCist, takesInstance, true]);
    }
  });

  it('does not count what a root port says that could do better itself', () => {
    const { cist, hear } = designatedPort();
    hear(cist, { role: 'root', topologyChange: true, vector: best });
    expect(cist.rcvdTc).toBe(false);
  });
});

describe('recordDispute', () => {
  const worse = { ...neighbor, internalCost: 1 };

  it('is for a designated port that says less and learns: it does not hear this one', () => {
    const { cist, hear } = designatedPort();
    cist.agreed = true;
    hear(cist, { vector: worse });
    expect(cist).toMatchObject({ disputed: false, agreed: true });
    hear(cist, { vector: worse, learning: true });
    expect(cist).toMatchObject({ disputed: true, agreed: false });
  });

  it.each([
    ['another region', false],
    ['this region', true],
  ])('of %s is one of all instances only there', (_where, internal) => {
    const { port, cist, instance, hear } = designatedPort();
    port.rcvdInternal = internal;
    instance.agreed = true;
    hear(cist, { vector: worse, learning: true });
    expect(instance).toMatchObject({ disputed: !internal, agreed: internal });
  });
});

describe('recordMastered', () => {
  it('takes an instance’s word for the way out of the region, on a line to one neighbor', () => {
    for (const pointToPoint of [true, false]) {
      const { instance, cist, hear } = designatedPort({ pointToPoint });
      hear(instance, { master: true, role: 'unknown' });
      expect([instance.mastered, cist.mastered]).toEqual([pointToPoint, false]);
      hear(instance, { role: 'unknown' });
      expect(instance.mastered).toBe(false);
    }
  });

  it('ends with a message from outside the region', () => {
    const { port, cist, instance, hear } = designatedPort();
    instance.mastered = true;
    port.rcvdInternal = true;
    hear(cist, { role: 'unknown', master: true });
    expect([instance.mastered, cist.mastered]).toEqual([true, false]);
    port.rcvdInternal = false;
    hear(cist, { role: 'unknown', master: true });
    expect([instance.mastered, cist.mastered]).toEqual([false, false]);
  });
});

describe('updtRcvdInfoWhile', () => {
  const ages = { maxAge: 20, messageAge: 0, remainingHops: 20 };

  it.each([
    ['from outside, a second younger than its maximum', false, { messageAge: 19 }, true],
    ['from outside, rounded to that', false, { messageAge: 19.25 }, true],
    ['from outside, rounded to its maximum', false, { messageAge: 19.5 }, false],
    ['from outside, as many bridges away as there may be', false, { remainingHops: 1 }, true],
    ['of the region, with a bridge that it may pass still', true, { remainingHops: 2 }, true],
    ['of the region, with none', true, { remainingHops: 1 }, false],
    ['of the region, however old', true, { messageAge: 20 }, true],
  ])('has information %s live or end', (_what, internal, times, lives) => {
    const { bridge, port, cist, hear } = designatedPort();
    port.rcvdInternal = internal;
    hear(cist, { vector: best, times: { ...cist.portTimes, ...ages, helloTime: 1.5, ...times } });
    expect(cist.rcvdInfoWhile - bridge.now).toBe(lives ? 4500 : 0);
    expect(cist.infoIs).toBe(lives ? 'received' : 'aged');
  });

  it('counts an instance’s bridges, also where the port’s CIST is of another region', () => {
    for (const [remainingHops, infoIs] of [
      [2, 'received'],
      [1, 'aged'],
    ] as const) {
      const { instance, hear } = designatedPort();
      hear(instance, { vector: bestOfInstance, times: { ...instance.portTimes, ...ages, remainingHops } });
      expect(instance.infoIs).toBe(infoIs);
    }
  });

  it('begins again with each repetition', () => {
    const { bridge, cist, hear, follow } = designatedPort();
    follow(cist);
    hear(cist, {});
    expect(cist.rcvdInfoWhile).toBe(bridge.now + 3000 * cist.portTimes.helloTime);
  });
});
