import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useApply } from '../console/call/use-apply.ts';
import { Button } from '../console/elements/Button.tsx';
import { useText } from '../console/translations/use-text.ts';
import { PowerStatus } from './poe/power-over-ethernet/port-state-objects.ts';
import { restartOfDevice } from './restart-of-device.ts';

interface RestartButtonProps {
  readonly port: number;
  /** `poePortStatus` of the port; undefined where it gives no power to anybody. */
  readonly status: unknown;
  /** Default: an action in a row or heading. */
  readonly look?: 'outlined' | 'text';
}

/** Restarts the device at a port by interrupting its power for a moment; nothing if the port does not power one. */
export function RestartButton({ port, status, look = 'text' }: RestartButtonProps) {
  const t = useText();
  const { apply, pending } = useApply();
  const [isHeld, setIsHeld] = useState(false);
  const isOn = status === PowerStatus['POWER ON'];
  // The user who has just pressed it keeps the focus while the power is off.
  if (!isOn && !isHeld) return null;
  const restart = async () => {
    const { call, ...options } = restartOfDevice(port, t);
    const { ok } = await apply(call, options);
    if (ok) setIsHeld(true);
  };
  return (
    <Button
      look={look}
      icon={<RotateCcw aria-hidden="true" />}
      busy={pending || !isOn}
      onBlur={() => setIsHeld(false)}
      aria-label={t('Restart the device on port {{port}}', { port })}
      onClick={() => void restart()}
    >
      {t('Restart')}
    </Button>
  );
}
