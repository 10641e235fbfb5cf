import type { DeviceContext, LiveRowOf } from '../../device/feature.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { formatMessage, wordsOf } from '../../model/values/message.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import type { CaptureRun } from './capture-run.ts';
import { frameWords } from './frame-words.ts';
import { CaptureLineWay, type captureLineEntry } from './objects.ts';

/** The last frames of a capture as lines. */
export function lineRows(context: DeviceContext, { record }: CaptureRun): LiveRowOf<typeof captureLineEntry>[] {
  const configuration = context.configuration();
  return record.latest.map(({ number, port, direction, time, frame, length }) => {
    const { source, destination, protocol, said } = frameWords(frame);
    const milliseconds = String(Math.floor(time) % 1000).padStart(3, '0');
    return {
      captureLineIndex: number,
      captureLineTime: `${formatDateTime(deviceTimeAt(configuration, time))}.${milliseconds}`,
      captureLinePort: port,
      captureLineDirection: CaptureLineWay[direction],
      captureLineSource: source,
      captureLineDestination: destination,
      captureLineProtocol: protocol,
      captureLineLength: length,
      captureLineWords: wordsOf(said),
      captureLineSaid: formatMessage(said),
    };
  });
}
