import { padFrame } from '../../protocols/frames/ethernet.ts';
import { isTagged } from '../../protocols/frames/vlan-tag.ts';
import { CAPTURED } from '../capture.ts';
import type { DatapathEvents } from '../datapath.ts';
import type { PortNumber } from '../plan.ts';
import type { PortDevices } from './bridge.ts';
import type { PacketIn } from './openflow/packet.ts';
import { withChecksum } from './partial-checksum.ts';
import { noted, Register } from './pipeline/registers.ts';
import type { PlanInForce } from './plan-in-force.ts';
import type { PortMonitor } from './port-monitor.ts';

/** Octets of a tag, and of a tag with the FCS: a port's largest frame includes both. */
const TAG_LENGTH = 4;
const TAG_AND_FCS = 8;

/** Dependencies of `PuntedFrames`. */
interface PuntSurroundings {
  readonly devices: PortDevices;
  readonly monitor: PortMonitor;
  inForce(): PlanInForce;
  readonly framePunted: DatapathEvents['framePunted'];
}

/** The frames that rules send to the agent. */
export class PuntedFrames {
  readonly #around: PuntSurroundings;

  constructor(around: PuntSurroundings) {
    this.#around = around;
  }

  /** Open vSwitch has sent one. */
  packetIn({ cookie, port, fields, frame }: PacketIn): void {
    const kind = this.#around.inForce().kindOf(Number(cookie & 0xffff_ffffn));
    if (kind === CAPTURED.sent) this.#sentCopy(noted(fields, Register.outPort), frame);
    if (!this.#around.devices.has(port) || kind === undefined || kind === CAPTURED.sent) return;
    const [vlan, isFinal, priority] = [Register.vlan, Register.isPriorityFinal, Register.priority].map((each) =>
      noted(fields, each),
    );
    const given = isFinal ? { priority: priority ?? 0 } : {};
    this.#around.framePunted({ kind, port, vlan: vlan || undefined, frame: withChecksum(frame), ...given });
  }

  /** The copy of a frame for a capture; rules offer also what the kernel does not send: without a link, or too long for the port. */
  #sentCopy(port: PortNumber | undefined, sent: Uint8Array): void {
    const { monitor, inForce, framePunted } = this.#around;
    if (port === undefined || monitor.states.get(port)?.link !== 'up') return;
    const frame = padFrame(withChecksum(sent));
    const untagged = frame.length - (isTagged(frame) ? TAG_LENGTH : 0);
    if (untagged + TAG_AND_FCS > (inForce().plan.ports.get(port)?.maximumFrame ?? 0)) return;
    framePunted({ kind: CAPTURED.sent, port, vlan: undefined, frame });
  }
}
