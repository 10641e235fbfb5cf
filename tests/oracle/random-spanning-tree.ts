import { create, type Draft, eachPort } from './draft.ts';
import type { Call } from './settings.ts';

export function spanningTree(draft: Draft): Call[] {
  const { random } = draft;
  const instances = random.some([1, 2], 0.5);
  return [
    {
      Template: 'dot1dStp',
      stpGlobalStatus: 1,
      dot1dStpVersion: random.pick([1, 2, 2, 3]),
      dot1dStpPriority: random.pick([4096, 32_768, 61_440]),
    },
    ...eachPort(draft, 0.3, (dot1dStpPort) => ({
      Template: 'dot1dStpPortEntry',
      dot1dStpPort,
      dot1dStpPortEnable: random.chance(0.7) ? 1 : 2,
    })),
    ...eachPort(draft, 0.6, (dot1dStpPort) => ({
      Template: 'dot1dStpExtPortEntry',
      dot1dStpPort,
      dot1dStpPortAdminEdgePort: random.below(3),
      dot1dStpPortAdminPathCost: random.pick([0, 0, 1, 19_999]),
    })),
    ...eachPort(draft, 0.4, (ieee8021MstpCistPortNum) => ({
      Template: 'ieee8021MstpCistPortEntry',
      ieee8021MstpCistPortNum,
      ieee8021MstpCistPortAdminPathCost: random.pick([0, 0, 1, 19_999]),
      ieee8021MstpCistPortRestrictedRole: random.chance(0.25) ? 1 : 2,
    })),
    ...(random.chance(0.8)
      ? [
          {
            Template: 'ieee8021MstpConfigIdEntry',
            ieee8021MstpConfigurationName: 'campus',
            ieee8021MstpRevisionLevel: random.pick([0, 65_535]),
          },
        ]
      : []),
    ...instances.flatMap((ieee8021MstpId) => [
      {
        Template: 'ieee8021MstpVlanV2Entry',
        ieee8021MstpId,
        mstVlanList: ieee8021MstpId === 1 ? '10' : '20,30',
        RowStatus: create,
      },
      {
        Template: 'ieee8021MstpEntry',
        ieee8021MstpId,
        ieee8021MstpBridgePriority: random.pick([4096, 32_768, 61_440]),
      },
      ...eachPort(draft, 0.3, (ieee8021MstpPortNum) => ({
        Template: 'ieee8021MstpPortEntry',
        ieee8021MstpPortMstId: ieee8021MstpId,
        ieee8021MstpPortNum,
        ieee8021MstpPortPathCost: random.pick([0, 1, 19_999]),
      })),
    ]),
  ];
}
