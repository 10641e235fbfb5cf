import type { ChangedPlace, ToldChange } from '../../../model/schema/telling.ts';
import { type Message, say } from '../../../model/values/message.ts';

/** `aclRuleAction` of a rule that drops frames. */
const DENY = 2;

/**
 * That a host is cut off, or no longer, where its address is filtered together with a rule that denies what it sends, in
 * a profile that may come and go with it.
 */
export function tellBlocking<C extends ChangedPlace>(changes: readonly C[]): ToldChange<C>[] {
  const told = (kind: 'rowAdded' | 'rowRemoved', sentence: (address: string) => Message) => {
    const of = changes.filter((change) => change.kind === kind);
    return of.flatMap((filter): ToldChange<C>[] => {
      const address = filter.row?.dot1dStaticAddress;
      if (filter.object.name !== 'dot1dStaticEntry' || address === undefined) return [];
      const denials = of.filter(
        ({ object, row }) =>
          object.name === 'aclRuleEntry' && row?.aclRuleSrcMac === address && row.aclRuleAction === DENY,
      );
      const profiles = of.filter(
        ({ object, row }) =>
          object.name === 'aclProfileEntry' && denials.some((rule) => rule.row?.aclProfileId === row?.aclProfileId),
      );
      const what = sentence(String(address));
      return denials.length === 0 ? [] : [{ what, of: [filter, ...profiles, ...denials], isWhole: true }];
    });
  };
  return [
    ...told('rowAdded', (address) => say('Host {{address}} blocked', { address })),
    ...told('rowRemoved', (address) => say('Host {{address}} unblocked', { address })),
  ];
}
