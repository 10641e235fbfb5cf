import { test } from 'vitest';
import { Recording } from '../../tests/recording.ts';
import { buildEap, buildEapOutcome, EapCode, EapType } from '../eap/packet.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { decisionOf } from './access.ts';
import { readEapol } from './eapol.ts';
import type { AuthenticatorEvent, BackendAnswer } from './events.ts';
import type { PortSettings } from './state.ts';
import { accepted, auto, eapol, logoff, response, start, TestAuthenticator } from './testing.ts';

const [A, B] = ['02-AA-00-00-00-01', '02-AA-00-00-00-02'] as const;

/** An authenticator whose steps are recorded, with what its ports let in. */
class RecordedAuthenticator extends TestAuthenticator {
  readonly recording = new Recording(SOME_MOMENT);

  override tell(event: AuthenticatorEvent): void {
    const [news, asked] = [this.news.length, this.asked.length];
    super.tell(event);
    this.recording.note(this.now, this.recording.eventOf(event), {
      state: this.state,
      news: this.news.slice(news),
      ask: this.asked.slice(asked),
      sent: this.sent(),
      decisions: new Map([...this.state.ports].map(([port, state]) => [port, decisionOf(state)])),
    });
  }
}

test('three ports go the recorded way', async () => {
  const one = new RecordedAuthenticator();
  const ports = new Map<number, PortSettings>([
    [1, { ...auto, txPeriod: 3000, quietPeriod: 6000, supplicantTimeout: 1000, reauthPeriod: 20_000, guestVlan: 20 }],
    [2, { ...auto, mode: 'station', txPeriod: 5000, serverTimeout: 2000, reauthPeriod: 15_000 }],
    [3, { ...auto, control: 'forceAuthorized' }],
    [4, { ...auto, control: 'forceUnauthorized' }],
  ]);
  const configure = (port: number, change: Partial<PortSettings>) => {
    ports.set(port, { ...auto, ...ports.get(port), ...change });
    one.tell({ kind: 'configure', ports: new Map(ports) });
  };
  const letIn = (station: string, port: number, key: string, answer: BackendAnswer = accepted) => {
    one.identify(station, 'ann', port, key);
    one.answer(answer);
  };
  configure(1, {});
  for (const port of [1, 2, 3, 4]) one.tell({ kind: 'link', port, isUp: true });
  one.frame(start(A));
  one.identify(A, 'ann');
  one.answer({
    kind: 'challenge',
    eap: buildEap(EapCode.request, 77, EapType.md5Challenge, Uint8Array.of(1)),
    timeout: undefined,
  });
  one.pass(1500);
  one.frame(response(B, 77, EapType.md5Challenge, Uint8Array.of(9)));
  one.frame(response(A, 77, EapType.md5Challenge, Uint8Array.of(9)));
  one.answer({
    ...accepted,
    eap: buildEapOutcome(EapCode.success, 78),
    user: 'anna',
    vlan: { kind: 'vlan', vlan: 10 },
  });
  one.frame(start(A), 2);
  letIn(A, 2, A, { ...accepted, sessionTimeout: 4000 });
  one.frame(start(B), 2);
  one.identify(B, 'bob', 2, B);
  one.pass(2500);
  letIn(B, 2, B, { ...accepted, vlan: { kind: 'vlan', vlan: 20 }, sessionTimeout: 5000, thenReauthenticate: true });
  one.frame(start(B));
  one.pass(6000);
  one.tell({ kind: 'reauthenticate', port: 1 });
  letIn(A, 1, '', { kind: 'reject', eap: buildEapOutcome(EapCode.failure, 79), user: 'anna' });
  one.frame(start(A));
  one.pass(14_000);
  letIn(A, 1, '', { ...accepted, vlan: { kind: 'unknown' } });
  one.pass(7000);
  letIn(A, 1, '', { kind: 'silence' });
  letIn(A, 1, '');
  one.frame(logoff(B));
  one.frame(logoff(A));
  one.pass(13_000);
  one.frame(eapol(A, 0, Uint8Array.of(9, 9)), 2);
  one.frame(eapol(A, 1, new Uint8Array(), 9), 2);
  one.frame(Uint8Array.of(1, 2, 3), 2);
  one.tell({ kind: 'clear', port: 2 });
  letIn(B, 2, B);
  configure(2, { admitsVlan: () => false, dynamicVlan: false });
  configure(1, { guestVlan: undefined });
  one.tell({ kind: 'initialize', port: 2 });
  configure(3, { control: 'forceUnauthorized' });
  configure(4, { control: 'auto' });
  one.tell({ kind: 'link', port: 1, isUp: false });
  ports.delete(2);
  configure(1, {});
  one.recording.reads('response', response(A, 7, EapType.identity, Uint8Array.of(97, 98)), readEapol);
  await one.recording.isAsIn('recorded.txt');
});
