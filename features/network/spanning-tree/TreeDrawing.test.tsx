// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { show } from '../../../console/form/test-device.tsx';
import { PortRoleValue, PortStateValue } from './objects.ts';
import { TreeDrawing } from './TreeDrawing.tsx';
import type { TreeLink, TreeView } from './tree-view.ts';

const [OWN, ROOT, NEXT, OTHER] = ['0A', '01', '02', '03'].map((last) => `02-00-00-00-00-${last}`);

afterEach(cleanup);

it('names the bridge that a link leads to only where it is another one, whatever priority it says', () => {
  const link = (port: number, bridge: string): TreeLink => ({
    ...{ port, bridge, cost: 20_000, role: PortRoleValue.alternate, state: PortStateValue.blocking },
  });
  const upward = [link(1, `32768 ${NEXT}`), link(2, `4096 ${NEXT}`), link(3, `32768 ${OTHER}`), link(4, '')];
  const tree: TreeView = {
    ...{ own: `32768 ${OWN}`, root: `0 ${ROOT}`, cost: 40_000, next: `32768 ${NEXT}`, upward, links: upward },
  };
  show(<TreeDrawing tree={tree} names={new Map([[OTHER ?? '', 'floor switch']])} />);
  const links = within(screen.getByRole('list', { name: 'Links towards the root' })).getAllByRole('listitem');
  expect(links.map(({ textContent }) => textContent?.includes('towards'))).toEqual([false, false, true, false]);
  expect(links[2]?.textContent).toContain('towards floor switch');
});
