import { Severity } from '../../device/log/log.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { SurveillanceDevice, SurveillanceState } from '../../protocols/surveillance/state.ts';

const kindWords = { camera: say('Camera'), recorder: say('Recorder'), other: say('Surveillance device') } as const;

/** What the log says of devices that were found, have moved, fell silent or are gone. */
export function newsOf(before: SurveillanceState, next: SurveillanceState): [Severity, Message][] {
  const news: [Severity, Message][] = [];
  const valuesOf = ({ kind, mac, port }: SurveillanceDevice) => ({ device: kindWords[kind], mac, port });
  for (const device of next.devices.values()) {
    const former = before.devices.get(device.mac);
    const values = valuesOf(device);
    if (former?.kind !== device.kind || former.port !== device.port) {
      news.push([Severity.notice, say('{{device}} {{mac}} was found at port {{port}}.', values)]);
    } else if (device.reply === 'silent' && former.reply !== 'silent') {
      news.push([Severity.warning, say('{{device}} {{mac}} at port {{port}} does not respond.', values)]);
    } else if (device.reply === 'replied' && former.reply === 'silent') {
      news.push([Severity.notice, say('{{device}} {{mac}} at port {{port}} responds again.', values)]);
    }
  }
  for (const device of before.devices.values()) {
    if (next.devices.has(device.mac)) continue;
    news.push([Severity.notice, say('{{device}} {{mac}} at port {{port}} was removed.', valuesOf(device))]);
  }
  return news;
}
