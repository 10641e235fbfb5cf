import { useState } from 'react';
import { setRow } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { Button } from '../../console/elements/Button.tsx';
import { Drawer } from '../../console/elements/Drawer.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { PlainField } from '../../console/form/PlainField.tsx';
import { PlainForm } from '../../console/form/PlainForm.tsx';
import { usePlainField } from '../../console/form/use-plain-field.ts';
import { useText } from '../../console/translations/use-text.ts';
import type { ShownEntry } from '../history-rows.ts';
import styles from './history.module.css';
import { cfgPointEntry } from './objects.ts';
import { WayBack } from './WayBack.tsx';

/** Names a point, shows what going back to it will change, and goes back. */
export function PointDrawer({ entry, onClose }: { readonly entry: ShownEntry; readonly onClose: () => void }) {
  const t = useText();
  const { point, time, user } = entry;
  const { apply, pending } = useApply();
  const [named, setNamed] = useState(entry.pointName);
  const name = usePlainField(cfgPointEntry.fields.cfgPointRename, entry.pointName);
  const rename = async () => {
    const value = String(name.value);
    if (
      (await apply(setRow(cfgPointEntry, { cfgPointIndex: point, cfgPointRename: value }), { what: 'Name point' })).ok
    )
      setNamed(value);
  };
  return (
    <Drawer
      open
      onClose={onClose}
      title={named === '' ? t('Point {{point}}', { point }) : t('Point {{point}}: {{name}}', { point, name: named })}
      sentence={t('Saved {{time}} by {{user}}', { time, user })}
    >
      <PlainForm onSubmit={rename}>
        <FormFields>
          <PlainField {...name} />
        </FormFields>
        <Button type="submit" busy={pending}>
          {t('Name point')}
        </Button>
      </PlainForm>
      <h3 className={styles.heading}>{t('Changes by going back')}</h3>
      <WayBack
        call={setRow(cfgPointEntry, { cfgPointIndex: point, cfgPointGoBack: 1 })}
        what="Go back to point"
        button={(count) => (count === 1 ? t('Go back: 1 change') : t('Go back: {{count}} changes', { count }))}
        onClose={onClose}
      />
    </Drawer>
  );
}
