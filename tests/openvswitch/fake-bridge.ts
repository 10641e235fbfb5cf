import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  encodeMessage,
  type Message,
  MessageStream,
  MessageType,
  type OpenFlowVersion,
} from '../../datapath/openvswitch/openflow/message.ts';

const Control = { open: 0, close: 2, commit: 4, discard: 6 } as const;
const BUNDLE_HEADER = 8;
const MESSAGE_HEADER = 8;
/** The low octet of a meter's number (OpenFlow 1.4, 7.3.4.4). */
const METER_AT = 7;

/** The far end of OpenFlow connections: takes bundles as a switch would, and notes what it committed. */
export interface FakeBridge {
  /** Its management socket. */
  readonly path: string;
  /** The bodies of the changes of every bundle that was committed, oldest first. */
  readonly committed: readonly (readonly Uint8Array[])[];
  /** Flags that bundles were committed with (OpenFlow 1.4, 7.3.9.2): 1 atomic, 2 ordered. */
  readonly flags: ReadonlySet<number>;
  /** Bundles that were given up. */
  readonly discarded: number;
  /** Whether it refuses a change; none by default. */
  refuses: (change: Uint8Array) => boolean;
  /** Whether it refuses a meter, by its number; none by default. */
  refusesMeter: (meter: number) => boolean;
  /** Holds commits back until the promise is resolved. */
  hold: Promise<void>;
  /** The same for the answers about meters. */
  holdMeters: Promise<void>;
  close(): Promise<void>;
}

/** Makes a bridge without rules that listens on a socket of its own. */
export async function createFakeBridge(): Promise<FakeBridge> {
  const folder = await mkdtemp(join(tmpdir(), 'fpbridge-'));
  const path = join(folder, 'bridge.mgmt');
  const committed: Uint8Array[][] = [];
  const sockets = new Set<Socket>();
  const bridge = {
    refuses: (_change: Uint8Array) => false,
    refusesMeter: (_meter: number) => false,
    hold: Promise.resolve(),
    holdMeters: Promise.resolve(),
    discarded: 0,
  };
  const flags = new Set<number>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const stream = new MessageStream();
    let waiting: Uint8Array[] = [];
    let version: OpenFlowVersion | undefined;
    const answer = (request: Message, type: number, body: Uint8Array) => {
      if (version) socket.write(encodeMessage({ type, transaction: request.transaction, body }, version));
    };
    const control = async (request: Message) => {
      const kind = request.body[5] ?? 0;
      if (kind === Control.open) waiting = [];
      if (kind === Control.discard) bridge.discarded += 1;
      if (kind === Control.commit) {
        const changes = waiting;
        flags.add(request.body[7] ?? 0);
        await bridge.hold;
        committed.push(changes);
      }
      const body = request.body.slice();
      body[5] = kind + 1;
      answer(request, MessageType.bundleControl, body);
    };
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      // The far end sends its version in its first message.
      version ??= chunk[0] === 1 ? 1 : 5;
      for (const message of stream.push(chunk)) {
        if (message.type === MessageType.bundleControl) void control(message);
        else if (message.type === MessageType.bundleAdd) {
          const change = message.body.slice(BUNDLE_HEADER + MESSAGE_HEADER);
          if (bridge.refuses(change)) answer(message, MessageType.error, Uint8Array.of(0, 4, 0, 6));
          else waiting.push(change);
        } else if (message.type === MessageType.statsRequest10) {
          // No rules, and none of them counted.
          answer(
            message,
            MessageType.statsReply10,
            Uint8Array.from([...message.body.slice(0, 16), ...Array(24).fill(0)]),
          );
        } else if (message.type === MessageType.multipartRequest) {
          // No groups and no meters; the same number asks for a barrier in OpenFlow 1.0.
          answer(message, MessageType.multipartReply, message.body.slice(0, BUNDLE_HEADER));
        } else if (message.type === MessageType.meterMod) {
          if (bridge.refusesMeter(message.body[METER_AT] ?? 0))
            answer(message, MessageType.error, Uint8Array.of(0, 12, 0, 1));
        } else if (message.type === MessageType.barrierRequest) {
          void bridge.holdMeters.then(() => answer(message, MessageType.barrierReply, new Uint8Array(0)));
        }
      }
    });
  });
  server.listen(path);
  await once(server, 'listening');
  return Object.assign(bridge, {
    path,
    committed,
    flags,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}
