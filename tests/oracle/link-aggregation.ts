import { type LinkEnd, lastHeard } from './lacp-partner.ts';
import { portsIn, type Row, type Settings } from './settings.ts';

const ACTIVE = 2;
const PASSIVE = 3;
const SHORT = 1;
/** Seconds of IEEE 802.1AX 6.4.4. */
const SHORT_TIMEOUT = 3;
const LONG_TIMEOUT = 90;
const WAIT_WHILE = 2;

interface Trunk {
  readonly members: readonly number[];
  readonly isActive: boolean;
  readonly timeout: number;
  /** Since when frames go by it; undefined while none do. */
  upSince: number | undefined;
}

interface Member {
  /** What was last said to it, and when. */
  said?: { readonly at: number; readonly actor: LinkEnd; readonly isAgreed: boolean } | undefined;
  /** The link that it is part of: of a partner, or its own. */
  link?: string | undefined;
  linkedAt: number;
}

/** LACP as IEEE 802.1AX clause 6.4 and the reference have it (docs/specification/network.md, "Trunk > Settings"). */
export class LinkAggregation {
  readonly #settings: Settings;
  readonly #own: string;
  readonly #isUp: (port: number) => boolean;
  readonly #trunks: Trunk[] = [];
  readonly #members = new Map<number, Member>();

  constructor(settings: Settings, own: string, isUp: (port: number) => boolean) {
    this.#settings = settings;
    this.#own = own;
    this.#isUp = isUp;
    for (const row of settings.rows('trunkGroupEntry')) {
      if (Number(row.trunkMode) !== ACTIVE && Number(row.trunkMode) !== PASSIVE) continue;
      const members = portsIn(row.trunkMemberPorts);
      const timeout = row.lacpTimeout === SHORT ? SHORT_TIMEOUT : LONG_TIMEOUT;
      this.#trunks.push({ members, isActive: row.trunkMode === ACTIVE, timeout, upSince: undefined });
      for (const port of members) this.#members.set(port, { linkedAt: 0 });
    }
  }

  /** A frame for LACP comes in. */
  hear(port: number, octets: Uint8Array, now: number): void {
    const said = lastHeard(octets);
    const member = this.#members.get(port);
    const trunk = this.#trunkOf(port);
    if (!said || !member || !trunk) return;
    const { actor, partner } = said;
    const isAgreed = partner.system === this.#own && partner.port === port;
    const isMeant = actor.isActive || (trunk.isActive && partner.isActive);
    member.said = { at: now, actor, isAgreed: isAgreed && isMeant };
  }

  /** Advances to this second; returns the lowest members of trunks that no longer forward anything. */
  pass(now: number): number[] {
    for (const trunk of this.#trunks) this.#choose(trunk, now);
    return this.#trunks.flatMap((trunk) => {
      const isUp = trunk.members.some((port) => this.distributes(port, now));
      const wasUp = trunk.upSince !== undefined;
      if (isUp !== wasUp) trunk.upSince = isUp ? now : undefined;
      return wasUp && !isUp ? [Math.min(...trunk.members)] : [];
    });
  }

  #choose(trunk: Trunk, now: number): void {
    const up = trunk.members.filter((port) => this.#isUp(port)).sort((one, other) => this.#rank(one, other));
    const partners = new Map(
      up.flatMap((port): [number, string][] => {
        const said = this.#members.get(port)?.said;
        if (!said || now >= said.at + trunk.timeout + SHORT_TIMEOUT) return [];
        return [[port, `${said.actor.priority} ${said.actor.system} ${said.actor.key}`]];
      }),
    );
    // The partner in use stays; else that of most links, then that of the first port.
    const inUse = (link: string) => up.some((port) => this.#members.get(port)?.link === link);
    const links = (link: string) => [...partners.values()].filter((one) => one === link).length;
    const [best] = [...partners.values()].sort(
      (one, other) => Number(inUse(other)) - Number(inUse(one)) || links(other) - links(one),
    );
    // If all are silent, one forwards by itself.
    const alone = best === undefined && now >= SHORT_TIMEOUT ? up[0] : undefined;
    for (const port of trunk.members) {
      const link = port === alone ? 'alone' : partners.get(port) === best ? best : undefined;
      const member = this.#members.get(port);
      if (!member || member.link === link) continue;
      member.link = link;
      member.linkedAt = now;
    }
  }

  /** Ports that are chosen sooner come first. */
  #rank(one: number, other: number): number {
    const priority = (port: number) => {
      const row: Row = this.#settings.row('dot3adAggPortEntry', port);
      return Number(row.dot3adAggPortActorPortPriority ?? 32_768);
    };
    return priority(one) - priority(other) || one - other;
  }

  /** Whether frames of a port are taken. */
  collects(port: number, now: number): boolean {
    const member = this.#members.get(port);
    const trunk = this.#trunkOf(port);
    if (!member || !trunk) return true;
    if (!this.#isUp(port) || member.link === undefined) return false;
    if (member.link === 'alone') return true;
    if (now < member.linkedAt + WAIT_WHILE) return false;
    const { said } = member;
    return said?.isAgreed === true && said.actor.isInSync && now < said.at + trunk.timeout;
  }

  /** Whether frames leave by a port. */
  distributes(port: number, now: number): boolean {
    const member = this.#members.get(port);
    if (!this.collects(port, now)) return false;
    return !member || member.link === 'alone' || member.said?.actor.collects === true;
  }

  /** Since when a port is up for what is above; undefined while it is not. */
  upSince(port: number): number | undefined {
    const trunk = this.#trunkOf(port);
    return trunk ? trunk.upSince : 0;
  }

  #trunkOf(port: number): Trunk | undefined {
    return this.#trunks.find(({ members }) => members.includes(port));
  }
}
