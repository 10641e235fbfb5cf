import { isTagged, popTag, pushTag, tagOf } from '../../../protocols/frames/vlan-tag.ts';
import type { PortNumber } from '../../plan.ts';
import { DhcpServer } from '../stations/dhcp-server.ts';
import { Flow } from '../stations/flow.ts';
import { GroupMember } from '../stations/group-member.ts';
import { Host } from '../stations/host.ts';
import { type LldpKind, LldpSpeaker } from '../stations/lldp-speaker.ts';
import { OnvifStation } from '../stations/onvif-station.ts';
import { type Listener, Segment } from '../stations/segment.ts';
import type { Random } from './random.ts';
import { isGroup, isHostAddress, type Scenario, type ScenarioStation } from './scenario.ts';

/** A flow, and who sends it from where. */
interface CastFlow {
  readonly sender: string;
  readonly segment: Segment;
  readonly flow: Flow;
}

/** The stations of a scenario, ready to be plugged in. */
export interface Cast {
  /** By port of the switch; all stations at a port share its segment. */
  readonly segments: ReadonlyMap<PortNumber, Segment>;
  /** By the name of a neighbor switch, then by its port. */
  readonly behind: ReadonlyMap<string, ReadonlyMap<PortNumber, Segment>>;
  /** By the station's name. */
  readonly hosts: ReadonlyMap<string, Host>;
  readonly flows: readonly CastFlow[];
  /** Those that listen to groups, and where. */
  readonly members: readonly { readonly segment: Segment; readonly member: GroupMember }[];
  /** Those that say by ONVIF what they are, and where. */
  readonly announcers: readonly { readonly segment: Segment; readonly station: OnvifStation }[];
  /** Those that speak LLDP, and where. */
  readonly speakers: readonly { readonly segment: Segment; readonly speaker: LldpSpeaker }[];
}

const SPEEDS = [10, 100, 1000, 10_000];

/**
 * Makes the stations of a scenario; `now` gives milliseconds of the clock that they live by. Those that `hangs` names hear
 * and say nothing.
 */
export function castScenario(
  scenario: Scenario,
  now: () => number,
  random: Random,
  hangs: (name: string) => boolean = () => false,
): Cast {
  const segments = new Map<PortNumber, Segment>();
  const behind = new Map(scenario.switches.map(({ name }) => [name, new Map<PortNumber, Segment>()]));
  const segmentOf = new Map<string, Segment>();
  const hosts = new Map<string, Host>();
  const members: Cast['members'][number][] = [];
  const speakers: Cast['speakers'][number][] = [];
  const announcers: Cast['announcers'][number][] = [];
  for (const station of scenario.stations) {
    const around = station.switch === undefined ? segments : behind.get(station.switch);
    const segment = around?.get(station.port) ?? segmentFor(station);
    around?.set(station.port, segment);
    segmentOf.set(station.name, segment);
    const host = addHost(segment, station, now, () => hangs(station.name));
    hosts.set(station.name, host);
    if (station.lldp) speakers.push({ segment, speaker: addSpeaker(segment, station, station.lldp) });
    if (station.onvif) {
      const announcer = new OnvifStation(host, station.onvif);
      segment.add(announcer);
      announcers.push({ segment, station: announcer });
    }
    if (station.groups.length === 0) continue;
    const member = new GroupMember(host, station.groups);
    segment.add(member);
    members.push({ segment, member });
  }
  return {
    segments,
    behind,
    hosts,
    flows: castFlows(scenario, segmentOf, hosts, random),
    members,
    announcers,
    speakers,
  };
}

function segmentFor({ link }: ScenarioStation): Segment {
  const { speed = 1000, duplex = 'full', negotiates = true, energyEfficient = false } = link;
  return new Segment({ speeds: SPEEDS.filter((slower) => slower <= speed), duplex, negotiates, energyEfficient });
}

function addHost(segment: Segment, station: ScenarioStation, now: () => number, hangs: () => boolean): Host {
  const { mac, address, vlan, uplink, dhcpServer } = station;
  const listener: Listener = {
    receive: (frame) => {
      if (!hangs()) host.receive(frame);
    },
    forget: () => host.forget(),
  };
  const send = (frame: Uint8Array, weight: number) => {
    if (!hangs()) segment.send(listener, frame, weight);
  };
  const host = new Host({ mac, address, vlan, everyVlan: uplink }, send, now);
  segment.add(listener);
  if (dhcpServer && address) segment.add(dhcpListener(new DhcpServer({ ...dhcpServer, mac, address }), host));
  return host;
}

function addSpeaker(segment: Segment, { name, mac, address }: ScenarioStation, kind: LldpKind): LldpSpeaker {
  const speaker: LldpSpeaker = new LldpSpeaker({ name, mac, address, kind }, (frame) =>
    segment.send(speaker, frame, 1),
  );
  segment.add(speaker);
  return speaker;
}

function castFlows(
  { stations }: Scenario,
  segmentOf: ReadonlyMap<string, Segment>,
  hosts: ReadonlyMap<string, Host>,
  random: Random,
): CastFlow[] {
  const byName = new Map(stations.map((station) => [station.name, station]));
  const flows: CastFlow[] = [];
  const add = (from: ScenarioStation, to: string | undefined, kilobits: number, frameLength: number) => {
    const [source, segment] = [hosts.get(from.name), segmentOf.get(from.name)];
    if (!source || to === undefined || !segment || kilobits === 0) return;
    flows.push({ sender: from.name, segment, flow: new Flow(source, to, { kilobits, frameLength }, random) });
  };
  for (const station of stations) {
    for (const { to, kilobits, back, frame, backFrame } of station.traffic) {
      const target = byName.get(to);
      add(station, isGroup(to) || isHostAddress(to) ? to : target?.address, kilobits, frame);
      if (target) add(target, station.address, back, backFrame);
    }
  }
  return flows;
}

/** A DHCP server beside its host: answers with the tag of the question. */
function dhcpListener(server: DhcpServer, host: Host): Listener {
  return {
    receive(frame) {
      const answer = server.answer(isTagged(frame) ? popTag(frame) : frame);
      const vid = tagOf(frame)?.vid;
      if (answer) host.send(vid ? pushTag(answer, vid) : answer, 1);
    },
    forget: () => {},
  };
}
