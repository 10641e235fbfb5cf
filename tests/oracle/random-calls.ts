import {
  GROUPS,
  IPV4,
  IPV4_GROUPS,
  IPV6,
  PASSWORD,
  PORTS,
  STATIONS,
  STREAM_VLANS,
  TYPES,
  UPPER_PORTS,
  USERS,
  VLANS,
} from './pools.ts';
import type { RadiusPlace } from './radius-server.ts';
import type { Random } from './random.ts';
import type { Call } from './settings.ts';

const create = 4;
const list = (ports: readonly number[]) => ports.join(',');
const status = (random: Random) => (random.chance(0.5) ? 1 : 2);

/** A switch under way to be configured: what the features chosen before have settled. */
interface Draft {
  readonly random: Random;
  /** Members of a trunk. */
  readonly trunk: readonly number[];
  /** By VLAN, its ports. */
  readonly members: ReadonlyMap<number, readonly number[]>;
  /** The server beside it. */
  readonly radius: RadiusPlace | undefined;
}

/**
 * Makes what a user might configure, page by page: calls that belong together are in one list. Some contradict what others ask
 * for, and the switch refuses them.
 */
export function randomCalls(random: Random, ports: number, radius?: RadiusPlace): Call[][] {
  const trunk = random.chance(0.35) ? random.some(PORTS, 0.4).slice(0, 3) : [];
  const members = new Map<number, number[]>();
  const first: Call[] = [];
  if (trunk.length > 0)
    first.push(
      {
        Template: 'trunkGroupEntry',
        trunkId: 1,
        trunkMode: random.pick([1, 1, 2, 2, 3]),
        trunkMemberPorts: list(trunk),
        lacpTimeout: random.below(2),
      },
      ...random.some(trunk).map((dot3adAggPortIndex) => ({
        Template: 'dot3adAggPortEntry',
        dot3adAggPortIndex,
        dot3adAggPortActorPortPriority: random.pick([1, 32_768, 65_535]),
      })),
    );
  const calls = [[...first, ...vlans(random, ports, trunk, members)]];
  const draft = { random, trunk, members, radius };
  for (const feature of features) if (random.chance(feature.share)) calls.push(feature.calls(draft));
  const snoops = calls.some(([one]) => /^(igs|mlds)Ctrl$/.test(one?.Template ?? ''));
  if (snoops && random.chance(0.5)) calls.push(multicastVlans(draft));
  const mirrors = calls.some(([one]) => one?.Template === 'mirrorSessionEntry');
  if (random.chance(0.6)) calls.push(accessList(draft, mirrors));
  return withoutSharedSecure(calls);
}

/** Without addresses that are static in one VLAN and secure in another while learning is shared: not modeled here. */
function withoutSharedSecure(calls: readonly Call[][]): Call[][] {
  const every = calls.flat();
  const secure = every.map(({ portSecAddrMac }) => portSecAddrMac).filter((mac) => mac !== undefined);
  if (!every.some(({ Template }) => Template === 'dot1qVlan')) return [...calls];
  return calls.map((list) => list.filter((call) => !secure.includes(call.dot1qStaticUnicastAddress ?? '')));
}

/** Of a list of ports either all members of the trunk or none: it is one port. */
function closed({ trunk }: Pick<Draft, 'trunk'>, ports: readonly number[]): number[] {
  const some = ports.some((port) => trunk.includes(port));
  const rest = ports.filter((port) => !trunk.includes(port));
  return some ? [...trunk, ...rest].sort((one, other) => one - other) : rest;
}

function somePorts(draft: Draft, share = 0.5): number[] {
  return closed(draft, draft.random.some(PORTS, share));
}

/** A row for each port, and for one member of a trunk. */
function eachPort({ random, trunk }: Draft, share: number, make: (port: number) => Call): Call[] {
  const member = random.pick(trunk);
  const ports = PORTS.filter((port) => port === member || !trunk.includes(port));
  return ports.filter(() => random.chance(share)).map(make);
}

function vlans(random: Random, last: number, trunk: readonly number[], members: Map<number, number[]>): Call[] {
  // Ports beyond the pool stay where they are.
  const others = Array.from({ length: last - PORTS.length }, (_, at) => PORTS.length + 1 + at);
  const lead = trunk[0];
  const home = new Map<number, number>();
  for (const port of PORTS) home.set(port, random.chance(0.5) ? 1 : random.pick(VLANS));
  for (const port of trunk) home.set(port, home.get(lead ?? 0) ?? 1);
  const calls = VLANS.map((vlan): Call => {
    const untagged = PORTS.filter((port) => home.get(port) === vlan);
    const tagged = PORTS.filter((port) => random.chance(0.35) && !untagged.includes(port));
    const all = closed({ trunk }, [...new Set([...untagged, ...tagged])]).sort((one, other) => one - other);
    members.set(vlan, all);
    const rest = vlan === 1 ? others : [];
    return {
      Template: 'dot1qVlanStaticEntry',
      dot1qVlanIndex: vlan,
      dot1qVlanStaticEgressPorts: list([...all, ...rest]),
      dot1qVlanStaticUntaggedPorts: list([...untagged, ...rest]),
      ...(vlan !== 1 && { RowStatus: create }),
    };
  });
  const ports = PORTS.filter((port) => !trunk.includes(port) || port === lead);
  const port = ports.map((dot1dBasePort): Call => {
    const own = home.get(dot1dBasePort) ?? 1;
    const other = VLANS.filter((vlan) => members.get(vlan)?.includes(dot1dBasePort));
    return {
      Template: 'dot1qPortVlanEntry',
      dot1dBasePort,
      dot1qPvid: random.chance(0.85) ? own : (random.pick(other) ?? own),
      dot1qPortAcceptableFrameTypes: random.chance(0.8) ? 1 : 2 + random.below(2),
      dot1qPortIngressFiltering: random.chance(0.8) ? 1 : 2,
    };
  });
  return [...calls, ...port];
}

interface Feature {
  readonly share: number;
  calls(draft: Draft): Call[];
}

const features: readonly Feature[] = [
  {
    share: 0.15,
    calls: (draft) =>
      eachPort(draft, 0.2, (ifIndex) => ({ Template: 'ifEntry', ifIndex, ifAdminStatus: status(draft.random) })),
  },
  {
    share: 0.3,
    calls: (draft) =>
      eachPort(draft, 0.5, (ifIndex) => ({
        Template: 'portCtrlEntry',
        ifIndex,
        portJumbo: status(draft.random),
        portEapPass: status(draft.random),
        portBpduPass: status(draft.random),
      })),
  },
  {
    share: 0.2,
    calls: ({ random }) => [
      { Template: 'dot1qVlan', dot1qConstraintTypeDefault: 2, asymmetricVlanStatus: status(random) },
    ],
  },
  {
    share: 0.25,
    calls: (draft) =>
      eachPort(draft, 0.5, (privateVlanSourcePort) => ({
        Template: 'privateVlanPortEntry',
        privateVlanSourcePort,
        privateVlanForwardPorts: list(somePorts(draft)),
      })),
  },
  {
    share: 0.3,
    calls: (draft) => [
      { Template: 'dot1dTrafficClassesEnabled', dot1dTrafficClassesEnabled: status(draft.random) },
      ...eachPort(draft, 0.5, (dot1dBasePort) => ({
        Template: 'dot1dPortPriorityEntry',
        dot1dBasePort,
        dot1dPortDefaultUserPriority: draft.random.below(8),
      })),
    ],
  },
  {
    share: 0.3,
    calls: ({ random }) =>
      VLANS.filter(() => random.chance(0.6)).map((dot1qVlanIndex) => ({
        Template: 'multicastFilterEntry',
        dot1qVlanIndex,
        multicastFilterMode: 1 + random.below(3),
      })),
  },
  { share: 0.3, calls: (draft) => multicastSnooping(draft, 'igs', 'igsFastLeave') },
  { share: 0.25, calls: (draft) => multicastSnooping(draft, 'mlds', 'mldsFastDone') },
  { share: 0.2, calls: spanningTree },
  { share: 0.12, calls: vlanRegistration },
  { share: 0.25, calls: voiceVlan },
  { share: 0.25, calls: authentication },
  { share: 0.2, calls: portSecurity },
  { share: 0.25, calls: arpInspection },
  { share: 0.3, calls: dhcpSnooping },
  { share: 0.25, calls: mirroring },
  { share: 0.3, calls: staticUnicast },
  { share: 0.3, calls: staticMulticast },
  { share: 0.3, calls: macVlan },
  { share: 0.3, calls: protocolVlan },
  {
    share: 0.2,
    calls: ({ random }) =>
      random.some(STATIONS, 0.2).map((dot1dStaticAddress) => ({
        Template: 'dot1dStaticEntry',
        dot1dStaticAddress,
        RowStatus: create,
      })),
  },
  {
    share: 0.35,
    calls: ({ random }) =>
      random
        .some([1, 2, 3, 4, 5, 6, 7, 8, 9], 0.4)
        .map((dosType) => ({ Template: 'dosTypeEntry', dosType, dosState: 1 })),
  },
];

function multicastSnooping(draft: Draft, prefix: 'igs' | 'mlds', fastLeave: string): Call[] {
  const { random, members } = draft;
  return [
    {
      Template: `${prefix}Ctrl`,
      [`${prefix}Status`]: 1,
      [fastLeave]: status(random),
      [`${prefix}HostPortPurgeInterval`]: random.pick([135, 260]),
      [`${prefix}RouterPortPurgeInterval`]: random.pick([125, 250]),
    },
    ...random.some(VLANS, 0.2).map((vlan) => ({
      Template: `${prefix}VlanFilterEntry`,
      [`${prefix}VlanFilterVlanId`]: vlan,
      [`${prefix}VlanFilterStatus`]: 2,
    })),
    ...random.some(VLANS, 0.4).map((vlan) => ({
      Template: `${prefix}VlanRouterEntry`,
      [`${prefix}VlanRouterVlanId`]: vlan,
      [`${prefix}VlanStaticRouterPorts`]: list(closed(draft, random.some(members.get(vlan) ?? [], 0.3))),
    })),
  ];
}

/** Each group in one of two profiles, each port a source or a receiver of some. */
function multicastVlans(draft: Draft): Call[] {
  const { random } = draft;
  const ranges = random.some(
    [
      ['239.1.1.1', ''],
      ['239.129.1.0', '239.129.1.9'],
      ['225.0.0.0', '226.0.0.0'],
      ['ff05::101', ''],
      ['ff0e::1:0:0', 'ff0e::2:0:0'],
    ] as const,
    0.8,
  );
  const profiles = ['one', 'two', 'three', 'four', 'five'];
  return [
    { Template: 'multicastVlanCtrl', multicastVlanStatus: 1, multicastVlanForwardUnmatched: status(random) },
    ...random.some(STREAM_VLANS, 0.8).map((multicastVlanId) => {
      const roles = new Map(closed(draft, PORTS).map((port) => [port, random.below(6)]));
      for (const port of draft.trunk) roles.set(port, roles.get(draft.trunk[0] ?? port) ?? 0);
      const ports = (role: number) => list([...roles].filter(([, one]) => one === role).map(([port]) => port));
      return {
        Template: 'multicastVlanEntry',
        multicastVlanId,
        multicastVlanName: `streams ${multicastVlanId}`,
        multicastVlanState: random.chance(0.9) ? 1 : 2,
        multicastVlanReplaceSourceIp: random.pick(['0.0.0.0', '10.0.0.9']),
        multicastVlanRemapPriority: random.pick([8, 8, 0, 5]),
        multicastVlanReceiverUntagged: ports(0),
        multicastVlanReceiverTagged: ports(1),
        multicastVlanSourceTagged: ports(2),
        multicastVlanSourceUntagged: ports(3),
        RowStatus: create,
      };
    }),
    ...ranges.flatMap(([start, end], at): Call[] => {
      const multicastVlanGroupName = profiles[at] ?? '';
      const named = { multicastVlanGroupName, RowStatus: create };
      const multicastVlanId = random.pick(STREAM_VLANS);
      return [
        { Template: 'multicastVlanGroupEntry', ...named, multicastVlanGroupIpVersion: start.includes(':') ? 2 : 1 },
        {
          Template: 'multicastVlanGroupRangeEntry',
          ...named,
          multicastVlanGroupStart: start,
          multicastVlanGroupEnd: end,
        },
        { Template: 'multicastVlanAssocEntry', multicastVlanId, ...named },
      ];
    }),
  ];
}

function spanningTree(draft: Draft): Call[] {
  const { random } = draft;
  return [
    {
      Template: 'dot1dStp',
      stpGlobalStatus: 1,
      dot1dStpVersion: random.pick([1, 2, 2, 3]),
      dot1dStpPriority: random.pick([4096, 32_768, 61_440]),
    },
    ...eachPort(draft, 0.3, (dot1dStpPort) => ({
      Template: 'dot1dStpPortEntry',
      dot1dStpPort,
      dot1dStpPortEnable: random.chance(0.7) ? 1 : 2,
    })),
    ...eachPort(draft, 0.6, (dot1dStpPort) => ({
      Template: 'dot1dStpExtPortEntry',
      dot1dStpPort,
      dot1dStpPortAdminEdgePort: random.below(3),
      dot1dStpPortAdminPathCost: random.pick([0, 0, 1, 19_999]),
    })),
    ...eachPort(draft, 0.4, (ieee8021MstpCistPortNum) => ({
      Template: 'ieee8021MstpCistPortEntry',
      ieee8021MstpCistPortNum,
      ieee8021MstpCistPortAdminPathCost: random.pick([0, 0, 1, 19_999]),
      ieee8021MstpCistPortRestrictedRole: random.chance(0.25) ? 1 : 2,
    })),
    ...random.some([1, 2], 0.5).map((ieee8021MstpId) => ({
      Template: 'ieee8021MstpVlanV2Entry',
      ieee8021MstpId,
      mstVlanList: ieee8021MstpId === 1 ? '10' : '20,30',
      RowStatus: create,
    })),
  ];
}

/** GVRP, with times in which a neighbor repeats what it declares. */
function vlanRegistration(draft: Draft): Call[] {
  const { random } = draft;
  return [
    { Template: 'gvrpGlobal', dot1qGvrpStatus: 1 },
    ...eachPort(draft, 1, (dot1dBasePort) => ({
      Template: 'dot1dPortGarpEntry',
      dot1dBasePort,
      dot1dPortGarpLeaveTime: 8000,
      dot1dPortGarpLeaveAllTime: 20_000,
    })),
    ...eachPort(draft, 0.8, (dot1dBasePort) => ({
      Template: 'dot1qPortVlanEntry',
      dot1dBasePort,
      dot1qPortGvrpStatus: random.chance(0.9) ? 1 : 2,
      dot1qPortRestrictedVlanRegistration: random.chance(0.2) ? 1 : 2,
    })),
  ];
}

function voiceVlan(draft: Draft): Call[] {
  const { random, trunk, members } = draft;
  const ports = PORTS.filter((port) => !trunk.includes(port));
  // Phones bring in ports that are no members yet.
  const size = (vlan: number) => members.get(vlan)?.length ?? 0;
  const [emptiest] = [10, 20, 30].sort((one, other) => size(one) - size(other));
  return [
    {
      Template: 'voiceVlan',
      voiceVlanStatus: 1,
      voiceVlanId: random.pick([emptiest, emptiest, 10, 20, 30]) ?? 10,
      voiceVlanPriority: random.below(8),
    },
    ...random.some(ports).map((ifIndex) => ({
      Template: 'voiceVlanPortEntry',
      ifIndex,
      voiceVlanPortAuto: random.chance(0.8) ? 1 : 2,
      voiceVlanPortTagMode: status(random),
    })),
  ];
}

function authentication({ random, trunk, radius }: Draft): Call[] {
  const ports = PORTS.filter((port) => !trunk.includes(port));
  const closed = random.some(ports, 0.4);
  const server = radius && {
    Template: 'radiusServerEntry',
    radiusServerPriority: 1,
    radiusServerAddressType: 1,
    radiusServerAddress: radius.address,
    radiusServerAuthPort: radius.port,
    radiusServerKey: radius.key,
    RowStatus: create,
  };
  const isByServer = random.chance(0.5);
  const method: Call[] =
    server && isByServer
      ? [server, { Template: 'dot1xExtConfig', dot1xAuthMethod: 1 }]
      : [{ Template: 'dot1xExtConfig', dot1xAuthMethod: 2 }];
  return [
    { Template: 'dot1xPaeSystem', dot1xPaeSystemAuthControl: 1 },
    ...method,
    ...closed.map((dot1xPaePortNumber) => ({
      Template: 'dot1xAuthConfigEntry',
      dot1xPaePortNumber,
      dot1xAuthAuthControlledPortControl: random.pick([1, 2, 2]),
      dot1xAuthAdminControlledDirections: random.below(2),
      dot1xAuthTxPeriod: 5,
      dot1xAuthMaxReq: 1,
      // No two of these end at once.
      dot1xAuthQuietPeriod: 2,
    })),
    ...random.some(closed, 0.8).map((dot1xPaePortNumber) => ({
      Template: 'dot1xPortExtEntry',
      dot1xPaePortNumber,
      dot1xPortDynamicVlan: random.pick([1, 1, 2]),
      ...(random.chance(0.5) ? { dot1xPortAuthMode: 2 } : { dot1xPortGuestVlan: random.pick([10, 20, 30]) }),
    })),
    ...USERS.filter(({ vlan }) => typeof vlan === 'number').map(({ user, vlan }) => ({
      Template: 'dialInUserEntry',
      dialInUserName: user,
      dialInUserPassword: PASSWORD,
      dialInUserVlan: vlan,
      RowStatus: create,
    })),
  ];
}

function arpInspection(draft: Draft): Call[] {
  const { random, trunk, members } = draft;
  const vlans = random.some(VLANS, 0.6);
  const [first = 1] = vlans;
  const rules = Array.from({ length: random.below(4) }, (_, at): Call => {
    const ip = random.pick<Readonly<Record<string, string | number>>>([
      { arpAclRuleIpType: 1 },
      { arpAclRuleIpType: 2, arpAclRuleIp: random.pick(IPV4) },
      { arpAclRuleIpType: 3, arpAclRuleIp: '10.0.0.0', arpAclRuleIpMask: '255.255.255.0' },
    ]);
    return {
      Template: 'arpAclRuleEntry',
      RowStatus: create,
      arpAclName: 'list',
      arpAclRuleIndex: at + 1,
      arpAclRuleAction: 1 + random.below(2),
      ...ip,
      arpAclRuleMacType: 2,
      arpAclRuleMac: random.pick(STATIONS),
    };
  });
  const list: Call[] = [
    { Template: 'arpAclEntry', arpAclName: 'list', RowStatus: create },
    ...rules,
    {
      Template: 'arpInspFilterEntry',
      arpInspVlanId: first,
      arpInspFilterAcl: 'list',
      arpInspFilterStatic: random.chance(0.3) ? 1 : 2,
      RowStatus: create,
    },
  ];
  const bindings = random.some(STATIONS).flatMap((bindingMac, at): Call[] => {
    const bindingVlanId = random.pick(VLANS);
    const bindingPort = random.pick((members.get(bindingVlanId) ?? []).filter((port) => !trunk.includes(port)));
    const bindingIp = IPV4[at];
    if (bindingPort === undefined || bindingIp === undefined) return [];
    const binding = { bindingVlanId, bindingMac, bindingIp, bindingPort };
    return [{ Template: 'dhcpSnoopingStaticBindingEntry', RowStatus: create, ...binding }];
  });
  return [
    {
      Template: 'arpInspConfig',
      arpInspValSrcMac: status(random),
      arpInspValDstMac: status(random),
      arpInspValIp: status(random),
    },
    ...vlans.map((arpInspVlanId) => ({
      Template: 'arpInspVlanEntry',
      arpInspVlanId,
      arpInspVlanStatus: 1,
      RowStatus: create,
    })),
    ...PORTS.map((arpInspPort) => ({
      Template: 'arpInspPortEntry',
      arpInspPort,
      arpInspTrust: !trunk.includes(arpInspPort) && random.chance(0.2) ? 1 : 2,
      arpInspRate: 150,
    })),
    ...(random.chance(0.4) ? list : []),
    ...bindings,
  ];
}

function dhcpSnooping(draft: Draft): Call[] {
  const { random } = draft;
  const vlans = random.some(VLANS, 0.7);
  return [
    {
      Template: 'dhcpSnoopingConfig',
      dhcpSnoopingStatus: random.chance(0.9) ? 1 : 2,
      dhcpSnoopingPassOption82: status(random),
      dhcpSnoopingVerifyMac: status(random),
    },
    ...vlans.map((dhcpSnoopingVlanId) => ({
      Template: 'dhcpSnoopingVlanEntry',
      dhcpSnoopingVlanId,
      dhcpSnoopingVlanStatus: random.chance(0.9) ? 1 : 2,
      RowStatus: create,
    })),
    ...eachPort(draft, 0.4, (dhcpSnoopingPort) => ({
      Template: 'dhcpSnoopingPortEntry',
      dhcpSnoopingPort,
      dhcpSnoopingPortTrust: 1,
    })),
  ];
}

function portSecurity({ random, trunk, members }: Draft): Call[] {
  const secured = random.some(
    PORTS.filter((port) => !trunk.includes(port)),
    0.4,
  );
  const ports = secured.map((portSecPort) => ({
    Template: 'portSecPortEntry',
    portSecPort,
    portSecState: 1,
    portSecMaxAddr: random.below(4),
    portSecViolation: 1 + random.below(2),
  }));
  const addresses = secured.flatMap((portSecAddrPort): Call[] => {
    const portSecAddrVlan = random.pick(VLANS.filter((vlan) => members.get(vlan)?.includes(portSecAddrPort)));
    if (portSecAddrVlan === undefined || random.chance(0.5)) return [];
    return [
      {
        Template: 'portSecAddrEntry',
        portSecAddrPort,
        portSecAddrVlan,
        portSecAddrMac: random.pick(STATIONS),
        RowStatus: create,
      },
    ];
  });
  return [...ports, ...addresses];
}

function mirroring(draft: Draft): Call[] {
  const { random, trunk } = draft;
  const free = PORTS.filter((port) => !trunk.includes(port));
  const mirrorTargetPort = random.pick(free) ?? 1;
  const sources = free.filter((port) => port !== mirrorTargetPort);
  return [
    {
      Template: 'mirrorSessionEntry',
      mirrorSessionId: 1,
      mirrorSessionStatus: 1,
      mirrorTargetPort,
      mirrorIngressPorts: list(random.some(sources)),
      mirrorEgressPorts: list(random.some(sources)),
    },
  ];
}

function staticUnicast({ random, members, trunk }: Draft): Call[] {
  return random.some(STATIONS, 0.4).flatMap((dot1qStaticUnicastAddress) => {
    const dot1qVlanIndex = random.pick(VLANS);
    const port = random.pick(members.get(dot1qVlanIndex) ?? []);
    if (port === undefined || trunk.includes(port)) return [];
    return [
      {
        Template: 'dot1qStaticUnicastEntry',
        dot1qVlanIndex,
        dot1qStaticUnicastAddress,
        dot1qStaticUnicastAllowedToGoTo: port,
        RowStatus: create,
      },
    ];
  });
}

function staticMulticast(draft: Draft): Call[] {
  const { random, members } = draft;
  const groups = GROUPS.filter((group) => group !== '01-00-5E-00-00-05');
  return random.some(groups, 0.5).map((dot1qStaticMulticastAddress) => {
    const dot1qVlanIndex = random.pick(VLANS);
    const ports = random.some(members.get(dot1qVlanIndex) ?? []);
    return {
      Template: 'dot1qStaticMulticastEntry',
      dot1qVlanIndex,
      dot1qStaticMulticastAddress,
      dot1qStaticMulticastStaticEgressPorts: list(closed(draft, ports)),
      RowStatus: create,
    };
  });
}

function macVlan({ random }: Draft): Call[] {
  return random.some(STATIONS, 0.3).map((macVlanAddress) => ({
    Template: 'macVlanEntry',
    macVlanAddress,
    macVlanId: random.pick(VLANS),
    macVlanPriority: random.below(8),
    RowStatus: create,
  }));
}

function protocolVlan(draft: Draft): Call[] {
  const { random } = draft;
  const profiles = [1, 2].map((dot1vProtocolGroupId): Call => {
    const frameType = random.pick([1, 1, 2, 5]);
    const type = random.pick(TYPES).toString(16).padStart(4, '0').toUpperCase();
    return {
      Template: 'dot1vProtocolGroupEntry',
      dot1vProtocolTemplateFrameType: frameType,
      dot1vProtocolTemplateProtocolValue: frameType === 5 ? random.pick(['4242', 'E0E0']) : type,
      dot1vProtocolGroupId,
      RowStatus: create,
    };
  });
  const bindings = eachPort(draft, 0.5, (dot1dBasePort) => ({
    Template: 'dot1vProtocolPortEntry',
    dot1dBasePort,
    dot1vProtocolPortGroupId: 1 + random.below(2),
    dot1vProtocolPortGroupVid: random.pick(VLANS),
    protocolPortPriority: random.below(8),
    RowStatus: create,
  }));
  return [...profiles, ...bindings];
}

/** Profiles of all types with some rules each, whose values frames have. */
function accessList(draft: Draft, mirrors: boolean): Call[] {
  const { random } = draft;
  const profiles = Array.from({ length: 1 + random.below(3) }, (_, at) => profile(random, at + 1));
  return profiles.flatMap((one) => {
    const rules = new Map<string, Call>();
    for (let count = 1 + random.below(3); count > 0; count -= 1) {
      const made = rule(random, one, mirrors);
      const values = Object.entries(made).filter(([column]) => !/Action|Replace/.test(column));
      rules.set(JSON.stringify(values), made);
    }
    const placed = [...rules.values()].map((made, at): Call => {
      return { ...made, aclRuleId: at + 1, aclRulePorts: list(somePorts(draft, 0.6)) };
    });
    return [one, ...placed];
  });
}

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');

function profile(random: Random, aclProfileId: number): Call {
  const aclProfileType = random.pick([1, 2, 2, 3, 4]);
  const base = { Template: 'aclProfileEntry', RowStatus: create, aclProfileId, aclProfileType };
  const truth = () => (random.chance(0.4) ? 1 : 2);
  if (aclProfileType === 4) {
    const bases = random.pick<readonly number[]>([[1], [2], [3], [1, 2], [2, 3]]);
    const chunks = bases.map((from, at) => ({
      [`aclProfileChunk${at + 1}Base`]: from,
      [`aclProfileChunk${at + 1}Offset`]: from === 1 ? random.pick([0, 6, 12, 16]) : random.pick([0, 4, 8, 12]),
      [`aclProfileChunk${at + 1}Mask`]: random.pick(['FFFF0000', 'FF000000', '0000FFFF', '00F00000', '0F000000']),
    }));
    return Object.assign({}, base, ...chunks);
  }
  const vlan = { aclProfileVlanMask: random.pick(['0', '0', 'FFF', '00F', '3']) };
  if (aclProfileType === 1) {
    const masks = ['00-00-00-00-00-00', 'FF-FF-FF-FF-FF-FF', '00-00-00-00-FF-00', '01-00-00-00-00-00'] as const;
    return {
      ...base,
      ...vlan,
      aclProfileSrcMacMask: random.pick(masks),
      aclProfileDstMacMask: random.pick(masks),
      aclProfileUse8021p: random.chance(0.3) ? 1 : 2,
      aclProfileUseEtherType: truth(),
    };
  }
  const aclProfileProtocol = random.pick(aclProfileType === 2 ? [0, 2, 3, 4, 5, 6] : [0, 2, 4, 5, 6]);
  const ports = aclProfileProtocol === 4 || aclProfileProtocol === 5;
  const masks = ['0', '0', 'FFFF', 'FF00', '00FF'] as const;
  const behind: Readonly<Record<string, string | number>> = {
    aclProfileProtocol,
    ...(aclProfileProtocol === 2 ? { aclProfileUseIcmpType: truth(), aclProfileUseIcmpCode: truth() } : {}),
    ...(aclProfileProtocol === 3 ? { aclProfileUseIgmpType: truth() } : {}),
    ...(ports ? { aclProfileSrcPortMask: random.pick(masks), aclProfileDstPortMask: random.pick(masks) } : {}),
    ...(aclProfileProtocol === 4 ? { aclProfileTcpFlagMask: random.pick([0, 0, 2, 18, 63]) } : {}),
    ...(aclProfileProtocol === 6 ? { aclProfileProtocolMask: random.pick(['FF', '0F']) } : {}),
  };
  if (aclProfileType === 2) {
    const prefixes = ['0.0.0.0', '0.0.0.0', '255.255.255.0', '255.255.255.255', '255.0.0.0'] as const;
    return {
      ...base,
      ...vlan,
      ...behind,
      aclProfileSrcIpMask: random.pick(prefixes),
      aclProfileDstIpMask: random.pick(prefixes),
      aclProfileUseDscp: random.chance(0.3) ? 1 : 2,
    };
  }
  return {
    ...base,
    ...behind,
    aclProfileSrcIp6Len: random.pick([0, 0, 32, 48, 128]),
    aclProfileDstIp6Len: random.pick([0, 0, 8, 64, 128]),
    aclProfileUseTrafficClass: random.chance(0.3) ? 1 : 2,
    aclProfileFlowLabelMask: random.pick(['0', '0', 'FFFFF', '0000F']),
  };
}

/** A rule with a value for each field that its profile selects, and no other. */
function rule(random: Random, profile: Call, mirrors: boolean): Call {
  const values: Record<string, string | number> = {};
  const nothing = [undefined, 0, '0', 2, '00-00-00-00-00-00', '0.0.0.0'] as const;
  const give = (selected: string, column: string, value: () => string | number) => {
    if (!nothing.some((none) => none === profile[selected])) values[column] = value();
  };
  give('aclProfileVlanMask', 'aclRuleVlan', () => random.pick(VLANS));
  give('aclProfileSrcMacMask', 'aclRuleSrcMac', () => random.pick(STATIONS));
  give('aclProfileDstMacMask', 'aclRuleDstMac', () => random.pick([...STATIONS, ...GROUPS]));
  give('aclProfileUse8021p', 'aclRule8021p', () => random.below(8));
  give('aclProfileUseEtherType', 'aclRuleEtherType', () => hex(random.pick(TYPES), 4));
  give('aclProfileSrcIpMask', 'aclRuleSrcIp', () => random.pick(IPV4));
  give('aclProfileDstIpMask', 'aclRuleDstIp', () => random.pick([...IPV4, ...IPV4_GROUPS]));
  give('aclProfileUseDscp', 'aclRuleDscp', () => random.pick([0, 8, 46]));
  give('aclProfileSrcIp6Len', 'aclRuleSrcIp6', () => random.pick(IPV6));
  give('aclProfileDstIp6Len', 'aclRuleDstIp6', () => random.pick(IPV6));
  give('aclProfileUseTrafficClass', 'aclRuleTrafficClass', () => random.pick([0, 32, 184]));
  give('aclProfileFlowLabelMask', 'aclRuleFlowLabel', () => random.pick(['0', '12345']));
  give('aclProfileUseIcmpType', 'aclRuleIcmpType', () => random.pick([0, 8, 128]));
  give('aclProfileUseIcmpCode', 'aclRuleIcmpCode', () => random.pick([0, 1]));
  give('aclProfileUseIgmpType', 'aclRuleIgmpType', () => random.pick([17, 22]));
  give('aclProfileSrcPortMask', 'aclRuleSrcPort', () => random.pick(UPPER_PORTS));
  give('aclProfileDstPortMask', 'aclRuleDstPort', () => random.pick(UPPER_PORTS));
  if (profile.aclProfileTcpFlagMask) values.aclRuleTcpFlags = random.pick([0, 2, 18]);
  if (profile.aclProfileProtocol === 6) values.aclRuleProtocolId = random.pick([1, 6, 17, 47]);
  for (const chunk of [1, 2]) {
    const octets = ['08000000', '81000000', '45000000', '02000000', '00170016', '00000000', '60000000'] as const;
    give(`aclProfileChunk${chunk}Mask`, `aclRuleChunk${chunk}`, () => random.pick(octets));
  }
  const aclRuleAction = mirrors ? random.pick([1, 2, 2, 3]) : random.pick([1, 2]);
  const companions = {
    ...(random.chance(0.4) && { aclRuleReplacePriority: random.below(8) }),
    ...(random.chance(0.4) && random.pick([{ aclRuleReplaceDscp: 10 }, { aclRuleReplaceTos: 5 }])),
  };
  return {
    Template: 'aclRuleEntry',
    RowStatus: create,
    aclProfileId: profile.aclProfileId ?? 1,
    ...values,
    aclRuleAction,
    ...(aclRuleAction === 1 ? companions : {}),
  };
}
