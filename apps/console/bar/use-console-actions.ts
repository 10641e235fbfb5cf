import { useQueryClient } from '@tanstack/react-query';
import { Cctv, Info, MonitorCog, Save, WandSparkles } from 'lucide-react';
import { useMemo } from 'react';
import { device } from '../../../console/boot/device.ts';
import { saveToFlash } from '../../../console/call/save-to-flash.ts';
import type { Action } from '../../../console/navigation/action.ts';
import { useNavigate } from '../../../console/router/router-context.ts';
import { session } from '../../../console/session/session.ts';
import { signOut } from '../../../console/session/sign-out.ts';
import { switchMode } from '../../../features/surveillance-mode/switch-mode.ts';

/** The vendor's support for a model. */
const supportPage = (model: string) => `https://www.trendnet.com/support/?model=${encodeURIComponent(model)}`;

/** Actions that are possible only at the switch itself. */
const ofTheSwitch: ReadonlySet<string> = new Set(['wizard', 'standard', 'surveillance']);

/** Actions of the administrator from any page. */
export function useConsoleActions(): readonly Action[] {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMemo((): readonly Action[] => {
    const actions: readonly Action[] = [
      {
        name: 'wizard',
        title: 'Setup wizard',
        keywords: 'first time assistant account address clock',
        icon: WandSparkles,
        risk: 'none',
        run: () => navigate('/Wizard/setup0Info'),
      },
      {
        name: 'save',
        title: 'Save to flash',
        keywords: 'write startup configuration keep reboot',
        icon: Save,
        risk: 'device',
        run: async () => {
          await saveToFlash();
          await client.invalidateQueries();
        },
      },
      {
        name: 'support',
        title: 'Support page',
        keywords: 'help manual vendor information',
        icon: Info,
        risk: 'none',
        run: () => {
          window.open(supportPage(device().modelName), '_blank', 'noopener,noreferrer');
        },
      },
      signOut,
      session.surveillance
        ? {
            name: 'standard',
            title: 'Standard Mode',
            keywords: 'full menu',
            icon: MonitorCog,
            risk: 'device',
            run: (path) => switchMode('standard', path),
          }
        : {
            name: 'surveillance',
            title: 'Surveillance Mode',
            keywords: 'camera simplified ASV',
            icon: Cctv,
            risk: 'device',
            run: (path) => switchMode('surveillance', path),
          },
    ];
    const { closedModules, throughCloud } = device();
    // If its page is closed, as it is from afar, the switch saves automatically.
    const isSaved = Object.hasOwn(closedModules, 'Save');
    return actions.filter(({ name }) => !(isSaved && name === 'save') && !(throughCloud && ofTheSwitch.has(name)));
  }, [navigate, client]);
}
