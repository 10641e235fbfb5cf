import { useObservable } from '../../console/feedback/use-observable.ts';
import { cloudMode } from '../../console/navigation/cloud.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import type { Values } from '../../model/wire/call.ts';
import { changesAddress } from './address.ts';
import { entriesOver } from './entries.ts';
import type { WizardState } from './steps.ts';
import { Management } from './wizard-entries.ts';

/** State that determines the wizard's steps, by the entries so far. */
export function useWizardState(): (present?: Values) => WizardState {
  const hasCloud = useObservable(cloudMode);
  const { switchManagement, more } = useObservable(wizardDraft);
  return (present) => ({
    management: Number(switchManagement) === Management.cloud ? 'cloud' : 'local',
    hasCloud,
    changesAddress: present !== undefined && changesAddress(entriesOver(present), present),
    moved: more.moved === '1',
  });
}
