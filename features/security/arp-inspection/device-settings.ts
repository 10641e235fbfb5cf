import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import type { ObjectDeclaration, RowOf } from '../../../model/schema/object.ts';
import type { InspectionSettings, LoggedVlan, Logging, RateLimit } from '../../../protocols/arp-inspection/state.ts';
import {
  type ArpRule,
  type Masked,
  numberOfAddress,
  numberOfMac,
  type Validation,
} from '../../../protocols/arp-inspection/verdict.ts';
import { type BridgePort, bridgePorts } from '../../bridge-ports.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { arpAclEntry, arpAclRuleEntry, RuleAction, SenderWay } from './acl-objects.ts';
import {
  arpInspConfig,
  arpInspFilterEntry,
  arpInspLogConfig,
  arpInspPortEntry,
  arpInspVlanEntry,
  arpInspVlanLogEntry,
  LoggingChoice,
} from './objects.ts';

/** The objects that inspection follows. */
export const settingsRead: readonly ObjectDeclaration[] = [
  arpInspConfig,
  arpInspVlanEntry,
  arpInspFilterEntry,
  arpInspVlanLogEntry,
  arpInspPortEntry,
  arpInspLogConfig,
  arpAclEntry,
  arpAclRuleEntry,
  trunkGroupEntry,
];

/** The VLANs in which ARP is to be inspected, whether they are there or not. */
export function inspectedVlans(configuration: Configuration): ReadonlySet<number> {
  const rows = configuration.rows(arpInspVlanEntry);
  const enabled = rows.filter(({ arpInspVlanStatus }) => arpInspVlanStatus === Status.enabled);
  return new Set(enabled.map(({ arpInspVlanId }) => arpInspVlanId));
}

/** Whether what comes in by a bridge port is not inspected. */
export function isTrusted(configuration: Configuration, { representative }: BridgePort): boolean {
  return configuration.row(arpInspPortEntry, { arpInspPort: representative })?.arpInspTrust === Status.enabled;
}

/** Checks of every packet. */
export function validationOf(configuration: Configuration): Validation {
  const { arpInspValSrcMac, arpInspValDstMac, arpInspValIp } = configuration.group(arpInspConfig);
  return {
    sourceMac: arpInspValSrcMac === Status.enabled,
    destinationMac: arpInspValDstMac === Status.enabled,
    address: arpInspValIp === Status.enabled,
  };
}

/** The VLANs under inspection, each with the list that filters it. */
export function vlansOf(configuration: Configuration): ReadonlyMap<number, LoggedVlan> {
  const filters = configuration.rowMap(arpInspFilterEntry);
  const loggings = configuration.rowMap(arpInspVlanLogEntry);
  const rules = rulesByList(configuration);
  return new Map(
    [...inspectedVlans(configuration)].map((vlan): [number, LoggedVlan] => {
      const filter = filters.get(String(vlan));
      const log = loggings.get(String(vlan));
      return [
        vlan,
        {
          list: filter && {
            rules: rules.get(filter.arpInspFilterAcl) ?? [],
            isStatic: filter.arpInspFilterStatic === TruthValue.yes,
          },
          logsList: loggingOf(log?.arpInspAclLogging),
          logsBindings: loggingOf(log?.arpInspDhcpLogging),
        },
      ];
    }),
  );
}

/** Settings of inspection by the configuration. */
export function settingsOf(configuration: Configuration, hardware: Hardware): InspectionSettings {
  const limits = bridgePorts(configuration, hardware).flatMap(({ number, representative }): [number, RateLimit][] => {
    const row = configuration.row(arpInspPortEntry, { arpInspPort: representative });
    return row && row.arpInspRate > 0 ? [[number, { rate: row.arpInspRate, burst: row.arpInspBurst }]] : [];
  });
  const log = configuration.group(arpInspLogConfig);
  return {
    vlans: vlansOf(configuration),
    validation: validationOf(configuration),
    limits: new Map(limits),
    logSize: log.arpInspLogBuffer,
    logInterval: millisecondsIn(arpInspLogConfig, log)('arpInspLogInterval'),
  };
}

function loggingOf(choice: number | undefined): Logging {
  const { permit, all, none } = LoggingChoice;
  if (choice === permit) return 'permit';
  if (choice === all) return 'all';
  return choice === none ? 'none' : 'deny';
}

/** Of each list its rules, in their order. */
function rulesByList(configuration: Configuration): ReadonlyMap<string, readonly ArpRule[]> {
  const lists = new Map<string, ArpRule[]>();
  const rows = [...configuration.rows(arpAclRuleEntry)].sort((a, b) => a.arpAclRuleIndex - b.arpAclRuleIndex);
  for (const row of rows) {
    const present = lists.get(row.arpAclName);
    if (present) present.push(ruleOf(row));
    else lists.set(row.arpAclName, [ruleOf(row)]);
  }
  return lists;
}

const WHOLE_ADDRESS = 0xffff_ffffn;
const WHOLE_MAC = 0xffff_ffff_ffffn;

function ruleOf(row: RowOf<typeof arpAclRuleEntry>): ArpRule {
  const address = maskedOf(
    row.arpAclRuleIpType,
    row.arpAclRuleIp,
    row.arpAclRuleIpMask,
    numberOfAddress,
    WHOLE_ADDRESS,
  );
  const mac = maskedOf(row.arpAclRuleMacType, row.arpAclRuleMac, row.arpAclRuleMacMask, numberOfMac, WHOLE_MAC);
  return { permits: row.arpAclRuleAction === RuleAction.permit, ...(address && { address }), ...(mac && { mac }) };
}

function maskedOf(
  way: number,
  text: string,
  mask: string,
  numberOf: (text: string) => bigint,
  whole: bigint,
): Masked | undefined {
  if (way === SenderWay.any || text === '') return undefined;
  return { value: numberOf(text), mask: way === SenderWay.host ? whole : numberOf(mask) };
}
