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
export function changeOnceDecided(
  context: Pick<ServiceContext, 'change' | 'clock' | 'guard'>,
  why: Message,
  edit: (configuration: Configuration) => Configuration,
): Promise<void> {
  return onceDecided(context, () => context.change(why, edit));
}

/** As `changeOnceDecided`, for whatever changes something: it is tried from its beginning again. */
export async function onceDecided<Result>(
  { clock, guard }: Pick<ServiceContext, 'clock' | 'guard'>,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!guard.provisional()) throw error;
      await new Promise<void>((resolve) => {
        clock.after(PAUSE, resolve);
      });
    }
  }
}
