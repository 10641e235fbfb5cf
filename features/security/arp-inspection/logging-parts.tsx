import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { RowForm } from '../../../console/form/object-forms.tsx';
import { Navigate } from '../../../console/router/Link.tsx';
import { useNavigate, useSearchParams } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { arpInspVlanEntry, arpInspVlanLogEntry } from './objects.ts';
import { settingsPath } from './paths.ts';

export default [LoggingEdit];

/** Logging of the VLAN in the page's address. */
function LoggingEdit() {
  const t = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { data: vlans } = useRows(arpInspVlanEntry);
  const reading = arpInspVlanLogEntry.index.arpInspVlanId.read(search.get('vlan') ?? '');
  if (!reading.ok) return <Navigate to={settingsPath} replace />;
  const vlan = reading.value;
  const back = () => void navigate(settingsPath);
  const row = vlans?.find(({ arpInspVlanId }) => arpInspVlanId === vlan);
  if (vlans && row?.arpInspVlanStatus !== Status.enabled) {
    return (
      <Notice tone="warn" actions={<Button onClick={back}>{t('Back')}</Button>}>
        {t('Enable inspection in VLAN {{vlan}} first.', { vlan })}
      </Notice>
    );
  }
  return (
    <RowForm
      object={arpInspVlanLogEntry}
      index={{ arpInspVlanId: vlan }}
      title={t('VLAN {{vlan}}', { vlan })}
      what="Logging of ARP inspection"
      onApplied={back}
      onCancel={back}
    />
  );
}
