import { PASSWORD, USERS } from './pools.ts';
import { portsIn, type Settings } from './settings.ts';

/** Who may use a port, and where. */
export type Access =
  | { readonly kind: 'open' | 'closed' }
  | { readonly kind: 'guest'; readonly vlan: number }
  /** A station was accepted: all stations behind the port, with its VLAN. */
  | { readonly kind: 'everybody'; readonly vlan: number | undefined }
  /** Only these, each with its VLAN. */
  | { readonly kind: 'stations'; readonly vlans: ReadonlyMap<string, number | undefined> };

/** What a supplicant says that he is. */
export interface Login {
  readonly user: string;
  readonly password: string;
}

interface Session {
  readonly station: string;
  readonly vlan: number | undefined;
  /** When it ends: he was asked again, and does not answer. */
  endsAt: number;
}

const AUTO = 2;
const RADIUS = 1;
const MAC_BASED = 2;

/** IEEE 802.1X as the reference has it (docs/specification/security.md, "Port Access Control"), by port and by MAC address. */
export class PortAccess {
  readonly #settings: Settings;
  /** By port. */
  readonly #sessions = new Map<number, Session[]>();
  /** Until when all stations, or this one, are ignored. */
  readonly #held = new Map<string, number>();
  /** From when on there is no answer at a port. */
  readonly #silentSince = new Map<number, number>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  at(port: number, now: number): Access {
    if (!this.isControlled(port)) return { kind: 'open' };
    const sessions = this.#sessions.get(port) ?? [];
    const [first] = sessions;
    if (first && this.#isByStation(port))
      return { kind: 'stations', vlans: new Map(sessions.map(({ station, vlan }) => [station, vlan])) };
    if (first) return { kind: 'everybody', vlan: first.vlan };
    const guest = Number(this.#extended(port).dot1xPortGuestVlan ?? 0);
    const isSilent = now - (this.#silentSince.get(port) ?? 0) > this.#patience(port);
    const mayBe = this.#control(port) === AUTO && !this.#isByStation(port) && guest !== 0;
    return mayBe && isSilent ? { kind: 'guest', vlan: guest } : { kind: 'closed' };
  }

  isControlled(port: number): boolean {
    return this.#control(port) !== 3 && this.#settings.isOn('dot1xPaeSystem', 'dot1xPaeSystemAuthControl');
  }

  /** A station announces or identifies itself; false if nothing listens. */
  start(port: number, station: string, now: number): boolean {
    if (this.#control(port) !== AUTO || (this.#held.get(this.#key(port, station)) ?? 0) > now) return false;
    const own = this.#sessionOf(port, station);
    // The accepted station acts for the port.
    if (!this.#isByStation(port) && !own && this.#sessions.get(port)?.length) return false;
    this.#silentSince.set(port, now);
    if (own) own.endsAt = now + this.#patience(port);
    return true;
  }

  /** A station that somebody listened to says who it is. */
  logIn(port: number, station: string, { user, password }: Login, now: number): void {
    const row = this.#settings.row('dialInUserEntry', user);
    const isByServer = this.#settings.row('dot1xExtConfig').dot1xAuthMethod === RADIUS;
    const known = isByServer ? USERS.find((one) => one.user === user)?.vlan : row.dialInUserVlan;
    // A name is that of no VLAN here.
    const wanted = this.#extended(port).dot1xPortDynamicVlan === 1 ? Number(known ?? 0) : 0;
    const isKnown = known !== undefined && password === PASSWORD;
    const others = (this.#sessions.get(port) ?? []).filter((one) => one.station !== station);
    if (!isKnown || (wanted !== 0 && !this.#exists(wanted))) {
      this.#held.set(this.#key(port, station), now + Number(this.#config(port).dot1xAuthQuietPeriod ?? 60));
      this.#silentSince.set(port, now + Number(this.#config(port).dot1xAuthQuietPeriod ?? 60));
      this.#sessions.set(port, others);
      return;
    }
    const vlan = wanted === 0 ? undefined : wanted;
    this.#sessions.set(port, [...others, { station, vlan, endsAt: Number.POSITIVE_INFINITY }]);
  }

  /** A station logs off; whether it was in. */
  logOff(port: number, station: string, now: number): boolean {
    const isIn = this.#sessionOf(port, station) !== undefined;
    if (isIn) this.#silentSince.set(port, now);
    this.#end(port, (one) => one.station === station);
    return isIn;
  }

  /** The ports at which somebody is out for want of an answer. */
  pass(now: number): number[] {
    const ended = [...this.#sessions].filter(([, sessions]) => sessions.some(({ endsAt }) => endsAt <= now));
    for (const [port] of ended) this.#end(port, ({ endsAt }) => endsAt <= now);
    return ended.map(([port]) => port);
  }

  /** The VLANs that a port is in for somebody's sake; `isWhole` where it has no other one untagged. */
  assigned(port: number, now: number): { readonly vlans: readonly number[]; readonly isWhole: boolean } {
    const access = this.at(port, now);
    if (access.kind === 'guest') return { vlans: [access.vlan], isWhole: true };
    const all = access.kind === 'stations' ? [...access.vlans.values()] : 'vlan' in access ? [access.vlan] : [];
    const vlans = all.filter((vlan) => vlan !== undefined);
    return { vlans, isWhole: vlans.length > 0 && vlans.length === all.length };
  }

  /** Whether the tag of a station names a VLAN that the port is in only for others. */
  isOfOthers(port: number, station: string, vlan: number, now: number): boolean {
    const access = this.at(port, now);
    if (access.kind !== 'stations' || access.vlans.get(station) === vlan) return false;
    const { dot1qVlanStaticEgressPorts: all, dot1qVlanStaticUntaggedPorts: bare } = this.#settings.row(
      'dot1qVlanStaticEntry',
      vlan,
    );
    const isBare = portsIn(bare).includes(port) && this.assigned(port, now).isWhole;
    const isMember = portsIn(all).includes(port) && !isBare;
    return [...access.vlans.values()].includes(vlan) && !isMember;
  }

  /** Whether nothing leaves by a port that accepts no frames. */
  isShut(port: number, now: number): boolean {
    const isBoth = this.#config(port).dot1xAuthAdminControlledDirections !== 1;
    return isBoth && this.at(port, now).kind === 'closed';
  }

  #end(port: number, which: (one: Session) => boolean): void {
    this.#sessions.set(
      port,
      (this.#sessions.get(port) ?? []).filter((one) => !which(one)),
    );
  }

  #sessionOf(port: number, station: string): Session | undefined {
    return this.#sessions.get(port)?.find((one) => one.station === station);
  }

  /** Seconds for which an answer is waited for. */
  #patience(port: number): number {
    const { dot1xAuthTxPeriod = 30, dot1xAuthMaxReq = 2 } = this.#config(port);
    return Number(dot1xAuthTxPeriod) * Number(dot1xAuthMaxReq);
  }

  #key(port: number, station: string): string {
    return this.#isByStation(port) ? `${port} ${station}` : `${port}`;
  }

  #isByStation(port: number): boolean {
    return this.#extended(port).dot1xPortAuthMode === MAC_BASED;
  }

  #control(port: number): number {
    return Number(this.#config(port).dot1xAuthAuthControlledPortControl ?? 3);
  }

  #config(port: number) {
    return this.#settings.row('dot1xAuthConfigEntry', port);
  }

  #extended(port: number) {
    return this.#settings.row('dot1xPortExtEntry', port);
  }

  #exists(vlan: number): boolean {
    return vlan === 1 || this.#settings.row('dot1qVlanStaticEntry', vlan).dot1qVlanIndex !== undefined;
  }
}
