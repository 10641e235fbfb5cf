import * as v from 'valibot';
import { isIpv4Multicast, parseIpv4 } from '../../../model/values/ipv4.ts';

/** Whether a text is the address of an IPv4 group. */
export function isGroup(address: string): boolean {
  return isIpv4Multicast(parseIpv4(address) ?? 0);
}

/** Whether a text is the address of an IPv4 host, which may be one behind a cable to another agent. */
export function isHostAddress(text: string): boolean {
  return parseIpv4(text) !== undefined && !isGroup(text);
}

const text = (maximum: number) => {
  const message = `has to be a text of 1 to ${maximum} characters`;
  return v.pipe(v.string(message), v.minLength(1, message), v.maxLength(maximum, message));
};
const whole = (least: number, most: number) => {
  const message = `has to be a whole number from ${least} to ${most}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};
const amount = (least: number, most: number) => {
  const message = `has to be a number from ${least} to ${most}`;
  return v.pipe(v.number(message), v.minValue(least, message), v.maxValue(most, message));
};
const port = whole(1, 64);
const vlan = whole(1, 4094);
const mac = v.pipe(
  v.string(),
  v.regex(/^[0-9A-Fa-f][02468ACEace](-[0-9A-Fa-f]{2}){5}$/, 'has to be a unicast MAC address like 02-00-00-00-00-01'),
  v.transform((address) => address.toUpperCase()),
);
const ipv4 = v.pipe(v.string(), v.ipv4('has to be an IPv4 address like 192.168.10.20'));

const group = v.pipe(v.string(), v.check(isGroup, 'has to be an IPv4 group like 239.192.0.1'));

const trafficSchema = v.strictObject({
  /** The name of the station that it goes to, the address of an IPv4 group, or of a station behind a cable to another agent. */
  to: text(64),
  /** Average kilobits per second of payload on the way there, and on the way back. */
  kilobits: amount(0, 10_000_000),
  back: v.optional(amount(0, 10_000_000), 0),
  /** Octets of a frame on the way there, and on the way back. */
  frame: v.optional(whole(64, 1514), 1200),
  backFrame: v.optional(whole(64, 1514), 1200),
});

const stationSchema = v.strictObject({
  name: text(64),
  /** The neighbor switch that it is connected to; without it, to the switch itself. */
  switch: v.optional(text(64)),
  /** Stations at the same port share its cable, like a PC behind a phone; the first one says how the link is. */
  port,
  mac,
  address: v.optional(ipv4),
  /** Sends and accepts tagged frames of this VLAN; without it, untagged ones. */
  vlan: v.optional(vlan),
  /** A switch of the neighbourhood: it answers in every VLAN, tagged as it was asked. */
  uplink: v.optional(v.boolean(), false),
  link: v.optional(
    v.strictObject({
      /** Fastest speed in Mbit/s; a station that negotiates runs at the slower ones, too. */
      speed: v.optional(v.picklist([10, 100, 1000, 10_000]), 1000),
      duplex: v.optional(v.picklist(['half', 'full']), 'full'),
      negotiates: v.optional(v.boolean(), true),
      /** Whether it lets its link sleep while idle (IEEE 802.3az). */
      energyEfficient: v.optional(v.boolean(), false),
    }),
    {},
  ),
  /** Milliwatts that it draws from the port where that gives power; where not, it has a power supply of its own. */
  power: v.optional(whole(500, 90_000)),
  /** It was built before IEEE 802.3af: only a port configured for that powers it. */
  legacyPower: v.optional(v.boolean(), false),
  traffic: v.optional(v.array(trafficSchema), []),
  /** The IPv4 groups that it listens to. */
  groups: v.optional(v.pipe(v.array(group), v.maxLength(16)), []),
  /** Says by LLDP that it is this. */
  lldp: v.optional(v.picklist(['phone', 'accessPoint', 'switch', 'station'])),
  /** Says by ONVIF (WS-Discovery) that it is this, when its link comes up and when it is asked. */
  onvif: v.optional(
    v.strictObject({
      kind: v.picklist(['camera', 'recorder']),
      manufacturer: v.optional(text(32), 'Example'),
      model: v.optional(text(32), 'Model 1'),
    }),
  ),
  /** Gives addresses to DHCP clients (RFC 2131), itself being their router and name server. */
  dhcpServer: v.optional(
    v.strictObject({
      first: ipv4,
      count: v.optional(whole(1, 254), 50),
      prefix: v.optional(whole(8, 30), 24),
      /** Seconds. */
      leaseTime: v.optional(whole(60, 31_536_000), 86_400),
    }),
  ),
});

const switchSchema = v.strictObject({
  name: text(64),
  mac,
  address: v.optional(ipv4),
  /** The cables to it, each from a `port` of the switch `to` a port of its own. */
  cables: v.pipe(
    v.array(v.strictObject({ port, to: port })),
    v.minLength(1, 'needs a cable at least'),
    v.maxLength(16),
  ),
  /** Ports of its own, of those that cables lead to, that it would aggregate by LACP. */
  trunk: v.optional(v.pipe(v.array(port), v.maxLength(8)), []),
  /** Its priority in the spanning tree. */
  priority: v.optional(v.pipe(whole(0, 61_440), v.multipleOf(4096, 'has to be a multiple of 4096')), 32_768),
});

const span = {
  /** Seconds after the start at which it begins. */
  at: v.optional(amount(0, 10_000_000), 0),
  /** Seconds that it lasts; without it, for good. */
  lasts: v.optional(amount(0.1, 10_000_000)),
};

const faultSchema = v.variant('kind', [
  /** The far end of a cable goes away and comes back, `period` seconds each way. */
  v.strictObject({ kind: v.literal('linkFlap'), ...span, port, period: v.optional(amount(0.1, 3600), 2) }),
  /** Somebody plugs a cable into `port` and `to`, two ports without stations. */
  v.strictObject({ kind: v.literal('loop'), ...span, port, to: port }),
  /** Damaged frames arrive: `rate` a second on average. */
  v.strictObject({ kind: v.literal('badCable'), ...span, port, rate: v.optional(amount(0, 100_000), 5) }),
  /** The first station at `port` sends `rate` broadcasts a second. */
  v.strictObject({ kind: v.literal('broadcastStorm'), ...span, port, rate: v.optional(amount(1, 15_000_000), 50_000) }),
  /** A station sends `factor` times as much as usual. */
  v.strictObject({
    kind: v.literal('trafficOverload'),
    ...span,
    station: text(64),
    factor: v.optional(amount(1, 10_000), 50),
  }),
  /** The powered device at `port` wants more than its class allows, or shorts the pair. */
  v.strictObject({ kind: v.literal('powerOverload'), ...span, port }),
  v.strictObject({ kind: v.literal('powerShort'), ...span, port }),
  /** The power source of `port` is too hot. */
  v.strictObject({ kind: v.literal('powerOverheating'), ...span, port }),
  /** The powered device at `port` draws nothing for `milliseconds`. */
  v.strictObject({ kind: v.literal('powerDip'), at: span.at, port, milliseconds: v.optional(whole(1, 60_000), 450) }),
  /** A station neither answers nor sends until it loses its power. */
  v.strictObject({ kind: v.literal('hang'), at: span.at, station: text(64) }),
  /** Fan number `fan` has stopped. */
  v.strictObject({ kind: v.literal('fanFailure'), ...span, fan: whole(1, 8) }),
  /** It is `degrees` hotter. */
  v.strictObject({ kind: v.literal('overheating'), ...span, degrees: v.optional(amount(0, 100), 40) }),
]);

const wiringSchema = v.strictObject({
  port,
  /** How long the cable is, or how far away its fault. */
  metres: whole(0, 120),
  /** Its fault; default none. A broken cable has no link. */
  fault: v.optional(v.picklist(['open', 'short', 'crosstalk'])),
  /** The pairs (1 to 4) that the fault is in. */
  pairs: v.optional(v.pipe(v.array(whole(1, 4)), v.minLength(1, 'needs a pair at least')), [1, 2, 3, 4]),
});

const columns = v.record(
  v.string(),
  v.union([v.string(), v.number()], 'has to be a text or a number'),
  'has to be an object of columns',
);

/** A scenario as it is written down, part by part; `checkTogether` says what holds between the parts. */
export const scenarioSchema = v.strictObject({
  /** Start of the random numbers: the same seed plays the same. */
  seed: v.optional(whole(0, 0xffff_ffff), 1),
  /** How many more addresses appear behind the uplink, to fill the address table. */
  macTable: v.optional(whole(0, 65_536), 0),
  chassis: v.optional(
    v.strictObject({
      /** Degrees Celsius at rest. */
      temperature: v.optional(amount(-20, 100), 36),
      fans: v.optional(whole(0, 8), 2),
    }),
    {},
  ),
  /** The station that the administrator's session counts as coming from; without it, sessions come in past the switch. */
  administrator: v.optional(text(64)),
  /** Switches beside this one, which speak spanning tree, LACP and LLDP. */
  switches: v.optional(v.pipe(v.array(switchSchema), v.maxLength(4)), []),
  stations: v.pipe(v.array(stationSchema), v.maxLength(1000)),
  /** Cables that a test should find otherwise than as a few good metres. */
  wiring: v.optional(v.pipe(v.array(wiringSchema), v.maxLength(64)), []),
  faults: v.optional(v.pipe(v.array(faultSchema), v.maxLength(1000)), []),
  /** The switch's initial configuration, by object: its values or its rows. The agent knows their meaning. */
  configuration: v.optional(
    v.record(v.string(), v.union([v.array(columns), columns], 'has to be an object of columns or a list of them')),
  ),
});

/** The devices connected to a virtual switch, and their activity. */
export type Scenario = v.InferOutput<typeof scenarioSchema>;
/** One simulated station. */
export type ScenarioStation = Scenario['stations'][number];
/** One neighbor switch. */
export type ScenarioSwitch = Scenario['switches'][number];
/** One fault that is played. */
export type ScenarioFault = Scenario['faults'][number];
/** A scenario as it may be written down: what has a default can be left out. */
export type ScenarioInput = v.InferInput<typeof scenarioSchema>;
