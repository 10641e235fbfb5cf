import { declaredVlans } from './gvrp-neighbor.ts';
import { portsIn, type Row, type Settings } from './settings.ts';

/** Seconds for which a declaration certainly holds: neighbors repeat it sooner. */
const HOLDS = 6;

/** Ports that neighbors brought into VLANs by GVRP (docs/specification/network.md 8), once these have come to terms. */
export class VlanRegistration {
  readonly #settings: Settings;
  readonly #rowOf: (port: number) => Row;
  /** By VLAN and port, when it was declared last. */
  readonly #declared = new Map<number, Map<number, number>>();

  constructor(settings: Settings, rowOf: (port: number) => Row) {
    this.#settings = settings;
    this.#rowOf = rowOf;
  }

  hear(port: number, octets: Uint8Array, now: number): void {
    if (!this.#settings.isOn('gvrpGlobal', 'dot1qGvrpStatus') || this.#rowOf(port).dot1qPortGvrpStatus !== 1) return;
    for (const vlan of declaredVlans(octets)) {
      const ports = this.#declared.get(vlan) ?? new Map<number, number>();
      this.#declared.set(vlan, ports.set(port, now));
    }
  }

  /** The ports that are in a VLAN by that; empty if no neighbor declares it. */
  ports(vlan: number, now: number): number[] {
    const row = this.#settings.row('dot1qVlanStaticEntry', vlan);
    const isStatic = vlan === 1 || row.dot1qVlanIndex !== undefined;
    const forbidden = portsIn(row.dot1qVlanForbiddenEgressPorts);
    return [...(this.#declared.get(vlan) ?? [])]
      .filter(([port, at]) => {
        const isRestricted = this.#rowOf(port).dot1qPortRestrictedVlanRegistration === 1;
        return now < at + HOLDS && !forbidden.includes(port) && (isStatic || !isRestricted);
      })
      .map(([port]) => port);
  }
}
