// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { show, startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { say } from '../../../model/values/message.ts';
import Mirroring from './Mirroring.tsx';
import { mirrorSessionEntry } from './objects.ts';
import { mirroringPage } from './page.ts';

let device: TestDevice;

async function start() {
  device = startTestDevice([
    {
      object: mirrorSessionEntry,
      rows: [
        { mirrorSessionId: 1, mirrorTargetPort: 1 },
        { mirrorSessionId: 2, mirrorSessionStatus: 1, mirrorTargetPort: 9, mirrorIngressPorts: '5' },
      ],
    },
  ]);
  const view = show(<Mirroring />);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', false));
  return view;
}

const cell = (group: string, name: RegExp) =>
  within(screen.getByRole('group', { name: group })).getByRole('checkbox', { name });

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Mirroring', () => {
  it('sends what was chosen of the session shown', async () => {
    const { user } = await start();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mirroring Status' }), 'Enabled');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Target Port' }), '28');
    await user.click(cell('Ingress Ports', /^Port 2$/));
    await user.click(cell('Egress Ports', /^Port 3$/));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'mirrorSessionEntry',
      mirrorSessionId: 1,
      mirrorSessionStatus: 1,
      mirrorTargetPort: 28,
      mirrorIngressPorts: '2',
      mirrorEgressPorts: '3',
    });
  });

  it('takes no target as a source, neither its own nor that of another session', async () => {
    const { user } = await start();
    for (const port of [1, 9]) {
      const target = cell('Ingress Ports', new RegExp(`^Port ${port}: It is a mirroring target port`));
      await user.click(target);
      expect(target.getAttribute('aria-checked')).toBe('false');
    }
    expect(screen.queryByRole('region', { name: 'Changes by Apply' })).toBeNull();
  });

  it('offers no target that is a source, or that another session has', async () => {
    const { user } = await start();
    await user.click(cell('Ingress Ports', /^Port 2$/));
    const target = screen.getByRole('combobox', { name: 'Target Port' });
    const offered = within(target)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(offered.slice(0, 7)).toEqual(['1', '3', '4', '6', '7', '8', '10']);
  });

  it('says that a target on the session’s port is guarded', async () => {
    const { user } = await start();
    device.guard((calls) => (calls.some(({ params }) => params.mirrorTargetPort === 4) ? say('Port 4.') : undefined));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Target Port' }), '3');
    expect(screen.queryByText('guarded: carries your session')).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Target Port' }), '4');
    expect(await screen.findByText('guarded: carries your session')).toBeDefined();
  });

  it('fills a session that is not in use with the ports that its address asks for', async () => {
    device = startTestDevice([
      {
        object: mirrorSessionEntry,
        rows: [
          { mirrorSessionId: 1, mirrorSessionStatus: 1, mirrorTargetPort: 9, mirrorIngressPorts: '5' },
          { mirrorSessionId: 2, mirrorTargetPort: 1 },
        ],
      },
    ]);
    const { user } = openPage(mirroringPage, '/Network/Mirroring?ports=2');
    await screen.findByRole('heading', { name: 'Mirroring session 2' });
    await waitFor(() => expect(cell('Egress Ports', /^Port 2$/).getAttribute('aria-checked')).toBe('true'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Target Port' }), '28');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'mirrorSessionEntry',
      mirrorSessionId: 2,
      mirrorSessionStatus: 1,
      mirrorTargetPort: 28,
      mirrorIngressPorts: '2',
      mirrorEgressPorts: '2',
    });
    // A session that is chosen afterwards is shown as it is.
    await user.click(screen.getByRole('button', { name: /^Modify .*1$/ }));
    await waitFor(() => expect(cell('Ingress Ports', /^Port 5$/).getAttribute('aria-checked')).toBe('true'));
    expect(cell('Egress Ports', /^Port 2$/).getAttribute('aria-checked')).toBe('false');
  });

  it('shows another session to modify', async () => {
    const { user } = await start();
    await user.click(screen.getByRole('button', { name: /^Modify .*2$/ }));
    await waitFor(() => expect(cell('Ingress Ports', /^Port 5$/).getAttribute('aria-checked')).toBe('true'));
  });
});
