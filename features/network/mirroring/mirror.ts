import type { MirrorPlan } from '../../../datapath/plan.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { onceFor } from '../../../model/values/once-for.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import type { mirrorSessionEntry } from './objects.ts';

/** Source and target of an enabled session; undefined for a disabled one. */
export const mirrorOf = onceFor((row: RowOf<typeof mirrorSessionEntry>): MirrorPlan | undefined =>
  row.mirrorSessionStatus === Status.enabled
    ? {
        session: row.mirrorSessionId,
        target: row.mirrorTargetPort,
        ingress: parsePortList(row.mirrorIngressPorts) ?? NO_PORTS,
        egress: parsePortList(row.mirrorEgressPorts) ?? NO_PORTS,
      }
    : undefined,
);
