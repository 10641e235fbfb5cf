import { useGroup } from '../../console/call/use-reads.ts';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { useNavigate } from '../../console/router/router-context.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { useText } from '../../console/translations/use-text.ts';
import { CloudChecks } from '../CloudChecks.tsx';
import { sysCloudCtrl } from '../system/cloud-settings/objects.ts';
import { pathOf, WizardFrame } from './WizardFrame.tsx';
import styles from './wizard.module.css';
import { Management } from './wizard-entries.ts';

/** Why the switch is not connected to the cloud, and the ways on (docs/specification/system.md, "Wizard > cloud login failure"). */
export default function Setup5CloudLoginFail() {
  const t = useText();
  const navigate = useNavigate();
  const { data: state } = useGroup(sysCloudCtrl);
  return (
    <WizardFrame
      step="setup5CloudLoginFail"
      title={t('The cloud was unreachable')}
      sentence={t('The switch has stopped retrying. Nothing was saved.')}
    >
      <Card>
        <div className={styles.inside}>
          {state && <CloudChecks state={state} />}
          <div className={styles.buttons}>
            <Button onClick={() => void navigate(pathOf('setup4DNS'))}>{t('Back')}</Button>
            <Button look="primary" onClick={() => void navigate(pathOf('setup5CloudLogin'))}>
              {t('Retry')}
            </Button>
            <Button
              onClick={() => {
                wizardDraft.change({ switchManagement: String(Management.local) });
                void navigate(pathOf('WizardApply'));
              }}
            >
              {t('Manage locally')}
            </Button>
          </div>
        </div>
      </Card>
    </WizardFrame>
  );
}
