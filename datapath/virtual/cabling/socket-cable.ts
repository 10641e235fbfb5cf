import type { Socket } from 'node:net';
import { type Message, say } from '../../../model/values/message.ts';
import type { Clock } from '../../clock.ts';
import type { PortNumber } from '../../plan.ts';
import { CableEnd, type FarEnd } from '../cable.ts';
import type { LinkAbility } from '../negotiation.ts';
import type { VirtualDatapath } from '../virtual-datapath.ts';
import { encodeMessage } from './cable-message.ts';
import { CableSession } from './cable-session.ts';
import { MeetingPlace } from './meeting-place.ts';

/** The end of a cable whose other end is at another agent. */
export interface SocketCablePlan {
  readonly port: PortNumber;
  /** Of the socket at which the two agents meet, absolute. */
  readonly path: string;
}

/** As of `Datapath.report`. */
const WARNING = 4;

const NOBODY: LinkAbility = { speeds: [], duplex: 'full', negotiates: true };

/**
 * One end of a cable to the virtual switch of another agent, or to another port of this one. It finds the other end by
 * itself, in either order, and again after either was gone; while there is no other end, the link is down.
 */
export class SocketCable implements FarEnd {
  readonly #chassis: VirtualDatapath;
  readonly #plan: SocketCablePlan;
  readonly #clock: Clock;
  readonly #near: CableEnd;
  readonly #place: MeetingPlace;
  #session: CableSession | undefined;
  #said = '';

  /** Plugs it into a port of `chassis`; throws where the port does not exist or is taken. */
  constructor(chassis: VirtualDatapath, plan: SocketCablePlan, clock: Clock) {
    const { port, path } = plan;
    this.#chassis = chassis;
    this.#plan = plan;
    this.#clock = clock;
    this.#near = new CableEnd(chassis, port);
    this.#near.plugIn(this);
    this.#near.settle();
    this.#place = new MeetingPlace(path, clock, {
      met: (socket) => this.#meet(socket),
      thirdCame: (socket) => {
        socket.write(encodeMessage({ kind: 'taken' }));
        socket.destroySoon();
      },
      refused: (code) =>
        this.#sayOnce(
          code === 'ENOTSOCK'
            ? say('The cable at port {{port}} leads nowhere: {{path}} is a file, not a socket', { port, path })
            : say('The cable at port {{port}} leads nowhere: the agent cannot make a socket at {{path}}', {
                port,
                path,
              }),
        ),
    });
  }

  /** Goes to meet the other end. */
  async begin(): Promise<void> {
    await this.#place.open();
  }

  /** Pulls the cable. */
  async unplug(): Promise<void> {
    await this.#place.close();
    this.#near.unplug();
  }

  isOn(): boolean {
    return this.#session?.line.on === true;
  }

  offers(): LinkAbility {
    return this.#session?.line.ability ?? NOBODY;
  }

  send(frame: Uint8Array, weight: number): void {
    this.#session?.send({ kind: 'frame', frame, weight });
  }

  settle(): void {
    this.#session?.send({ kind: 'line', line: { on: this.#near.isOn(), ability: this.#near.offers() } });
  }

  #meet(socket: Socket): void {
    const { port, path } = this.#plan;
    const session = new CableSession(socket, this.#clock, {
      lineChanged: () => {
        this.#said = '';
        this.#near.settle();
      },
      frameCame: (frame, weight) => this.#near.send(frame, weight),
      turnedAway: () =>
        this.#sayOnce(
          say('The cable at port {{port}} leads nowhere: {{path}} is already in use by two others', { port, path }),
        ),
      misled: () =>
        this.#sayOnce(
          say('The cable at port {{port}} leads nowhere: the sender at {{path}} sends invalid data', {
            port,
            path,
          }),
        ),
      ended: () => {
        if (this.#session !== session) return;
        this.#session = undefined;
        this.#near.settle();
      },
    });
    this.#session = session;
    this.settle();
  }

  /** The reason that keeps the two ends apart is reported once, until they have met. */
  #sayOnce(message: Message): void {
    if (this.#said === message.text) return;
    this.#said = message.text;
    this.#chassis.report(WARNING, message);
  }
}
