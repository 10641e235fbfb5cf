import { bitsControl } from '../../../console/controls/bits-control.tsx';
import type { Control } from '../../../console/controls/control.ts';
import { emptyFor } from '../../../console/controls/empty-for.tsx';
import { OFF, TCP_FLAGS } from './rule-objects.ts';
import { NOT_GIVEN } from './selection.ts';

const tcpFlags = bitsControl(TCP_FLAGS);
const companion = emptyFor(OFF, 'Off');
const required = emptyFor(NOT_GIVEN);

/** The control of a field of a profile or a rule that is not drawn by its kind. */
export function controlFor(column: string): { readonly control?: Control } {
  const control = aclControls[column];
  return control ? { control } : {};
}

const aclControls: Readonly<Record<string, Control>> = {
  aclProfileTcpFlagMask: tcpFlags,
  aclRuleTcpFlags: tcpFlags,
  aclRuleVlan: emptyFor(0),
  aclRule8021p: required,
  aclRuleDscp: required,
  aclRuleTrafficClass: required,
  aclRuleProtocolId: required,
  aclRuleIcmpType: required,
  aclRuleIcmpCode: required,
  aclRuleIgmpType: required,
  aclRuleSrcPort: required,
  aclRuleDstPort: required,
  aclRuleRateLimit: companion,
  aclRuleReplacePriority: companion,
  aclRuleReplaceDscp: companion,
  aclRuleReplaceTos: companion,
};
