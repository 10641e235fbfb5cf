import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Message } from '../../model/values/message.ts';
import type { ServiceContext } from '../feature.ts';

/** Milliseconds between two looks at whether a forced change still waits to be confirmed. */
const PAUSE = 1_000;

/**
 * As `context.change`, for what is due because its time has come: while a forced change waits to be confirmed nothing else is
 * changed, and this is made once that is decided. Rejects where it is refused for anything else; never settles where the
 * service ends before.
 */
export async function changeOnceDecided(
  { change, clock, guard }: Pick<ServiceContext, 'change' | 'clock' | 'guard'>,
  why: Message,
  edit: (configuration: Configuration) => Configuration,
): Promise<void> {
  for (;;) {
    try {
      return await change(why, edit);
    } catch (error) {
      if (!guard.provisional()) throw error;
      await new Promise<void>((resolve) => {
        clock.after(PAUSE, resolve);
      });
    }
  }
}
