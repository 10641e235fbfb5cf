import type { Cancel } from '../../datapath/clock.ts';
import type { ForwardingEntry, PortCounters, PortState, PuntedFrame } from '../../datapath/datapath.ts';
import type { RunningService, ServiceContext } from '../../device/feature.ts';
import { managementStations } from '../../device/guard/management-stations.ts';
import { Severity } from '../../device/log/log.ts';
import { millisecondsIn } from '../../model/schema/milliseconds.ts';
import { isGroupMac } from '../../model/values/mac.ts';
import { say } from '../../model/values/message.ts';
import { hasPort } from '../../model/values/port-list.ts';
import { type ArpPacket, parseArp } from '../../protocols/frames/arp.ts';
import { EtherType, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { isIpv6 } from '../../protocols/frames/ip.ts';
import { parseIpv4 } from '../../protocols/frames/ipv4.ts';
import { parseUdp } from '../../protocols/frames/udp.ts';
import { isTagged, popTag } from '../../protocols/frames/vlan-tag.ts';
import {
  addressed,
  aged,
  asked,
  exchanged,
  heard,
  narrowed,
  replied,
  ripeCandidates,
  type Sighting,
  sighted,
} from '../../protocols/surveillance/devices.ts';
import { isPicture, readEnds } from '../../protocols/surveillance/exchange.ts';
import { noDevices, type SurveillanceDevice, type SurveillanceState } from '../../protocols/surveillance/state.ts';
import { readAnnouncement } from '../../protocols/ws-discovery/message.ts';
import { lldpState } from '../network/lldp/slots.ts';
import { answer, NO_ADDRESS, probeFrame, question } from './detection-frames.ts';
import { newsOf } from './detection-news.ts';
import {
  ADDRESS_FRAMES,
  bridgePortOf,
  DISCOVERY_FRAMES,
  detectingPorts,
  prefixesOf,
  STATION_FRAMES,
  STREAM_FRAMES,
  uplinkPorts,
} from './device-settings.ts';
import { type MaskedPrefix, masked, prefixOf } from './masked-prefix.ts';
import { surveillanceNeighbours } from './neighbour-words.ts';
import { LoadMeter } from './port-load.ts';
import { askNow, placedDevices, portLoads, surveillanceState } from './slots.ts';
import { aSVGlobal } from './vlan-objects.ts';

/** Milliseconds from one look at who is there to the next. */
const LOOK = 10_000;
/** Every so many looks everybody is asked what he is. */
const LOOKS_A_PROBE = 6;
/** Seconds. */
const STEP_OF_CLOCK = 60;

/** Finds cameras and recorders, and keeps watch over them. */
export function startSurveillance(context: ServiceContext): RunningService {
  const watch = new SurveillanceWatch(context);
  return { changed: () => watch.configure() };
}

class SurveillanceWatch {
  readonly #context: ServiceContext;
  readonly #load = new LoadMeter();
  #state: SurveillanceState = noDevices;
  #prefixes: readonly MaskedPrefix[] = [];
  #detecting = 0n;
  #uplinks = 0n;
  /** Milliseconds between the two clocks of the device. */
  #offset: number | undefined;
  #sleep: Cancel = () => undefined;
  /** The address that the switch has only for who answers its probes in the VLAN of surveillance. */
  #stranger: string | undefined;
  #looks = 0;
  /** The VLAN that each device was asked in last: an answer from another one is somebody else's. */
  #askedIn: ReadonlyMap<string, number> = new Map();

  constructor(context: ServiceContext) {
    this.#context = context;
    const { slots } = context;
    context.onFrame([STATION_FRAMES], (punted) => this.#hearStation(punted));
    context.onFrame([DISCOVERY_FRAMES], (punted) => this.#hearAnnouncement(punted));
    context.onFrame([ADDRESS_FRAMES], (punted) => this.#hearAddress(punted));
    context.onFrame([STREAM_FRAMES], (punted) => this.#hearStream(punted));
    context.offer(askNow, () => void this.#look());
    slots.follow([lldpState], () => this.#hearNeighbours());
    this.configure();
    this.#hearNeighbours();
    this.#rest();
  }

  /** The configuration is another one. */
  configure(): void {
    const [configuration, { hardware }] = [this.#context.configuration(), this.#context];
    this.#prefixes = prefixesOf(configuration).map(masked);
    this.#detecting = detectingPorts(configuration, hardware);
    this.#uplinks = uplinkPorts(configuration, hardware);
    const stays = (device: SurveillanceDevice) =>
      this.#isPlace(device.port) &&
      (device.evidence !== 'address' || prefixOf(this.#prefixes, device.mac)?.kind === device.kind);
    this.#become(narrowed(this.#state, stays));
  }

  #isPlace(port: number): boolean {
    return hasPort(this.#detecting, port) || hasPort(this.#uplinks, port);
  }

  #rest(): void {
    this.#sleep();
    this.#sleep = this.#context.clock.after(LOOK, () => void this.#look().then(() => this.#rest()));
  }

  /** Presence and responses of devices, and the load of the ports. */
  async #look(): Promise<void> {
    const { datapath, clock } = this.#context;
    const reads = Promise.all([datapath.forwardingDatabase(), datapath.portCounters(), datapath.portStates()]);
    // While the datapath is on its way back nothing ages.
    const read = await reads.catch(() => undefined);
    if (!read) return;
    const [rows, counters, states] = read;
    this.#measure(counters, states);
    this.#watchClock();
    const ageing = millisecondsIn(aSVGlobal, this.#context.configuration().group(aSVGlobal))('aSVAgingTime');
    this.#become(aged(this.#learnt(rows), { now: clock.now(), ageing }));
    this.#ask(rows);
    if (this.#looks % LOOKS_A_PROBE === 0) this.#probe();
    this.#looks += 1;
  }

  /** Recordings do not line up where the clock was set meanwhile. */
  #watchClock(): void {
    const { clock, wallClock, log } = this.#context;
    const offset = wallClock.now() - clock.now();
    const seconds = this.#offset === undefined ? 0 : Math.round((offset - this.#offset) / 1000);
    this.#offset = offset;
    if (Math.abs(seconds) <= STEP_OF_CLOCK) return;
    const words = say('The clock was set by {{seconds}} s: recordings before and after do not match in time.', {
      seconds,
    });
    log.write(Severity.warning, words);
  }

  #measure(counters: ReadonlyMap<number, PortCounters>, states: ReadonlyMap<number, PortState>): void {
    const { clock, slots } = this.#context;
    const loads = this.#load.add({ at: clock.now(), counters }, states, this.#uplinks);
    slots.update(portLoads, () => loads);
  }

  /** News from the address table: devices heard recently, those that have moved, and new ones of known vendors. */
  #learnt(rows: readonly ForwardingEntry[]): SurveillanceState {
    const now = this.#context.clock.now();
    let next = this.#state;
    // One that has moved may be there twice, in the VLANs before and after: the newer entry decides.
    for (const { address, port, age } of [...rows].filter(isLearnt).sort((a, b) => b.age - a.age)) {
      const known = next.devices.get(address);
      const at = now - age * 1000;
      if (!known) next = this.#sightedByAddress(next, address, port, at);
      else if (this.#placeOf(port) === known.port) next = heard(next, address, Math.max(known.lastHeard, at));
      else if (at > known.lastHeard) next = this.#sighted(next, { ...known, port }, now);
    }
    return next;
  }

  #placeOf(port: number): number {
    return bridgePortOf(this.#context.configuration(), this.#context.hardware, port);
  }

  #sightedByAddress(state: SurveillanceState, mac: string, port: number, now: number): SurveillanceState {
    const prefix = prefixOf(this.#prefixes, mac);
    if (!prefix) return state;
    return this.#sighted(state, { mac, port, kind: prefix.kind, evidence: 'address', manufacturer: prefix.maker }, now);
  }

  /** An administrator of the switch is not a camera, whatever its address begins with. */
  #sighted(state: SurveillanceState, sighting: Sighting, now: number): SurveillanceState {
    const port = this.#placeOf(sighting.port);
    const { hardware, slots } = this.#context;
    const isManager = slots.get(managementStations).some(({ clientMac }) => clientMac === sighting.mac);
    if (!hasPort(this.#detecting, port) || isManager || sighting.mac === hardware.baseMacAddress) return state;
    return sighted(state, { ...sighting, port }, now);
  }

  /** Asks every device, and who may be a recorder, for its address: RFC 5227's probe needs none of one's own. */
  #ask(rows: readonly ForwardingEntry[]): void {
    const { datapath, configuration, hardware } = this.#context;
    const { baseMacAddress } = hardware;
    const vlan = configuration().group(aSVGlobal).aSVVlanId;
    // Its latest place: it may still be known in the VLAN that it has left.
    const vlanOf = new Map([...rows].sort((a, b) => b.age - a.age).map(({ address, fid }) => [address, fid]));
    const known = [...this.#state.devices.values()];
    this.#askedIn = new Map(known.map(({ mac }) => [mac, vlanOf.get(mac) ?? vlan]));
    const candidates = ripeCandidates(this.#state);
    // An answer may come while the next one is asked: it must not be forgotten by what is taken over behind it.
    this.#become(known.reduce((state, { mac }) => asked(state, mac), this.#state));
    for (const { mac, address } of known) {
      if (address !== undefined) datapath.originate(vlanOf.get(mac) ?? vlan, question(baseMacAddress, address));
    }
    for (const candidate of candidates) datapath.originate(candidate.vlan, question(baseMacAddress, candidate.address));
  }

  #hearStation({ port, frame }: PuntedFrame): void {
    const source = parseEthernet(frame)?.source;
    if (source === undefined || isGroupMac(source)) return;
    this.#become(this.#sightedByAddress(this.#state, source, port, this.#context.clock.now()));
  }

  #hearAddress({ port, vlan, frame }: PuntedFrame): void {
    const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
    const packet = ethernet && parseArp(ethernet.payload);
    if (!packet || packet.senderMac !== ethernet.source || packet.senderAddress === NO_ADDRESS) return;
    this.#answerFor(packet, vlan);
    const { senderMac: mac, senderAddress: address } = packet;
    const now = this.#context.clock.now();
    const isAnswer = packet.operation === 'reply' && packet.targetMac === this.#context.hardware.baseMacAddress;
    const candidate = ripeCandidates(this.#state).find((one) => one.mac === mac && one.address === address);
    if (isAnswer && candidate && this.#placeOf(port) === candidate.port) {
      const found = { mac, port, kind: 'recorder', evidence: 'stream', address } as const;
      this.#become(this.#sighted(this.#state, found, now));
    } else {
      if (!this.#isItself(mac, port, vlan)) return;
      this.#become(isAnswer ? replied(this.#state, mac, address, now) : addressed(this.#state, mac, address, now));
    }
  }

  /** Whether a frame came from where the device is known to be, and not from who only uses its address. */
  #isItself(mac: string, port: number, vlan: number | undefined): boolean {
    const own = this.#context.configuration().group(aSVGlobal).aSVVlanId;
    const isPlace = this.#state.devices.get(mac)?.port === this.#placeOf(port);
    return isPlace && (vlan === own || vlan === this.#askedIn.get(mac));
  }

  #hearStream({ port, vlan, frame }: PuntedFrame): void {
    const ends = readEnds(frame);
    if (!ends || vlan === undefined || isGroupMac(ends.destination)) return;
    const { devices } = this.#state;
    const now = this.#context.clock.now();
    const known = devices.get(ends.source);
    if (known?.kind === 'camera') {
      if (this.#placeOf(port) !== known.port) return;
      this.#become(addressed(this.#state, ends.source, ends.sourceAddress, now));
      if (isPicture(ends)) void this.#hearPicture(ends.source, ends.destination, ends.destinationAddress, vlan);
      return;
    }
    const other = { mac: ends.source, port: this.#placeOf(port), vlan, address: ends.sourceAddress };
    this.#become(exchanged(this.#state, { camera: ends.destination, other }, now));
  }

  /** Pictures go to somebody: where he is the address table knows. */
  async #hearPicture(camera: string, mac: string, address: string, vlan: number): Promise<void> {
    const { datapath, clock } = this.#context;
    const known = this.#state.devices.get(mac) ?? this.#state.candidates.get(mac);
    if (known) {
      const other = { vlan, ...known, address };
      return this.#become(exchanged(this.#state, { camera, other }, clock.now()));
    }
    const rows = await datapath.forwardingDatabase().catch(() => []);
    const [row] = rows.filter((one) => one.address === mac && one.origin !== 'self').sort((a, b) => a.age - b.age);
    if (!row) return;
    const other = { mac, port: this.#placeOf(row.port), vlan: row.fid, address };
    this.#become(exchanged(this.#state, { camera, other }, clock.now()));
  }

  #hearAnnouncement({ port, frame }: PuntedFrame): void {
    const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
    const packet = ethernet?.etherType === EtherType.ipv4 ? parseIpv4(ethernet.payload) : undefined;
    const datagram = packet && parseUdp(packet.payload, packet.source, packet.destination);
    const said = datagram && readAnnouncement(datagram.content);
    if (!ethernet || !said || isGroupMac(ethernet.source)) return;
    const { source: mac } = ethernet;
    const now = this.#context.clock.now();
    const kind = said.kind ?? this.#state.devices.get(mac)?.kind;
    // A device that sends Bye is still plugged in: its silence shows by itself later.
    if (!kind || said.action === 'bye') return;
    // The address that the frame came with counts: what it says of others is hearsay.
    const { manufacturer, model } = said;
    const sighting = { mac, port, kind, evidence: 'onvif', address: packet?.source, manufacturer, model } as const;
    this.#become(this.#sighted(this.#state, sighting, now));
  }

  /**
   * Asks ONVIF devices what they are: in every VLAN in which the switch has an address, and in that of surveillance.
   */
  #probe(): void {
    const { datapath, forwarding, configuration, hardware } = this.#context;
    const own = [...forwarding().plan.interfaces.values()].flatMap(({ vlan, enabled, addresses }) => {
      const address = enabled ? addresses.find((one) => !isIpv6(one.address))?.address : undefined;
      return address === undefined ? [] : [{ vlan, address }];
    });
    const { aSVVlanId } = configuration().group(aSVGlobal);
    const [first] = own;
    const everywhere =
      own.some(({ vlan }) => vlan === aSVVlanId) || !first ? own : [...own, { ...first, vlan: aSVVlanId }];
    for (const { vlan, address } of everywhere) datapath.originate(vlan, probeFrame(hardware.baseMacAddress, address));
    this.#stranger = everywhere.length > own.length ? first?.address : undefined;
  }

  /**
   * The switch has no interface in the surveillance VLAN: a device that answers a probe resolves its source address
   * there, and gets an answer, so that its reply finds its way.
   */
  #answerFor(packet: ArpPacket, vlan: number | undefined): void {
    const { datapath, hardware, configuration } = this.#context;
    if (packet.operation !== 'request' || packet.targetAddress !== this.#stranger) return;
    if (vlan !== configuration().group(aSVGlobal).aSVVlanId) return;
    datapath.originate(vlan, answer(hardware.baseMacAddress, packet));
  }

  #hearNeighbours(): void {
    const now = this.#context.clock.now();
    let next = this.#state;
    for (const sighting of surveillanceNeighbours(this.#context.slots.get(lldpState), next)) {
      const known = next.devices.get(sighting.mac);
      // A device announced by a neighbor need not be the neighbor: the frames of a known device say where it is.
      if (known && known.port !== this.#placeOf(sighting.port)) continue;
      next = this.#sighted(next, sighting, now);
    }
    this.#become(next);
  }

  /** Takes over what is known now, and says what is new. */
  #become(next: SurveillanceState): void {
    const before = this.#state;
    if (next === before) return;
    this.#state = next;
    const { slots, log } = this.#context;
    slots.update(surveillanceState, () => next);
    const devices = [...next.devices.values()];
    const isPlaced = ({ mac, port, kind }: SurveillanceDevice) => {
      const former = before.devices.get(mac);
      return former?.port === port && former.kind === kind;
    };
    if (devices.length !== before.devices.size || !devices.every(isPlaced)) {
      slots.update(placedDevices, () => devices.map(({ mac, port, kind }) => ({ mac, port, kind })));
    }
    for (const [severity, message] of newsOf(before, next)) log.write(severity, message);
  }
}

const isLearnt = ({ origin }: ForwardingEntry) => origin === 'learned';
