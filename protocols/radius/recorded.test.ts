import { test } from 'vitest';
import { RecordedEngine } from '../../tests/recording.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { assignedVlanOf } from './assigned-vlan.ts';
import { stepRadius } from './client.ts';
import type { RadiusEvent } from './events.ts';
import {
  Attribute,
  buildAccessRequest,
  judgeAnswer,
  numberAttribute,
  parseRadius,
  RadiusCode,
  textAttribute,
} from './packet.ts';
import type { RadiusServer, RadiusWay } from './question.ts';
import { idleRadius, statisticsOf } from './state.ts';
import { answerTo } from './testing.ts';

const SECRET = 'testing123';
const AUTHENTICATOR = Uint8Array.from({ length: 16 }, (_, at) => at + 1);
const server = (index: number, more: Partial<RadiusServer> = {}): RadiusServer => ({
  ...{ index, secret: SECRET, timeout: 3000, retransmit: 1, accounting: index !== 2, ...more },
});

test('a client of three servers goes the recorded way', async () => {
  let state = idleRadius;
  const sent: { readonly server: number; readonly way: RadiusWay; readonly octets: Uint8Array }[] = [];
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: RadiusEvent, now) => {
      const step = stepRadius(state, event, now, () => AUTHENTICATOR);
      state = step.state;
      sent.push(...step.send);
      const counts = [1, 2].flatMap((index) =>
        (['authentication', 'accounting'] as const).map((way) => statisticsOf(state, index, way)),
      );
      return { ...step, counts };
    },
    () => state.wakeAt,
  );
  const wake = { kind: 'wake' } as const;
  let ids = 0;
  const ask = (way: RadiusWay, only?: number) => {
    ids += 1;
    const attributes = (_: unknown, waited: number) => [
      textAttribute(Attribute.userName, 'nemo'),
      numberAttribute(Attribute.acctDelayTime, waited),
    ];
    engine.tell({ kind: 'ask', question: { id: ids, way, attributes, ...(only !== undefined && { server: only }) } });
  };
  const answer = (code: number, { secret = SECRET, of = sent.at(-1), from = 0 } = {}) => {
    if (!of) throw new Error('nothing was asked');
    engine.tell({
      kind: 'datagram',
      server: from || of.server,
      way: of.way,
      octets: answerTo(of.octets, code, [], secret),
    });
  };
  engine.tell({ kind: 'configure', servers: [server(2), server(1), server(3, { retransmit: 0, timeout: 1000 })] });
  ask('authentication');
  engine.pass(1, wake);
  answer(RadiusCode.accessAccept, { secret: 'wrong' });
  answer(RadiusCode.accountingResponse);
  answer(RadiusCode.accessAccept, { from: 2 });
  answer(RadiusCode.accessChallenge);
  answer(RadiusCode.accessReject);
  ask('authentication');
  ask('accounting');
  ask('authentication', 3);
  engine.pass(4, wake);
  answer(RadiusCode.accessReject, { of: sent.find(({ way }) => way === 'authentication') });
  engine.tell({ kind: 'cancel', id: 2 });
  engine.tell({ kind: 'unreachable', server: 1, way: 'accounting' });
  engine.pass(9, wake);
  ask('authentication');
  ask('accounting');
  engine.pass(7, wake);
  answer(RadiusCode.accountingResponse);
  engine.tell({ kind: 'clear' });
  engine.pass(300, wake);
  ask('authentication');
  engine.tell({ kind: 'configure', servers: [server(2, { secret: 'other' })] });
  engine.pass(7, wake);
  engine.tell({ kind: 'configure', servers: [] });
  ask('authentication');
  const request = buildAccessRequest(7, AUTHENTICATOR, [textAttribute(Attribute.userName, 'nemo')], SECRET);
  const tunnel = [
    ...[numberAttribute(Attribute.tunnelType, 13), numberAttribute(Attribute.tunnelMediumType, 6)],
    textAttribute(Attribute.tunnelPrivateGroupId, '20'),
  ];
  const accept = answerTo(request, RadiusCode.accessAccept, tunnel, SECRET);
  engine.recording.reads('request', request, parseRadius);
  engine.recording.reads('judgement', accept, (octets) => judgeAnswer(octets, request, SECRET));
  engine.recording.reads('VLAN', accept, (octets) => {
    const packet = parseRadius(octets);
    return packet && assignedVlanOf(packet);
  });
  await engine.recording.isAsIn('recorded.txt');
});
