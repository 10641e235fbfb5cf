import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { PlainForm } from '../../../console/form/PlainForm.tsx';
import { usePlainField } from '../../../console/form/use-plain-field.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import type { Value } from '../../../model/wire/call.ts';
import { sysConfig } from '../../save/objects.ts';
import { RebootType, sysRebootCtrl } from './objects.ts';

const field = sysRebootCtrl.fields.rebootType;

const { factoryDefault, factoryDefaultKeepAddress, factoryDefaultKeepAddressAndAccount } = RebootType;

/** Types that reset the settings. */
const resets: readonly Value[] = [factoryDefault, factoryDefaultKeepAddress, factoryDefaultKeepAddressAndAccount];

/** Restarts the switch at once, after a confirmation that names the type and what would be lost. */
export function RebootCard({ onRestart }: { onRestart: (type: number, awaitsSignIn: boolean) => void }) {
  const t = useText();
  const { apply, pending } = useApply();
  const { data: configuration } = useGroup(sysConfig, { poll: 10_000 });
  const type = usePlainField(field, RebootType.normal);
  const unsaved = configuration?.configDirty === TruthValue.yes && type.value !== RebootType.saveFirst;
  const restart = async () => {
    const text = t('Restart the switch? Type: {{type}}.', { type: t(field.show(type.value)) });
    const effects = [
      t('The switch restarts, and traffic is interrupted for some seconds.'),
      ...(resets.includes(type.value) ? [t('All settings that it does not keep are reset to factory values.')] : []),
    ];
    const applied = await apply(setGroup(sysRebootCtrl, { rebootType: type.value }), {
      success: false,
      timeout: 120_000,
      restarts: true,
      ask: { text, detail: [...effects, ...(unsaved ? [t('Unsaved settings will be lost.')] : [])].join('\n') },
    });
    if (applied.ok) onRestart(type.value, applied.awaitsSignIn && type.value === RebootType.normal);
  };
  return (
    <Card title={t('Reboot now')}>
      <PlainForm onSubmit={restart}>
        {unsaved && <Notice tone="warn">{t('Unsaved settings will be lost.')}</Notice>}
        <FormFields>
          <PlainField {...type} />
        </FormFields>
        <ApplyButton type="submit" busy={pending}>
          {t('Reboot')}
        </ApplyButton>
      </PlainForm>
    </Card>
  );
}
