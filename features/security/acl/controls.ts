import { bitsControl } from '../../../console/controls/bits-control.tsx';
import type { Control } from '../../../console/controls/control.ts';
import { emptyFor } from '../../../console/controls/empty-for.tsx';
import { OFF, TCP_FLAGS } from './rule-objects.ts';

const tcpFlags = bitsControl(TCP_FLAGS);
const companion = emptyFor(OFF, 'Off');

/** What a field of a profile or a rule is given that is not drawn as its kind is. */
export function controlFor(column: string): { readonly control?: Control } {
  const control = aclControls[column];
  return control ? { control } : {};
}

const aclControls: Readonly<Record<string, Control>> = {
  aclProfileTcpFlagMask: tcpFlags,
  aclRuleTcpFlags: tcpFlags,
  aclRuleVlan: emptyFor(0),
  aclRuleRateLimit: companion,
  aclRuleReplacePriority: companion,
  aclRuleReplaceDscp: companion,
  aclRuleReplaceTos: companion,
};
