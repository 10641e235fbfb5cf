import { test } from 'vitest';
import { RecordedEngine } from '../../tests/recording.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { idleSntp, type SntpEvent, stepSntp } from './client.ts';
import { parseSntpReply, putTimestamp, SNTP_LENGTH } from './packet.ts';

const COOKIE = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const NEW_YEAR = Date.UTC(2026, 0);

test('a client of two servers goes the recorded way', async () => {
  let state = idleSntp;
  const settings = { servers: ['192.0.2.1', '192.0.2.2'], pollInterval: 60_000 };
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: SntpEvent, now) => {
      const wall = NEW_YEAR + now - SOME_MOMENT;
      const step = stepSntp(settings, state, event, { monotonic: now, wall }, COOKIE);
      state = step.state;
      return step;
    },
    () => state.wakeAt,
  );
  const wake = { kind: 'wake' } as const;
  const reply = (offset: number, { stratum = 2, leap = 0, reference = '', server = '192.0.2.1' } = {}) => {
    const octets = new Uint8Array(SNTP_LENGTH);
    octets.set([(leap << 6) | 0x24, stratum]);
    octets.set(new TextEncoder().encode(reference), 12);
    octets.set(COOKIE, 24);
    const now = NEW_YEAR + engine.now - SOME_MOMENT + offset;
    putTimestamp(octets, 32, now - 30);
    putTimestamp(octets, 40, now - 10);
    engine.tell({ kind: 'datagram', server, octets });
    return octets;
  };
  engine.tell({ kind: 'start' });
  engine.pass(16, wake);
  reply(5, { server: '192.0.2.9' });
  reply(5000, { server: '192.0.2.2' });
  engine.pass(60, wake);
  engine.pass(1, wake);
  const right = reply(-40);
  engine.pass(60, wake);
  reply(0, { stratum: 0, reference: 'RATE' });
  engine.pass(125, wake);
  reply(0, { leap: 3 });
  engine.pass(5, wake);
  reply(0, { stratum: 0, reference: 'DENY' });
  engine.tell({ kind: 'unreachable', server: '192.0.2.2' });
  engine.pass(70, wake);
  for (const offset of [2_000_000, 2_000_500, 9_000_000, 9_000_100, 9_000_200]) {
    reply(offset, { server: '192.0.2.2' });
    engine.pass(70, wake);
  }
  engine.pass(200, wake);
  engine.recording.reads('reply', right, parseSntpReply);
  await engine.recording.isAsIn('recorded.txt');
});
