import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { conflict, isTakenUp, type Rule } from '../../../model/configuration/rule.ts';
import { say } from '../../../model/values/message.ts';
import { arpAclRuleEntry, SenderWay } from './acl-objects.ts';
import { inspectedVlans } from './device-settings.ts';
import { arpInspVlanEntry, arpInspVlanLogEntry } from './objects.ts';

/** A rule names what it asks for, and is not there twice. */
const soundRules: Rule = {
  concerns: [arpAclRuleEntry],
  *check({ after, changes }) {
    const changed = new Set(changedRows(changes, arpAclRuleEntry));
    if (changed.size === 0) return;
    const known = new Set<string>();
    for (const row of after.rows(arpAclRuleEntry)) {
      const { arpAclName, arpAclRuleAction, arpAclRuleIpType, arpAclRuleMacType } = row;
      const address = arpAclRuleIpType === SenderWay.any ? '' : row.arpAclRuleIp;
      const mask = arpAclRuleIpType === SenderWay.mask ? row.arpAclRuleIpMask : '';
      const mac = arpAclRuleMacType === SenderWay.any ? '' : row.arpAclRuleMac;
      const bits = arpAclRuleMacType === SenderWay.mask ? row.arpAclRuleMacMask : '';
      if (changed.has(row) && arpAclRuleIpType !== SenderWay.any && address === '') {
        yield conflict(arpAclRuleEntry, say('Invalid IPv4 address.'), { row, column: 'arpAclRuleIp' });
      }
      if (changed.has(row) && arpAclRuleMacType !== SenderWay.any && mac === '') {
        yield conflict(arpAclRuleEntry, say('Invalid MAC address.'), { row, column: 'arpAclRuleMac' });
      }
      const content = [
        arpAclName,
        arpAclRuleAction,
        arpAclRuleIpType,
        address,
        mask,
        arpAclRuleMacType,
        mac,
        bits,
      ].join();
      if (known.has(content)) {
        yield conflict(arpAclRuleEntry, say('Rule exists.'), { row, column: 'arpAclRuleAction' });
      }
      known.add(content);
    }
  },
};

/** Logging is set only for inspected VLANs. */
const loggedWhereInspected: Rule = {
  concerns: [arpInspVlanLogEntry, arpInspVlanEntry],
  *check({ after, before, changes }) {
    if (isTakenUp({ before })) return;
    const inspected = inspectedVlans(after);
    for (const row of changedRows(changes, arpInspVlanLogEntry)) {
      const { arpInspVlanId: vlan, arpInspAclLogging, arpInspDhcpLogging } = row;
      const { arpInspAclLogging: lists, arpInspDhcpLogging: bindings } = arpInspVlanLogEntry.fields;
      // A row that comes with its VLAN has its defaults.
      if (inspected.has(vlan) || (arpInspAclLogging === lists.default && arpInspDhcpLogging === bindings.default))
        continue;
      const message = say('Enable inspection in VLAN {{vlan}} first.', { vlan });
      yield conflict(arpInspVlanLogEntry, message, { row, column: 'arpInspAclLogging' });
    }
  },
};

/** Rules between lists, VLANs and their logging. */
export const arpInspectionRules: readonly Rule[] = [soundRules, loggedWhereInspected];
