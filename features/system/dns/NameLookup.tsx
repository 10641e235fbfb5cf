import { type FormEvent, useState } from 'react';
import { failureText, refusedColumn } from '../../../console/call/failure.ts';
import { setGroup } from '../../../console/call/object-calls.ts';
import { report } from '../../../console/call/report.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { ApplyButton } from '../../../console/elements/ApplyButton.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { wordsOf } from '../../../model/values/message.ts';
import styles from './dns.module.css';
import { DnsTestStatus, dnsResolverCtrl } from './objects.ts';

const field = dnsResolverCtrl.fields.dnsTestName;

/** Lets the switch resolve a name, and shows what came of it. */
export function NameLookup() {
  const t = useText();
  const { apply, pending } = useApply();
  const [name, setName] = useState('');
  const [message, setMessage] = useState('');
  const [asked, setAsked] = useState('');
  // While the switch asks, the answer is looked for every second.
  const [waiting, setWaiting] = useState(false);
  const { data } = useGroup(dnsResolverCtrl, { poll: waiting ? 1_000 : false });
  const open = data?.dnsTestStatus === DnsTestStatus.running || (asked !== '' && data?.dnsTestedName !== asked);
  if (open !== waiting) setWaiting(open);
  const test = async (event: FormEvent) => {
    event.preventDefault();
    const reading = field.read(name);
    setMessage(reading.ok ? '' : wordsOf(reading.message, t));
    if (!reading.ok) return;
    const applied = await apply(setGroup(dnsResolverCtrl, { dnsTestName: reading.value }), {
      success: false,
      quiet: true,
    });
    if (applied.ok) setAsked(reading.value);
    else if (refusedColumn(applied.failure, dnsResolverCtrl) === 'dnsTestName')
      setMessage(failureText(applied.failure, t));
    else if (!applied.cancelled) report(applied.failure);
  };
  return (
    <Card title={t('Test name')}>
      <form className={styles.test} noValidate onSubmit={(event) => void test(event)}>
        <PlainField
          field={field}
          label={t('Host name')}
          value={name}
          onChange={(value) => {
            setName(String(value));
            setMessage('');
          }}
          message={message || undefined}
        />
        <ApplyButton type="submit" look="outlined" busy={pending || waiting}>
          {t('Test')}
        </ApplyButton>
      </form>
      <p className={styles.result} role="status">
        {data && data.dnsTestedName !== '' && (
          <>
            <Tag tone={toneOf(data.dnsTestStatus)}>
              {t(dnsResolverCtrl.fields.dnsTestStatus.show(data.dnsTestStatus))}
            </Tag>{' '}
            <b>{data.dnsTestedName}</b> {data.dnsTestResult}
          </>
        )}
      </p>
    </Card>
  );
}

function toneOf(status: number) {
  if (status === DnsTestStatus.found) return 'ok';
  return status === DnsTestStatus.failed ? 'bad' : 'neutral';
}
