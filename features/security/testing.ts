import { ManualClock } from '../../datapath/clock.ts';
import type { ServiceContext } from '../../device/feature.ts';
import { SlotStore } from '../../device/slot.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { type Message, wordsOf } from '../../model/values/message.ts';

/**
 * The surroundings of a service that asks servers: a driven clock, slots, a log, and a configuration that a test
 * changes.
 */
export function surroundings(configuration: Configuration) {
  const clock = new ManualClock();
  const said: string[] = [];
  const slots = new SlotStore(
    () => undefined,
    (error) => said.push(String(error)),
  );
  let present = configuration;
  const context = {
    clock,
    slots,
    log: { write: (_severity: number, message: Message) => said.push(wordsOf(message)) },
    configuration: () => present,
    offer: (place: Parameters<SlotStore['update']>[0], handle: unknown) => slots.update(place, () => handle),
  };
  return {
    // Such a service uses nothing else of its surroundings.
    context: context as unknown as ServiceContext,
    clock,
    slots,
    said,
    change(edit: (configuration: Configuration) => Configuration): void {
      present = edit(present);
    },
  };
}
