import type { Configuration } from '../../model/configuration/configuration.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { ZERO_MAC } from '../../model/values/mac.ts';
import { NO_PORTS, parsePortList } from '../../model/values/port-list.ts';
import { freeIndex } from '../free-index.ts';
import { dot1qStaticUnicastEntry } from '../network/static-unicast/objects.ts';
import {
  ACL_PROFILES_MAXIMUM,
  aclProfileEntry,
  comparePlaces,
  ProfileOwner,
  ProfileType,
  placed,
  placesBehind,
} from '../security/acl/profile-objects.ts';
import { aclRuleEntry, RuleAction } from '../security/acl/rule-objects.ts';
import { dot1dStaticEntry } from '../security/destination-mac-filter/objects.ts';

type Profile = RowOf<typeof aclProfileEntry>;
type Rule = RowOf<typeof aclRuleEntry>;

/** What blocking a host reads and changes. */
export const blockingObjects = [dot1qStaticUnicastEntry, dot1dStaticEntry, aclProfileEntry, aclRuleEntry] as const;

const WHOLE_MAC = 'FF-FF-FF-FF-FF-FF';
const RULE_IDS = 65_535;

/** How much of a host's traffic is dropped whatever its port. */
export interface Blocking {
  /** What is sent to it: it is a filtered address. */
  readonly receives: boolean;
  /** What it sends: an access rule denies it. */
  readonly sends: boolean;
}

/** What is dropped of a host's frames at all of `ports`. */
export function blockingOf(configuration: Configuration, mac: string, ports: string): Blocking {
  return {
    receives: configuration.row(dot1dStaticEntry, { dot1dStaticAddress: mac }) !== undefined,
    sends: isDenied(configuration, mac, ports),
  };
}

/**
 * The configuration in which every frame to and from the host is dropped, at each of `ports`. Its rule comes before all others, so
 * that none lets its frames pass; an address that is filtered cannot stay pinned. Undefined where there is no room for another
 * profile.
 */
export function blocked(
  before: Configuration,
  mac: string,
  ports: string,
  profileName: string,
): Configuration | undefined {
  const pins = before.rows(dot1qStaticUnicastEntry).filter((row) => row.dot1qStaticUnicastAddress === mac);
  const filtered = pins
    .reduce((soFar, row) => soFar.withoutRow(dot1qStaticUnicastEntry, row), before)
    .withRow(dot1dStaticEntry, { dot1dStaticAddress: mac });
  if (isDenied(before, mac, ports)) return filtered;
  const room = withProfileInFront(filtered, profileName);
  if (!room) return undefined;
  const { aclProfileId } = room;
  const rulesOf = (configuration: Configuration) =>
    configuration.rows(aclRuleEntry).filter((rule) => rule.aclProfileId === aclProfileId);
  // Rules for the host at some of the ports would be in the way of one for all.
  const configuration = rulesOf(room.configuration)
    .filter(({ aclRuleSrcMac }) => aclRuleSrcMac === mac)
    .reduce((soFar, { aclRuleId }) => soFar.withoutRow(aclRuleEntry, { aclProfileId, aclRuleId }), room.configuration);
  const ids = rulesOf(configuration).map(({ aclRuleId }) => aclRuleId);
  return configuration.withRow(aclRuleEntry, {
    aclProfileId,
    aclRuleId: freeIndex(ids, RULE_IDS) ?? RULE_IDS,
    aclRuleSrcMac: mac,
    aclRuleAction: RuleAction.deny,
    aclRulePorts: ports,
  });
}

/** The configuration in which neither is dropped any longer; a profile made for such rules goes with the last of them. */
export function unblocked(before: Configuration, mac: string): Configuration {
  const rules = denials(before, mac);
  const without = rules.reduce(
    (soFar, { aclProfileId, aclRuleId }) => soFar.withoutRow(aclRuleEntry, { aclProfileId, aclRuleId }),
    before.withoutRow(dot1dStaticEntry, { dot1dStaticAddress: mac }),
  );
  return rules.reduce((soFar, { aclProfileId }) => {
    const isEmpty = !soFar.rows(aclRuleEntry).some((rule) => rule.aclProfileId === aclProfileId);
    const owner = soFar.row(aclProfileEntry, { aclProfileId })?.aclProfileOwner;
    return isEmpty && owner === ProfileOwner.wizard ? soFar.withoutRow(aclProfileEntry, { aclProfileId }) : soFar;
  }, without);
}

/** The MAC addresses of hosts that send nothing and receive nothing at all of `ports`. */
export function blockedHosts(configuration: Configuration, ports: string): readonly string[] {
  return configuration
    .rows(dot1dStaticEntry)
    .map((row) => row.dot1dStaticAddress)
    .filter((mac) => isDenied(configuration, mac, ports));
}

/** Whether rules deny whatever the host sends at each of the ports, before others can permit it. */
function isDenied(configuration: Configuration, mac: string, ports: string): boolean {
  const denying = denials(configuration, mac);
  if (denying.length === 0) return false;
  let left = parsePortList(ports) ?? NO_PORTS;
  for (const profile of [...configuration.rows(aclProfileEntry)].sort(comparePlaces)) {
    const isOfProfile = ({ aclProfileId }: { readonly aclProfileId: number }) => aclProfileId === profile.aclProfileId;
    for (const { aclRulePorts } of denying.filter(isOfProfile)) left &= ~(parsePortList(aclRulePorts) ?? NO_PORTS);
    const concernsHost = comparesSourcesOnly(profile) ? (rule: Rule) => rule.aclRuleSrcMac === mac : () => true;
    const permits = (rule: Rule) => rule.aclRuleAction !== RuleAction.deny && concernsHost(rule);
    if (left === NO_PORTS) return true;
    if (configuration.rows(aclRuleEntry).some((rule) => isOfProfile(rule) && permits(rule))) return false;
  }
  return false;
}

/** The permanent rules that deny whatever the host sends. */
function denials(configuration: Configuration, mac: string): readonly Rule[] {
  return configuration.rows(aclRuleEntry).filter((rule) => {
    const isDenial = rule.aclRuleSrcMac === mac && rule.aclRuleAction === RuleAction.deny && rule.aclRuleTimeout === 0;
    const profile = isDenial && configuration.row(aclProfileEntry, { aclProfileId: rule.aclProfileId });
    return profile ? comparesSourcesOnly(profile) : false;
  });
}

/** Whether rules of a profile are for all frames of one station. */
function comparesSourcesOnly(profile: Profile): boolean {
  return (
    profile.aclProfileType === ProfileType.ethernet &&
    profile.aclProfileSrcMacMask.toUpperCase() === WHOLE_MAC &&
    profile.aclProfileDstMacMask === ZERO_MAC &&
    Number.parseInt(profile.aclProfileVlanMask, 16) === 0 &&
    profile.aclProfileUse8021p !== TruthValue.yes &&
    profile.aclProfileUseEtherType !== TruthValue.yes
  );
}

/** With a profile for source addresses that is asked first: the present one, or a new one. */
function withProfileInFront(before: Configuration, name: string) {
  const order = [...before.rows(aclProfileEntry)].sort(comparePlaces);
  const [first] = order;
  const { aclProfileId: present } = first ?? {};
  if (first && present !== undefined && comparesSourcesOnly(first)) {
    return { configuration: before, aclProfileId: present };
  }
  const aclProfileId = freeIndex(
    order.map((profile) => profile.aclProfileId),
    ACL_PROFILES_MAXIMUM,
  );
  if (aclProfileId === undefined) return undefined;
  const moved = placesBehind(aclProfileId, order).reduce((soFar, row) => soFar.withRow(aclProfileEntry, row), before);
  const configuration = moved.withRow(aclProfileEntry, {
    ...placed(aclProfileId, 1),
    aclProfileName: name,
    aclProfileType: ProfileType.ethernet,
    aclProfileOwner: ProfileOwner.wizard,
    aclProfileSrcMacMask: WHOLE_MAC,
  });
  return { configuration, aclProfileId };
}
