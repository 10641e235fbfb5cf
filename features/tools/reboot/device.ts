import type { Cancel } from '../../../datapath/clock.ts';
import {
  type CallersRequest,
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { FlashStatus } from '../../../device/flash/flash-control.ts';
import { Severity } from '../../../device/log/log.ts';
import { callerName } from '../../../device/management.ts';
import { RebootCause } from '../../../device/power-control.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { refuseLimited } from '../../../device/sessions/access-proof.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { formatDateTime, parseDateTime } from '../../../model/values/date-time.ts';
import { say, wordsOf } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { sysUserEntry } from '../../system/administration/objects.ts';
import { ipDefaultRouter, ipIfSecondaryEntry } from '../../system/l3-feature/address-objects.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { deviceTimeAt, momentOfDeviceTime } from '../../system/system-time/objects.ts';
import { RebootType, sysRebootCtrl, sysScheduleRebootEntry } from './objects.ts';

/** How far ahead a restart can be set. */
const SCHEDULE_LIMIT = 365 * 24 * 3_600_000;

/** Milliseconds between two looks at the clock. */
const SCHEDULE_CHECK = 1_000;

/** Milliseconds that the clock may be set forward by, over the moment of a restart, and the restart comes all the same. */
const CORRECTION = 5 * 60_000;

/** Refuses while the flash is being written. */
function refuseWhileSaving({ flash }: DeviceContext): void {
  if (flash.status === FlashStatus.writing || flash.status === FlashStatus.verifying) {
    const message = say('The switch cannot be restarted while the configuration is being saved.');
    throw new Refusal(ErrorCode.resourceUnavailable, message);
  }
}

/** The built-in interface as it is, with the way out, in a configuration that is new otherwise. */
async function keepingAddress(context: DeviceContext, keepAccount: boolean): Promise<Configuration> {
  const running = context.configuration();
  let kept = factoryConfiguration(context.objects, context.hardware);
  const [builtIn] = running.rows(ipv4InterfaceEntry);
  if (builtIn) {
    const { ipv4InterfaceIfIndex: ifIndex } = builtIn;
    const secondary = running.rows(ipIfSecondaryEntry).filter((row) => row.ifIndex === ifIndex);
    kept = kept
      .withRow(ipv4InterfaceEntry, { ...builtIn, ipv4InterfaceEnableStatus: 1 })
      .withRows(ipIfSecondaryEntry, secondary);
    const withGateway = kept.withGroup(ipDefaultRouter, running.group(ipDefaultRouter));
    // A gateway behind another interface is none without it.
    if ((await context.problemsOf(withGateway)).length === 0) kept = withGateway;
  }
  return keepAccount ? kept.withRows(sysUserEntry, running.rows(sysUserEntry)) : kept;
}

async function saveAndWait({ flash }: DeviceContext, user: string): Promise<void> {
  flash.save(flash.startUpSlot, user);
  await flash.settled();
  if (flash.status !== FlashStatus.success) {
    throw new Refusal(ErrorCode.commitFailed, say('Save configuration failure.'));
  }
}

type Type = (typeof RebootType)[keyof typeof RebootType];

/**
 * Has the guard judge what the switch starts with; answers that of a factory reset which keeps something. A factory reset is forced
 * for good: nothing of what could come back is left. Rejects with a `Refusal`.
 */
async function judged(context: DeviceContext, type: Type, request: CallersRequest): Promise<Configuration | undefined> {
  if (type === RebootType.normal) await context.restartAsSaved(request);
  if (type === RebootType.factoryDefault) {
    await context.judgeStart(factoryConfiguration(context.objects, context.hardware), request);
  }
  if (type !== RebootType.factoryDefaultKeepAddress && type !== RebootType.factoryDefaultKeepAddressAndAccount) {
    return undefined;
  }
  const kept = await keepingAddress(context, type === RebootType.factoryDefaultKeepAddressAndAccount);
  context.flash.refuseUnsavable();
  await context.judgeStart(kept, request);
  return kept;
}

async function restart(context: DeviceContext, type: Type, request: CallersRequest): Promise<void> {
  const { flash, log, power } = context;
  const who = callerName(request.caller);
  const user = wordsOf(who);
  const kept = await judged(context, type, request);
  if (type === RebootType.saveFirst) await saveAndWait(context, user);
  if (type === RebootType.factoryDefault) await flash.factoryReset();
  if (kept) await flash.factoryReset({ configuration: kept, user });
  log.write(
    Severity.notice,
    say('Restart by {{who}}: {{how}}.', { who, how: say(sysRebootCtrl.fields.rebootType.show(type)) }),
  );
  power.reboot(RebootCause.user);
}

const rebootOperation = operation(sysRebootCtrl, {
  concludes: ({ rebootType }) => rebootType !== undefined,
  async prepare(context, { values, caller }) {
    const { rebootType: type } = values;
    if (type !== undefined) refuseWhileSaving(context);
    if (type !== undefined && type !== RebootType.normal && type !== RebootType.saveFirst) refuseLimited(caller);
    return values;
  },
  async rehearse(context, request) {
    const type = sysRebootCtrl.fields.rebootType.read(request.values.rebootType);
    if (type.ok) await judged(context, type.value, request);
  },
  async operate(context, request) {
    const type = sysRebootCtrl.fields.rebootType.read(request.values.rebootType);
    if (type.ok) await restart(context, type.value, request);
  },
});

/** The moment that is set; undefined while nothing is. */
function scheduled(configuration: Configuration): number | undefined {
  const row = configuration.rows(sysScheduleRebootEntry)[0];
  const time = row?.rebootScheduleState === Status.enabled ? parseDateTime(row.rebootScheduleTime) : undefined;
  return time && momentOfDeviceTime(configuration, time);
}

/** An enabled schedule has a time. Whether it lies ahead is asked when it is set: the clock is no part of a configuration. */
const scheduleRule: Rule = {
  concerns: [sysScheduleRebootEntry],
  *check({ after }) {
    for (const row of after.rows(sysScheduleRebootEntry)) {
      if (row.rebootScheduleState !== Status.enabled || row.rebootScheduleTime !== '') continue;
      const message = say('A scheduled reboot needs a date and time.');
      yield conflict(sysScheduleRebootEntry, message, { row, column: 'rebootScheduleTime' });
    }
  },
};

const scheduleOperation = operation(sysScheduleRebootEntry, {
  async prepare(context, { values }) {
    const state = sysScheduleRebootEntry.fields.rebootScheduleState.read(values.rebootScheduleState);
    const time = sysScheduleRebootEntry.fields.rebootScheduleTime.read(values.rebootScheduleTime);
    const configuration = context.configuration().withRow(sysScheduleRebootEntry, {
      sysScheduleRebootIndex: 1,
      ...(state.ok && { rebootScheduleState: state.value }),
      ...(time.ok && { rebootScheduleTime: time.value }),
    });
    const moment = scheduled(configuration);
    const now = context.wallClock.now();
    if (moment !== undefined && (moment <= now || moment > now + SCHEDULE_LIMIT)) {
      const message = say('{{label}} must be a time in the future, at most {{days}} days ahead.', {
        label: say(sysScheduleRebootEntry.fields.rebootScheduleTime.label),
        days: SCHEDULE_LIMIT / 86_400_000,
      });
      throw new Refusal(ErrorCode.wrongValue, message, placeIn(sysScheduleRebootEntry, values, 'rebootScheduleTime'));
    }
    return values;
  },
});

/**
 * Restarts the switch when its time has come. A time that passed while the switch was off is skipped, so that the next
 * start does not restart again; and so is one that the clock jumps over, which a forged time server could cause.
 */
const schedule: Service = {
  name: 'scheduled reboot',
  reads: [sysScheduleRebootEntry],
  start(context) {
    const { log, wallClock, flash, power, clock, guard, hold } = context;
    let due: number | undefined;
    let running = false;
    const arm = () => {
      const moment = scheduled(context.configuration());
      due = moment !== undefined && moment > wallClock.now() ? moment : undefined;
    };
    const fire = async () => {
      const save = context.configuration().rows(sysScheduleRebootEntry)[0]?.rebootScheduleSave === TruthValue.yes;
      due = undefined;
      await context.change(say('scheduled reboot'), (configuration) =>
        configuration.withRow(sysScheduleRebootEntry, { sysScheduleRebootIndex: 1, rebootScheduleState: 2 }),
      );
      await flash.settled();
      if (save) await saveAndWait(context, 'the schedule');
      log.write(Severity.notice, say('Scheduled restart.'));
      power.reboot(RebootCause.schedule);
    };
    const unfollow = wallClock.onStep((difference) => {
      const now = wallClock.now();
      if (due === undefined || due > now || due <= now - difference || difference <= CORRECTION) return;
      due = undefined;
      log.write(Severity.warning, say('The clock was set forward past a scheduled reboot, which is skipped.'));
    });
    arm();
    const end: Cancel = clock.every(SCHEDULE_CHECK, () => {
      // A change that waits to be confirmed, or holds the switch, is neither saved nor interrupted: the restart follows
      // it.
      if (running || due === undefined || wallClock.now() < due || guard.provisional() || hold.reason) return;
      running = true;
      const moment = due;
      void fire()
        .catch(() => {
          // A change was forced in the same moment.
          if (guard.provisional()) due = moment;
          else log.write(Severity.error, say('The scheduled reboot could not be carried out.'));
        })
        .finally(() => {
          running = false;
        });
    });
    const stop = () => {
      unfollow();
      end();
    };
    return { changed: arm, stop };
  },
};

function livePower(context: DeviceContext): LiveOf<typeof sysRebootCtrl> {
  const { power } = context;
  return {
    lastRebootCause: power.lastCause,
    lastRebootTime: formatDateTime(deviceTimeAt(context.configuration(), power.startedAt)),
    rebootCount: power.starts,
  };
}

/** Tools > Reboot. */
export const reboot: DeviceFeature = {
  objects: [sysRebootCtrl, sysScheduleRebootEntry],
  rules: [scheduleRule],
  live: [live(sysRebootCtrl, { group: livePower })],
  operations: [rebootOperation, scheduleOperation],
  services: [schedule],
};
