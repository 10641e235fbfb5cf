import { address, firstRule, RuleAction } from './access-list.ts';
import { isForged } from './arp-inspection.ts';
import { isAttack } from './attacks.ts';
import { DhcpSnooping } from './dhcp-snooping.ts';
import { igmp, mld } from './group-families.ts';
import { LinkAggregation } from './link-aggregation.ts';
import { MulticastSnooping } from './multicast-snooping.ts';
import { isPlain, isStream, type StreamVlan, StreamVlans, saidOn } from './multicast-vlan.ts';
import { C_TAG, type Packet, read, S_TAG, withTag, withTrafficClass } from './packet.ts';
import { type Access, type Login, PortAccess } from './port-access.ts';
import { Rates } from './rates.ts';
import { portsIn, type Row, type Settings } from './settings.ts';
import { SpanningTree, type TreePort } from './spanning-tree.ts';
import { VlanRegistration } from './vlan-registration.ts';

/** A frame that leaves by one of these ports: more than one only for a trunk, whose hash is its own matter. */
export interface Departure {
  readonly ports: readonly number[];
  readonly frame: Uint8Array;
}

/** The stages at which what becomes of a frame can be decided. */
export const STAGES = [
  'link',
  'length',
  'mirrorTarget',
  'groupSource',
  'reservedVid',
  'reserved',
  'standby',
  'authenticating',
  'unauthorized',
  'attack',
  'rate',
  'frameType',
  'noVlan',
  'ingressFilter',
  'noStream',
  'discarding',
  'violation',
  'secureElsewhere',
  'destinationFilter',
  'denied',
  'inspected',
  'snooped',
  'toServers',
  'toRouters',
  'toSources',
  'stream',
  'own',
  'staticUnicast',
  'learned',
  'flooded',
  'unknown',
  'broadcast',
  'staticMulticast',
  'listeners',
  'filtered',
  'multicast',
] as const;

type Stage = (typeof STAGES)[number];

/** What becomes of a frame, and the stage at which that was decided. */
export interface Outcome {
  readonly stage: Stage;
  readonly departures: readonly Departure[];
}

/** What a switch is that was just switched on. */
export interface Chassis {
  /** Ports 1 to this number. */
  readonly ports: number;
  /** Ports that a station is plugged into. */
  readonly plugged: readonly number[];
  /** The switch's own address. */
  readonly own: string;
}

/** Seconds after which ports are in a state of RSTP where no other bridge is (IEEE 802.1Q 13.28.9 and figure 13-25). */
const AUTO_EDGE = 3;
const MAX_AGE = 20;
const HELLO_TIME = 2;
const NOT_EDGE = 2;

/** Rows of trunks go by their number from here on. */
const TRUNK_BASE = 5000;
const FCS = 4;
const TAG = 4;
const USUAL_LIMIT = 1522;
const JUMBO_LIMIT = 9216;
const BROADCAST = 'FF-FF-FF-FF-FF-FF';
const DEFAULT_VLAN = 1;

/**
 * The switch as the reference has it (docs/specification/security.md 0.5, docs/specification/network.md 0.7), one frame after the
 * other through the stages. It shares no code with the product, knows nothing of plans, and is read rather than fast.
 */
export class Oracle {
  readonly #settings: Settings;
  readonly #chassis: Chassis;
  readonly #trunks: ReadonlyMap<number, readonly number[]>;
  /** Where an address was heard, by filtering database and address: the lowest port where it is a trunk. */
  readonly #learned = new Map<string, { readonly port: number; readonly vlan: number }>();

  readonly #access: PortAccess;
  /** Ports that a phone has been heard at. */
  readonly #phones = new Set<number>();
  /** The port that an address is secure at, by filtering database and address. */
  readonly #secure = new Map<string, number>();
  readonly #snooping: DhcpSnooping;
  readonly #groups: readonly MulticastSnooping[];
  readonly #lacp: LinkAggregation;
  readonly #tree: SpanningTree;
  readonly #registration: VlanRegistration;
  readonly #streams: StreamVlans;
  readonly #rates: Rates;
  /** Seconds since the calls were made. */
  #now = 0;

  constructor(settings: Settings, chassis: Chassis) {
    this.#access = new PortAccess(settings);
    this.#snooping = new DhcpSnooping(settings, (port) => this.#isTrusted(port));
    this.#settings = settings;
    this.#chassis = chassis;
    const trunks = settings.rows('trunkGroupEntry').filter(({ trunkMode }) => Number(trunkMode ?? 0) !== 0);
    this.#trunks = new Map(
      trunks.flatMap(({ trunkMemberPorts }) => {
        const members = portsIn(trunkMemberPorts);
        return members.map((member): [number, readonly number[]] => [member, members]);
      }),
    );
    const leadOf = (port: number) => this.#lead(port);
    this.#streams = new StreamVlans(settings, leadOf);
    this.#rates = new Rates(settings, (port) => this.#isOn('portCtrlEntry', 'portJumbo', port));
    this.#groups = [igmp, mld].map((family) => new MulticastSnooping(settings, family, leadOf, this.#streams));
    this.#lacp = new LinkAggregation(settings, chassis.own, (port) => this.#isUp(port));
    this.#registration = new VlanRegistration(settings, (port) => this.#ofPort('dot1qPortVlanEntry', port));
    this.#tree = new SpanningTree(settings, chassis.own, (port) => this.#treePort(port));
    for (const row of settings.rows('portSecAddrEntry'))
      this.#secure.set(this.#secureKey(row), Number(row.portSecAddrPort));
  }

  /** Lets time pass. */
  pass(seconds: number): void {
    for (const end = this.#now + seconds; this.#now < end; ) {
      this.#now += 1;
      for (const port of this.#lacp.pass(this.#now)) this.#forgetAt(port);
      this.#changeTopology();
      for (const port of this.#access.pass(this.#now)) this.#forgetAt(port);
    }
  }

  /** A port that begins to forward while others may be on the way elsewhere: all these forget (IEEE 802.1Q 13.29.22). */
  #changeTopology(): void {
    if (!this.#settings.isOn('dot1dStp', 'stpGlobalStatus')) return;
    const leads = new Set(this.#chassis.plugged.map((port) => this.#lead(port)));
    const slow = [...leads].filter((port) => this.#isUpSomewhere(port) && this.#edgeOf(port) === NOT_EDGE);
    for (const begins of slow) {
      if (this.#now !== (this.#lacp.upSince(begins) ?? Number.NaN) + MAX_AGE + HELLO_TIME) continue;
      for (const port of slow) if (port !== begins) this.#forgetAddresses(port);
    }
  }

  /** Lets a frame in by a port; with `login` the station goes on to say who it is. */
  receive(port: number, octets: Uint8Array, login?: Login): Outcome {
    const packet = read(octets);
    if (!this.#isUp(port)) return { stage: 'link', departures: [] };
    if (this.#isTooLong(port, packet)) return { stage: 'length', departures: [] };
    const session = this.#mirror();
    if (session?.target === port) return { stage: 'mirrorTarget', departures: [] };
    const copies: Departure[] = [];
    if (session?.ingress.includes(port)) copies.push(...this.#sent([session.target], octets));
    const { stage, departures } = this.#switched(this.#lead(port), port, packet, login);
    const sent = departures.filter(({ ports: [to = 0] }) => session?.egress.includes(to));
    for (const { frame } of sent) copies.push(...this.#sent([session?.target ?? 0], frame));
    return { stage, departures: [...departures, ...copies] };
  }

  #switched(lead: number, port: number, given: Packet, login: Login | undefined): Outcome {
    const settings = this.#settings;
    const drop = (stage: Stage): Outcome => ({ stage, departures: [] });
    let packet = given;
    const group = isGroup(packet.destination);
    if (isGroup(packet.source)) return drop('groupSource');
    const [outer, inner] = packet.tags;
    if (outer?.vid === 4095 && outer.type === C_TAG) return drop('reservedVid');
    const hidden = outer?.type === C_TAG ? inner : outer;
    if (hidden?.vid === 0 && (hidden === inner || hidden.type === S_TAG)) return drop('reservedVid');
    const access = this.#accessAt(port);
    if (this.#access.isControlled(port) && packet.destination === EAPOL_GROUP) {
      // IEEE 802.1X-2020 11.1: untagged, or priority-tagged.
      const isPlain = !inner && (!outer || outer.vid === 0);
      const isHeard = packet.type === EAPOL && isPlain && this.#hearSupplicant(port, packet, login);
      return drop(isHeard && login ? 'authenticating' : 'reserved');
    }
    const isGuest = access.kind === 'guest';
    const vid = outer?.type === C_TAG ? outer.vid : 0;
    if (access.kind === 'closed') return drop('unauthorized');
    if (access.kind === 'stations') {
      if (!access.vlans.has(packet.source)) return drop('unauthorized');
      if (vid !== 0 && this.#access.isOfOthers(port, packet.source, vid, this.#now)) return drop('unauthorized');
    }
    // Guests feed no engine.
    if (isGuest && /^01-80-C2-00-00-(0.|21)$/.test(packet.destination)) return drop('unauthorized');
    const isTagged = outer?.type === C_TAG && outer.vid !== 0;
    // Behind the switch a further tag of a guest would be that of another VLAN.
    if (isGuest && (isTagged || inner || outer?.type === S_TAG)) return drop('unauthorized');
    if (this.#isReserved(port, packet)) {
      this.#lacp.hear(port, packet.octets, this.#now);
      this.#tree.hear(lead, packet.octets, this.#now);
      this.#registration.hear(lead, packet.octets, this.#now);
      for (const lost of this.#lacp.pass(this.#now)) this.#forgetAt(lost);
      return drop('reserved');
    }
    if (!this.#lacp.collects(port, this.#now)) return drop('standby');
    // What some ports let pass though it is reserved brings no phone in.
    if (!isGuest && !isControl(packet) && this.#isPhone(lead, packet.source)) this.#phones.add(lead);
    const attacks = settings.rows('dosTypeEntry').filter(({ dosState }) => dosState === 1);
    if (
      isAttack(
        packet,
        attacks.map(({ dosType }) => Number(dosType)),
      )
    )
      return drop('attack');
    if (!this.#rates.accepts(port, packet, this.#now)) return drop('rate');
    const { vlan, priority: classified } = this.#classified(lead, packet, access);
    let priority = classified;
    const own = this.#ofPort('dot1qPortVlanEntry', lead);
    const admitted = Number(own.dot1qPortAcceptableFrameTypes ?? 1);
    if ((admitted === 2 && !isTagged) || (admitted === 3 && isTagged)) return drop('frameType');
    const members = this.#members(vlan);
    if (!members) return drop('noVlan');
    const filters = Number(own.dot1qPortIngressFiltering ?? 1) === 1;
    if (filters && !members.all.includes(lead)) return drop('ingressFilter');
    const streams = this.#streams.of(vlan);
    if (streams && !this.#entersStreams(streams, packet, lead)) return drop('noStream');
    const state = this.#portState(lead, vlan);
    if (state === 'discarding') return drop('discarding');
    const owner = this.#secure.get(`${this.#fid(vlan)} ${packet.source}`) ?? this.#securelyPinned(vlan, packet.source);
    if (owner !== undefined && owner !== lead) return drop('secureElsewhere');
    if (owner === undefined && !this.#becomesSecure(lead, vlan, packet.source)) return drop('violation');
    // What a secured port knows are its secure addresses.
    if (!this.#isOn('portSecPortEntry', 'portSecState', lead)) this.#learn(lead, vlan, packet.source);
    if (state === 'learning') return drop('discarding');
    if (settings.row('dot1dStaticEntry', packet.destination).dot1dStaticAddress) return drop('destinationFilter');
    const mirror = this.#mirror();
    const rule = firstRule(settings, { packet, port, vlan, priority }, mirror !== undefined);
    const copies: Departure[] = [];
    if (rule?.aclRuleAction === RuleAction.deny) return drop('denied');
    if (rule && !this.#rates.permits(rule, packet, this.#now)) return drop('denied');
    if (rule?.aclRuleAction === RuleAction.mirror && mirror) copies.push(...this.#sent([mirror.target], given.octets));
    if (rule) {
      priority = Number(replaced(rule.aclRuleReplacePriority) ?? priority);
      packet = remarked(packet, rule);
    }
    const isBound = (mac: string, ip: number) => this.#snooping.isBound(vlan, mac, ip, lead, this.#now);
    if (isForged(settings, packet, vlan, lead, isBound)) return { stage: 'inspected', departures: copies };
    const passage = this.#snooping.hear(packet, vlan, lead, this.#now);
    if (passage === 'nowhere') return { stage: 'snooped', departures: copies };
    for (const family of isGuest ? [] : this.#groups) {
      for (const asked of family.askedBeside(packet, vlan, lead)) {
        family.hear(packet, asked.vlan, lead, true, this.#now);
        copies.push(...this.#intoStreams(asked, asked.receivers, withTag(packet, undefined), lead));
      }
      const asked = family.stream(packet, vlan, lead);
      if (asked === 'nowhere') return { stage: 'snooped', departures: copies };
      if (!asked) continue;
      family.hear(packet, asked.vlan, lead, true, this.#now);
      // As a message of the switch: what rules replace in frames is no matter of it.
      const said = saidOn(given, asked.reportsFrom).octets;
      const to = asked.sources.includes(lead) ? [] : asked.sources;
      return { stage: 'toSources', departures: [...this.#intoStreams(asked, to, said, lead), ...copies] };
    }
    const isMember = members.all.includes(lead);
    // Each family processes only its own messages.
    const heard = this.#groups
      .map((one) => ({ one, spread: one.hear(packet, vlan, lead, isMember, this.#now) }))
      .find(({ spread }) => spread !== undefined);
    if (heard?.spread === 'nowhere') return { stage: 'snooped', departures: copies };
    const routers = heard?.spread === 'routers' ? heard.one.routers(vlan, this.#now) : undefined;
    const isOwn = packet.destination === this.#chassis.own && vlan === DEFAULT_VLAN;
    if (isOwn) return { stage: 'own', departures: copies };
    const to = group
      ? this.#groupPorts(vlan, members.all, packet)
      : this.#unicastPorts(vlan, members.all, packet.destination);
    if (to.stage === 'flooded' && !this.#rates.acceptsUnknown(port, this.#now))
      return { stage: 'unknown', departures: copies };
    const departures: Departure[] = [];
    for (const exit of this.#reachable(to.ports, lead, vlan)) {
      if (!members.all.includes(exit)) continue;
      if (routers && !routers.includes(exit)) continue;
      if (passage === 'trusted' && !this.#isTrusted(exit)) continue;
      if (streams?.sources.includes(lead) && streams.sources.includes(exit)) continue;
      const isBare = members.untagged.includes(exit);
      const dropEligible = outer?.type === C_TAG && outer.dropEligible;
      const frame = withTag(
        packet,
        isBare ? undefined : { vid: vlan, priority: streams?.priority ?? priority, dropEligible },
      );
      departures.push(...this.#sent(this.#trunks.get(exit) ?? [exit], frame));
    }
    const stage = passage === 'trusted' ? 'toServers' : routers ? 'toRouters' : to.stage;
    return { stage, departures: [...departures, ...copies] };
  }

  /** The ports of these by which a frame can leave that came in by another one. */
  #reachable(ports: readonly number[], lead: number, vlan: number): number[] {
    const forwards = this.#ofPort('privateVlanPortEntry', lead).privateVlanForwardPorts;
    const reachable = forwards === undefined ? ports : portsIn(forwards);
    return ports.filter(
      (exit) =>
        exit !== lead &&
        this.#portState(exit, vlan) === 'forwarding' &&
        !this.#access.isShut(exit, this.#now) &&
        reachable.includes(exit) &&
        this.#mirror()?.target !== exit,
    );
  }

  /** What the switch says in a multicast VLAN for somebody, who may reach these of its ports. */
  #intoStreams({ vlan, untagged, priority = 0 }: StreamVlan, to: readonly number[], octets: Uint8Array, lead: number) {
    const tag = { vid: vlan, priority, dropEligible: false };
    const present = this.#members(vlan)?.all ?? [];
    const exits = this.#reachable(to, lead, vlan).filter((exit) => present.includes(exit));
    return exits.flatMap((exit) =>
      this.#sent(this.#trunks.get(exit) ?? [exit], withTag(read(octets), untagged.includes(exit) ? undefined : tag)),
    );
  }

  /** Packets of its groups come into a multicast VLAN from its sources, and the messages of its members. */
  #entersStreams(streams: StreamVlan, packet: Packet, lead: number): boolean {
    const { sources, receivers } = streams;
    if (!isPlain(packet)) return false;
    if (sources.includes(lead) && isStream(streams, packet)) return true;
    const isMessage = this.#groups.some((family) => family.isMessage(packet));
    return isMessage && [...sources, ...receivers].includes(lead);
  }

  /** Whether DHCP servers are heard at a port. */
  #isTrusted(port: number): boolean {
    return this.#isOn('dhcpSnoopingPortEntry', 'dhcpSnoopingPortTrust', port);
  }

  /** IEEE 802.1Q table 8-1 and 10-1, and what the reference adds. */
  #isReserved(port: number, packet: Packet): boolean {
    const settings = this.#settings;
    const { destination } = packet;
    if (destination === '01-80-C2-00-00-21') return settings.isOn('gvrpGlobal', 'dot1qGvrpStatus');
    const passes = (column: string) => this.#isOn('portCtrlEntry', column, port);
    if (destination === '01-80-C2-00-00-00' && passes('portBpduPass')) return false;
    const isEapol = packet.type === EAPOL && !/^01-80-C2-00-00-0[^3]/.test(destination);
    if (isEapol && settings.isOn('dot1xExtConfig', 'dot1xFwdEapolWhenOff')) return false;
    if (destination === EAPOL_GROUP || isEapol) return !passes('portEapPass');
    return /^01-80-C2-00-00-0/.test(destination) || destination === 'CF-00-00-00-00-00';
  }

  /** Whether a supplicant is listened to. Where the port was in its guest VLAN and is no member otherwise, what it taught is forgotten. */
  #hearSupplicant(port: number, packet: Packet, login: Login | undefined): boolean {
    const before = this.#accessAt(port);
    // What was learned in a VLAN that the port leaves is forgotten.
    const known = this.#knownWithin(port);
    const isStart = packet.octets[packet.at + 1] === EAPOL_START;
    if (packet.octets[packet.at + 1] === EAPOL_LOGOFF && this.#access.logOff(port, packet.source, this.#now))
      this.#forgetAt(port);
    if (!isStart || !this.#access.start(port, packet.source, this.#now)) return false;
    if (before.kind === 'guest') this.#leaveGuests(port, before.vlan);
    if (!login) return true;
    const former = vlanOf(before, packet.source);
    this.#access.logIn(port, packet.source, login, this.#now);
    const still = this.#knownWithin(port);
    for (const key of known) if (!still.includes(key)) this.#learned.delete(key);
    // Authenticated stations are out, or in another VLAN.
    if (former !== 'out' && vlanOf(this.#accessAt(port), packet.source) !== former) this.#forgetAt(port);
    return true;
  }

  #leaveGuests(port: number, guest: number): void {
    for (const snooping of this.#groups) snooping.forget(port);
    this.#forgetSecure(port);
    if (!this.#members(guest)?.all.includes(port)) this.#forgetAt(port);
  }

  /** As where a link goes down: what is configured stays secure. */
  #forgetSecure(port: number): void {
    const configured = this.#settings.rows('portSecAddrEntry').map((row) => this.#secureKey(row));
    for (const [key, at] of this.#secure) if (at === port && !configured.includes(key)) this.#secure.delete(key);
  }

  #forgetAt(port: number): void {
    for (const snooping of this.#groups) snooping.forget(port);
    this.#forgetSecure(port);
    this.#forgetAddresses(port);
  }

  /** The addresses learned at a port in VLANs that it is a member of. */
  #knownWithin(port: number): string[] {
    const isThere = ([, at]: [string, { port: number; vlan: number }]) =>
      at.port === port && this.#members(at.vlan)?.all.includes(port);
    return [...this.#learned].filter(isThere).map(([key]) => key);
  }

  #forgetAddresses(port: number): void {
    for (const [key, at] of this.#learned) if (at.port === port) this.#learned.delete(key);
  }

  #accessAt(port: number): Access {
    return this.#access.at(port, this.#now);
  }

  #secureKey({ portSecAddrVlan, portSecAddrMac }: Row): string {
    return `${this.#fid(Number(portSecAddrVlan))} ${portSecAddrMac}`;
  }

  /** Of RSTP: settled where other bridges are. */
  #portState(port: number, vlan: number): 'forwarding' | 'learning' | 'discarding' {
    if (!this.#settings.isOn('dot1dStp', 'stpGlobalStatus')) return 'forwarding';
    const settled = this.#tree.forwards(port, vlan, this.#now);
    if (settled !== undefined) return settled ? 'forwarding' : 'discarding';
    const edge = this.#edgeOf(port);
    const time = this.#now - (this.#lacp.upSince(port) ?? this.#now);
    if (edge === 1 || (edge === 0 && time > AUTO_EDGE)) return 'forwarding';
    if (time < MAX_AGE) return 'discarding';
    return time < MAX_AGE + HELLO_TIME ? 'learning' : 'forwarding';
  }

  #treePort(port: number): TreePort {
    const members = this.#trunks.get(port);
    const row = this.#settings.rows('trunkGroupEntry').find((one) => portsIn(one.trunkMemberPorts).includes(port));
    const links = (members ?? [port]).filter(
      (member) => this.#isUp(member) && this.#lacp.distributes(member, this.#now),
    );
    return { port, index: members ? TRUNK_BASE + Number(row?.trunkId) : port, links: links.length };
  }

  /** Whether a port counts as one without bridges behind it: by itself (0), always (1), never (2). */
  #edgeOf(port: number): number {
    if (this.#ofPort('dot1dStpPortEntry', port).dot1dStpPortEnable === 2) return 1;
    return Number(this.#ofPort('dot1dStpExtPortEntry', port).dot1dStpPortAdminEdgePort ?? 0);
  }

  /** The secured port that a static address belongs to, which is secure there. */
  #securelyPinned(vlan: number, source: string): number | undefined {
    const port = this.#pinned(vlan, source);
    return port !== undefined && this.#isOn('portSecPortEntry', 'portSecState', port) ? port : undefined;
  }

  /** Whether a source that is secure nowhere may use the port: it becomes a secure address where the port takes more of them. */
  #becomesSecure(lead: number, vlan: number, source: string): boolean {
    const row = this.#ofPort('portSecPortEntry', lead);
    if (row.portSecState !== 1) return true;
    const pinned = this.#pinned(vlan, source);
    if (pinned !== undefined) return pinned === lead;
    const fixed = this.#settings
      .rows('dot1qStaticUnicastEntry')
      .filter(({ dot1qStaticUnicastAllowedToGoTo: port = 1 }) => port === lead)
      .map((one) => `${this.#fid(Number(one.dot1qVlanIndex))} ${one.dot1qStaticUnicastAddress}`);
    const learned = [...this.#secure].filter(([, port]) => port === lead).map(([key]) => key);
    const used = new Set([...fixed, ...learned]).size;
    if (used >= Number(row.portSecMaxAddr ?? 32)) return false;
    const key = `${this.#fid(vlan)} ${source}`;
    this.#secure.set(key, lead);
    this.#learned.delete(key);
    return true;
  }

  /** The voice VLAN of a port that looks for phones. */
  #isPhone(lead: number, source: string): boolean {
    const isListening = this.#settings.isOn('voiceVlan', 'voiceVlanStatus');
    return isListening && this.#isOn('voiceVlanPortEntry', 'voiceVlanPortAuto', lead) && isPhone(source);
  }

  /**
   * VLAN and priority (step 5): tag, MAC VLAN, voice VLAN, protocol VLAN, that of the authenticated station (RFC 3580),
   * PVID.
   */
  #classified(lead: number, packet: Packet, access: Access): { vlan: number; priority: number } {
    const settings = this.#settings;
    const [outer] = packet.tags;
    const tagged = outer?.type === C_TAG ? outer : undefined;
    if (tagged && tagged.vid !== 0) return { vlan: tagged.vid, priority: tagged.priority };
    const queues = settings.isOn('dot1dTrafficClassesEnabled', 'dot1dTrafficClassesEnabled');
    const ofPort = this.#ofPort('dot1dPortPriorityEntry', lead).dot1dPortDefaultUserPriority;
    const byDefault = queues ? Number(ofPort ?? 0) : 0;
    if (access.kind === 'guest') return { vlan: access.vlan, priority: tagged ? tagged.priority : byDefault };
    const stream = this.#streams.classify(lead, packet);
    if (stream !== undefined) return { vlan: stream, priority: tagged ? tagged.priority : byDefault };
    const mac = settings.row('macVlanEntry', packet.source);
    const voice = settings.row('voiceVlan');
    const protocol = this.#protocolBinding(lead, packet);
    const pvid = Number(this.#ofPort('dot1qPortVlanEntry', lead).dot1qPvid ?? DEFAULT_VLAN);
    const assigned =
      access.kind === 'stations'
        ? access.vlans.get(packet.source)
        : access.kind === 'everybody'
          ? access.vlan
          : undefined;
    const [vlan, priority] = mac.macVlanId
      ? [mac.macVlanId, mac.macVlanPriority ?? 0]
      : this.#isPhone(lead, packet.source)
        ? [voice.voiceVlanId, voice.voiceVlanPriority ?? 6]
        : protocol
          ? [protocol.dot1vProtocolPortGroupVid, protocol.protocolPortPriority ?? 0]
          : [assigned ?? pvid, byDefault];
    return { vlan: Number(vlan), priority: tagged ? tagged.priority : Number(priority) };
  }

  #protocolBinding(lead: number, packet: Packet): Row | undefined {
    const settings = this.#settings;
    const inner = packet.tags[packet.tags[0]?.type === C_TAG ? 1 : 0];
    const frameType = inner ? 1 : { ethernet: 1, snap: 2, llc: 5 }[packet.framing];
    const value = inner?.type ?? (packet.framing === 'llc' ? packet.llc : packet.type);
    const profile = settings
      .rows('dot1vProtocolGroupEntry')
      .find(
        (row) =>
          Number(row.dot1vProtocolTemplateFrameType) === frameType &&
          Number.parseInt(`${row.dot1vProtocolTemplateProtocolValue}`, 16) === value,
      );
    if (!profile) return undefined;
    const binding = this.#ofPort('dot1vProtocolPortEntry', lead, Number(profile.dot1vProtocolGroupId));
    return binding.dot1vProtocolPortGroupVid === undefined ? undefined : binding;
  }

  /** The ports of a VLAN; undefined where there is no such VLAN. */
  #members(vlan: number): { all: readonly number[]; untagged: readonly number[] } | undefined {
    const streams = this.#streams.of(vlan);
    if (streams) {
      const all = [...streams.sources, ...streams.receivers].filter((port) => this.#accessAt(port).kind !== 'guest');
      return { all, untagged: streams.untagged };
    }
    const row = this.#settings.row('dot1qVlanStaticEntry', vlan);
    const registered = this.#registration.ports(vlan, this.#now);
    if (vlan !== DEFAULT_VLAN && row.dot1qVlanIndex === undefined && registered.length === 0) return undefined;
    const every = Array.from({ length: this.#chassis.ports }, (_, at) => at + 1);
    const fallback = vlan === DEFAULT_VLAN ? every : [];
    const { dot1qVlanStaticEgressPorts: all, dot1qVlanStaticUntaggedPorts: untagged } = row;
    const leads = (list: typeof all) => [
      ...new Set((list === undefined ? fallback : portsIn(list)).map((port) => this.#lead(port))),
    ];
    const isVoice = vlan === Number(this.#settings.row('voiceVlan').voiceVlanId ?? 0);
    const phones = isVoice ? [...this.#phones].filter((port) => !leads(all).includes(port)) : [];
    const bareByPhone = (port: number) =>
      Number(this.#ofPort('voiceVlanPortEntry', port).voiceVlanPortTagMode ?? 1) === 1;
    const given = this.#chassis.plugged.map((port) => ({ port, ...this.#access.assigned(port, this.#now) }));
    const joined = given.filter(({ vlans }) => vlans.includes(vlan)).map(({ port }) => port);
    const left = given.filter(({ isWhole }) => isWhole).map(({ port }) => port);
    const guests = this.#chassis.plugged.filter((port) => this.#accessAt(port).kind === 'guest');
    // If a station has a VLAN of its own, the port's untagged VLANs are no longer its own; guests have nothing else.
    const bare = leads(untagged);
    const gone = (port: number) => (left.includes(port) && bare.includes(port)) || guests.includes(port);
    const isGuest = (port: number) => guests.includes(port);
    return {
      all: [
        ...new Set([
          ...leads(all).filter((port) => !gone(port)),
          ...registered,
          ...phones.filter((port) => !isGuest(port)),
          ...joined,
        ]),
      ],
      untagged: [
        ...new Set([
          ...bare.filter((port) => !gone(port)),
          ...phones.filter((port) => bareByPhone(port) && !isGuest(port)),
          ...joined,
        ]),
      ],
    };
  }

  #fid(vlan: number): number {
    return this.#settings.row('dot1qVlan').dot1qConstraintTypeDefault === 2 ? 0 : vlan;
  }

  #pinned(vlan: number, mac: string): number | undefined {
    const fid = this.#fid(vlan);
    const row = this.#settings
      .rows('dot1qStaticUnicastEntry')
      .find((one) => one.dot1qStaticUnicastAddress === mac && this.#fid(Number(one.dot1qVlanIndex)) === fid);
    return row && this.#lead(Number(row.dot1qStaticUnicastAllowedToGoTo ?? 1));
  }

  #learn(lead: number, vlan: number, source: string): void {
    if (this.#pinned(vlan, source) !== undefined || source === this.#chassis.own) return;
    this.#learned.set(`${this.#fid(vlan)} ${source}`, { port: lead, vlan });
  }

  #unicastPorts(vlan: number, members: readonly number[], to: string): { stage: Stage; ports: readonly number[] } {
    const pinned = this.#pinned(vlan, to);
    if (pinned !== undefined) return { stage: 'staticUnicast', ports: [pinned] };
    const secure = this.#secure.get(`${this.#fid(vlan)} ${to}`);
    if (secure !== undefined) return { stage: 'staticUnicast', ports: [secure] };
    const learned = this.#learned.get(`${this.#fid(vlan)} ${to}`)?.port;
    if (learned !== undefined) return { stage: 'learned', ports: [learned] };
    return { stage: 'flooded', ports: members };
  }

  #groupPorts(vlan: number, members: readonly number[], packet: Packet): { stage: Stage; ports: readonly number[] } {
    const { destination } = packet;
    if (destination === BROADCAST) return { stage: 'broadcast', ports: members };
    const isOfStreams = this.#streams.of(vlan) !== undefined;
    const mode = isOfStreams ? 3 : Number(this.#settings.row('multicastFilterEntry', vlan).multicastFilterMode ?? 2);
    if (mode === 1) return { stage: 'multicast', ports: members };
    const row = this.#settings.row('dot1qStaticMulticastEntry', vlan, destination);
    const routers = this.#groups.flatMap((snooping) => snooping.routers(vlan, this.#now));
    const heard = this.#groups.flatMap((snooping) => snooping.listeners(vlan, destination, this.#now) ?? []);
    if (row.dot1qStaticMulticastAddress !== undefined) {
      const ports = portsIn(row.dot1qStaticMulticastStaticEgressPorts).map((port) => this.#lead(port));
      return { stage: 'staticMulticast', ports: [...new Set([...ports, ...heard, ...routers])] };
    }
    if (isGroupPacket(packet) && staysOnLink(packet)) return { stage: 'multicast', ports: members };
    if (heard.length > 0)
      return { stage: isOfStreams ? 'stream' : 'listeners', ports: [...new Set([...heard, ...routers])] };
    const filters = mode === 3 && isGroupPacket(packet);
    return filters ? { stage: 'filtered', ports: [...new Set(routers)] } : { stage: 'multicast', ports: members };
  }

  #mirror(): { target: number; ingress: readonly number[]; egress: readonly number[] } | undefined {
    const row = this.#settings.row('mirrorSessionEntry', 1);
    if (row.mirrorSessionStatus !== 1) return undefined;
    const target = Number(row.mirrorTargetPort ?? 1);
    return { target, ingress: portsIn(row.mirrorIngressPorts), egress: portsIn(row.mirrorEgressPorts) };
  }

  /** The lowest member of a port's trunk, whose settings are those of all; a port of none is its own. */
  #lead(port: number): number {
    return Math.min(...(this.#trunks.get(port) ?? [port]));
  }

  /** What is set of a port: a change of one member of a trunk is a change of all. */
  #ofPort(name: string, port: number, ...further: readonly number[]): Row {
    const members = this.#trunks.get(port) ?? [port];
    return Object.assign({}, ...members.map((member) => this.#settings.row(name, member, ...further)));
  }

  #isOn(name: string, column: string, port: number): boolean {
    return this.#ofPort(name, port)[column] === 1;
  }

  #isUpSomewhere(lead: number): boolean {
    return (this.#trunks.get(lead) ?? [lead]).some(
      (port) => this.#isUp(port) && this.#lacp.distributes(port, this.#now),
    );
  }

  #isUp(port: number): boolean {
    return this.#chassis.plugged.includes(port) && this.#ofPort('ifEntry', port).ifAdminStatus !== 2;
  }

  #isTooLong(port: number, { octets, tags }: Packet): boolean {
    const limit = this.#isOn('portCtrlEntry', 'portJumbo', port) ? JUMBO_LIMIT : USUAL_LIMIT;
    return octets.length + FCS > limit - (tags.length > 0 ? 0 : TAG);
  }

  /** The frame leaving by one of these ports that are up and take its length; none otherwise. */
  #sent(ports: readonly number[], frame: Uint8Array): Departure[] {
    const up = ports.filter(
      (port) => this.#isUp(port) && this.#lacp.distributes(port, this.#now) && !this.#isTooLong(port, read(frame)),
    );
    return up.length === 0 ? [] : [{ ports: up, frame: padded(frame) }];
  }
}

const EAPOL = 0x888e;
const EAPOL_START = 1;
const EAPOL_LOGOFF = 2;
const EAPOL_GROUP = '01-80-C2-00-00-03';
/** OUIs of phones that are built in (docs/specification/network.md, "Voice VLAN > OUI"). */
const PHONES = ['00-01-E3', '00-03-6B', '00-09-6E', '00-0F-E2', '00-60-B9', '00-D0-1E', '00-E0-75', '00-E0-BB'];
const SHORTEST = 60;

/** What has lost its tag may be too short for a line (IEEE 802.3 4.2.3.3). */
export function padded(frame: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.max(frame.length, SHORTEST));
  whole.set(frame);
  return whole;
}

/** The VLAN that a station was let into; undefined where it is that of the port. */
function vlanOf(access: Access, station: string): number | 'out' | undefined {
  if (access.kind === 'everybody') return access.vlan;
  return access.kind === 'stations' && access.vlans.has(station) ? access.vlans.get(station) : 'out';
}

function isGroup(mac: string): boolean {
  return (address(mac) & 0x010000000000n) !== 0n;
}

/** Whether the address is of one of the makers of phones that are built in. */
function isPhone(mac: string): boolean {
  return PHONES.includes(mac.slice(0, 8));
}

/** Whether a frame is of those that bridges keep to themselves: by its group, or as EAPOL. */
function isControl({ destination, type }: Packet): boolean {
  return type === EAPOL || /^(01-80-C2-00-00-(0.|21)|CF-00-00-00-00-00)$/.test(destination);
}

/** Whether the frame carries a packet to a group; one behind a second tag is of another network. */
function isGroupPacket({ ip, tags }: Packet): boolean {
  if (!ip || tags.length > (tags[0]?.type === C_TAG ? 1 : 0)) return false;
  return ip.version === 4 ? ip.destination >> 28n === 14n : ip.destination >> 120n === 255n;
}

/** Groups that are flooded whatever is filtered: 224.0.0.0/24 (RFC 4541 2.1.2), and those of the link's scope (RFC 4291 2.7). */
function staysOnLink({ ip }: Packet): boolean {
  if (!ip) return false;
  return ip.version === 4 ? ip.destination >> 8n === 0xe00000n : (ip.destination >> 112n) % 16n === 2n;
}

function replaced(value: Row[string] | undefined): Row[string] | undefined {
  return value === undefined || value === '' || value === -1 ? undefined : value;
}

/** DSCP and ToS precedence as a rule replaces them. */
function remarked(packet: Packet, rule: Row): Packet {
  const [dscp, tos] = [replaced(rule.aclRuleReplaceDscp), replaced(rule.aclRuleReplaceTos)];
  if (dscp !== undefined) return withTrafficClass(packet, Number(dscp) << 2, 0xfc);
  return tos === undefined ? packet : withTrafficClass(packet, Number(tos) << 5, 0xe0);
}
