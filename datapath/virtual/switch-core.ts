import { hasPort, portsOf } from '../../model/values/port-list.ts';
import { macToNumber } from '../../protocols/frames/addresses.ts';
import { checkPlan } from '../check-plan.ts';
import type { Clock } from '../clock.ts';
import type { FlushSelection, ForwardingEntry, PortFacts, PortState, PuntedFrame } from '../datapath.ts';
import { emptyPlan, type ForwardingPlan, type PortNumber, type VlanId, type VlanPlan } from '../plan.ts';
import { ForwardingDatabase } from './forwarding-database.ts';
import { VirtualHost } from './host/virtual-host.ts';
import { type LinkAbility, negotiate } from './negotiation.ts';
import { OwnStation } from './own-station.ts';
import { Pipeline } from './pipeline.ts';
import { type MirrorSession, SwitchPort } from './switch-port.ts';
import { VlanTable } from './vlan-table.ts';

/** What the switch tells as it happens. */
export interface SwitchEvents {
  portChanged(state: PortState): void;
  framePunted(frame: PuntedFrame): void;
  /** A port was set up anew; its link follows. */
  portConfigured(port: SwitchPort): void;
}

/**
 * The forwarding switch itself: ports, VLANs, addresses and the pipeline, made to follow a plan. Time comes from `clock`.
 */
export class SwitchCore {
  readonly ports: readonly SwitchPort[];
  readonly pipeline: Pipeline;
  readonly addresses: ForwardingDatabase;
  readonly #vlans = new VlanTable();
  readonly #own: OwnStation;
  readonly #events: SwitchEvents;
  readonly host: VirtualHost;
  readonly #now: () => number;
  readonly #farEnds = new Map<SwitchPort, LinkAbility>();
  #plan: ForwardingPlan = emptyPlan;

  constructor(facts: readonly PortFacts[], rows: number, events: SwitchEvents, clock: Clock) {
    const now = () => clock.now();
    this.ports = facts.map((port) => new SwitchPort(port));
    this.addresses = new ForwardingDatabase(rows);
    this.addresses.configure(emptyPlan.learning);
    this.#events = events;
    this.#now = now;
    this.host = new VirtualHost(clock, (vlan, frame) => this.pipeline.originate(vlan, frame));
    this.#own = new OwnStation({
      receive: (own, frame) => this.host.receive(own, frame),
      punt: (frame) => events.framePunted(frame),
    });
    const processor = {
      punt: (port: PortNumber, frame: Uint8Array) => events.framePunted({ port, vlan: undefined, frame }),
      owns: (vlan: VlanId, address: number) => this.#own.owns(vlan, address),
      isOwnRow: (vlan: VlanId, address: number) =>
        this.addresses.isShared ? this.#own.ownsSomewhere(address) : this.#own.owns(vlan, address),
      receive: (port: PortNumber, vlan: VlanId, frame: Uint8Array) => this.#own.receive(port, vlan, frame),
    };
    this.pipeline = new Pipeline(this.ports, this.#vlans, this.addresses, processor, now);
  }

  get plan(): ForwardingPlan {
    return this.#plan;
  }

  port(number: PortNumber): SwitchPort {
    const port = this.ports[number - 1];
    if (!port) throw new RangeError(`Port ${number} does not exist; this switch has ports 1 to ${this.ports.length}.`);
    return port;
  }

  /** Makes the difference between the plan in force and `plan`; throws before changing anything where it cannot. */
  apply(plan: ForwardingPlan): void {
    const former = this.#plan;
    checkPlan(
      plan,
      former,
      this.ports.map((port) => port.facts),
    );
    this.#plan = plan;
    if (this.addresses.configure(plan.learning)) this.#applyStatic(plan, emptyPlan);
    else if (plan.staticUnicast !== former.staticUnicast) this.#applyStatic(plan, former);
    if (plan.vlans !== former.vlans) this.#applyVlans(plan, former);
    if (plan.ports !== former.ports) this.#applyPorts(plan, former);
    if (plan.mirrors !== former.mirrors) this.#applyMirrors(plan);
    this.host.configure(plan.interfaces, plan.defaultGateway);
    if (plan.interfaces !== former.interfaces) this.#applyInterfaces(plan, former);
  }

  /** Says what hangs on a port's cable, or with nothing given that the far end is gone. */
  setFarEnd(port: SwitchPort, ability: LinkAbility | undefined): void {
    if (ability) this.#farEnds.set(port, ability);
    else this.#farEnds.delete(port);
    this.#updateLink(port);
  }

  flush(selection: FlushSelection): number {
    return this.addresses.flush(selection, this.#now());
  }

  /** All rows, in order of FID, then address. */
  entries(): ForwardingEntry[] {
    const rows = this.addresses.entries(this.#now()).concat(this.#own.entries((vlan) => this.addresses.fid(vlan)));
    return rows.sort((a, b) => a.fid - b.fid || (a.address < b.address ? -1 : a.address > b.address ? 1 : 0));
  }

  #applyVlans(plan: ForwardingPlan, former: ForwardingPlan): void {
    for (const [vlan, members] of plan.vlans) {
      const before = former.vlans.get(vlan);
      if (before === members) continue;
      this.#vlans.set(vlan, members);
      if (before) this.#forgetRemovedMembers(vlan, before, members);
    }
    for (const vlan of former.vlans.keys()) {
      if (plan.vlans.has(vlan)) continue;
      this.#vlans.set(vlan, undefined);
      this.flush({ vlan });
    }
  }

  #forgetRemovedMembers(vlan: VlanId, before: VlanPlan, now: VlanPlan): void {
    for (const port of portsOf(before.members & ~now.members)) this.flush({ vlan, port });
  }

  #applyStatic(plan: ForwardingPlan, former: ForwardingPlan): void {
    for (const [key, entry] of former.staticUnicast) if (!plan.staticUnicast.has(key)) this.addresses.unpin(entry);
    for (const [key, entry] of plan.staticUnicast) {
      if (entry !== former.staticUnicast.get(key)) this.addresses.pin(entry);
    }
  }

  #applyPorts(plan: ForwardingPlan, former: ForwardingPlan): void {
    for (const port of this.ports) {
      const wanted = plan.ports.get(port.number);
      if (wanted === former.ports.get(port.number)) continue;
      port.configure(wanted);
      this.#events.portConfigured(port);
      this.#updateLink(port);
    }
  }

  #applyMirrors(plan: ForwardingPlan): void {
    const sessions = [...plan.mirrors.values()].map((mirror) => ({ mirror, target: this.port(mirror.target) }));
    const copying = (port: SwitchPort, direction: 'ingress' | 'egress'): MirrorSession[] =>
      sessions
        .filter(({ mirror, target }) => target !== port && hasPort(mirror[direction], port.number))
        .map(({ mirror, target }) => ({ session: mirror.session, target }));
    for (const port of this.ports) {
      port.ingressMirrors = copying(port, 'ingress');
      port.egressMirrors = copying(port, 'egress');
      const isTarget = sessions.some(({ target }) => target === port);
      if (isTarget && !port.isMirrorTarget) this.flush({ port: port.number });
      port.isMirrorTarget = isTarget;
    }
  }

  #applyInterfaces(plan: ForwardingPlan, former: ForwardingPlan): void {
    this.#own.configure(plan.interfaces);
    for (const [vlan, own] of plan.interfaces) {
      if (own !== former.interfaces.get(vlan)) this.addresses.disown(vlan, macToNumber(own.mac));
    }
  }

  #updateLink(port: SwitchPort): void {
    const before = port.state;
    const ability = this.#farEnds.get(port);
    port.link = port.plan?.admin && ability ? negotiate(port.plan.mode, port.facts.speeds, ability) : undefined;
    const after = port.state;
    if (before.link === after.link && before.speed === after.speed && before.duplex === after.duplex) return;
    if (after.link === 'up') port.openLine(this.#now());
    else this.flush({ port: port.number });
    this.#events.portChanged(after);
  }
}
