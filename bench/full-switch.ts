import { signIn } from './agent.ts';
import { openBrowser } from './browser.ts';
import { withFullTable } from './mac-table.ts';
import { menuLines } from './menu-paths.ts';
import { clickFigures } from './page-figures.ts';
import type { Figure } from './table.ts';
import { createVlans } from './vlan-change.ts';

/** MST instances at most (specification section 9). */
const INSTANCES = 31;

/** Click to data on a switch that is full: 52 ports, 4,094 VLANs, 16,384 addresses, 31 MST instances and their ports. */
export async function pagesOfFullSwitch(): Promise<Figure[]> {
  return withFullTable(async (agent) => {
    const session = await signIn(agent.origin);
    await createVlans(session, 2, 4094);
    await session.call('CommonSet', { Template: 'dot1dStp', stpGlobalStatus: 1, dot1dStpVersion: 3, Force: 1 });
    for (let instance = 1; instance <= INSTANCES; instance += 1) {
      await session.call('CommonSet', {
        Template: 'ieee8021MstpVlanV2Entry',
        RowStatus: 4,
        ieee8021MstpId: instance,
        mstVlanList: `${instance * 100}-${instance * 100 + 99}`,
      });
    }
    const browser = await openBrowser(agent);
    try {
      return clickFigures(await browser.menuClicks(menuLines()), ', full switch');
    } finally {
      await browser.close();
    }
  });
}
