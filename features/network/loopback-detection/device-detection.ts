import { randomBytes } from 'node:crypto';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { type LoopEvent, type LoopNews, stepLoopDetection } from '../../../protocols/loop-detection/detection.ts';
import { idleLoopDetection } from '../../../protocols/loop-detection/state.ts';
import { LOOPBACK_FRAMES, settingsOf } from './device-settings.ts';
import { loopBlocks, loopRecovery } from './slots.ts';

/** Looks for loops, and says where they are closed. */
export function startDetection(context: ServiceContext): RunningService {
  const { clock, datapath, hardware, log, slots } = context;
  const present = () => settingsOf(context.configuration(), hardware.baseMacAddress);
  let settings = present();
  let state = idleLoopDetection;
  const wakeAt = wakeLoop(clock, () => tell({ kind: 'wake' }));

  const tell = (event: LoopEvent): void => {
    const step = stepLoopDetection(settings, state, event, clock.now(), drawToken);
    state = step.state;
    if (step.news.length > 0) {
      slots.update(loopBlocks, () => [...state.blocks.values()].map(({ port, vlan }) => ({ port, vlan })));
    }
    for (const news of step.news) log.write(...entryOf(news, settings.recoverTime));
    for (const { port, frame } of step.send) datapath.transmit(port, frame);
    wakeAt(state.wakeAt);
  };

  context.offer(loopRecovery, (port) => tell({ kind: 'recover', port }));
  context.onFrame([LOOPBACK_FRAMES], ({ port, frame }) => tell({ kind: 'frame', port, octets: frame }));
  context.onPort(({ port, link }) => {
    if (link === 'up' && settings.ports.has(port)) tell({ kind: 'probe' });
  });
  tell({ kind: 'configure' });
  return {
    changed() {
      settings = present();
      tell({ kind: 'configure' });
    },
  };
}

function drawToken(): bigint {
  return randomBytes(8).readBigUInt64BE();
}

function entryOf(news: LoopNews, recoverTime: number): [Severity, Message] {
  const { port, vlan } = news.place;
  const what = vlan === 0 ? say('the port') : say('VLAN {{vlan}}', { vlan });
  if (news.kind === 'open') {
    const why = {
      gone: say('the loop is gone'),
      recovered: say('recovered by an administrator'),
      settings: say('loopback detection was disabled there'),
    }[news.why];
    return [Severity.notice, say('Port {{port}}: {{what}} is open again, {{why}}.', { port, what, why })];
  }
  const other = port === news.sender ? news.receiver : news.sender;
  const loop = news.sender === news.receiver ? say('loop') : say('loop to port {{port}}', { port: other });
  const until = Number.isFinite(recoverTime)
    ? say('for at least {{seconds}} s', { seconds: recoverTime / 1000 })
    : say('until the port is disabled and enabled');
  return [
    Severity.warning,
    say('Port {{port}}: {{loop}}, {{what}} is blocked {{until}}.', { port, loop, what, until }),
  ];
}
