import { useApply } from '../../console/call/use-apply.ts';
import { Button } from '../../console/elements/Button.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { ObjectCall } from '../../model/wire/call.ts';

interface DisconnectSessionProps {
  readonly number: number;
  /** Ends it. */
  readonly call: ObjectCall;
}

/** Ends a session of the command line. */
export function DisconnectSession({ number, call }: DisconnectSessionProps) {
  const t = useText();
  const { apply, pending } = useApply();
  return (
    <Button
      look="text"
      busy={pending}
      aria-label={t('Disconnect session {{number}}', { number })}
      onClick={() => void apply(call)}
    >
      {t('Disconnect')}
    </Button>
  );
}
