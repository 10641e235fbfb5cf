import { lazy, Suspense } from 'react';
import { device } from '../../console/boot/device.ts';
import { MissingRowsContext } from '../../console/form/missing-rows.ts';
import { MainLayout } from '../../console/layouts/MainLayout.tsx';
import { SurveillanceLayout } from '../../console/layouts/SurveillanceLayout.tsx';
import { WizardLayout } from '../../console/layouts/WizardLayout.tsx';
import { ActionsContext } from '../../console/navigation/action.ts';
import { FinderContext } from '../../console/navigation/found.ts';
import { PageNoticesContext } from '../../console/page/page-context.ts';
import { PortFactsContext } from '../../console/ports/port-facts.ts';
import { session } from '../../console/session/session.ts';
import { CloudStatus } from './bar/CloudStatus.tsx';
import { KeptDraft } from './bar/KeptDraft.tsx';
import { PageNotices } from './bar/PageNotices.tsx';
import { Problems } from './bar/Problems.tsx';
import { SystemName } from './bar/SystemName.tsx';
import { UnsavedChanges } from './bar/UnsavedChanges.tsx';
import { useConsoleActions } from './bar/use-console-actions.ts';
import { WarningBell } from './bar/WarningBell.tsx';

/** Its results lead to pages of the full menu. */
const Finder = lazy(() => import('../../features/find/Finder.tsx'));
const FromAfar = lazy(() => import('./bar/FromAfar.tsx'));
const MissingVlans = lazy(() => import('../../features/MissingVlans.tsx'));
const PortFacts = lazy(() => import('../../features/PortFacts.tsx'));

/** The layout of the mode the console is in, with the parts that speak of this device. */
export function Layout({ wizard }: { readonly wizard?: boolean }) {
  const actions = useConsoleActions();
  const parts = {
    name: <SystemName />,
    unsavedChanges: <UnsavedChanges />,
    problems: <Problems />,
    cloud: <CloudStatus />,
    warnings: <WarningBell />,
    banner: (
      <>
        {device().throughCloud === 1 && (
          <Suspense>
            <FromAfar />
          </Suspense>
        )}
        <KeptDraft />
      </>
    ),
  };
  const Chosen = session.surveillance ? SurveillanceLayout : MainLayout;
  return (
    <ActionsContext value={actions}>
      <PortFactsContext value={PortFacts}>
        <PageNoticesContext value={wizard || session.surveillance ? undefined : PageNotices}>
          <FinderContext value={session.surveillance ? undefined : Finder}>
            <MissingRowsContext value={MissingVlans}>
              {wizard ? <WizardLayout /> : <Chosen {...parts} />}
            </MissingRowsContext>
          </FinderContext>
        </PageNoticesContext>
      </PortFactsContext>
    </ActionsContext>
  );
}
