import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { GroupForm } from '../../../console/form/object-forms.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { sysUserInterface } from './objects.ts';

/** System > Timeout: when idle management sessions end (reference). */
export default function Timeout() {
  const t = useText();
  return (
    <Page
      title={t('Timeout')}
      sentence={t('When an idle management session ends, and how often the switch announces itself.')}
      actions={<RefreshButton />}
    >
      <GroupForm object={sysUserInterface} title={t('Timeout')} what="Timeout" />
    </Page>
  );
}
