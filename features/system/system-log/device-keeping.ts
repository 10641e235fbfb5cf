import type { Cancel } from '../../../datapath/clock.ts';
import { type DeviceContext, operation, type Service } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { callerName } from '../../../device/management.ts';
import { Refusal } from '../../../device/refusal.ts';
import { slot } from '../../../device/slot.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { keptLog } from './kept-log.ts';
import { syslogMsgEntry } from './message-objects.ts';
import { LogBufferFull, LogSaveMode, syslogCtrl } from './objects.ts';

/** Whether the entries of before the start are back: they come once, however often the service begins. */
const restored = slot('logRestored', false);

function configureLog(context: DeviceContext): void {
  const settings = context.configuration().group(syslogCtrl);
  context.log.configure({
    size: settings.syslogBufferSize,
    whenFull: settings.syslogBufferFull === LogBufferFull.stop ? 'stop' : 'overwrite',
    maximumSeverity: settings.syslogLocalSeverity,
  });
}

const notWritten = say('The log could not be written to flash.');

/** Keeps the log as it is set: how much, from which level, and on flash, from where it comes back at the start. */
export const logKeeping: Service = {
  name: 'log keeping',
  reads: [syslogCtrl],
  async start(context) {
    const file = context.keep(keptLog);
    configureLog(context);
    if (!context.slots.get(restored)) context.log.restore((await file.load()) ?? []);
    context.slots.update(restored, () => true);
    let failing = false;
    const report = (work: Promise<void>) =>
      work.then(
        () => {
          failing = false;
        },
        () => {
          const was = failing;
          failing = true;
          if (!was) context.log.write(Severity.error, notWritten);
        },
      );
    let stopTimer: Cancel = () => undefined;
    let everyMessage = false;
    const configure = () => {
      const group = context.configuration().group(syslogCtrl);
      const { syslogSaveMode } = group;
      stopTimer();
      stopTimer = () => undefined;
      if (syslogSaveMode === LogSaveMode.interval) {
        stopTimer = context.clock.every(
          millisecondsIn(syslogCtrl, group)('syslogSaveInterval'),
          () => void report(file.save(context.log.entries())),
        );
      }
      const was = everyMessage;
      everyMessage = syslogSaveMode === LogSaveMode.everyMessage;
      if (everyMessage && !was) void report(file.save(context.log.entries()));
    };
    configure();
    context.log.follow(() => {
      if (everyMessage) void report(file.save(context.log.entries()));
    });
    return {
      changed() {
        configureLog(context);
        configure();
      },
      stop: () => file.settled(),
    };
  },
};

/** "Save log now". */
export const saveLog = operation(syslogCtrl, {
  async operate(context, { values }) {
    if (values.syslogSaveNow !== 1) return;
    await context
      .keep(keptLog)
      .save(context.log.entries())
      .catch(() => {
        throw new Refusal(ErrorCode.commitFailed, notWritten);
      });
  },
});

/** "Clear log", here and on flash. */
export const clearLog = operation(syslogMsgEntry, {
  async operate(context, { kind, caller }) {
    if (kind !== 'deleteAll') return;
    context.log.clear();
    await context.keep(keptLog).remove();
    context.log.write(Severity.notice, say('log cleared by {{who}}', { who: callerName(caller) }));
  },
});
