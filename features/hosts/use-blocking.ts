import { useMemo } from 'react';
import { settingsPoll, useRows } from '../../console/call/use-reads.ts';
import { portNumbers } from '../../console/ports/port-numbers.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { formatPortList, portListOf } from '../../model/values/port-list.ts';
import { dot1qStaticUnicastEntry } from '../network/static-unicast/objects.ts';
import { aclProfileEntry } from '../security/acl/profile-objects.ts';
import { aclRuleEntry } from '../security/acl/rule-objects.ts';
import { dot1dStaticEntry } from '../security/destination-mac-filter/objects.ts';
import { type Blocking, blockingOf } from './blocking.ts';

/** The ports of this switch, at which a blocked host neither sends nor receives. */
export const allPorts = (): string => formatPortList(portListOf(portNumbers()));

/** What blocking reads, as the device has it; undefined until it was read. */
export function useBlockingObjects(): Configuration | undefined {
  const { data: pins } = useRows(dot1qStaticUnicastEntry, {}, { poll: settingsPoll });
  const { data: filtered } = useRows(dot1dStaticEntry, {}, { poll: settingsPoll });
  const { data: profiles } = useRows(aclProfileEntry, {}, { poll: settingsPoll });
  const { data: rules } = useRows(aclRuleEntry, {}, { poll: settingsPoll });
  return useMemo(
    () =>
      pins && filtered && profiles && rules
        ? Configuration.empty
            .withRows(dot1qStaticUnicastEntry, pins)
            .withRows(dot1dStaticEntry, filtered)
            .withRows(aclProfileEntry, profiles)
            .withRows(aclRuleEntry, rules)
        : undefined,
    [pins, filtered, profiles, rules],
  );
}

/** What is dropped of a host's frames; undefined until it is known. */
export function useBlocking(mac: string): Blocking | undefined {
  const present = useBlockingObjects();
  return useMemo(() => present && blockingOf(present, mac, allPorts()), [present, mac]);
}
