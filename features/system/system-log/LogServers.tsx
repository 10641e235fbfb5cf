import { useState } from 'react';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { CreateForm, RowForm } from '../../../console/form/object-forms.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { LOG_SERVERS, syslogCtrl, syslogServEntry } from './objects.ts';

/** Where messages are sent: list, adding, modifying. */
export function LogServers() {
  const t = useText();
  const [edited, setEdited] = useState<number | 'new'>();
  const { data: settings } = useGroup(syslogCtrl);
  const { data: servers } = useRows(syslogServEntry);
  const done = () => setEdited(undefined);
  const numbers = Array.from({ length: LOG_SERVERS }, (_, at) => at + 1);
  const free = numbers.find((number) => !servers?.some(({ syslogServIndex }) => syslogServIndex === number));
  return (
    <>
      {settings?.syslogState === 2 && servers !== undefined && servers.length > 0 && (
        <Notice>{t('Nothing is sent while Syslog (remote) is disabled under Settings.')}</Notice>
      )}
      {edited === 'new' && (
        <CreateForm
          object={syslogServEntry}
          initial={{ syslogServIndex: free ?? 1 }}
          title={t('New syslog server')}
          what="Add syslog server"
          onApplied={done}
          onCancel={done}
        >
          <ServerFields />
        </CreateForm>
      )}
      {typeof edited === 'number' && (
        <RowForm
          key={edited}
          object={syslogServEntry}
          index={{ syslogServIndex: edited }}
          title={t('Syslog server {{index}}', { index: edited })}
          what="Modify syslog server"
          onApplied={done}
          onCancel={done}
        >
          <ServerFields />
        </RowForm>
      )}
      <ObjectTable
        object={syslogServEntry}
        rows={servers}
        title={t('Syslog servers')}
        filter={false}
        count={(total) => t('{{total}} of {{maximum}}', { total, maximum: LOG_SERVERS })}
        columns={[
          'syslogServIndex',
          'syslogServAddr',
          'syslogServPort',
          'syslogServFacility',
          'syslogServSeverity',
          {
            name: 'syslogServState',
            draw: (row) =>
              row.syslogServState === 1 ? <Tag tone="ok">{t('Enabled')}</Tag> : <Tag>{t('Disabled')}</Tag>,
          },
        ]}
        empty={t('No server is set. Messages stay on the switch.')}
        isSelected={(row) => row.syslogServIndex === edited}
        onModify={(row) => setEdited(row.syslogServIndex)}
        actions={
          edited !== 'new' &&
          free !== undefined && (
            <Button look="text" onClick={() => setEdited('new')}>
              {t('Add server')}
            </Button>
          )
        }
      />
    </>
  );
}

function ServerFields() {
  const linkLocal = /^fe[89ab]/i.test(String(useDraftValue('syslogServAddr')));
  const vlan = Number(useDraftValue('syslogServVlan'));
  return (
    <FormFields>
      <FormField name="syslogServIndex" />
      <FormField name="syslogServAddrType" />
      <FormField name="syslogServAddr" />
      {(linkLocal || vlan !== 0) && <FormField name="syslogServVlan" />}
      <FormField name="syslogServPort" />
      <FormField name="syslogServFacility" />
      <FormField name="syslogServSeverity" />
      <FormField name="syslogServState" />
    </FormFields>
  );
}
