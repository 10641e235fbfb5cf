import { useMemo, useState } from 'react';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { toast } from '../../../console/feedback/toast.ts';
import { Changes } from '../../../console/form/Changes.tsx';
import { useUnsavedInput } from '../../../console/form/unsaved-input.ts';
import { PortMatrix } from '../../../console/ports/PortMatrix.tsx';
import { portNumbers } from '../../../console/ports/port-numbers.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import { privateVlanPortEntry } from './objects.ts';
import { type ForwardingMasks, maskChanges, masksOf } from './private-changes.ts';
import styles from './vlan.module.css';

/** Network > VLAN > Private: which ports may reach which (reference/network.md). */
export default function PrivateVlan() {
  const t = useText();
  const ports = portNumbers();
  const { data: rows } = useRows(privateVlanPortEntry);
  const { apply, pending } = useApply();
  const [bothWays, setBothWays] = useState(true);
  const [drawn, draw] = useState<ForwardingMasks>();
  const present = useMemo(() => masksOf(rows ?? []), [rows]);
  const { calls, words } = maskChanges(rows ?? [], drawn ?? present, t);
  useUnsavedInput(words.length > 0);

  const applyDrawn = async () => {
    if (calls.length === 0) return toast(t('Nothing has changed.'), 'info');
    const applied = await apply(calls, { what: 'Private VLAN' });
    if (applied.ok) draw(undefined);
  };
  const reset = async () => {
    const everyPort = portListOf(ports);
    const open = maskChanges(rows ?? [], new Map(ports.map((port) => [port, everyPort])), t);
    if (open.calls.length === 0) return toast(t('Every port reaches every port already.'), 'info');
    if (!(await confirm(t('Let every port reach every port again?')))) return;
    const applied = await apply(open.calls, { what: 'Reset private VLAN' });
    if (applied.ok) draw(undefined);
  };

  return (
    <Page
      title={t('Private VLAN')}
      sentence={t(
        'Which ports the frames coming in by a port may leave by. It narrows VLAN membership and never widens it.',
      )}
      actions={
        <>
          <RefreshButton />
          <Button destructive disabled={!rows} onClick={() => void reset()}>
            {t('Reset')}
          </Button>
          {words.length > 0 && <Button onClick={() => draw(undefined)}>{t('Cancel')}</Button>}
          <ApplyButton busy={pending} disabled={!rows} onClick={() => void applyDrawn()}>
            {t('Apply')}
          </ApplyButton>
        </>
      }
    >
      <Card
        flush
        title={t('Forwarding ports')}
        actions={
          <label className={styles.choice}>
            <input type="checkbox" checked={bothWays} onChange={(event) => setBothWays(event.target.checked)} />
            {t('Both ways')}
          </label>
        }
      >
        <PortMatrix
          label={t('Which port may reach which')}
          ports={ports}
          value={drawn ?? present}
          onChange={draw}
          bothWays={bothWays}
          disabled={!rows}
        />
      </Card>
      {words.length > 0 && (
        <Card>
          <Changes changes={words} />
        </Card>
      )}
    </Page>
  );
}
