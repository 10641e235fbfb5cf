import type { StateContribution } from '../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  type LiveRowOf,
  live,
  operation,
  type Service,
} from '../../device/feature.ts';
import { Severity } from '../../device/log/log.ts';
import { type Caller, callerName } from '../../device/management.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { formatMessage, say, wordsOf } from '../../model/values/message.ts';
import { portsOf } from '../../model/values/port-list.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import type { CaptureRun } from './capture-run.ts';
import { captureDesk } from './desk.ts';
import { CAPTURE_DOWNLOAD } from './names.ts';
import { CaptureStatus, captureCtrl, captureLineEntry, captureState } from './objects.ts';
import { capturePlan } from './slots.ts';
import { nonsense, wantedOf } from './wanted.ts';

const copying: StateContribution = {
  reads: [],
  uses: [capturePlan],
  compile(_configuration, _hardware, slots) {
    const capture = slots.get(capturePlan);
    return capture ? { capture } : {};
  },
};

/** Captured frames are for the sessions of the console alone: not for managers, programs and the cloud, which may read all else. */
function maySee({ access, session }: Caller): boolean {
  return access === 'web' && session !== undefined;
}

function refuseOthers(caller: Caller): void {
  if (maySee(caller)) return;
  throw new Refusal(ErrorCode.notWritable, say('Frames can be captured only in a session of the console.'));
}

function presentFor({ slots }: DeviceContext, caller: Caller): CaptureRun | undefined {
  return maySee(caller) ? slots.get(captureDesk)?.present : undefined;
}

const capturing = operation(captureCtrl, {
  async operate({ slots, hardware }, { values, caller }) {
    refuseOthers(caller);
    const desk = slots.get(captureDesk);
    if (!desk) throw new Refusal(ErrorCode.resourceUnavailable, say('Frames cannot be captured now.'));
    if (values.captureStop === 1) desk.stop(caller);
    if (values.captureDiscard === 1) desk.discard();
    if (values.capturePorts === undefined) return;
    const wanted = wantedOf(values);
    const missing = portsOf(wanted.plan.ports).find((port) => !hardware.ports.has(port));
    if (missing !== undefined) {
      const message = say('Port {{port}} does not exist.', { port: missing });
      throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(captureCtrl, undefined, 'capturePorts'));
    }
    const wrong = nonsense(wanted.plan.match);
    if (wrong) {
      const message = say('No frame matches this filter: {{reason}}', { reason: wrong.message });
      throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(captureCtrl, undefined, wrong.column));
    }
    await desk.begin(wanted, caller);
  },
});

const nothing: LiveOf<typeof captureState> = {
  captureStatus: CaptureStatus.none,
  captureOfPorts: '',
  captureBy: '',
  captureStarted: '',
  captureRunTime: 0,
  captureFilter: '',
  captureFilterSaid: '',
  captureFrames: 0,
  captureFileSize: 0,
  captureLost: 0,
  captureLeftOut: 0,
  captureEnd: '',
  captureEndSaid: '',
};

async function state(context: DeviceContext, caller: Caller): Promise<LiveOf<typeof captureState>> {
  const run = presentFor(context, caller);
  if (!run) return nothing;
  return {
    captureStatus: run.isRunning ? CaptureStatus.running : CaptureStatus.ended,
    captureOfPorts: run.ports,
    captureBy: wordsOf(run.by),
    captureStarted: formatDateTime(deviceTimeAt(context.configuration(), run.started)),
    captureRunTime: run.seconds,
    captureFilter: wordsOf(run.filter),
    captureFilterSaid: formatMessage(run.filter),
    captureFrames: run.record.frames,
    captureFileSize: run.record.octets,
    captureLost: await run.lost(),
    captureLeftOut: run.leftOut,
    captureEnd: run.end ? wordsOf(run.end) : '',
    captureEndSaid: formatMessage(run.end),
  };
}

async function lines(
  context: DeviceContext,
  _query: unknown,
  caller: Caller,
): Promise<readonly LiveRowOf<typeof captureLineEntry>[]> {
  const run = presentFor(context, caller);
  return run ? (await import('./device-lines.ts')).lineRows(context, run) : [];
}

const desk: Service = {
  name: 'capture',
  reads: [],
  decides: [capturePlan],
  start(context) {
    let present: CaptureRun | undefined;
    let isBeginning = false;
    const refuseSecond = () => {
      if (!isBeginning && !present?.isRunning) return;
      throw new Refusal(
        ErrorCode.resourceUnavailable,
        say('A capture is running already: only one can run at a time.'),
      );
    };
    context.offer(captureDesk, {
      get present() {
        return present;
      },
      async begin(wanted, caller) {
        refuseSecond();
        isBeginning = true;
        try {
          const { CaptureRun: Run } = await import('./capture-run.ts');
          present?.discard();
          present = await Run.begin(context, wanted, caller, () => {
            present = undefined;
          });
        } finally {
          isBeginning = false;
        }
      },
      stop: (caller) => present?.stop(say('Stopped by {{who}}.', { who: callerName(caller) })),
      discard: () => present?.discard(),
    });
    return { stop: () => present?.discard(say('The switch restarts.')) };
  },
};

/** Frames on the line of ports, to be looked at. */
export const capture: DeviceFeature = {
  objects: [captureCtrl, captureState, captureLineEntry],
  stateContributions: [copying],
  live: [live(captureState, { group: state }), live(captureLineEntry, { rows: lines })],
  operations: [capturing],
  services: [desk],
  downloads: [
    {
      name: CAPTURE_DOWNLOAD,
      async fetch(context, _query, caller) {
        refuseOthers(caller);
        const run = presentFor(context, caller);
        if (!run) throw new Refusal(ErrorCode.noSuchName, say('There is no capture to download.'));
        const values = { ports: run.ports, who: callerName(caller) };
        context.log.write(Severity.notice, say('Capture of port {{ports}} downloaded by {{who}}.', values));
        return (await import('./device-file.ts')).captureFile(context, run);
      },
    },
  ],
};
