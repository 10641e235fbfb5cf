import type { Clock } from '../../datapath/clock.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { FlashFiles } from '../flash/flash-files.ts';
import { type Log, Severity } from '../log/log.ts';
import { type PowerControl, RebootCause } from '../power-control.ts';
import { type BootRecord, recordReboot } from './boot-record.ts';

/** A cause in the words of the log. */
export const causeInWords: Readonly<Record<RebootCause, Message>> = {
  [RebootCause.power]: say('power'),
  [RebootCause.user]: say('user'),
  [RebootCause.firmware]: say('firmware'),
  [RebootCause.watchdog]: say('watchdog'),
  [RebootCause.crash]: say('crash'),
  [RebootCause.schedule]: say('schedule'),
};

/** Dependencies of restarting. */
interface PowerSurroundings {
  readonly files: FlashFiles;
  /** Files of the boot record. */
  readonly paths: readonly string[];
  readonly boot: BootRecord;
  readonly startedAt: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Starts the switch again, once the present calls are answered. */
  reboot(): void;
}

/** Reports this start, and begins the next one after recording its cause. */
export function createPower({ files, paths, boot, startedAt, clock, log, reboot }: PowerSurroundings): PowerControl {
  const began = clock.now();
  return {
    lastCause: boot.cause,
    startedAt,
    starts: boot.starts,
    upTime: () => clock.now() - began,
    reboot(cause) {
      log.write(Severity.notice, say('The device restarts, cause: {{cause}}.', { cause: causeInWords[cause] }));
      // A flash that cannot be written must not keep the switch from restarting.
      recordReboot(files, paths, boot, cause).then(reboot, reboot);
    },
  };
}
