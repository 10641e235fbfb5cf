import { Button } from '../../console/elements/Button.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { useDraftValue, useSetDraftValue } from '../../console/form/form-context.ts';
import { useText } from '../../console/translations/use-text.ts';

/** The form columns that contain its timers. */
interface TimerColumns {
  readonly robustness: string;
  readonly interval: string;
  readonly response: string;
  readonly host: string;
  readonly router: string;
}

/** Says when a form's timeouts are shorter than its queries allow for, and offers those that follow (RFC 3376 8.4). */
export function timerAdvice(columns: TimerColumns) {
  return function TimerAdvice() {
    const t = useText();
    const set = useSetDraftValue();
    const robustness = Number(useDraftValue(columns.robustness));
    const interval = Number(useDraftValue(columns.interval));
    const host = robustness * interval + Number(useDraftValue(columns.response));
    const router = 2 * interval;
    const hostNow = Number(useDraftValue(columns.host));
    const routerNow = Number(useDraftValue(columns.router));
    if (!Number.isFinite(host) || (hostNow >= host && routerNow >= router)) return null;
    const use = () => {
      set(columns.host, host);
      set(columns.router, router);
    };
    return (
      <Notice
        tone="warn"
        live
        actions={
          <Button onClick={use}>{t('Set the timeouts to {{host}} s and {{router}} s', { host, router })}</Button>
        }
      >
        {t('With these query settings, listeners and routers may expire while they are still present.')}
      </Notice>
    );
  };
}
