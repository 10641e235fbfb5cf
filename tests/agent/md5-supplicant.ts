import type { Cable } from '../../datapath/virtual/virtual-datapath.ts';
import { readEapol } from '../../protocols/dot1x/eapol.ts';
import { logoff, response, start } from '../../protocols/dot1x/testing.ts';
import { EapCode, type EapPacket, EapType, parseEap } from '../../protocols/eap/packet.ts';
import { md5Response } from '../../protocols/eap/testing.ts';
import { padFrame } from '../../protocols/frames/ethernet.ts';
import type { TestAgent } from './test-agent.ts';

const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;

/** For tests: a station at a port of the virtual switch that answers for `user` with EAP-MD5 as soon as it is asked. */
export class Md5Supplicant {
  readonly cable: Cable;
  station: string;
  user = 'ann';
  password = 'hello there';
  /** Whether it answers at all. */
  speaks: boolean;
  /** Takes every frame that arrives, where somebody wants them. */
  heard: Uint8Array[] | undefined;
  /** Its last result: "success", "failure", or nothing yet. */
  outcome = '';

  constructor(agent: TestAgent, port: number, station: string, speaks = true) {
    this.station = station;
    this.speaks = speaks;
    this.cable = agent.attach(port, { ability, receive: (frame) => this.#receive(frame) });
  }

  /** EAPOL-Start. */
  begin(): void {
    this.cable.send(padFrame(start(this.station)));
  }

  /** EAPOL-Logoff. */
  leave(): void {
    this.cable.send(padFrame(logoff(this.station)));
  }

  #answerTo({ type, identifier, data }: EapPacket): [number, Uint8Array] {
    if (type === EapType.identity) return [type, new TextEncoder().encode(this.user)];
    if (type === EapType.md5Challenge) return [type, md5Response(identifier, this.password, data.slice(1, 17))];
    return [EapType.nak, Uint8Array.of(EapType.md5Challenge)];
  }

  #receive(frame: Uint8Array): void {
    this.heard?.push(frame.slice());
    const reading = readEapol(frame);
    const packet = reading.kind === 'frame' ? parseEap(reading.frame.body) : undefined;
    if (!packet) return;
    if (packet.code === EapCode.success) this.outcome = 'success';
    if (packet.code === EapCode.failure) this.outcome = 'failure';
    if (packet.code !== EapCode.request || !this.speaks) return;
    const [type, data] = this.#answerTo(packet);
    const answer = padFrame(response(this.station, packet.identifier, type, data));
    // Its cable is not known to it while it is being plugged in.
    queueMicrotask(() => this.cable.send(answer));
  }
}
