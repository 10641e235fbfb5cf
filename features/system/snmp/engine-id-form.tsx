import type { Sure } from '../../../console/call/guarded.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { useDraftValue, useSetDraftValue } from '../../../console/form/form-context.ts';
import { translate } from '../../../console/translations/language.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { Change } from '../../../model/configuration/change.ts';

/** Puts the engine ID back that is made of the MAC address. */
export function DefaultEngineId() {
  const t = useText();
  const isDefault = useDraftValue('snmpEngineID') === '';
  const set = useSetDraftValue();
  return (
    <div>
      <Button look="text" disabled={isDefault} onClick={() => set('snmpEngineID', '')}>
        {t('Default engine ID')}
      </Button>
    </div>
  );
}

/** Whether the administrator wants another engine ID, which costs him the users of version 3. */
export function sureOfEngineId(changes: readonly Change[]): Sure {
  if (!changes.some(({ column }) => column === 'snmpEngineID')) return true;
  return {
    text: translate('Another engine ID invalidates the keys of all SNMPv3 users of this switch: they are deleted.'),
  };
}
