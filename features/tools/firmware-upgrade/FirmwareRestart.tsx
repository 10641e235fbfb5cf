import { RestartWait } from '../../../console/session/RestartWait.tsx';
import { useText } from '../../../console/translations/use-text.ts';

/** Seconds that a switch has for coming back with other firmware, falling back included (docs/specification/system.md). */
const PATIENCE = 300;

/** Waits for a switch that starts with other firmware. */
export function FirmwareRestart() {
  const t = useText();
  return (
    <RestartWait
      patience={PATIENCE}
      advice={t(
        'The switch is not back. Leave its power on: if the new firmware fails to start, the former one is started. Check whether its address has changed.',
      )}
    />
  );
}
