import { closed, create, type Draft, eachPort, list, somePorts, status } from './draft.ts';
import { GROUPS, IPV4, PASSWORD, PORTS, STATIONS, STREAM_VLANS, TYPES, USERS, VLANS } from './pools.ts';
import type { RadiusPlace } from './radius-server.ts';
import type { Random } from './random.ts';
import { accessList } from './random-access-list.ts';
import { randomRates } from './random-rates.ts';
import { spanningTree } from './random-spanning-tree.ts';
import type { Call } from './settings.ts';

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
  return calls;
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
  { share: 0.15, calls: ({ random }) => randomRates(random, PORTS) },
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
