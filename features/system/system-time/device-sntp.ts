import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { NameError } from '../../../device/names/name-resolver.ts';
import { scopedAddress } from '../../../device/names/scoped-address.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { type Message, wordsOf } from '../../../model/values/message.ts';
import {
  idleSntp,
  type SntpEvent,
  type SntpSettings,
  type SntpState,
  type SntpStep,
  stepSntp,
} from '../../../protocols/sntp/client.ts';
import { COOKIE_LENGTH } from '../../../protocols/sntp/packet.ts';
import { sysTimeCtrl, TimeSource } from './objects.ts';
import { sysTimeSntpServerEntry } from './sntp-server-objects.ts';
import { sntpClient, syncResult } from './sntp-slots.ts';

const SNTP_PORT = 123;

/** Milliseconds of difference from which the clock is stepped instead of slewed (docs/specification/system.md, "System Time"). */
const STEP_FROM = 500;

/** Runs the SNTP engine: gives it events, sends its datagrams, sets the clock as it says. */
class SntpClient {
  readonly #context: ServiceContext;
  readonly #port: number;
  #settings: SntpSettings = { servers: [], pollInterval: 0 };
  #state: SntpState = idleSntp;
  readonly #wakeAt: (at: number | undefined) => void;
  #socket: Socket | undefined;

  constructor(context: ServiceContext, port: number) {
    this.#context = context;
    this.#port = port;
    this.#wakeAt = wakeLoop(context.clock, () => this.#step({ kind: 'wake' }));
  }

  /** Applies the settings; a change of them restarts it. */
  configure(): void {
    const configuration = this.#context.configuration();
    const group = configuration.group(sysTimeCtrl);
    const on = group.sysTimeSource === TimeSource.sntp;
    const rows = on ? configuration.rows(sysTimeSntpServerEntry).filter((row) => row.sysTimeSntpServer !== '') : [];
    const servers = rows.map((row) => scopedAddress(row.sysTimeSntpServer, row.sysTimeSntpVlan));
    const settings = { servers, pollInterval: millisecondsIn(sysTimeCtrl, group)('sysTimeSntpPoll') };
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return;
    this.#settings = settings;
    this.start();
  }

  start(): void {
    this.#wakeAt(undefined);
    if (this.#settings.servers.length > 0) this.#step({ kind: 'start' });
    else this.#state = idleSntp;
  }

  stop(): void {
    this.#wakeAt(undefined);
    this.#closeSocket();
  }

  #step(event: SntpEvent): void {
    const { clock, wallClock } = this.#context;
    const now = { monotonic: clock.now(), wall: wallClock.now() };
    const step = stepSntp(this.#settings, this.#state, event, now, randomBytes(COOKIE_LENGTH));
    this.#state = step.state;
    this.#wakeAt(step.state.wakeAt);
    if (step.warning !== undefined) this.#warn(step.warning);
    if (step.adjust) this.#adjust(step.adjust);
    if (step.send) void this.#send(step.send.server, step.send.octets);
  }

  #warn(warning: Message): void {
    const { slots, log } = this.#context;
    const { error } = slots.get(syncResult);
    if (!error || wordsOf(error) !== wordsOf(warning)) log.write(Severity.warning, warning);
    slots.update(syncResult, (present) => ({ ...present, error: warning }));
  }

  /** The first sync steps the clock, and so does a big difference; others are slewed. */
  #adjust({ offset, server }: NonNullable<SntpStep['adjust']>): void {
    const { clock, wallClock, slots } = this.#context;
    if (slots.get(syncResult).at === undefined || Math.abs(offset) >= STEP_FROM)
      wallClock.step(wallClock.now() + offset);
    else wallClock.slew(offset);
    const [at, since] = [wallClock.now(), clock.now()];
    slots.update(syncResult, () => ({ at, since, server, offset, error: undefined }));
    this.#closeSocket();
  }

  async #send(server: string, octets: Uint8Array): Promise<void> {
    try {
      const [zoneless = '', zone] = server.split('%');
      const [address] = await this.#context.names.resolve(zoneless);
      if (address === undefined || this.#state.asked?.server !== server) return;
      this.#closeSocket();
      const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
      this.#socket = socket;
      const unreachable = () => this.#step({ kind: 'unreachable', server });
      socket.once('error', () => {
        socket.close();
        if (this.#socket !== socket) return;
        this.#socket = undefined;
        unreachable();
      });
      socket.on('message', (datagram) => this.#step({ kind: 'datagram', server, octets: datagram }));
      // A connected socket receives only from its server.
      socket.connect(this.#port, zone === undefined ? address : `${address}%${zone}`, () => socket.send(octets));
    } catch (reason) {
      this.#step({ kind: 'unreachable', server, ...(reason instanceof NameError && { reason: reason.said }) });
    }
  }

  #closeSocket(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.removeAllListeners('message');
    socket?.close();
  }
}

/** Keeps the clock with the time servers, which listen on UDP `port`. */
export function startSntp(context: ServiceContext, port = SNTP_PORT): RunningService {
  const client = new SntpClient(context, port);
  context.offer(sntpClient, client);
  client.configure();
  return { changed: () => client.configure(), stop: () => client.stop() };
}
