import { test } from 'vitest';
import { RecordedEngine } from '../../tests/recording.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { type DhcpEvent, stepDhcp } from './client.ts';
import { parseDhcpFrame } from './frame.ts';
import { DhcpMessageType } from './message.ts';
import { DhcpOption } from './options.ts';
import { stoppedDhcp } from './state.ts';
import { number, reply, settings } from './testing.ts';

test('a client goes the recorded way', async () => {
  let state = stoppedDhcp(4711);
  let last: Uint8Array = new Uint8Array();
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: DhcpEvent, now) => {
      const step = stepDhcp({ ...settings, retries: 3 }, state, event, now);
      state = step.state;
      last = step.send.at(-1) ?? last;
      return step;
    },
    () => state.wakeAt,
  );
  const wake = { kind: 'wake' } as const;
  const answer = (
    type: number,
    options: readonly (readonly [number, Uint8Array | undefined])[] = [],
    address = '192.168.10.77',
  ) => {
    const asked = parseDhcpFrame(last);
    if (!asked) throw new Error('nothing was asked');
    const octets = reply(asked, type, new Map(options), address);
    engine.tell({ kind: 'frame', octets });
    return octets;
  };
  const { offer, ack, nak } = DhcpMessageType;
  engine.tell({ kind: 'start' });
  engine.pass(70, wake);
  answer(offer);
  engine.pass(20, wake);
  answer(nak);
  answer(offer);
  const given = answer(ack);
  engine.pass(3300, wake);
  answer(ack, [[DhcpOption.leaseTime, number(100)]], '192.168.10.78');
  engine.tell({ kind: 'renew' });
  answer(ack, [
    [DhcpOption.leaseTime, number(200)],
    [58, number(50)],
    [59, number(150)],
  ]);
  engine.pass(60, wake);
  answer(nak);
  engine.pass(12, wake);
  answer(offer, [[DhcpOption.leaseTime, number(20)]]);
  answer(ack, [[DhcpOption.leaseTime, number(20)]]);
  engine.tell({ kind: 'conflict' });
  engine.pass(15, wake);
  answer(offer);
  answer(ack, [[DhcpOption.leaseTime, number(30)]]);
  engine.pass(40, wake);
  answer(offer);
  answer(ack, [
    [DhcpOption.leaseTime, number(0xffff_ffff)],
    [DhcpOption.router, undefined],
  ]);
  engine.tell({ kind: 'release' });
  engine.tell({ kind: 'renew' });
  engine.recording.reads('ACK', given, parseDhcpFrame);
  await engine.recording.isAsIn('recorded.txt');
});
