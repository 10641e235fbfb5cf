import { create, type Draft, list, somePorts } from './draft.ts';
import { GROUPS, IPV4, IPV4_GROUPS, IPV6, STATIONS, TYPES, UPPER_PORTS, VLANS } from './pools.ts';
import type { Random } from './random.ts';
import type { Call } from './settings.ts';

/** Profiles of all types with some rules each, whose values frames have. */
export function accessList(draft: Draft, mirrors: boolean): Call[] {
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
    ...(random.chance(0.2) && { aclRuleRateLimit: 1 }),
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
