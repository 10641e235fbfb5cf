import { type Message, MessageType, type Request } from './message.ts';
import type { OpenFlowConnection } from './openflow-connection.ts';

const Control = { open: 0, close: 2, closeReply: 3, commit: 4, commitReply: 5, discard: 6 } as const;

/** Atomic and ordered (OpenFlow 1.4, 7.3.9.2). */
const FLAGS = 3;

/** Bundles are distinguished by connection and number; those of one connection never overlap here. */
const BUNDLE = 1;

/**
 * Carries flow-mods out all at once, in order, or none of them (OpenFlow 1.4, 6.8). Rejects with an OpenFlowError where
 * the switch refuses one; then nothing has changed. One at a time on a connection.
 */
export async function commitBundle(connection: OpenFlowConnection, flowMods: readonly Uint8Array[]): Promise<void> {
  try {
    await connection.ask(
      [control(Control.open), ...flowMods.map(bundled), control(Control.close)],
      isControl(Control.closeReply),
    );
  } catch (error) {
    // A switch commits what it did not refuse.
    connection.send(control(Control.discard));
    throw error;
  }
  await connection.ask([control(Control.commit)], isControl(Control.commitReply));
}

/** The bundle, two octets that are the kind of a control message and 0 before a message that is added, the flags. */
function head(kind = 0): Uint8Array {
  const octets = new Uint8Array(8);
  const view = new DataView(octets.buffer);
  view.setUint32(0, BUNDLE);
  view.setUint16(4, kind);
  view.setUint16(6, FLAGS);
  return octets;
}

function control(kind: number): Request {
  return { type: MessageType.bundleControl, body: head(kind) };
}

const HEAD_OF_MESSAGE = head();

function bundled(flowMod: Uint8Array): Request {
  return { type: MessageType.bundleAdd, body: HEAD_OF_MESSAGE, inner: { type: MessageType.flowMod, body: flowMod } };
}

function isControl(wanted: number): (answer: Message) => boolean {
  return ({ type, body }) => type === MessageType.bundleControl && ((body[4] ?? 0) << 8) + (body[5] ?? 0) === wanted;
}
