import { buildEapOutcome, EapCode, EapType, parseEap } from '../eap/packet.ts';
import { consult, IDENTITY_MAXIMUM } from './backend.ts';
import { ANYBODY, type Draft } from './draft.ts';
import { type EapolFrame, EapolType, readEapol } from './eapol.ts';
import { TerminateCause } from './events.ts';
import { BackendState, type Conversation, PaeState, type PortSettings } from './state.ts';

const HIGHEST_VERSION = 3;

/** A frame of EAPOL came in at a port. */
export function receive(draft: Draft, port: number, octets: Uint8Array): void {
  const reading = readEapol(octets);
  if (reading.kind === 'invalid') {
    draft.count(port, 'invalid');
    return;
  }
  const { source, version } = reading.kind === 'frame' ? reading.frame : reading;
  draft.count(port, 'received');
  const present = draft.port(port);
  const statistics = { ...present.statistics, lastVersion: version, lastSource: source };
  draft.ports.set(port, { ...present, statistics });
  if (reading.kind === 'lengthError') {
    draft.count(port, 'lengthErrors');
    return;
  }
  hear(draft, port, reading.frame);
}

function hear(draft: Draft, port: number, frame: EapolFrame): void {
  const { settings, isUp } = draft.port(port);
  switch (frame.type) {
    case EapolType.start:
      draft.count(port, 'starts');
      if (settings.control !== 'auto') sayForced(draft, port, settings);
      else if (isUp) started(draft, port, frame);
      return;
    case EapolType.logoff:
      draft.count(port, 'logoffs');
      if (settings.control === 'auto') loggedOff(draft, port, frame);
      return;
    case EapolType.eap:
      responded(draft, port, frame);
      return;
    default:
      // Keys are no matter of a wired port that encrypts nothing.
      draft.count(port, 'invalid');
  }
}

/** FORCE_AUTH and FORCE_UNAUTH say what is so anyhow. */
function sayForced(draft: Draft, port: number, { control }: PortSettings): void {
  const code = control === 'forceAuthorized' ? EapCode.success : EapCode.failure;
  draft.say(port, ANYBODY, buildEapOutcome(code, 1));
}

function started(draft: Draft, port: number, { source, version }: EapolFrame): void {
  const key = draft.keyFor(port, source);
  if (key === undefined) return;
  const one = draft.conversation(port, key);
  if (one.pae === PaeState.held || isOthers(one, source)) return;
  draft.setGuest(port, false);
  draft.change(port, key, { version: spoken(version), station: source });
  draft.connect(port, key);
}

function loggedOff(draft: Draft, port: number, { source }: EapolFrame): void {
  const key = draft.keyOf(port, source);
  const one = draft.port(port).conversations.get(key);
  if (one?.station !== source || one.pae === PaeState.held) return;
  const wasOpen = one.authorization !== undefined;
  draft.close(port, key, TerminateCause.supplicantLogoff);
  if (wasOpen) draft.say(port, key, buildEapOutcome(EapCode.failure, one.request?.[1] ?? 0));
  if (key === ANYBODY) draft.connect(port, key);
  else draft.forget(port, key);
}

/**
 * A request of the switch itself came back: the port that sent it is at a loop. Its guest VLAN, in which no bridge's protocol would
 * be heard, is closed, and is not opened as long as its requests come back.
 */
function heardOwn(draft: Draft, data: Uint8Array): void {
  const text = new TextDecoder().decode(data);
  for (const [port, { isGuest, conversations }] of draft.ports) {
    if (text !== new TextDecoder().decode(draft.marked(port))) continue;
    if (conversations.get(ANYBODY)?.pae === PaeState.connecting) draft.change(port, ANYBODY, { tries: 0 });
    draft.setGuest(port, false);
    if (isGuest) draft.news.push({ kind: 'looped', port });
  }
}

function responded(draft: Draft, port: number, { source, version, body }: EapolFrame): void {
  const packet = parseEap(body);
  if (packet?.code === EapCode.request && packet.type === EapType.identity && source === draft.address) {
    heardOwn(draft, packet.data);
    return;
  }
  if (packet?.code !== EapCode.response) {
    draft.count(port, 'invalid');
    return;
  }
  draft.count(port, packet.type === EapType.identity ? 'identities' : 'responses');
  const { settings, conversations, isUp } = draft.port(port);
  if (settings.control !== 'auto' || !isUp) return;
  const key = draft.keyOf(port, source);
  const one = draft.conversation(port, key);
  if (one.pae === PaeState.held) return;
  if (packet.type === EapType.identity) {
    // A station may answer the question to everybody, whatever it was asked itself.
    const isAnswerToAll = key !== ANYBODY && packet.identifier === conversations.get(ANYBODY)?.request?.[1];
    const isAnswer = one.pae === PaeState.connecting && packet.identifier === one.request?.[1];
    const isOpen = one.pae === PaeState.authenticating;
    if (!(isAnswer || isAnswerToAll) || isOpen || isOthers(one, source)) return;
    if (draft.keyFor(port, source) === undefined) return;
    const identity = new TextDecoder().decode(packet.data.subarray(0, IDENTITY_MAXIMUM));
    draft.setGuest(port, false);
    draft.change(port, key, { station: source, identity, version: spoken(version), request: packet.octets });
    consult(draft, port, key, packet.octets, 0);
    return;
  }
  const awaits = one.pae === PaeState.authenticating && one.backend === BackendState.request;
  if (!awaits || one.station !== source || packet.identifier !== one.request?.[1]) return;
  consult(draft, port, key, packet.octets, one.exchange);
}

/** Whether a port that one station speaks for is spoken for by another one. */
function isOthers(one: Conversation, source: string): boolean {
  const isBusy = one.authorization !== undefined || one.pae === PaeState.authenticating;
  return isBusy && one.station !== undefined && one.station !== source;
}

/** The version to answer in: the station's own, as far as it is known here. */
function spoken(version: number): number {
  return Math.min(version, HIGHEST_VERSION);
}
